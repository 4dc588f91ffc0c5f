#include "assignment/grading/handed_in/wanted_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "assignment/submission/files/file_name.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/launch_description.hpp"

namespace lockstep::assignment {
namespace {

std::string_view name_in_folder(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view file_extension(std::string_view name) {
  if (has_ending(name, kPlanFileEnding)) return name.substr(name.size() - kPlanFileEnding.size());
  return name.substr(std::min(name.rfind('.'), name.size()));
}

// Returns "scan.cl" for "Scan (1).cl" and "scan(2).cl".
std::string plain_name(std::string_view name) {
  const std::string_view ending = file_extension(name);
  std::string_view stem = name.substr(0, name.size() - ending.size());
  const std::size_t open = stem.rfind('(');
  const bool is_numbered = stem.ends_with(')') && open != stem.npos && open + 2 < stem.size() &&
                           stem.find_first_not_of("0123456789", open + 1) == stem.size() - 1;
  if (is_numbered) stem = stem.substr(0, open);
  while (stem.ends_with(' ')) stem.remove_suffix(1);
  return lower(stem) + lower(ending);
}

bool is_wanted(const Assignment& assignment, std::string_view name) {
  return std::ranges::any_of(assignment.tasks, [&](const Task& task) {
    return std::ranges::find(task.files, name) != task.files.end();
  });
}

class Choice {
 public:
  Choice(const Assignment& assignment, const Task& task, const std::vector<SourceText>& files)
      : assignment_(assignment), task_(task) {
    result_.files = files;
  }

  TaskFiles choose() {
    for (const std::string& wanted : task_.files) choose(wanted);
    return std::move(result_);
  }

 private:
  void choose(const std::string& wanted) {
    const auto has_name = [&](const SourceText& file) { return name_in_folder(file.path) == wanted; };
    const auto is_near = [&](const SourceText& file) {
      const std::string_view name = name_in_folder(file.path);
      return plain_name(name) == plain_name(wanted) && !is_wanted(assignment_, name);
    };
    if (take(wanted, has_name) || take(wanted, is_near)) return;
    if (assignment_.tasks.size() != 1 || task_.files.size() != 1) return;
    const auto has_its_ending = [&](const SourceText& file) {
      return lower(file_extension(file.path)) == file_extension(wanted);
    };
    if (std::ranges::count_if(result_.files, has_its_ending) == 1) take(wanted, has_its_ending);
  }

  template <class Fits>
  bool take(const std::string& wanted, Fits fits) {
    std::vector<SourceText*> found;
    for (SourceText& file : result_.files)
      if (fits(file)) found.push_back(&file);
    if (found.empty()) return false;
    std::ranges::sort(found, {}, [](const SourceText* file) {
      return std::tuple(std::ranges::count(file->path, '/'), file->path);
    });
    SourceText& chosen = *found.front();
    for (std::size_t i = 1; i < found.size(); ++i)
      result_.notes.push_back(fmt::format("Two files could be {}: {} was graded, {} was not.", wanted,
                                          chosen.path, found[i]->path));
    if (name_in_folder(chosen.path) != wanted)
      result_.notes.push_back(fmt::format("{} was graded as {}.", chosen.path, wanted));
    chosen.path = wanted;
    return true;
  }

  const Assignment& assignment_;
  const Task& task_;
  TaskFiles result_;
};

}  // namespace

TaskFiles task_files(const Assignment& assignment, const Task& task, const std::vector<SourceText>& files) {
  return Choice(assignment, task, files).choose();
}

}  // namespace lockstep::assignment
