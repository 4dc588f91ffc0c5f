#include "assignment/grading/members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assignment/submission/course/submission_names.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

class Members {
 public:
  explicit Members(Grading& grading) : grading_(grading), names_(names_of_all(grading.submissions)) {
    for (const SubmissionResult& one : grading.submissions) ids_.insert(lower(one.id));
  }

  void add() {
    std::vector<SubmissionResult>& all = grading_.submissions;
    const std::vector<SubmissionResult> graded = all;
    std::vector<std::vector<SubmissionResult>> others(graded.size());
    for (std::size_t i = 0; i < graded.size(); ++i)
      for (const std::string& member : graded[i].members) {
        const auto own = names_.find(member);
        if (!own)
          others[i].push_back(as_new(graded[i], member));
        else if (std::ranges::find(*own, i) == own->end())
          for (const std::size_t place : *own) give(graded[i], all[place]);
      }
    std::vector<SubmissionResult> result;
    for (std::size_t i = 0; i < graded.size(); ++i) {
      result.push_back(std::move(all[i]));
      for (SubmissionResult& other : others[i]) result.push_back(std::move(other));
    }
    all = std::move(result);
  }

 private:
  static SubmissionResult shared(const SubmissionResult& group) {
    SubmissionResult one = group;
    one.group = group.id;
    one.notes.push_back(fmt::format("This is the submission of {}.", group.shown));
    return one;
  }

  // A group may have several attempts with different ids, and so may its members.
  SubmissionResult as_new(const SubmissionResult& group, const std::string& member) {
    SubmissionResult one = shared(group);
    one.shown = member;
    one.original.clear();
    one.submitter = id_of(member);
    const std::string end =
        group.id.starts_with(group.submitter) ? group.id.substr(group.submitter.size()) : std::string();
    const std::string first = one.submitter + end;
    one.id = first;
    for (unsigned next = 2; !ids_.insert(lower(one.id)).second; ++next)
      one.id = fmt::format("{}-{}", first, next);
    return one;
  }

  static void give(const SubmissionResult& group, SubmissionResult& own) {
    if (!own.files.empty() || !own.group.empty()) {
      own.notes.push_back(
          fmt::format("{} is also a member of {}; the points are for the files of this submission.",
                      own.shown, group.shown));
      return;
    }
    SubmissionResult one = shared(group);
    one.id = own.id;
    one.shown = own.shown;
    one.submitter = own.submitter;
    one.original = own.original;
    own = std::move(one);
  }

  Grading& grading_;
  NamedSubmissions names_;
  std::set<std::string> ids_;
};

}  // namespace

void add_members(Grading& grading) { Members(grading).add(); }

}  // namespace lockstep::assignment
