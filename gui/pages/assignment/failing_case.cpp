#include "gui/pages/assignment/failing_case.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "assignment/judging/cases.hpp"
#include "assignment/judging/expected.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

using assignment::Case;
using assignment::Task;
using assignment::Test;

// Returns the launches of the case, including the launches that the student submits, if any.
Result<LaunchDescription> launch_of(const RunChoice& run, const assignment::AssignmentFolder& folder,
                                    const StudentFiles& files, const Task& task, const Test& test,
                                    const Case& values) {
  auto author = assignment::launch_with_values(folder, task, test, values);
  if (!author || !task.has_own_launches()) return author;
  for (const std::string& file : task.files)
    if (file.ends_with(kPlanFileEnding))
      return assignment::student_launch(files.text(run, file), file, *author, values);
  return author;
}

// Copies the author's data files with the contents of buffers.
Result<void> copy_data(const LaunchDescription& launch, const assignment::AssignmentFolder& from,
                       const StudentFiles& files) {
  for (const DescribedBuffer& buffer : launch.buffers) {
    if (!buffer.fill.starts_with('@')) continue;
    const std::string file = buffer.fill.substr(1);
    const auto bytes = from.read(file);
    if (!bytes) return tl::unexpected(bytes.error());
    std::error_code error;
    std::filesystem::create_directories(system_path(files.path(file)).parent_path(), error);
    if (auto written = write_atomically(files.path(file), *bytes); !written) return written;
  }
  return {};
}

// Returns the title of the case in Step. Step itself shows findings and wrong results, so the title contains
// any other criterion that the test checks.
std::string title_of(const Task& task, const assignment::Failure& failure) {
  const assignment::Criterion* const asked = failure.criterion;
  const bool is_goal = asked != nullptr && asked->kind == assignment::Criterion::Kind::comparison;
  return fmt::format("{} · {}", task.title, is_goal ? "the test asks: " + asked->text : failure.kind);
}

}  // namespace

std::string opened_case_text(const assignment::TestResult& result) {
  std::string text = fmt::format("The failed case of \"{}\".", result.test->title);
  if (result.failure) text += " " + as_sentence(capitalised(result.failure->reason));
  return text + " The last tab leads back to the task.";
}

Result<void> open_failing_case(AppState& state, const LoadedAssignment& loaded, const StudentFiles& files,
                               const Task& task, const assignment::TestResult& result) {
  if (!result.failure || !result.failure->which) return failure("This test has no run that can be shown.");
  const Case& values = *result.failure->which;
  auto launch = launch_of(state, loaded.folder, files, task, *result.test, values);
  if (!launch) return tl::unexpected(launch.error());
  if (auto written = files.write(state, task); !written) return written;
  if (auto copied = copy_data(*launch, loaded.folder, files); !copied) return copied;
  choose_launch(state, files.path(task.files.front()), {std::move(*launch), {}});
  state.model = values.model->called();
  choose_schedule(state, values.schedule);
  state.title = title_of(task, *result.failure);
  state.tab = state.words_tab = kStepPage;
  return {};
}

}  // namespace lockstep::gui
