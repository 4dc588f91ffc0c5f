// A file in which the program keeps something of its own from one run to the next: lists, scores, answers,
// the state of the window. There is one way to read it and one to write it. An unreadable file is never
// overwritten: it is renamed, and the user is told once. A failure to write is also reported once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/base/result.hpp"

namespace lockstep {

inline constexpr std::uint64_t kMaxKeptBytes = std::uint64_t{16} << 20;

// Renames a file to NAME.broken, or NAME.broken-2; also anything but a regular file. The sentence names the
// file, the reason, and its new place. If it cannot be renamed, the sentence says so, is_kept is false, and
// the file must not be written.
struct SetAside {
  std::string sentence;
  bool is_kept = true;
};
SetAside set_aside(const std::string& path, std::string_view why);

class KeptFile {
 public:
  // `path` empty: nothing is kept.
  explicit KeptFile(std::string path = {}, std::uint64_t max_bytes = kMaxKeptBytes)
      : path_(std::move(path)), max_bytes_(max_bytes) {}

  const std::string& path() const { return path_; }

  // What `parse`, a function from const std::string& to a Result, makes of the text; its Error says why the
  // file is broken. None: there is no file, or it was broken and has been set aside.
  template <class Parse>
  auto read(Parse parse) {
    using Value = typename std::invoke_result_t<Parse, const std::string&>::value_type;
    const std::optional<std::string> text = read_text();
    if (!text) return std::optional<Value>();
    auto value = parse(*text);
    if (value) return std::optional<Value>(std::move(*value));
    put_aside(value.error().message);
    return std::optional<Value>();
  }

  // Atomically; makes the folder if it is missing.
  void write(std::string_view text);

  // Sentences that the user has not seen yet, joined; empty if there are none. The call clears them.
  std::string take_remark() { return std::exchange(remark_, {}); }

 private:
  std::optional<std::string> read_text();
  void put_aside(std::string_view why);
  void say(const std::string& sentence);

  std::string path_;
  std::uint64_t max_bytes_;
  bool is_stuck_ = false;  // a broken file could not be renamed
  std::string remark_, complaint_;
};

// "a" and "b" become "a b".
std::string joined_remarks(std::string first, const std::string& second);

}  // namespace lockstep
