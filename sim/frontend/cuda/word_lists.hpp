// The words of CUDA C++ that a kernel's text uses without declaring them, for editors.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::sim::language::cuda {

// What CUDA C++ has beside the words of C (parse/words.hpp).
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

// Whether a word of OpenCL C is a name like any other in CUDA C++: `kernel`, `local`, `__global`.
bool is_plain_name(std::string_view word);

// Functions that kernels call, in any order; without those whose names begin with `__builtin`.
std::vector<std::string> function_names();
// "int atomicAdd(int *address, int value)"; empty where the name says enough.
std::string_view signature_of(std::string_view function);
// `float4`, `dim3`.
std::vector<std::string> type_names();
// `threadIdx`, `warpSize`.
std::vector<std::string> constant_names();

}  // namespace lockstep::sim::language::cuda
