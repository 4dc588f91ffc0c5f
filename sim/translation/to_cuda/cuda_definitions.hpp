// Writes the definitions above a translated kernel: types, functions and operators of OpenCL C that CUDA C++
// does not have under any name. Only the definitions that the kernel uses are written.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation {

// Returns whether CUDA has a vector type with the same layout, such as int4 or ushort2. This is not the case
// for 3-vectors (12 bytes in CUDA, 16 in OpenCL C) and vectors of 8 or 16 elements.
bool is_cuda_vector(std::string_view type);
// Returns the element type of a vector type of OpenCL C, such as "int" for "int8"; empty for other words.
std::string_view vector_element(std::string_view type);

struct CudaNeeds {
  std::set<std::string, std::less<>> helpers;    // helpers of cuda_words.def and cuda_form.cpp
  std::set<std::string, std::less<>> types;      // such as "uint" and "atomic_int"
  std::set<std::string, std::less<>> vectors;    // such as "int4"
  std::set<std::string, std::less<>> operators;  // operators of vectors: "+", "min"
  bool any_vector_expression = false;            // including operations with scalars and +=
  std::map<std::string, std::string> makers;     // macros of vector types, such as "T4" for "int4"
};

// Returns the definitions as complete lines, each with its newline.
std::string cuda_definitions(const CudaNeeds& needs);

}  // namespace lockstep::sim::translation
