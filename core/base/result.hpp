// What a function that can fail returns: the value, or one Error that a person can act on. No exception
// crosses a module's border, and nothing in core or sim prints or exits.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace lockstep {

// `message` is one sentence (or a compiler-like report of several lines, when a kernel does not
// compile) that says what is wrong, where, and what to do about it. It has no trailing newline.
struct Error {
  enum class Kind {
    usage,   // the request itself makes no sense: exit status 2 of the command line
    failed,  // the kernel, the check or the device failed: exit status 1
  };
  Kind kind = Kind::failed;
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> usage_error(std::string message) {
  return tl::unexpected<Error>(Error{Error::Kind::usage, std::move(message)});
}
inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{Error::Kind::failed, std::move(message)});
}

}  // namespace lockstep
