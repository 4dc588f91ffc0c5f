// A context: devices that share buffers, programs and events, and the function that is notified of errors.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/objects/platform.hpp"

struct _cl_context : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::context;
  _cl_context() : Object(kKind) {}
  ~_cl_context();

  std::vector<cl_context_properties> properties;  // as given, with the terminating 0
  std::vector<cl_device_id> devices;
  std::function<void(const std::string&)> notify;  // the program's function; may be empty

  std::mutex mutex;
  std::vector<std::function<void()>> destructors;  // called in reverse order

  bool has(cl_device_id device) const;
  void notify_of(const std::string& error) const {
    if (notify) notify(error);
  }
};
