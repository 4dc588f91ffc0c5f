#include "assignment/submission/course/find_submissions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "assignment/dates/times.hpp"
#include "assignment/submission/course/course_systems.hpp"
#include "assignment/submission/course/listing.hpp"
#include "assignment/submission/course/submission_names.hpp"
#include "assignment/submission/course/tables.hpp"
#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/limits.hpp"
#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/natural_order.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;

// This file of an export contains the results of each test.
constexpr std::uint64_t kMaxMetadataBytes = std::uint64_t{256} << 20;

// Returns "ada" for "ada.zip" and "reduce" for "reduce.plan.json". The name of a folder is
// returned unchanged.
std::string stem_of(const Listed& child) {
  std::string name = child.name;
  if (child.kind == Listed::Kind::folder) return name;
  for (const std::string_view ending : {".plan.json", ".zip"})
    if (has_ending(name, ending) && name.size() > ending.size())
      return name.substr(0, name.size() - ending.size());
  return path_text(system_path(name).stem());
}

bool could_be_a_submission(const Listed& child) {
  return child.kind == Listed::Kind::folder || has_ending(child.name, ".zip") || is_source_file(child.name);
}

bool is_table(std::string_view name) { return name == kGroupsTable || name == kAttemptsTable; }

// Whether a folder contains only attempts, apart from texts such as a readme: folders named "attempt-2",
// "Versuch 2" or "v2". Folders "1" and "2" may also be tasks, so they are attempts only if two of them
// contain a file of the same name.
class AttemptsWithin {
 public:
  explicit AttemptsWithin(const Listing& listing) : listing_(listing) {
    for (const Listed& child : listing.children()) {
      if (!could_be_a_submission(child)) continue;
      const bool is_bare = stem_of(child).find_first_not_of("0123456789") == std::string::npos;
      has_bare_numbers_ = has_bare_numbers_ || is_bare;
      const auto number = attempt_number(stem_of(child));
      is_source_ = is_source_ || is_source_file(child.name);
      if (number)
        attempts_.emplace_back(&child, *number);
      else
        has_others_ = true;
    }
  }

  bool are_all() const {
    if (attempts_.empty() || has_others_ || is_source_) return false;
    return !has_bare_numbers_ || shares_a_name();
  }
  bool has_bare_numbers() const { return has_bare_numbers_; }
  const std::vector<std::pair<const Listed*, unsigned>>& list() const { return attempts_; }

 private:
  bool shares_a_name() const {
    std::set<std::string> names;
    for (const auto& [child, number] : attempts_) {
      if (child->kind != Listed::Kind::folder) return true;
      const Result<Listing> within = listing_.of(*child);
      if (!within) continue;
      for (const Listed& file : within->children())
        if (!names.insert(lower(file.name)).second) return true;
    }
    return false;
  }

  const Listing& listing_;
  std::vector<std::pair<const Listed*, unsigned>> attempts_;
  bool has_bare_numbers_ = false, has_others_ = false, is_source_ = false;
};

// Returns true for "v2" and "attempt-2", but not for "2" and "ada-attempt-2".
bool names_attempt(const std::string& name) {
  return attempt_number(name) && name.find_first_not_of("0123456789") != name.npos;
}

class Finder {
 public:
  explicit Finder(FolderMeaning meaning) : meaning_(meaning) {}

  Result<void> take_word(const std::string& word) {
    std::error_code error;
    const fs::file_status status = fs::status(system_path(word), error);
    if (!fs::exists(status))
      return usage_error(fmt::format("There is no file or folder {}: check the path.", word));
    const std::string name = path_text(normal_path(system_path(word)).filename());
    if (has_ending(name, ".csv") && !fs::is_directory(status)) {
      const Result<std::string> text = read_file(word, kMaxTextBytes);
      if (!text) return tl::unexpected(text.error());
      return is_table(name) ? take_table(name, *text, word) : tables_.read(*text, word);
    }
    if (fs::is_directory(status)) {
      const Result<Listing> listing = Listing::of_folder(word);
      if (!listing) return tl::unexpected(listing.error());
      return is_of_many(*listing, name) ? take_many(*listing, word) : take_one(word, true);
    }
    if (!has_ending(word, ".zip")) return take_one(word, false);
    const Result<Listing> listing = Listing::of_archive(word);
    // A damaged archive is a submission that cannot be read.
    const bool holds_many = listing && (is_of_a_system(*listing) || meaning_ == FolderMeaning::many);
    return holds_many ? take_many(*listing, word) : take_one(word, false);
  }

  Result<FoundSubmissions> finish(const std::vector<std::string>& words) {
    if (found_.places.empty())
      return usage_error(
          fmt::format("{} contains no submission: name a file, a folder or a zip archive with a submission.",
                      words.empty() ? "The command line" : words.front()));
    separate_names();
    make_ids_unique();
    if (auto applied = tables_.apply_to(found_); !applied) return tl::unexpected(applied.error());
    std::ranges::stable_sort(found_.places, [](const SubmissionPlace& a, const SubmissionPlace& b) {
      if (a.submitter != b.submitter) return comes_before(a.submitter, b.submitter);
      return a.attempt < b.attempt;
    });
    return std::move(found_);
  }

 private:
  static bool is_of_a_system(const Listing& listing) {
    if (listing.find(kGradescopeMetadata) != nullptr) return true;
    return std::ranges::any_of(listing.children(),
                               [](const Listed& child) { return moodle_name(child.name).has_value(); });
  }

  bool is_of_many(const Listing& listing, const std::string& name) const {
    const auto& children = listing.children();
    if (meaning_ != FolderMeaning::automatic) return meaning_ == FolderMeaning::many;
    if (is_of_a_system(listing)) return true;
    if (std::ranges::any_of(children, [](const Listed& child) { return is_table(child.name); })) return true;
    if (std::ranges::any_of(children, [](const Listed& child) {
          return child.kind == Listed::Kind::file && is_source_file(child.name);
        }))
      return false;
    const auto count = std::ranges::count_if(children, could_be_a_submission);
    // If the command line names a folder "v2", it contains students, even if there is only one student.
    return count > 1 ||
           (count == 1 && (names_attempt(name) ||
                           attempt_name(stem_of(*std::ranges::find_if(children, could_be_a_submission)))));
  }

  Result<void> take_table(const std::string& name, const std::string& text, const std::string& what) {
    return name == kGroupsTable ? tables_.read_groups(text, what) : tables_.read_attempts(text, what);
  }

  Result<void> take_one(const std::string& word, bool is_folder) {
    const fs::path path = normal_path(system_path(word));
    std::string name = path_text(path.has_filename() ? path.filename() : path.parent_path().filename());
    std::error_code error;
    if (name.empty() || name == "." || name == "..")
      name = path_text(fs::weakly_canonical(system_path(word), error).filename());
    if (const auto moodle = moodle_name(name)) {
      found_.places.push_back(moodle_place(*moodle, {word}));
      return {};
    }
    const Listed listed{name, is_folder ? Listed::Kind::folder : Listed::Kind::file};
    add(stem_of(listed), name, {word});
    return {};
  }

  Result<void> take_many(const Listing& listing, const std::string& word) {
    for (const std::string_view table : {kGroupsTable, kAttemptsTable})
      if (listing.find(table) != nullptr) {
        const std::string name(table);
        const Result<std::string> text = listing.read(name, kMaxTextBytes);
        if (!text) return tl::unexpected(text.error());
        if (auto taken = take_table(name, *text, word + "/" + name); !taken) return taken;
      }
    if (listing.find(kGradescopeMetadata) != nullptr) return take_gradescope(listing);
    if (is_of_a_system(listing))
      take_moodle(listing);
    else
      take_students(listing, word);
    return {};
  }

  void leave_out(const std::string& name, std::string_view why) {
    if (found_.notes.size() < kMaxNotes)
      found_.notes.push_back(fmt::format("{} {} and was left out.", shown_name(name), why));
  }

  void add(const std::string& submitter, const std::string& original, SubmissionSource source) {
    const auto attempt = attempt_name(submitter);
    const bool is_attempt = attempt && !attempt->submitter.empty();
    add_attempt(is_attempt ? attempt->submitter : submitter, original, std::move(source),
                is_attempt ? attempt->attempt : 1);
  }

  void add_attempt(const std::string& submitter, const std::string& original, SubmissionSource source,
                   unsigned attempt) {
    SubmissionPlace place;
    place.submitter = id_of(submitter);
    place.folder_name = submitter;
    place.name = shown_name(submitter);
    place.source = std::move(source);
    place.attempt = attempt;
    place.original = original;
    found_.places.push_back(std::move(place));
  }

  void take_students(const Listing& listing, const std::string& word) {
    const std::string of_all = path_text(normal_path(system_path(word + "/")).parent_path().filename());
    if (const AttemptsWithin attempts(listing); attempts.are_all() && !attempts.has_bare_numbers())
      return take_attempts(listing, attempts, of_all);
    for (const Listed& child : listing.children()) {
      if (is_table(child.name)) continue;
      if (child.kind == Listed::Kind::other)
        leave_out(child.name, "is a link or a device");
      else if (!could_be_a_submission(child))
        leave_out(child.name, "is not a submission");
      else if (const auto attempt = attempt_name(stem_of(child)); attempt && attempt->submitter.empty())
        add_attempt(of_all, child.name, listing.source_of(child), attempt->attempt);
      else
        take_student(listing, child);
    }
  }

  // The folder of a student may contain attempts. An unreadable folder is still a submission, so that the
  // error is reported for this student.
  void take_student(const Listing& listing, const Listed& child) {
    if (child.kind == Listed::Kind::folder) {
      const Result<Listing> within = listing.of(child);
      if (within)
        if (const AttemptsWithin attempts(*within); attempts.are_all())
          return take_attempts(*within, attempts, child.name);
    }
    add(stem_of(child), child.name, listing.source_of(child));
  }

  void take_attempts(const Listing& within, const AttemptsWithin& attempts, const std::string& submitter) {
    for (const auto& [child, number] : attempts.list())
      add_attempt(submitter, submitter, within.source_of(*child), number);
    for (const Listed& child : within.children())
      if (!could_be_a_submission(child) && !is_table(child.name))
        leave_out(submitter + "/" + child.name, "is next to the attempts");
  }

  static SubmissionPlace moodle_place(const MoodleName& name, SubmissionSource source) {
    SubmissionPlace place;
    place.submitter = id_of(name.person + "_" + name.number);
    place.name = shown_name(name.person);
    place.source = std::move(source);
    place.original = name.beginning;
    return place;
  }

  void take_moodle(const Listing& listing) {
    std::map<std::string, SubmissionPlace> places;  // by name and number
    for (const Listed& child : listing.children()) {
      const auto name = moodle_name(child.name);
      if (!name || child.kind == Listed::Kind::other) {
        if (!is_table(child.name))
          leave_out(child.name, name ? "is a link or a device" : "has no name of Moodle's download");
        continue;
      }
      const bool is_folder = child.kind == Listed::Kind::folder;
      SubmissionPlace place = moodle_place(
          *name, is_folder ? listing.source_of(child) : listing.source_of_names(name->beginning));
      const auto [before, is_new] = places.try_emplace(name->person + "_" + name->number, place);
      if (is_new || before->second.original == name->beginning) continue;
      // Submitted files take precedence over text typed into a field of the page.
      if (name->kind == "file") std::swap(before->second, place);
      leave_out(place.original, "was handed in beside files");
    }
    for (auto& [key, place] : places) found_.places.push_back(std::move(place));
  }

  Result<void> take_gradescope(const Listing& listing) {
    const Result<std::string> metadata = listing.read(std::string(kGradescopeMetadata), kMaxMetadataBytes);
    if (!metadata) return tl::unexpected(metadata.error());
    std::set<std::string, std::less<>> known{std::string(kGradescopeMetadata)};
    std::map<std::string, std::vector<SubmissionPlace>> attempts;  // by the names of the submitters
    for (const GradescopeRecord& record : gradescope_records(*metadata)) {
      known.insert(record.folder);
      const Listed* child = listing.find(record.folder);
      if (child == nullptr || child->kind == Listed::Kind::other) {
        leave_out(record.folder, "is in the metadata, but not in the export,");
        continue;
      }
      std::set<std::string> key;
      for (const auto& one : record.submitters) key.insert(one.email + "\n" + one.id + "\n" + one.name);
      std::string joined;
      for (const std::string& one : key) joined += one + "\n";
      attempts[joined.empty() ? record.folder : joined].push_back(
          gradescope_place(record, listing.source_of(*child)));
    }
    for (auto& [key, places] : attempts) add_in_order(places);
    for (const Listed& child : listing.children())
      if (!known.contains(child.name) && !is_table(child.name))
        leave_out(child.name, "is not in the metadata");
    return {};
  }

  static SubmissionPlace gradescope_place(const GradescopeRecord& record, SubmissionSource source) {
    SubmissionPlace place;
    place.submitter = id_of(stem_of({record.folder, Listed::Kind::file}));
    place.source = std::move(source);
    place.original = record.folder;
    place.handed_in = iso_time(record.created_at).value_or("");
    for (const auto& one : record.submitters) {
      place.name += (place.name.empty() ? "" : ", ") + shown_name(one.name);
      if (record.submitters.size() > 1) place.members.push_back(one.email.empty() ? one.name : one.email);
    }
    if (place.name.empty()) place.name = shown_name(record.folder);
    return place;
  }

  // Attempts of the same people are sorted by time; the first attempt determines the name.
  void add_in_order(std::vector<SubmissionPlace>& places) {
    std::ranges::stable_sort(places, [](const SubmissionPlace& a, const SubmissionPlace& b) {
      if (a.handed_in != b.handed_in) return a.handed_in < b.handed_in;
      return comes_before(a.original, b.original);
    });
    unsigned attempt = 0;
    for (SubmissionPlace& place : places) {
      place.submitter = places.front().submitter;
      place.attempt = ++attempt;
      found_.places.push_back(place);
    }
  }

  // Makes the ids unique. "b:ob" and "b_ob" are different people, even if one of them submitted attempt 1 and
  // the other attempt 2. A name that is already an id stays unchanged, so that tables can contain it.
  void separate_names() {
    std::map<std::string, std::vector<std::string>> names;  // for each id, in order
    std::set<std::string> taken;
    for (const SubmissionPlace& place : found_.places) {
      taken.insert(lower(place.submitter));
      std::vector<std::string>& same = names[place.submitter];
      if (!place.folder_name.empty() && std::ranges::find(same, place.folder_name) == same.end())
        same.push_back(place.folder_name);
    }
    std::map<std::string, std::string> other_ids;  // for each name
    for (auto& [id, same] : names) {
      std::ranges::stable_partition(same, [&](const std::string& name) { return name == id; });
      unsigned next = 2;
      for (std::size_t i = 1; i < same.size(); ++i) {
        while (!taken.insert(lower(fmt::format("{}-{}", id, next))).second) ++next;
        other_ids[same[i]] = fmt::format("{}-{}", id, next);
      }
    }
    for (SubmissionPlace& place : found_.places)
      if (const auto other = other_ids.find(place.folder_name); other != other_ids.end())
        place.submitter = other->second;
  }

  // A name that occurs twice with the same attempt belongs to another person, for example in another folder.
  void make_ids_unique() {
    std::set<std::pair<std::string, unsigned>> taken;
    std::map<std::string, std::size_t> attempts;
    for (SubmissionPlace& place : found_.places) {
      const std::string first = place.submitter;
      for (unsigned next = 2; !taken.insert({lower(place.submitter), place.attempt}).second; ++next)
        place.submitter = fmt::format("{}-{}", first, next);
      ++attempts[place.submitter];
    }
    std::set<std::string> ids;
    for (SubmissionPlace& place : found_.places) {
      const bool has_attempts = place.attempt > 1 || attempts[place.submitter] > 1;
      place.id =
          has_attempts ? fmt::format("{}-attempt-{}", place.submitter, place.attempt) : place.submitter;
      const std::string first = place.id;
      for (unsigned next = 2; !ids.insert(lower(place.id)).second; ++next)
        place.id = fmt::format("{}-{}", first, next);
    }
  }

  FolderMeaning meaning_;
  FoundSubmissions found_;
  SubmissionTables tables_;
};

}  // namespace

Result<FoundSubmissions> find_submissions(const std::vector<std::string>& words, FolderMeaning meaning) {
  Finder finder(meaning);
  for (const std::string& word : words)
    if (auto taken = finder.take_word(word); !taken) return tl::unexpected(taken.error());
  return finder.finish(words);
}

}  // namespace lockstep::assignment
