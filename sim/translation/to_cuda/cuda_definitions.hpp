// The definitions above a translated kernel: types, functions and operators of OpenCL C that CUDA C++ does
// not have under any name. Only those that are used are written.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation {

// A vector type that CUDA has with the same layout: int4, ushort2 …; not the types of 3 (12 bytes in CUDA, 16
// in OpenCL C), of 8 and of 16 elements.
bool is_cuda_vector(std::string_view type);
// The element of any vector type of OpenCL C: "int" for "int8"; empty for other words.
std::string_view vector_element(std::string_view type);

struct CudaNeeds {
  std::set<std::string, std::less<>> helpers;    // of cuda_words.def, and those of cuda_form.cpp
  std::set<std::string, std::less<>> types;      // "uint", "atomic_int"
  std::set<std::string, std::less<>> vectors;    // "int4"
  std::set<std::string, std::less<>> operators;  // of vectors: "+", "min"
  bool any_vector_expression = false;            // also with scalars, and +=
  std::map<std::string, std::string> makers;     // macros of vector types: "T4" is "int4"
};

// Whole lines, each with its newline.
std::string cuda_definitions(const CudaNeeds& needs);

}  // namespace lockstep::sim::translation
