#include "assignment/submission/course/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "assignment/submission/course/course_systems.hpp"
#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/limits.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/natural_order.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;

Listed::Kind kind_of(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::file_status status = entry.symlink_status(error);
  if (fs::is_directory(status)) return Listed::Kind::folder;
  return fs::is_regular_file(status) ? Listed::Kind::file : Listed::Kind::other;
}

}  // namespace

void Listing::finish() {
  std::erase_if(children_, [](const Listed& child) {
    return read_file_name(child.name).kind == FileName::Kind::ignored;
  });
  std::ranges::sort(children_, comes_before, &Listed::name);
}

Result<Listing> Listing::of_folder(const std::string& path) {
  Listing listing;
  listing.path_ = path;
  std::error_code error;
  for (fs::directory_iterator at(system_path(path), error), end; !error && at != end; at.increment(error)) {
    if (listing.children_.size() == kMaxArchiveEntries)
      return failure(
          fmt::format("{} has more than {} entries and was not read.", path, count_text(kMaxArchiveEntries)));
    listing.children_.push_back({path_text(at->path().filename()), kind_of(*at)});
  }
  if (error) return failure(fmt::format("Cannot read {}: {}.", path, error.message()));
  listing.finish();
  return listing;
}

void Listing::list_archive() {
  std::map<std::string, Listed::Kind> found;
  for (const ZipArchive::Entry& entry : archive_->entries()) {
    std::string name = entry.name;
    std::ranges::replace(name, '\\', '/');
    if (entry.is_folder && !name.ends_with('/')) name += '/';
    if (!name.starts_with(inside_) || name.size() == inside_.size()) continue;
    const std::string_view below = std::string_view(name).substr(inside_.size());
    const std::size_t end = below.find('/');
    const std::string child(below.substr(0, end));
    if (child.empty() || child == "." || child == "..") continue;
    const bool is_file = end == below.npos;
    if (is_file)
      found.try_emplace(child, entry.refusal == "is a link" ? Listed::Kind::other : Listed::Kind::file);
    else
      found[child] = Listed::Kind::folder;
  }
  children_.clear();
  for (const auto& [name, kind] : found) children_.push_back({name, kind});
  finish();
}

Result<Listing> Listing::of_archive(const std::string& path) {
  Result<ZipArchive> archive = ZipArchive::open(path);
  if (!archive) return tl::unexpected(archive.error());
  Listing listing;
  listing.path_ = path;
  listing.archive_ = std::make_shared<ZipArchive>(std::move(*archive));
  listing.list_archive();
  for (std::size_t depth = 0; depth < kMaxDepth && listing.children_.size() == 1; ++depth) {
    const Listed& only = listing.children_[0];
    if (only.kind != Listed::Kind::folder || moodle_name(only.name)) break;
    listing.inside_ += only.name + "/";
    listing.list_archive();
  }
  return listing;
}

Result<Listing> Listing::of(const Listed& folder) const {
  if (!archive_) return of_folder(path_text(system_path(path_) / system_path(folder.name)));
  Listing listing;
  listing.path_ = path_;
  listing.inside_ = inside_ + folder.name + "/";
  listing.archive_ = archive_;
  listing.list_archive();
  return listing;
}

const Listed* Listing::find(std::string_view name) const {
  const auto found = std::ranges::find(children_, name, &Listed::name);
  return found == children_.end() ? nullptr : &*found;
}

Result<std::string> Listing::read(const std::string& name, std::uint64_t most) const {
  if (!archive_) return read_file(path_text(system_path(path_) / system_path(name)), most);
  for (const ZipArchive::Entry& entry : archive_->entries())
    if (entry.name == inside_ + name) {
      Result<std::string> bytes = archive_->read(entry, most);
      if (!bytes) return failure(fmt::format("{} in {} {}.", shown_name(name), path_, bytes.error().message));
      return bytes;
    }
  return failure(fmt::format("{} is not in {}.", shown_name(name), path_));
}

SubmissionSource Listing::source_of(const Listed& child) const {
  if (!archive_) return {path_text(system_path(path_) / system_path(child.name))};
  return {path_, inside_ + child.name + (child.kind == Listed::Kind::folder ? "/" : "")};
}

}  // namespace lockstep::assignment
