#include "assignment/submission/files/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/limits.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;

class FolderReader {
 public:
  FolderReader(fs::path root, std::string_view inside)
      : root_(std::move(root)), inside_(inside), gathering_(path_text(root_)) {}

  Result<Gathered> read() {
    if (auto all = read_folder({}, 0); !all) return tl::unexpected(all.error());
    return gathering_.finish();
  }

 private:
  // A folder with more entries is not traversed, because it may contain millions of entries.
  static constexpr std::size_t kMaxEntries = 20 * kMaxFiles;

  Result<std::vector<fs::directory_entry>> sorted_entries(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      if (++seen_ > kMaxEntries)
        return failure(
            fmt::format("{} has more than {} entries, too many for a submission: hand in the source files "
                        "only.",
                        path_text(root_), count_text(kMaxEntries)));
      entries.push_back(*at);
    }
    if (error) return failure(fmt::format("Cannot read {}: {}.", path_text(folder), error.message()));
    std::ranges::sort(entries, {}, [](const fs::directory_entry& entry) { return path_text(entry.path()); });
    return entries;
  }

  Result<void> read_folder(const std::string& name, std::size_t depth) {
    const auto entries = sorted_entries(root_ / system_path(name));
    if (!entries) return tl::unexpected(entries.error());
    for (const fs::directory_entry& entry : *entries) {
      const std::string below = (name.empty() ? "" : name + "/") + path_text(entry.path().filename());
      if (auto read = read_entry(entry, below, depth); !read) return read;
    }
    return {};
  }

  Result<void> read_entry(const fs::directory_entry& entry, const std::string& name, std::size_t depth) {
    std::error_code error;
    const fs::file_status status = entry.symlink_status(error);
    if (fs::is_directory(status)) {
      const std::string folder = name + "/";
      const std::string_view within = name_within(folder, inside_);
      if (within.empty() && !inside_.starts_with(folder)) return {};
      if (!within.empty() && gathering_.ignores_folder(within)) return {};
      if (depth < kMaxDepth) return read_folder(name, depth + 1);
      gathering_.leave_out(within, fmt::format("is more than {} folders deep", kMaxDepth));
      return {};
    }
    const std::string_view within = name_within(name, inside_);
    if (within.empty()) return {};
    if (fs::is_symlink(status) || !fs::is_regular_file(status)) {
      gathering_.leave_out(within, fs::is_symlink(status) ? "is a link" : "is a device or a pipe");
      return {};
    }
    return read_one(entry, within);
  }

  Result<void> read_one(const fs::directory_entry& entry, std::string_view name) {
    const auto path = gathering_.path_for(name);
    if (!path) return {};
    std::error_code error;
    const std::uint64_t size = entry.file_size(error);
    if (!error && size > kMaxFileBytes) {
      gathering_.leave_out(*path, fmt::format("has more than {}", bytes_text(kMaxFileBytes)));
      return {};
    }
    if (!error && size > gathering_.room()) return tl::unexpected(gathering_.too_much());
    Result<std::string> bytes = read_file(path_text(entry.path()), kMaxFileBytes);
    if (!bytes) {
      gathering_.leave_out(*path, "cannot be opened");
      return {};
    }
    return gathering_.add(*path, std::move(*bytes));
  }

  fs::path root_;
  std::string_view inside_;
  Gathering gathering_;
  std::size_t seen_ = 0;
};

}  // namespace

std::string_view name_within(std::string_view name, std::string_view inside) {
  if (!name.starts_with(inside)) return {};
  const std::string_view rest = name.substr(inside.size());
  // If the prefix is "ada.cl", the name "ada.cl/x" does not match, because a file has no entries.
  if (rest.empty() && !name.empty() && !name.ends_with('/')) return name.substr(name.rfind('/') + 1);
  return !inside.empty() && rest.starts_with('/') ? std::string_view() : rest;
}

Result<Gathered> gather_folder(const std::string& folder, std::string_view inside) {
  return FolderReader(system_path(folder), inside).read();
}

Result<Gathered> gather_zip(ZipArchive& archive, const std::string& what, std::string_view inside) {
  Gathering gathering(what);
  for (const ZipArchive::Entry& entry : archive.entries()) {
    std::string name = entry.name;
    std::ranges::replace(name, '\\', '/');
    const std::string_view within = name_within(name, inside);
    if (entry.is_folder || within.empty()) continue;
    const auto path = gathering.path_for(within);
    if (!path) continue;
    if (entry.refusal.empty() && entry.bytes <= kMaxFileBytes && entry.bytes > gathering.room())
      return tl::unexpected(gathering.too_much());
    Result<std::string> bytes = archive.read(entry, kMaxFileBytes);
    if (!bytes)
      gathering.leave_out(*path, bytes.error().message);
    else if (auto added = gathering.add(*path, std::move(*bytes)); !added)
      return tl::unexpected(added.error());
  }
  return gathering.finish();
}

}  // namespace lockstep::assignment
