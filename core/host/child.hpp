// A program that runs beside this one and is talked to in lines.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace lockstep::host {

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

 private:
  Child() = default;
  bool read_some(int milliseconds);  // false: no more will come
  std::string last_words() const;

  int pid_ = -1;
  bool given_up_ = false;
  int in_ = -1, out_ = -1, err_ = -1;
  std::string unread_, errors_;
};

}  // namespace lockstep::host
