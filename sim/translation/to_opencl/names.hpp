// Chooses OpenCL C names for the names of a CUDA C++ program. Functions of classes and instances of templates
// get plain names. Words of OpenCL C and names that are already in use get a suffix.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace lockstep::sim::translation::opencl {

// Converts "reduce<int, 256>" to reduce_int_256, and "Pair::operator*" to Pair_times.
std::string plain_name(std::string_view name);

class Names {
 public:
  // Returns a unique name at program scope for this object. If the object has no name yet, the name is made
  // from `wanted`.
  const std::string& of(const void* object, std::string_view wanted);
  bool has(const void* object) const { return names_.contains(object); }
  // Returns the name of a variable in a function. The name need not be unique, because scopes
  // separate variables.
  static std::string of_variable(std::string_view name);

 private:
  std::map<const void*, std::string> names_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace lockstep::sim::translation::opencl
