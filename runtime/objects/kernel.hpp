// A kernel and the arguments that it has so far.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "runtime/objects/memory.hpp"
#include "runtime/objects/program.hpp"

namespace lockstep::runtime {

struct BufferValue {
  std::shared_ptr<_cl_mem> memory;  // null: the kernel gets NULL
};
struct LocalValue {
  std::size_t bytes = 0;
};
struct PlainValue {
  std::vector<std::byte> bytes;
};
// Of one launch.
using ArgumentValue = std::variant<BufferValue, LocalValue, PlainValue>;

// A kernel holds no reference to its buffers, as the specification demands: the program alone decides when a
// buffer ends.
struct KeptBuffer {
  bool is_null = false;
  std::weak_ptr<_cl_mem> memory;
};
using KeptArgument = std::variant<KeptBuffer, LocalValue, PlainValue>;

}  // namespace lockstep::runtime

struct _cl_kernel : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::kernel;
  _cl_kernel() : Object(kKind) {}
  ~_cl_kernel();

  std::shared_ptr<_cl_program> program;
  std::shared_ptr<const lockstep::sim::Program> code;
  const lockstep::sim::Kernel* kernel = nullptr;  // of `code`; on other devices it has the same parameters

  std::mutex mutex;
  std::vector<std::optional<lockstep::runtime::KeptArgument>> arguments;
};
