// The return type of a function that can fail: a value, or one Error that helps the user to correct the
// problem. No exception crosses a module boundary, and no code in core or sim prints or exits.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace lockstep {

// `message` is one sentence (or a report of several lines, if a kernel does not compile) that states what is
// wrong, where it is, and what to do. It has no trailing newline.
struct Error {
  enum class Kind {
    usage,   // the request is invalid: exit status 2 of the command line
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
