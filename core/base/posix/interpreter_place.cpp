// Supports CPython 3.9 and newer. Its functions are looked up in the process; nothing is linked.
#include "core/base/interpreter_place.hpp"

#include <dlfcn.h>

#include <string_view>

namespace lockstep {
namespace {

using Object = void;

// The function with this name; null if the process has no such function.
template <class F>
F* function(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

struct Python {
  int (*is_initialised)() = function<int()>("Py_IsInitialized");
  int (*is_finalising)() = function<int()>("Py_IsFinalizing");
  int (*was_finalising)() = function<int()>("_Py_IsFinalizing");  // its name before Python 3.13
  Object* (*thread)() = function<Object*()>("PyGILState_GetThisThreadState");
  int (*has_lock)() = function<int()>("PyGILState_Check");
  int (*lock)() = function<int()>("PyGILState_Ensure");
  void (*unlock)(int) = function<void(int)>("PyGILState_Release");
  Object* (*frame)() = function<Object*()>("PyEval_GetFrame");  // borrowed
  Object* (*caller)(Object*) = function<Object*(Object*)>("PyFrame_GetBack");
  Object* (*code)(Object*) = function<Object*(Object*)>("PyFrame_GetCode");
  int (*line)(Object*) = function<int(Object*)>("PyFrame_GetLineNumber");
  Object* (*attribute)(Object*,
                       const char*) = function<Object*(Object*, const char*)>("PyObject_GetAttrString");
  const char* (*text)(Object*) = function<const char*(Object*)>("PyUnicode_AsUTF8");
  void (*keep)(Object*) = function<void(Object*)>("Py_IncRef");
  void (*release)(Object*) = function<void(Object*)>("Py_DecRef");
  void (*take_error)(Object**, Object**,
                     Object**) = function<void(Object**, Object**, Object**)>("PyErr_Fetch");
  void (*put_error)(Object*, Object*, Object*) = function<void(Object*, Object*, Object*)>("PyErr_Restore");

  bool is_complete() const {
    return is_initialised && (is_finalising || was_finalising) && thread && has_lock && lock && unlock &&
           frame && caller && code && line && attribute && text && keep && release && take_error && put_error;
  }
  bool ends() const { return (is_finalising ? is_finalising : was_finalising)() != 0; }
};

bool is_of_program(std::string_view file) {
  if (file.empty() || file.starts_with("<")) return false;
  constexpr std::string_view kPackages[] = {"/site-packages/", "/dist-packages/", "/lib/python"};
  for (const std::string_view part : kPackages)
    if (file.find(part) != std::string_view::npos) return false;
  return true;
}

std::string file_of(const Python& python, Object* frame) {
  std::string file;
  Object* const code = python.code(frame);
  if (Object* const name = code ? python.attribute(code, "co_filename") : nullptr) {
    if (const char* const text = python.text(name)) file = text;
    python.release(name);
  }
  if (code) python.release(code);
  return file;
}

std::string place_in(const Python& python) {
  constexpr int kMaxFrames = 64;
  std::string place;
  Object* frame = python.frame();
  if (frame) python.keep(frame);
  for (int i = 0; i < kMaxFrames && frame && place.empty(); ++i) {
    const std::string file = file_of(python, frame);
    if (is_of_program(file)) place = file + ":" + std::to_string(python.line(frame));
    Object* const next = python.caller(frame);
    python.release(frame);
    frame = next;
  }
  if (frame) python.release(frame);
  return place;
}

}  // namespace

std::string interpreter_place() {
  static const Python python;
  if (!python.is_complete() || python.is_initialised() == 0 || !python.thread()) return "";
  const bool has_lock = python.has_lock() != 0;
  // While the interpreter is shutting down, a thread would wait for its lock forever.
  if (!has_lock && python.ends()) return "";
  const int state = has_lock ? 0 : python.lock();
  Object *kind = nullptr, *value = nullptr, *trace = nullptr;
  python.take_error(&kind, &value, &trace);
  std::string place = place_in(python);
  python.put_error(kind, value, trace);
  if (!has_lock) python.unlock(state);
  return place;
}

}  // namespace lockstep
