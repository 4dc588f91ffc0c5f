// A file in which the program keeps data from one run to the next: lists, scores, answers, the state of the
// window. All such files are read and written here. An unreadable file is never overwritten: it is renamed,
// and this is reported to the user once. A failure to write is also reported once.
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

// Renames a file, or anything else with this name, to NAME.broken or NAME.broken-2. The sentence states the
// file, the reason and the new name. If it cannot be renamed, the sentence says so, is_kept is false, and the
// file must not be written.
struct SetAside {
  std::string sentence;
  bool is_kept = true;
};
SetAside set_aside(const std::string& path, std::string_view why);

class KeptFile {
 public:
  // With an empty `path` nothing is kept.
  explicit KeptFile(std::string path = {}, std::uint64_t max_bytes = kMaxKeptBytes)
      : path_(std::move(path)), max_bytes_(max_bytes) {}

  const std::string& path() const { return path_; }

  // Returns the value that `parse`, a function from const std::string& to a Result, returns for the text; the
  // Error of `parse` says why the file is broken. Returns none if there is no file, or if the file was broken
  // and has been renamed.
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

  // Writes the file atomically, and creates a missing folder.
  void write(std::string_view text);

  // Returns the sentences that were not yet shown to the user, joined, and clears them; empty if there
  // are none.
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

// Joins two remarks with a space; either may be empty.
std::string joined_remarks(std::string first, const std::string& second);

}  // namespace lockstep
