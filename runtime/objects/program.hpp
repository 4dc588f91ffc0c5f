// A program: its text, and the result of each build. All devices execute the same code, so one build is used
// for several devices.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/objects/context.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::runtime {

// One text with the options with which it was compiled; a linked program has several parts.
struct ProgramPart {
  std::string source;
  std::string options;
  bool operator==(const ProgramPart&) const = default;
};

struct Build {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string log;
  std::vector<ProgramPart> parts;            // for a compiled object, a library or an executable
  std::string text;                          // the source of `code`
  std::shared_ptr<const sim::Program> code;  // for an executable
};

// Writes a binary in the format of Lockstep: the kind, and the parts.
std::string binary_of(const Build& build);
// Reads a binary in this format; empty if the text has another format.
std::optional<Build> build_of(std::string_view binary);

}  // namespace lockstep::runtime

struct _cl_program : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::program;
  _cl_program() : Object(kKind) {}
  ~_cl_program();

  std::shared_ptr<_cl_context> context;
  std::vector<cl_device_id> devices;
  std::string source;  // empty for programs created from binaries or by linking
  bool has_source = false;
  bool has_binary = false;  // whether it was created from binaries
  std::string name;         // of the text in messages: the file name, if known
  std::string file;         // path of the file; empty: unknown
  std::size_t number = 0;   // within the process, in order of creation

  std::mutex mutex;  // protects all members below
  std::map<cl_device_id, lockstep::runtime::Build> builds;
  std::size_t kernels = 0;  // number of kernels of this program
  std::vector<std::function<void()>> release_callbacks;

  // Variables at program scope, for each built code. They are locked during a launch that uses them.
  std::mutex variables_mutex;
  std::map<std::shared_ptr<const lockstep::sim::Program>, std::vector<lockstep::sim::BufferContents>>
      variables;
};
