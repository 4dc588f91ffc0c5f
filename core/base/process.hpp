// Processes: a program that this process starts and exchanges lines with (Child), the other side of the
// connection (Parent), and this process itself.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// Received bytes, from which complete lines are taken.
struct Arrived {
  std::string bytes;
  std::size_t searched = 0;  // number of leading bytes that contain no line end
  // Removes the first line and returns it without its end; none if the line is not complete yet.
  std::optional<std::string> take_line();
};

// What a child has sent within a given time.
struct Heard {
  enum class Kind : std::uint8_t { line, nothing, end };
  Kind kind = Kind::nothing;
  std::string line;  // without its end
};

// The environment that a child inherits. This program's environment may contain passwords and paths.
enum class ChildEnvironment : std::uint8_t { inherited, empty };

// The child and all processes that it starts end when this process ends for any reason.
class Child {
 public:
  // Starts `program`, which is searched for in PATH; its arguments follow. `variables` ("NAME=value") are
  // added to its environment.
  static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& program,
                                              const std::vector<std::string>& variables,
                                              ChildEnvironment environment = ChildEnvironment::inherited);
  // Closes the child's input as a request to end, waits, and kills the child if it does not end. After a
  // timeout or a stop the child is killed immediately.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Result<void> write_line(const std::string& line);
  // Waits for a complete line and returns it without its end. The Error is a sentence: the child has ended
  // (with what it wrote to standard error), the stop was requested, or no line came within the timeout.
  Result<std::string> read_line(std::stop_token stop, std::chrono::seconds timeout);

  // Limits the lines of a child that is not trusted: a longer line counts as the end of its output.
  void limit_lines(std::size_t bytes) { max_line_ = bytes; }

  // Returns a complete line, nothing within the timeout, or the end of the output.
  Heard listen(std::chrono::milliseconds timeout);
  void interrupt();  // as Ctrl+C does
  // Kills the child and all processes that it started.
  void kill_now();
  // Says how a child that has closed its output ended: "with status 3", "by SIGSEGV (an invalid memory
  // access)". Waits briefly for the child to end; "" if it still runs.
  std::string how_it_ended();
  // The child's standard error output in one line; "" if there is none.
  std::string said() const;

 private:
  struct Handle;  // the operating system's
  Child();
  bool write_all(std::string_view text);
  bool read_some(std::chrono::milliseconds timeout);  // false: its output is closed
  std::string last_words() const;
  bool ends_within(std::chrono::milliseconds time);

  std::unique_ptr<Handle> handle_;
  bool given_up_ = false;
  Arrived unread_;
  std::string errors_;

  std::size_t max_line_ = SIZE_MAX;
};

// The process that started this process as its Child.
class Parent {
 public:
  // Takes over standard input and output. From then on all other output of this process goes to standard
  // error, so that it cannot mix with the lines.
  Parent();

  // Waits for a line and returns it without its end; none if the parent has closed its side.
  std::optional<std::string> read_line();
  bool write_line(std::string_view line);  // false: the parent no longer reads

 private:
  std::intptr_t in_, out_;
  Arrived unread_;
};

// The process id of this process.
std::uint64_t process_id();
// The file of the running program; "" if it is unknown.
std::string own_program();
// The first file with this name in the folders of PATH; "" if there is none.
std::string program_in_path(const std::string& name);
// Replaces this process with another program, which gets the same input, output and environment. Returns only
// on failure; `program` is as in Child::start.
Error become(const std::vector<std::string>& program);
// Ends this process without running destructors, because threads of a driver may still run.
[[noreturn]] void end_process(int status);

}  // namespace lockstep
