#include "gui/user_data/file_listing.hpp"

#include <algorithm>
#include <filesystem>

#include "core/base/files/directories.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "core/recording/recording.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxListed = 2000;

std::string expand(const std::string& typed) {
  const std::string home = home_directory();
  const bool at_home = typed == "~" || typed.starts_with("~/");
  const std::string path = at_home && !home.empty() ? home + "/" + typed.substr(1) : typed;
  std::error_code error;
  fs::path whole = absolute_path(system_path(path.empty() ? "." : path), error);
  std::string text = path_text(normal_path(whole));
  if ((path.empty() || path.ends_with("/..") || path.ends_with("/.") || path == "." || path == "..") &&
      !text.ends_with('/'))
    text += '/';
  return text;
}

// Returns true if the folder has no parent: a drive, or a share of a server ("//server/share/").
bool is_root(const std::string& folder) {
  if (folder.starts_with("//")) return std::ranges::count(folder, '/') <= 4;
  return !system_path(folder).has_relative_path();
}

bool is_wanted(const FileEntry& entry, const std::string& rest) {
  if (entry.name.starts_with('.') && !rest.starts_with('.')) return false;
  if (!lower(entry.name).starts_with(lower(rest))) return false;
  return entry.is_folder || is_kernel_file(entry.name) || entry.name.ends_with(".json") ||
         entry.name.ends_with("lesson.md") || entry.name == "assignment.md" || entry.name.ends_with(".sim") ||
         entry.name.ends_with(kRecordingEnding);
}

}  // namespace

FileListing list_files(std::string_view typed) {
  FileListing listing;
  const std::string whole = expand(path_text(system_path(typed)));
  const std::size_t slash = whole.rfind('/');
  listing.folder = whole.substr(0, slash + 1);
  listing.rest = whole.substr(slash + 1);
  std::error_code error;
  const fs::path folder = system_path(listing.folder);
  if (listing.rest.empty() && is_root(listing.folder)) {
    for (const std::string& drive : drives())
      if (drive != listing.folder) listing.entries.push_back({drive, drive, true});
  } else if (listing.rest.empty()) {
    const std::string above = path_text(folder.parent_path().parent_path());
    listing.entries.push_back({"../", above.ends_with('/') ? above : above + "/", true});
  }
  const std::size_t fixed = listing.entries.size();
  for (fs::directory_iterator at(folder, error), end;
       !error && at != end && listing.entries.size() < kMaxListed; at.increment(error)) {
    std::error_code ignored;
    FileEntry entry{path_text(at->path().filename()), path_text(at->path()), at->is_directory(ignored)};
    if (!is_wanted(entry, listing.rest)) continue;
    if (entry.is_folder) {
      entry.name += '/';
      entry.path += '/';
    }
    listing.entries.push_back(std::move(entry));
  }
  if (error) listing.problem = "This folder cannot be read: " + error.message() + ".";
  std::sort(listing.entries.begin() + static_cast<std::ptrdiff_t>(fixed), listing.entries.end(),
            [](const FileEntry& a, const FileEntry& b) {
              if (a.is_folder != b.is_folder) return a.is_folder;
              return std::pair(lower(a.name), a.name) < std::pair(lower(b.name), b.name);
            });
  return listing;
}

}  // namespace lockstep::gui
