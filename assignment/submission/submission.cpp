#include "assignment/submission/submission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/gather.hpp"
#include "assignment/submission/files/limits.hpp"
#include "assignment/submission/text_of_bytes.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 16> kSourceEndings{
    ".cl",  ".clh", ".cu", ".cuh", ".plan.json", ".lockstep", ".c",   ".h",
    ".cpp", ".hpp", ".cc", ".hh",  ".cxx",       ".hxx",      ".sim", ".inc"};
constexpr std::array<std::string_view, 10> kArchiveEndings{".zip", ".tar", ".gz",  ".tgz", ".bz2",
                                                           ".xz",  ".7z",  ".rar", ".jar", ".zst"};

template <class Endings>
bool has_one_of(std::string_view path, const Endings& endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return has_ending(path, ending); });
}

bool is_zip(std::string_view path) { return has_ending(path, ".zip"); }

Result<Gathered> gather_file(const std::string& path) {
  Result<std::string> bytes = read_file(path, kMaxFileBytes);
  if (!bytes) return tl::unexpected(bytes.error());
  Gathering gathering(path);
  const auto name = gathering.path_for(path_text(system_path(path).filename()));
  if (name)
    if (auto added = gathering.add(*name, std::move(*bytes)); !added) return tl::unexpected(added.error());
  return gathering.finish();
}

Result<Gathered> gather(const SubmissionSource& source) {
  std::error_code error;
  if (fs::is_directory(system_path(source.path), error)) return gather_folder(source.path, source.inside);
  if (!is_zip(source.path)) return gather_file(source.path);
  Result<ZipArchive> archive = ZipArchive::open(source.path);
  if (!archive) return tl::unexpected(archive.error());
  return gather_zip(*archive, source.path, source.inside);
}

// If a submission contains an archive but no sources beside it, the archive is the actual submission.
Result<void> open_only_archive(Gathered& gathered) {
  if (std::ranges::any_of(gathered.files, is_source_file, &NamedBytes::path)) return {};
  if (std::ranges::count_if(gathered.files, is_zip, &NamedBytes::path) != 1) return {};
  const auto only = std::ranges::find_if(gathered.files, is_zip, &NamedBytes::path);
  const std::string what = shown_name(only->path);
  Result<ZipArchive> archive = ZipArchive::from_bytes(std::move(only->bytes), what);
  if (!archive) return tl::unexpected(archive.error());
  gathered.files.erase(only);
  Result<Gathered> within = gather_zip(*archive, what, "");
  if (!within) return tl::unexpected(within.error());
  gathered.notes.push_back(fmt::format("{} was opened.", what));
  std::ranges::move(within->notes, std::back_inserter(gathered.notes));
  // If a file beside the archive has the same name as a file in the archive, the file beside the archive
  // takes precedence.
  for (NamedBytes& file : within->files)
    if (std::ranges::find(gathered.files, file.path, &NamedBytes::path) == gathered.files.end())
      gathered.files.push_back(std::move(file));
    else
      gathered.notes.push_back(fmt::format("{} is both in {} and beside it; the file beside it was read.",
                                           shown_name(file.path), what));
  return {};
}

void leave_out_archives(Gathered& gathered) {
  std::erase_if(gathered.files, [&](const NamedBytes& file) {
    if (!is_archive_file(file.path)) return false;
    gathered.notes.push_back(
        fmt::format("{} is an archive within the submission and was not opened.", shown_name(file.path)));
    return true;
  });
}

std::string first_folder(std::string_view path) {
  const std::size_t end = path.find('/');
  return end == path.npos ? "" : std::string(path.substr(0, end + 1));
}

// The enclosing folder is removed repeatedly, because nested archives have several enclosing folders.
void remove_folders_around(std::vector<NamedBytes>& files) {
  while (!files.empty()) {
    const std::string folder = first_folder(files.front().path);
    if (folder.empty() ||
        !std::ranges::all_of(files, [&](const NamedBytes& file) { return file.path.starts_with(folder); }))
      return;
    for (NamedBytes& file : files) file.path.erase(0, folder.size());
  }
}

// Writes the notes. Each sentence names all files to which it applies.
class ConversionNotes {
 public:
  void add(const std::string& path, const TextOfBytes& text) {
    using Encoding = TextOfBytes::Encoding;
    if (text.encoding == Encoding::utf16) paths_["UTF-16 was converted to UTF-8"].push_back(path);
    if (text.encoding == Encoding::windows_1252)
      paths_["Text that is not UTF-8 was read as Windows-1252 (Latin-1)"].push_back(path);
    if (text.encoding == Encoding::utf8_with_mark) paths_["A byte order mark was removed"].push_back(path);
    if (text.had_other_line_ends) paths_["Line ends of another system were converted"].push_back(path);
  }

  void append_to(std::vector<std::string>& notes) const {
    for (const auto& [what, paths] : paths_) {
      std::string list;
      for (std::size_t i = 0; i < std::min<std::size_t>(paths.size(), kMaxListed); ++i)
        list += (list.empty() ? "" : ", ") + shown_name(paths[i]);
      if (paths.size() > kMaxListed) list += fmt::format(" and {} more", paths.size() - kMaxListed);
      notes.push_back(fmt::format("{}: {}.", what, list));
    }
  }

 private:
  static constexpr std::size_t kMaxListed = 10;
  std::map<std::string, std::vector<std::string>> paths_;
};

void add_files(Submission& submission, std::vector<NamedBytes> files) {
  ConversionNotes conversions;
  for (NamedBytes& file : files) {
    const std::uint64_t size = file.bytes.size();
    TextOfBytes text = text_of_bytes(std::move(file.bytes));
    if (!text.is_binary() && size > kMaxTextBytes) {
      submission.notes.push_back(
          fmt::format("{} has {}, more than the {} that a text may have, and was not read.",
                      shown_name(file.path), bytes_text(size), bytes_text(kMaxTextBytes)));
      continue;
    }
    conversions.add(file.path, text);
    const bool is_binary = text.is_binary();
    submission.files.push_back({std::move(file.path), std::move(text.text), is_binary});
  }
  conversions.append_to(submission.notes);
}

// Returns the name "ada" for "…/ada/" and "…/ada.zip".
std::string name_of(const SubmissionSource& source) {
  const std::string_view inside = source.inside;
  const std::string path = !inside.empty() ? source.inside : path_text(normal_path(system_path(source.path)));
  const std::string_view whole = std::string_view(path).substr(0, path.find_last_not_of('/') + 1);
  std::string name(whole.substr(whole.rfind('/') + 1));
  if (is_zip(name)) name.resize(name.size() - 4);
  return name;
}

}  // namespace

bool is_source_file(std::string_view path) { return has_one_of(path, kSourceEndings); }
bool is_archive_file(std::string_view path) { return has_one_of(path, kArchiveEndings); }

Result<Submission> read_submission(const SubmissionSource& source) {
  Result<Gathered> gathered = gather(source);
  if (!gathered) return tl::unexpected(gathered.error());
  if (auto opened = open_only_archive(*gathered); !opened) return tl::unexpected(opened.error());
  leave_out_archives(*gathered);
  remove_folders_around(gathered->files);
  std::ranges::sort(gathered->files, {}, &NamedBytes::path);
  Submission submission{name_of(source), {}, std::move(gathered->notes)};
  add_files(submission, std::move(gathered->files));
  // If a single file is the whole submission and cannot be read, this is an error.
  std::error_code error;
  const bool is_one_file = !fs::is_directory(system_path(source.path), error) && !is_zip(source.path);
  if (is_one_file && submission.files.empty())
    return failure(submission.notes.empty() ? source.path + " cannot be read." : submission.notes.front());
  return submission;
}

Result<Submission> read_submission(const std::string& path) {
  return read_submission(SubmissionSource{path});
}

}  // namespace lockstep::assignment
