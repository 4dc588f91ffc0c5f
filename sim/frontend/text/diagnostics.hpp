// Errors and warnings of one compilation, written as a compiler writes them:
//
//   reduce.cl:14:9: error: unknown identifier 'scrach'; did you mean 'scratch'?
//           scrach[t] = in[g];
//           ^~~~~~
//
// A function that cannot continue after an error calls fail(), which throws Abandoned; the parser catches it,
// skips to the end of the statement or declaration, and continues there. It never leaves analyse().
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytecode/source.hpp"

namespace lockstep::sim::language {

struct Abandoned {};

// The three lines above for one message; `kind` is "error" or "warning".
std::string format_message(const SourceFile& file, const SourceRange& range, std::string_view kind,
                           std::string_view message);

class Diagnostics {
 public:
  // Files keep their address, so that tokens may point into their text.
  std::uint32_t add_file(std::string path, std::string text, bool is_library = false);
  const SourceFile& file(std::uint32_t index) const { return files_[index]; }
  std::vector<SourceFile> take_files();

  void error(const SourceRange& range, std::string_view message);
  [[noreturn]] void fail(const SourceRange& range, std::string_view message);
  // `flag` is what -Wno-FLAG silences, and is part of the message: "… [-Wshadow]"; may be empty.
  void warn(const SourceRange& range, std::string_view message, std::string_view flag = "");

  // What is reported between mark() and roll_back() is forgotten; roll_back() gives the first error of it.
  struct Mark {
    std::size_t errors, warnings, followed;
    SourceRange last_error;
  };
  Mark mark() const { return {errors_.size(), warnings_.size(), followed_, last_error_}; }
  std::string roll_back(const Mark& mark);

  bool has_errors() const { return !errors_.empty(); }
  // Compilation stops after kErrorLimit errors, or after many that follow from them.
  bool too_many() const { return errors_.size() >= kErrorLimit || followed_ >= kFollowingLimit; }
  std::string error_report() const;
  std::vector<std::string> take_warnings();  // in the order of the text
  // Messages are written in the words of OpenCL C; another language has its own.
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
