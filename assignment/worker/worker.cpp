#include "assignment/worker/worker.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <utility>

#include "assignment/judging/execute.hpp"
#include "core/base/confinement.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

// More than the buffers and findings of a run within its limits.
constexpr std::size_t kMaxAnswer = std::size_t{64} << 20;
constexpr std::uint64_t kMaxMemory = std::uint64_t{2} << 30;
constexpr std::chrono::hours kMaxProcessorTime{2};

}  // namespace

bool Worker::start(std::string& why) {
  const std::vector<std::string> program =
      options_.program.empty() ? std::vector<std::string>{own_program(), kWorkerCommand} : options_.program;
  auto child = Child::start(program, {});
  if (!child) {
    why = child.error().message;
    return false;
  }
  child_ = std::move(*child);
  child_->limit_lines(kMaxAnswer);
  const auto hello = child_->read_line({}, options_.timeout);
  const Json words = hello ? parse_json_line(*hello) : Json();
  if (!words.is_object() || !words.contains("confinement") || !words["confinement"].is_string()) {
    why = hello ? std::string("It did not say what it has given up.") : hello.error().message;
    child_.reset();
    return false;
  }
  confinement_ = words["confinement"].get<std::string>();
  return true;
}

RunAnswer Worker::lose(const std::string& why) {
  child_.reset();
  RunAnswer answer;
  answer.message = fmt::format("The worker was lost: {}", why);
  return answer;
}

RunAnswer Worker::run(const RunRequest& request) {
  std::string why;
  if (!child_ && !start(why)) return lose(why);
  if (const auto sent = child_->write_line(to_line(request)); !sent) return lose(sent.error().message);
  const auto line = child_->read_line({}, options_.timeout);
  if (!line) {
    const std::string ending = child_->how_it_ended();
    return lose(ending.empty() ? line.error().message : fmt::format("it ended {}.", ending));
  }
  auto answer = parse_run_answer(*line);
  if (!answer) return lose(answer.error().message);
  // A second answer would be taken for that of the next request.
  if (child_->listen(std::chrono::milliseconds(0)).kind == Heard::Kind::line)
    return lose("it answered twice.");
  return std::move(*answer);
}

int serve_runs(void (*misbehaves)(const RunRequest&)) {
  const auto confinement = confine_this_process({kMaxMemory, kMaxProcessorTime});
  if (!confinement) {
    fmt::print(stderr, "{}\n", confinement.error().message);
    return 1;
  }
  Parent parent;
  parent.write_line(
      json_line(Json{{"confinement", fmt::format("{}", fmt::join(confinement->names(), ", "))}}));
  while (const auto line = parent.read_line()) {
    const auto request = parse_run_request(*line);
    RunAnswer answer;
    if (request) {
      if (misbehaves != nullptr) misbehaves(*request);
      answer = execute(*request);
    } else {
      answer.message = request.error().message;
    }
    if (!parent.write_line(to_line(answer))) break;
  }
  return 0;
}

}  // namespace lockstep::assignment
