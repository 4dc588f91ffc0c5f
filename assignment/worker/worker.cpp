#include "assignment/worker/worker.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <utility>

#include "assignment/judging/execute.hpp"
#include "assignment/worker/answer_check.hpp"
#include "core/base/features.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

// The maximum size of an answer, which is more than the buffers and findings of a run within its limits.
constexpr std::size_t kMaxAnswer = std::size_t{64} << 20;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kMaxMemory = 0;  // a sanitizer reserves terabytes of address space
#else
constexpr std::uint64_t kMaxMemory = std::uint64_t{2} << 30;
#endif
constexpr std::chrono::hours kMaxProcessorTime{2};

// A request and its answer have the same number, so that a second answer to a request is not mistaken for the
// answer to the next request.
std::string numbered(std::uint64_t number, const std::string& line) {
  return fmt::format("{} {}", number, line);
}

struct NumberedLine {
  std::uint64_t number = 0;
  std::string_view line;
};
std::optional<NumberedLine> parse_numbered(std::string_view text) {
  NumberedLine result;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), result.number);
  const auto used = static_cast<std::size_t>(read.ptr - text.data());
  if (read.ec != std::errc() || used == text.size() || text[used] != ' ') return std::nullopt;
  result.line = text.substr(used + 1);
  return result;
}

std::string shown(const Confinement& holds) { return fmt::format("{}", fmt::join(holds.names(), ", ")); }

}  // namespace

std::string why_unsafe(const Confinement& holds, bool may_be_unconfined) {
  if (holds.has_system_call_filter || may_be_unconfined) return {};
  const std::string lacking = missing(Feature::confinement);
  return fmt::format("{} Grade on Linux, or add {} if you trust all submissions.",
                     lacking.empty() ? "This system has no seccomp filter, or the container forbids it, so "
                                       "that submissions could access the files of this user."
                                     : lacking,
                     kUnconfined);
}

bool Worker::start(std::string& why) {
  std::vector<std::string> program =
      options_.program.empty() ? std::vector<std::string>{own_program(), kWorkerCommand} : options_.program;
  if (options_.may_be_unconfined) program.emplace_back(kUnconfined);
  auto child = Child::start(program, {}, ChildEnvironment::empty);
  if (!child) {
    why = child.error().message;
    return false;
  }
  child_ = std::move(*child);
  requests_ = 0;
  child_->limit_lines(kMaxAnswer);
  const auto hello = child_->read_line({}, options_.timeout);
  const Json words = hello ? parse_json_line(*hello) : Json();
  if (!words.is_object() || !words.contains("confinement") || !words["confinement"].is_string()) {
    why = hello ? std::string("It did not report its confinement.") : hello.error().message;
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
  auto answer = answer_to(request);
  return answer ? std::move(*answer) : lose(answer.error().message);
}

Result<RunAnswer> Worker::answer_to(const RunRequest& request) {
  const std::uint64_t number = ++requests_;
  if (const auto sent = child_->write_line(numbered(number, to_line(request))); !sent)
    return tl::unexpected(sent.error());
  const auto text = child_->read_line({}, options_.timeout);
  if (!text) {
    const std::string ending = child_->how_it_ended();
    return failure(ending.empty() ? text.error().message : fmt::format("it ended {}.", ending));
  }
  const auto line = parse_numbered(*text);
  if (!line || line->number != number) return failure("it did not answer the request.");
  if (!has_few_values(line->line)) return failure("its answer is too large.");
  auto answer = parse_run_answer(line->line);
  if (!answer) return answer;
  if (const auto checked = check_answer(request, *answer); !checked) return tl::unexpected(checked.error());
  if (child_->listen(std::chrono::milliseconds(0)).kind == Heard::Kind::line)
    return failure("it answered twice.");
  return answer;
}

RunAnswer Workers::run(const RunRequest& request) {
  if (!request.is_hidden) return open_.run(request);
  if (!request.explains && request.shown_failure.empty()) return hidden_.run(request);
  hidden_.renew();
  RunAnswer answer = hidden_.run(request);
  hidden_.renew();
  return answer;
}

void Workers::renew() {
  open_.renew();
  hidden_.renew();
}

int serve_runs(const ServeOptions& options) {
  const auto confinement = confine_this_process({kMaxMemory, kMaxProcessorTime});
  const Confinement holds = confinement.value_or(Confinement{});
  if (const std::string why = why_unsafe(holds, options.may_be_unconfined); !why.empty()) {
    fmt::print(stderr, "{}\n", why);
    return 1;
  }
  Parent parent;
  parent.write_line(json_line(Json{{"confinement", shown(holds)}}));
  while (const auto text = parent.read_line()) {
    const auto line = parse_numbered(*text);
    if (!line) return 1;
    const auto request = parse_run_request(line->line);
    RunAnswer answer;
    if (request) {
      if (options.misbehaves != nullptr) options.misbehaves(*request);
      answer = execute(*request, {}, options.draw);
    } else {
      answer.message = request.error().message;
    }
    if (!parent.write_line(numbered(line->number, to_line(answer)))) break;
  }
  return 0;
}

}  // namespace lockstep::assignment
