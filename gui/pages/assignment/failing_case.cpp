#include "gui/pages/assignment/failing_case.hpp"

#include <filesystem>

#include "assignment/judging/cases.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"

namespace lockstep::gui {
namespace {

using assignment::Case;
using assignment::Task;
using assignment::Test;

// With the launches that the student hands in, if any.
Result<LaunchDescription> launch_of(const RunChoice& run, const StudentFiles& files, const Task& task,
                                    const Test& test, const Case& values) {
  auto author = assignment::author_launch(task, test, values);
  if (!author || !task.has_own_launches()) return author;
  for (const std::string& file : task.files)
    if (file.ends_with(kPlanFileEnding))
      return assignment::student_launch(files.text(run, file), file, *author, values);
  return author;
}

// Data of the author's that buffers are filled with.
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

}  // namespace

Result<void> open_failing_case(AppState& state, const LoadedAssignment& loaded, const StudentFiles& files,
                               const Task& task, const assignment::TestResult& result) {
  if (!result.failure || !result.failure->which) return failure("This test has no run that can be shown.");
  const Case& values = *result.failure->which;
  auto launch = launch_of(state, files, task, *result.test, values);
  if (!launch) return tl::unexpected(launch.error());
  if (auto written = files.write(state, task); !written) return written;
  if (auto copied = copy_data(*launch, loaded.folder, files); !copied) return copied;
  choose_launch(state, files.path(task.files.front()), {std::move(*launch), {}});
  state.model = values.model->called();
  choose_schedule(state, values.schedule);
  state.tab = kStepPage;
  return {};
}

}  // namespace lockstep::gui
