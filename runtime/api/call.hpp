// The common behaviour of all functions of the interface. No exception leaves a function. A refusal becomes
// its error code and a line of the journal. Queries answer as the specification requires.
#pragma once

#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/journal/journal.hpp"
#include "runtime/objects/object.hpp"
#include "runtime/objects/outcome.hpp"

namespace lockstep::runtime {

inline cl_int report(std::string_view function, const Refusal& refusal) {
  Journal::of_process().error(function, error_name(refusal.code), refusal.reason);
  return refusal.code;
}

// Executes `body` for a function that returns an error code; `body` returns Outcome<void>.
template <class Body>
cl_int call(std::string_view function, Body&& body) noexcept {
  try {
    const Outcome<void> outcome = body();
    return outcome ? CL_SUCCESS : report(function, outcome.error());
  } catch (const std::exception&) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

// Executes `body` for a function that returns an object; `body` returns Outcome<std::shared_ptr<T>>.
template <class Body>
auto create(std::string_view function, cl_int* error, Body&& body) noexcept ->
    typename std::invoke_result_t<Body>::value_type::element_type* {
  cl_int code = CL_SUCCESS;
  typename std::invoke_result_t<Body>::value_type::element_type* handle = nullptr;
  try {
    const auto outcome = body();
    if (outcome)
      handle = publish(*outcome);
    else
      code = report(function, outcome.error());
  } catch (const std::exception&) {
    code = CL_OUT_OF_HOST_MEMORY;
  }
  if (error) *error = code;
  return handle;
}

// Executes `body` for a function that returns a pointer.
template <class Body>
void* give_pointer(std::string_view function, cl_int* error, Body&& body) noexcept {
  cl_int code = CL_SUCCESS;
  void* pointer = nullptr;
  try {
    const Outcome<void*> outcome = body();
    if (outcome)
      pointer = *outcome;
    else
      code = report(function, outcome.error());
  } catch (const std::exception&) {
    code = CL_OUT_OF_HOST_MEMORY;
  }
  if (error) *error = code;
  return pointer;
}

template <class T>
cl_int retain(std::string_view function, T* handle, cl_int invalid) noexcept {
  return call(function, [&]() -> Outcome<void> {
    if (!registry::retain(handle, T::kKind)) return refuse(invalid, "not a valid handle");
    return {};
  });
}
template <class T>
cl_int release(std::string_view function, T* handle, cl_int invalid) noexcept {
  return call(function, [&]() -> Outcome<void> {
    if (!registry::release(handle, T::kKind))
      return refuse(invalid, "not a valid handle, or released before");
    return {};
  });
}

// The memory that receives the answer to a clGet…Info query.
class Query {
 public:
  Query(std::size_t size, void* value, std::size_t* size_needed)
      : size_(size), value_(value), size_needed_(size_needed) {}

  Outcome<void> bytes(const void* data, std::size_t needed) const {
    if (value_ && size_ < needed)
      return refuse(CL_INVALID_VALUE, "the answer does not fit in the given memory");
    if (value_ && needed != 0) std::memcpy(value_, data, needed);
    if (size_needed_) *size_needed_ = needed;
    return {};
  }
  Outcome<void> text(std::string_view answer) const {
    const std::string with_end(answer);
    return bytes(with_end.c_str(), with_end.size() + 1);
  }
  template <class T>
  Outcome<void> value(const T& answer) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return list(std::span<const T>(&answer, 1));
  }
  template <class T>
  Outcome<void> list(std::span<const T> answer) const {
    return bytes(answer.data(), answer.size_bytes());
  }
  template <class T>
  Outcome<void> list(const std::vector<T>& answer) const {
    return list(std::span<const T>(answer));
  }
  Outcome<void> nothing() const { return bytes(nullptr, 0); }

 private:
  std::size_t size_;
  void* value_;
  std::size_t* size_needed_;
};

inline tl::unexpected<Refusal> unknown_query(cl_uint name) {
  return refuse(CL_INVALID_VALUE, "query " + std::to_string(name) + " is not a query of this object");
}

}  // namespace lockstep::runtime
