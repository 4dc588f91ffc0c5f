#include "gui/background_jobs/program_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/hash.hpp"
#include "core/base/text/command_words.hpp"
#include "core/base/text/text.hpp"
#include "gui/background_jobs/program_watch.hpp"
#include "runtime/report/report_text.hpp"
#include "runtime/run_program/background_run.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;

constexpr auto kListen = std::chrono::milliseconds(50);
constexpr auto kBetweenNews = std::chrono::milliseconds(100);
constexpr std::size_t kMaxRecordings = 20;  // older recordings are removed

std::string file_name(const std::string& path) { return path_text(system_path(path).filename()); }

// Returns a sentence about the end of a program: "sums ended with status 0: 4 launches, 1 finding."
std::string ending(const runtime::ProgramRun& run) {
  const std::string how = runtime::end_text(run);
  const std::string name = file_name(run.command[0]);
  if (run.report.processes == 0)
    return fmt::format("{} did not use OpenCL.", name) + (how.empty() ? "" : " " + how);
  const std::string counts =
      fmt::format("{}, {}", plural(run.report.launches.size(), "launch"),
                  run.report.findings() == 0 ? "no findings" : plural(run.report.findings(), "finding"));
  if (how.empty()) return fmt::format("{} ended with status 0: {}.", name, counts);
  return fmt::format("{} ({}.)", how, counts);
}

void remove_old_recordings(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (path_text(entry.path().extension()) == kRecordingEnding)
      files.emplace_back(entry.last_write_time(error), entry.path());
  if (files.size() <= kMaxRecordings) return;
  std::ranges::sort(files);
  for (std::size_t i = 0; i + kMaxRecordings < files.size(); ++i) fs::remove(files[i].second, error);
}

}  // namespace

// One run, processed in pieces.
class ProgramRunner::Work {
 public:
  explicit Work(Request request) : request_(std::move(request)) {
    status_.phase = ProgramStatus::Phase::running;
    status_.command = request_.command;
  }

  std::optional<ProgramStatus> next(ProgramJob::Control& control) {
    if (!run_) return start();
    if (control.stop().stop_requested()) run_->stop();
    const bool ended = run_->listen(kListen);
    take_news();
    if (ended) return finish(control.stop());
    if (const auto now = std::chrono::steady_clock::now(); is_new_ && now - told_at_ >= kBetweenNews) {
      is_new_ = false;
      told_at_ = now;
      control.hand_over(status_);
    }
    return std::nullopt;
  }

 private:
  std::optional<ProgramStatus> start() {
    auto words = command_words(request_.command.command);
    if (words && words->empty()) words = failure("Enter the name of a program.");
    if (!words) return failed(words.error());
    status_.name = file_name(words->front());
    status_.files = files_of_command(*words, request_.command.folder);
    auto run = runtime::BackgroundRun::start({.command = *words,
                                              .folder = request_.command.folder,
                                              .model = request_.model,
                                              .launches = request_.command.launches,
                                              .records = true,
                                              .time_limit = std::chrono::seconds(request_.command.seconds)});
    if (!run) return failed(run.error());
    run_ = std::move(*run);
    return std::nullopt;
  }

  ProgramStatus failed(const Error& error) {
    status_.phase = ProgramStatus::Phase::ended;
    status_.problem = status_.sentence = as_sentence(error.message);
    return status_;
  }

  void take_news() {
    is_new_ |= run_->launches() != status_.launches || run_->output().text() != status_.output;
    status_.launches = run_->launches();
    status_.output = run_->output().text();
    status_.output_is_cut = run_->output().is_cut();
  }

  ProgramStatus finish(const std::stop_token& stop) {
    status_.phase = ProgramStatus::Phase::ended;
    const auto journals = run_->run().read();
    if (!journals) return failed(journals.error());
    runtime::Report report = runtime::report_of(*journals);
    const auto recording = run_->run().recording(*journals);
    if (recording) runtime::find_lost_results(*recording, run_->run(), report, stop);
    const runtime::ProgramRun done{run_->run().options().command, run_->run().model(), run_->end(), report};
    status_.succeeded = run_->end().status == 0;
    status_.launches = report.launches.size();
    status_.sentence = ending(done);
    status_.report = runtime::report_text(done);
    for (const runtime::ReportedProgram& program : report.programs)
      if (!program.file.empty()) status_.files.push_back(program.file);
    keep(recording);
    return status_;
  }

  void keep(const Result<Recording>& recording) {
    if (!recording) {
      status_.problem = as_sentence(recording.error().message);
      return;
    }
    const fs::path folder = system_path(request_.recording).parent_path();
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    if (const auto written = write_recording(*recording, request_.recording); !written) {
      status_.problem = as_sentence(written.error().message);
      return;
    }
    status_.recording = request_.recording;
    remove_old_recordings(folder);
  }

  Request request_;
  ProgramStatus status_;
  std::unique_ptr<runtime::BackgroundRun> run_;
  bool is_new_ = true;
  std::chrono::steady_clock::time_point told_at_{};
};

ProgramRunner::ProgramRunner(std::string folder, const JobHost& host)
    : folder_(std::move(folder)),
      job_(
          [](const Request& request) {
            return [work = std::make_shared<Work>(request)](ProgramJob::Control& control) {
              return work->next(control);
            };
          },
          host) {}

ProgramRunner::~ProgramRunner() = default;

// The same command always uses the same file, so that a window that shows the file reads it again.
std::string ProgramRunner::recording_file(const ProgramCommand& command) {
  if (folder_.empty()) {
    auto scratch = ScratchFolder::create();
    if (!scratch) return "program.lockstep";
    folder_ = scratch->path();
    scratch_.emplace(std::move(*scratch));
  }
  const auto words = command_words(command.command);
  const std::string name = words && !words->empty() ? file_name(words->front()) : "program";
  return fmt::format("{}/{}-{}{}", folder_, name.empty() ? "program" : name,
                     text_hash(command.folder + '\n' + command.command + '\n' + command.launches),
                     kRecordingEnding);
}

void ProgramRunner::run(const ProgramCommand& command, const std::string& model) {
  status_ = {};
  status_.phase = ProgramStatus::Phase::running;
  status_.command = command;
  job_.ask_only({command, model, recording_file(command)});
}

void ProgramRunner::stop() { job_.stop(); }

bool ProgramRunner::update() {
  std::vector<ProgramStatus> news = job_.take();
  if (news.empty()) return false;
  status_ = std::move(news.back());
  return status_.phase == ProgramStatus::Phase::ended;
}

}  // namespace lockstep::gui
