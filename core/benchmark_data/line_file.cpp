// Adding and shortening both lock a file beside this file, because shortening replaces the file itself.
#include "core/benchmark_data/line_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/file_lock.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"

namespace lockstep::measure {
namespace {

constexpr std::uint64_t kMaxResultBytes = std::uint64_t{256} << 20;

bool ends_unfinished(const std::string& path) {
  std::ifstream file(system_path(path), std::ios::binary | std::ios::ate);
  if (!file || file.tellg() <= 0) return false;
  file.seekg(-1, std::ios::end);
  return file.get() != '\n';
}

// Returns false for a device or a pipe, which is not written to.
bool append(const std::string& path, const std::string& text) {
  std::error_code error;
  const auto type = std::filesystem::status(system_path(path), error).type();
  if (type != std::filesystem::file_type::regular && type != std::filesystem::file_type::not_found)
    return false;
  std::ofstream file(system_path(path), std::ios::binary | std::ios::app);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return static_cast<bool>(file);
}

// The file is shortened only if it is 10 % too long, not after every run.
void cut(const std::string& path, std::size_t most) {
  const auto lines = stored_lines(path, most);
  if (!lines || lines->older <= most / 10) return;
  std::string text;
  for (const std::string& line : lines->newest) text += line + '\n';
  static_cast<void>(write_atomically(path, text).has_value());  // after an error the file remains too long
}

}  // namespace

Result<StoredLines> stored_lines(const std::string& path, std::size_t most) {
  StoredLines lines;
  std::error_code error;
  if (std::filesystem::status(system_path(path), error).type() == std::filesystem::file_type::not_found)
    return lines;
  if (const auto size = measure_file(path, kMaxResultBytes); !size) return tl::unexpected(size.error());
  std::ifstream file(system_path(path), std::ios::binary);
  for (std::string line; std::getline(file, line);) {
    lines.newest.push_back(std::move(line));
    if (lines.newest.size() <= most) continue;
    lines.newest.pop_front();
    ++lines.older;
  }
  return lines;
}

Result<void> store_lines(const std::string& path, std::span<const std::string> lines, std::size_t most) {
  if (path.empty())
    return failure("There is no folder to keep results in: neither HOME nor XDG_DATA_HOME is set.");
  std::error_code ignored;  // opening the file reports the error
  std::filesystem::create_directories(system_path(path).parent_path(), ignored);
  const FileLock lock = FileLock::wait_for(path + ".lock");
  std::string text =
      lock.is_held() && measure_file(path, kMaxResultBytes) && ends_unfinished(path) ? "\n" : "";
  for (const std::string& line : lines) text += line + "\n";
  if (!lock.is_held() || !append(path, text))
    return failure(
        fmt::format("{} cannot be written, so these results are not kept; make its folder "
                    "writable, or set XDG_DATA_HOME.",
                    path));
  cut(path, most);
  return {};
}

}  // namespace lockstep::measure
