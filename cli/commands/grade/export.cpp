// lockstep assignment export: exports an assignment for a teaching platform or for students.
#include "cli/commands/grade/export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <random>

#include "assignment/export/exporting.hpp"
#include "assignment/export/needed_libraries.hpp"
#include "assignment/export/source_collection.hpp"
#include "assignment/format/read_assignment.hpp"
#include "assignment/submission/files/file_name.hpp"
#include "assignment/submission/files/write_zip.hpp"
#include "cli/command.hpp"
#include "cli/commands/grade/submission_words.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/process.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using assignment::ExportTarget;
using assignment::NamedBytes;

const ExportTarget* find_target(const std::string& name) {
  const auto& all = assignment::export_targets();
  const auto found = std::ranges::find(all, name, &ExportTarget::name);
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string_view> target_names() {
  std::vector<std::string_view> names;
  for (const ExportTarget& target : assignment::export_targets()) names.push_back(target.name);
  return names;
}

// Returns the contents of the program to include; "" if the platform provides the program.
Result<std::string> program_of(const ExportArguments& arguments) {
  if (arguments.is_installed) return std::string();
  if (!arguments.program.empty()) return read_file(arguments.program, kAnySize);
  auto program = read_file(own_program(), kAnySize);
  if (!program) return program;
  if (const auto libraries = assignment::unusual_libraries(*program); !libraries.empty())
    return failure(
        fmt::format("this program needs {}, which the platform may not have; name the program of the "
                    "archive for all Linux systems with "
                    "--program FILE, or add --installed if the image of the platform has lockstep",
                    fmt::join(libraries, ", ")));
  return program;
}

// Returns the contents of the library that provides Lockstep as an OpenCL device. The library is next to the
// program or in the folder where it is installed.
Result<std::string> device_library_of(const ExportArguments& arguments) {
  const std::string program = arguments.program.empty() ? own_program() : arguments.program;
  const fs::path folder = system_path(program).parent_path();
  const fs::path name = assignment::kDeviceLibraryFile;
  for (const fs::path& path : {folder / name, folder.parent_path() / "lib" / "lockstep" / name}) {
    std::error_code ignored;
    if (fs::exists(path, ignored)) return read_file(path_text(path), kAnySize);
  }
  return failure(fmt::format("this assignment requires host programs, but there is no {1} next to {0}",
                             program, assignment::kDeviceLibraryFile));
}

std::string drawn_secret() {
  std::random_device random;
  std::string digits;
  for (int i = 0; i < 4; ++i) digits += fmt::format("{:08x}", random());
  return digits + "\n";
}

Result<void> write_folder(const std::string& folder, const std::vector<NamedBytes>& files) {
  for (const NamedBytes& file : files) {
    const fs::path path = system_path(folder) / system_path(file.path);
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (auto written = write_atomically(path_text(path), file.bytes); !written) return written;
    if (assignment::is_program_file(file))
      fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add, failed);
  }
  return {};
}

Result<void> write_files(const std::string& out, const std::vector<NamedBytes>& files) {
  return assignment::has_ending(out, ".zip") ? assignment::write_zip(out, files) : write_folder(out, files);
}

}  // namespace

void add_export(CLI::App& app, ExportArguments& arguments) {
  app.add_option("ASSIGNMENT", arguments.assignment, "A folder with assignment.md, or a name")->required();
  app.add_option("--to", arguments.to, fmt::format("For whom: {}", fmt::join(target_names(), ", ")))
      ->required();
  app.add_option("--out", arguments.out, "The folder, or the archive NAME.zip, to write")->required();
  app.add_option("--secret", arguments.secret_file,
                 "A text file from which hidden inputs are generated; without it, a random text is used");
  app.add_option("--student", arguments.student,
                 "For an assignment with variants: the student, named as in grades.csv");
  app.add_option("--program", arguments.program, "The lockstep program to include, unchanged");
  app.add_flag("--installed", arguments.is_installed,
               "Include no program, because the image of the platform contains it");
}

Result<int> run_export(const ExportArguments& arguments) {
  const ExportTarget* const target = find_target(arguments.to);
  if (target == nullptr)
    return usage_error(
        fmt::format("--to {} is not known; choose {}", arguments.to, fmt::join(target_names(), ", ")));
  const auto folder = assignment::find_assignment(arguments.assignment);
  if (!folder) return tl::unexpected(folder.error());
  const auto loaded = assignment::load_assignment(*folder);
  if (!loaded) return tl::unexpected(loaded.error());
  assignment::ExportOptions options;
  options.variant = assignment::variant_of(
      arguments.student.empty() ? assignment::Variants{} : loaded->variants, arguments.student);
  if (target->has_program) {
    auto program = program_of(arguments);
    if (!program) return tl::unexpected(program.error());
    options.program = std::move(*program);
    if (assignment::asks_for_host_programs(*loaded) && !arguments.is_installed) {
      auto library = device_library_of(arguments);
      if (!library) return tl::unexpected(library.error());
      options.device_library = std::move(*library);
    }
    auto secret = arguments.secret_file.empty() ? drawn_secret() : read_text_file(arguments.secret_file);
    if (!secret) return tl::unexpected(secret.error());
    options.secret = std::move(*secret);
  }
  const auto files = target->files(*loaded, *folder, options);
  if (!files) return tl::unexpected(files.error());
  if (const auto written = write_files(arguments.out, *files); !written)
    return tl::unexpected(written.error());
  fmt::print("{}: {} ({} files)\n", arguments.out, target->of, files->size());
  return kDone;
}

void add_sources(CLI::App& app, SourcesArguments& arguments) {
  app.add_option("ASSIGNMENT", arguments.assignment, "A folder with assignment.md, or a name")->required();
  app.add_option("SUBMISSION", arguments.submissions, "As `lockstep grade` takes them")->required();
  app.add_option("--out", arguments.out, "The folder, or the archive NAME.zip, to write")->required();
  app.add_option("--attempts", arguments.attempts, "Which attempts to write: latest or all");
  app.add_flag("--one", arguments.is_one, "A folder is one submission, whatever it contains");
  app.add_flag("--many", arguments.are_many, "Each file and folder in a folder is a submission");
}

Result<int> run_sources(const SourcesArguments& arguments) {
  const auto folder = assignment::find_assignment(arguments.assignment);
  if (!folder) return tl::unexpected(folder.error());
  const auto loaded = assignment::load_assignment(*folder);
  if (!loaded) return tl::unexpected(loaded.error());
  const auto attempts = assignment::parse_attempts(arguments.attempts);
  if (!attempts || *attempts == assignment::Attempts::best)
    return usage_error(fmt::format("--attempts {}: choose latest or all", arguments.attempts));
  const auto submissions = read_submission_words(
      *loaded, {arguments.submissions, arguments.is_one, arguments.are_many}, *attempts);
  if (!submissions) return tl::unexpected(submissions.error());
  const auto files = assignment::source_collection(*loaded, *folder, *submissions);
  if (const auto written = write_files(arguments.out, files); !written)
    return tl::unexpected(written.error());
  fmt::print("{}: sources of {} for programs that detect copies ({} files)\n", arguments.out,
             plural(submissions->size(), "submission"), files.size());
  return kDone;
}

}  // namespace lockstep::cli
