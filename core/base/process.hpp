// Processes: a program that this one starts and exchanges lines with (Child), the other side of that
// (Parent), and this process itself.
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

// Bytes that have arrived, of which whole lines are taken.
struct Arrived {
  std::string bytes;
  std::size_t searched = 0;  // that have no end of a line
  // The first line, without its end; none: it is not whole yet.
  std::optional<std::string> take_line();
};

// What a child wrote within a given time.
struct Heard {
  enum class Kind : std::uint8_t { line, nothing, end };
  Kind kind = Kind::nothing;
  std::string line;  // without its end
};

// What a child gets of this program's environment, which may hold passwords and paths.
enum class ChildEnvironment : std::uint8_t { inherited, empty };

// The child and everything that it starts end with this process, however this one ends.
class Child {
 public:
  // `program` is searched for in PATH; its arguments follow. `variables` ("NAME=value") are added to its
  // environment.
  static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& program,
                                              const std::vector<std::string>& variables,
                                              ChildEnvironment environment = ChildEnvironment::inherited);
  // Closes the child's input, which asks it to end, then waits, and kills it if it does not end; at once
  // after a timeout or a stop.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Result<void> write_line(const std::string& line);
  // Waits for a whole line, without its end. The Error is a sentence: the child has ended (with what it
  // wrote to standard error), the stop was requested, or no line came within the timeout.
  Result<std::string> read_line(std::stop_token stop, std::chrono::seconds timeout);

  // Of a child that is not trusted: a longer line counts as the end of its output.
  void limit_lines(std::size_t bytes) { max_line_ = bytes; }

  // A whole line, or nothing within the timeout, or the end of its output.
  Heard listen(std::chrono::milliseconds timeout);
  void interrupt();  // as Ctrl+C does
  // Kills it and all processes that it started.
  void kill_now();
  // For a child that has closed its output: "with status 3", "by SIGSEGV (an invalid memory access)". Waits a
  // moment for it to end; "" if it still runs.
  std::string how_it_ended();
  // What it wrote to standard error, in one line; "" if nothing.
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

// The process that started this one as its Child.
class Parent {
 public:
  // Takes standard input and output. Whatever else this process prints goes to standard error from now on,
  // so that nothing mixes with the lines.
  Parent();

  // Waits for a line, without its end; none: the parent has closed its side.
  std::optional<std::string> read_line();
  bool write_line(std::string_view line);  // false: the parent no longer reads

 private:
  std::intptr_t in_, out_;
  Arrived unread_;
};

// The number of this process, as the system gives it.
std::uint64_t process_id();
// The file of the running program; "" if the system does not say.
std::string own_program();
// The first file of this name in the folders of PATH; "" if there is none.
std::string program_in_path(const std::string& name);
// Runs another program in place of this one, with the same input, output and environment. Returns only where
// that failed; `program` is as in Child::start.
Error become(const std::vector<std::string>& program);
// Ends this process without destructors: threads of a driver may run anywhere.
[[noreturn]] void end_process(int status);

}  // namespace lockstep
