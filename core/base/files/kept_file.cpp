#include "core/base/files/kept_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"

namespace lockstep {

namespace fs = std::filesystem;

namespace {

// Returns the reason in the form that is printed in brackets after the file's name: without the name and
// without a full stop.
std::string in_brackets(const std::string& path, std::string_view why) {
  if (why.starts_with(path + ": ")) why.remove_prefix(path.size() + 2);
  if (why.ends_with('.')) why.remove_suffix(1);
  return shortened(why, 200);
}

}  // namespace

SetAside set_aside(const std::string& path, std::string_view why) {
  const std::string aside = free_name(path, ".broken");
  const std::string reason = in_brackets(path, why);
  std::error_code error;
  fs::rename(system_path(path), system_path(aside), error);
  // Another window has already renamed the file.
  if (error == std::errc::no_such_file_or_directory) return {};
  if (error)
    return {fmt::format("{} cannot be read ({}), and cannot be renamed to {} ({}); it is not changed.", path,
                        reason, aside, error.message()),
            false};
  return {fmt::format("{} cannot be read ({}). It is kept as {}.", path, reason, aside)};
}

std::string joined_remarks(std::string first, const std::string& second) {
  if (!first.empty() && !second.empty()) first += ' ';
  return first + second;
}

std::optional<std::string> KeptFile::read_text() {
  std::error_code error;
  if (path_.empty() || fs::symlink_status(system_path(path_), error).type() == fs::file_type::not_found)
    return std::nullopt;
  // A link to a file that does not exist yet.
  if (fs::status(system_path(path_), error).type() == fs::file_type::not_found) return std::nullopt;
  auto text = read_file(path_, max_bytes_);
  if (text) return std::move(*text);
  put_aside(text.error().message);
  return std::nullopt;
}

void KeptFile::put_aside(std::string_view why) {
  const SetAside done = set_aside(path_, why);
  is_stuck_ = !done.is_kept;
  if (!done.sentence.empty()) say(done.sentence);
}

void KeptFile::write(std::string_view text) {
  if (path_.empty()) return;
  std::error_code ignored;
  const fs::file_type type = fs::status(system_path(path_), ignored).type();
  if (type != fs::file_type::regular && type != fs::file_type::not_found) put_aside("it is not a file");
  if (is_stuck_) return;
  fs::create_directories(system_path(path_).parent_path(), ignored);
  const auto written = write_atomically(path_, text);
  if (!written) return say(written.error().message);
  complaint_.clear();
}

void KeptFile::say(const std::string& sentence) {
  if (sentence == complaint_) return;
  complaint_ = sentence;
  remark_ = joined_remarks(std::move(remark_), sentence);
}

}  // namespace lockstep
