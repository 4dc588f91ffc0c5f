// Collects the errors and warnings of one compilation, in the format of a compiler:
//
//   reduce.cl:14:9: error: unknown identifier 'scrach'; did you mean 'scratch'?
//           scrach[t] = in[g];
//           ^~~~~~
// A function that cannot continue after an error calls fail(), which throws Abandoned. The parser catches the
// exception, skips to the end of the statement or declaration, and continues there. The exception never
// leaves analyse().
// leaves analyse().
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

struct Abandoned {};

// Formats one message as in the three lines above; `kind` is "error" or "warning".
std::string format_message(const SourceFile& file, const SourceRange& range, std::string_view kind,
                           std::string_view message);

class Diagnostics {
 public:
  // Adds a file and returns its number. The text of a file is never moved, so tokens may point into it.
  std::uint32_t add_file(std::string path, std::string text, bool is_library = false);
  const SourceFile& file(std::uint32_t index) const { return files_[index]; }
  std::vector<SourceFile> take_files();

  void error(const SourceRange& range, std::string_view message);
  [[noreturn]] void fail(const SourceRange& range, std::string_view message);
  // `flag` is the name that -Wno-FLAG disables. It is appended to the message, such as "… [-Wshadow]"; it may
  // be empty.
  void warn(const SourceRange& range, std::string_view message, std::string_view flag = "");

  // roll_back() discards everything reported since mark() and returns the first discarded error.
  struct Mark {
    std::size_t errors, warnings, followed;
    SourceRange last_error;
  };
  Mark mark() const { return {errors_.size(), warnings_.size(), followed_, last_error_}; }
  std::string roll_back(const Mark& mark);

  bool has_errors() const { return !errors_.empty(); }
  // Compilation stops after kErrorLimit errors, or after kFollowingLimit errors that are consequences of
  // earlier errors.
  bool too_many() const { return errors_.size() >= kErrorLimit || followed_ >= kFollowingLimit; }
  std::string error_report() const;
  std::vector<std::string> take_warnings();  // in source order
  // Messages use the terms of OpenCL C. For another language, `words` converts the terms of a message.
  using Speak = std::string (*)(std::string_view message);
  void speak(Speak words) { speak_ = words; }
  void suppress_warnings() { quiet_ = true; }
  void suppress_warnings(std::vector<std::string> flags) { silent_flags_ = std::move(flags); }
  void make_warnings_errors() { warnings_are_errors_ = true; }

  static constexpr std::size_t kErrorLimit = 20;
  static constexpr std::size_t kFollowingLimit = 1000;
  static constexpr std::size_t kWarningLimit = 50;

 private:
  std::string formatted(const SourceRange& range, std::string_view kind, std::string_view message) const;

  std::deque<SourceFile> files_;
  std::vector<std::string> errors_;
  struct Warning {
    SourceRange range;
    std::string text;
  };
  std::vector<Warning> warnings_;
  std::vector<std::string> silent_flags_;
  SourceRange last_error_;
  std::size_t followed_ = 0;
  Speak speak_ = nullptr;
  bool quiet_ = false;
  bool warnings_are_errors_ = false;
};

}  // namespace lockstep::sim::language
