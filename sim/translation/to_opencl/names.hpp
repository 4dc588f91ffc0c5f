// Names of OpenCL C for what a program in CUDA C++ names: functions of classes and instances of templates get
// plain names, words of OpenCL C and names that are taken another ending.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation::opencl {

// "reduce<int, 256>" is reduce_int_256, "Pair::operator*" Pair_times.
std::string plain_name(std::string_view name);

class Names {
 public:
  // A name at program scope that no other object has.
  const std::string& of(const void* object, std::string_view wanted);
  bool has(const void* object) const { return names_.contains(object); }
  // Of a variable of a function: scopes keep them apart.
  static std::string of_variable(std::string_view name);

 private:
  std::map<const void*, std::string> names_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace lockstep::sim::translation::opencl
