#include "assignment/report/files.hpp"

#include <filesystem>
#include <string_view>

#include "assignment/report/formats.hpp"
#include "assignment/report/moodle.hpp"
#include "assignment/report/pages.hpp"
#include "assignment/report/shown_cases.hpp"
#include "assignment/submission/files/write_zip.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"

namespace lockstep::assignment {
namespace {

namespace fs = std::filesystem;

Result<void> write(const fs::path& path, std::string_view text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  return write_atomically(path_text(path), text);
}

// Without this byte order mark, Excel reads UTF-8 as Windows-1252.
const std::string kByteOrderMark = "\xEF\xBB\xBF";

Result<void> write_for_moodle(const Grading& grading, const fs::path& folder) {
  const std::string grades = moodle_grades(grading);
  if (grades.empty()) return {};
  if (auto written = write(folder / "moodle-grades.csv", grades); !written) return written;
  return write_zip(path_text(folder / "moodle-feedback.zip"), moodle_feedback(grading));
}

struct File {
  std::string_view name;
  std::string text;
};

}  // namespace

Result<void> write_reports(const Grading& grading, const std::string& folder) {
  for (const File& file :
       {File{"grades.csv", kByteOrderMark + grades_csv(grading)}, File{"results.json", grader_json(grading)},
        File{"junit.xml", junit_xml(grading)}, File{"index.html", grader_page(grading)}})
    if (auto written = write(system_path(folder) / system_path(file.name), file.text); !written)
      return written;
  for (const SubmissionResult& one : grading.submissions)
    for (const File& file :
         {File{"index.html", student_page(grading, one)}, File{"report.txt", student_text(grading, one)},
          File{"gradescope.json", gradescope_json(grading, one)},
          File{"prairielearn.json", prairielearn_json(grading, one)},
          File{"junit.xml", student_junit_xml(grading, one)}})
      if (auto written = write(
              system_path(folder) / "students" / system_path(one.id) / system_path(file.name), file.text);
          !written)
        return written;
  for (const SubmissionResult& one : grading.submissions)
    for (const NamedBytes& file : shown_files(one))
      if (auto written = write(system_path(folder) / system_path(file.path), file.bytes); !written)
        return written;
  return write_for_moodle(grading, system_path(folder));
}

}  // namespace lockstep::assignment
