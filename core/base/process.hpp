// A program that runs beside this one and is talked to in lines.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// What was heard of a child for a while.
struct Heard {
  enum class Kind : std::uint8_t { line, nothing, end };
  Kind kind = Kind::nothing;
  std::string line;  // without its end
};

class Child {
 public:
  // `program` is looked for in PATH. `variables` ("NAME=value") are added to this program's environment.
  static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& program,
                                              const std::vector<std::string>& variables);
  // Closes its input, which asks it to end, and ends it if it does not; at once if somebody gave up waiting.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Result<void> write_line(const std::string& line);
  // Waits for a whole line, without its end. Fails with a sentence when the child has ended, with what it
  // said on its error output; when the stop is asked for; and when nothing came for so long.
  Result<std::string> read_line(std::stop_token stop, std::chrono::seconds patience);

  // A whole line, or nothing for so long, or that no more will come.
  Heard listen(std::chrono::milliseconds patience);
  void interrupt();  // as Ctrl+C does
  // Ends it and all that it started, at once.
  void kill_now();
  // Of one that has closed its output: "with status 3", "by SIGSEGV (an access to memory that is not its
  // own)". Waits a moment for it; "" when it is still there.
  std::string how_it_ended();
  // What it said on its error output, in one line; "" if it said nothing.
  std::string said() const;

 private:
  Child() = default;
  bool write_all(std::string_view text);
  bool read_some(int milliseconds);  // false: no more will come
  std::string last_words() const;
  bool has_ended();
  bool ends_within(std::chrono::milliseconds time);

  int pid_ = -1;
  std::optional<int> status_;  // as waitpid() gave it
  bool given_up_ = false;
  int in_ = -1, out_ = -1, err_ = -1;
  std::string unread_, errors_;
};

}  // namespace lockstep
