// Lists the predefined words of CUDA C++ in kernels, for editors.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::sim::language::cuda {

// Keywords of CUDA C++ in addition to the keywords of C (parse/words.hpp).
inline constexpr std::array<std::string_view, 40> kCudaWords = {"__global__",
                                                                "__device__",
                                                                "__host__",
                                                                "__shared__",
                                                                "__constant__",
                                                                "__managed__",
                                                                "__forceinline__",
                                                                "__noinline__",
                                                                "__launch_bounds__",
                                                                "__grid_constant__",
                                                                "__restrict__",
                                                                "alignas",
                                                                "class",
                                                                "const_cast",
                                                                "constexpr",
                                                                "consteval",
                                                                "decltype",
                                                                "delete",
                                                                "explicit",
                                                                "false",
                                                                "friend",
                                                                "mutable",
                                                                "namespace",
                                                                "new",
                                                                "noexcept",
                                                                "nullptr",
                                                                "operator",
                                                                "private",
                                                                "protected",
                                                                "public",
                                                                "reinterpret_cast",
                                                                "static_assert",
                                                                "static_cast",
                                                                "template",
                                                                "this",
                                                                "true",
                                                                "typename",
                                                                "using",
                                                                "virtual",
                                                                "__align__"};

// Returns whether a word of OpenCL C is an ordinary name in CUDA C++: `kernel`, `local`, `__global`.
bool is_plain_name(std::string_view word);

// Returns the functions for kernels, in any order; excludes names that start with `__builtin`.
std::vector<std::string> function_names();
// Returns a signature such as "int atomicAdd(int *address, int value)"; empty if no signature is listed.
std::string_view signature_of(std::string_view function);
// Returns type names such as `float4` and `dim3`.
std::vector<std::string> type_names();
// Returns constants such as `threadIdx` and `warpSize`.
std::vector<std::string> constant_names();

}  // namespace lockstep::sim::language::cuda
