#include "sim/quiz/quiz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

// Similar moments: the same kind, line and lanes, and the same cost.
using Likeness = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t, std::uint16_t>;

struct Candidate {
  std::uint32_t step = LineStep::kNone;
  std::uint64_t about = 0;
};

constexpr std::size_t kMaxAlike = 32;  // kept of similar moments

struct Candidates {
  std::vector<std::vector<Candidate>> alike;
};

std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  Random random(seed);
  Random second(random.next() ^ a);
  return Random(second.next() ^ b).next();
}

}  // namespace

struct Quiz::Impl {
  Impl(std::shared_ptr<const sim::Trace> trace, const sim::Combination* combination)
      : run(std::move(trace), combination) {}

  const Candidates& candidates(QuestionKind kind);
  std::vector<QuestionKind> kinds_of(const Request& request) const;
  std::optional<Question> make(QuestionKind kind, const Candidate& candidate, unsigned level, Random& random,
                               const Wanted& wanted = {}) const;
  std::optional<Question> pick(QuestionKind kind, const Request& request, Random& random,
                               std::set<std::string>& asked);
  const std::vector<AskingMoment>& moments(QuestionKind kind);
  Result<Question> find_at_line(const Ask& ask, const Maker& maker, const Wanted& wanted,
                                const Request& request);

  QuizRun run;
  std::map<QuestionKind, Candidates> found;
  std::map<QuestionKind, std::vector<AskingMoment>> new_moments;  // in order of the run
};

Quiz::Quiz(std::shared_ptr<const sim::Trace> trace, const sim::Combination* combination)
    : impl_(std::make_unique<Impl>(std::move(trace), combination)) {}
Quiz::~Quiz() = default;

const Candidates& Quiz::Impl::candidates(QuestionKind kind) {
  const auto [entry, is_new] = found.try_emplace(kind);
  if (!is_new) return entry->second;
  const Maker& maker = maker_of(kind);
  std::vector<AskingMoment>& moments = new_moments[kind];
  if (maker.fits == nullptr) {
    entry->second.alike.push_back({{LineStep::kNone, run.trace().size()}});
    return entry->second;
  }
  std::map<Likeness, std::size_t> number;
  for (std::uint32_t step = 0; step < run.steps().size(); ++step) {
    const LineStep& here = run.at(step);
    for (std::uint64_t about = here.begin; about < here.end; ++about) {
      if (!maker.fits(run, here, about)) continue;
      const sim::TraceRecord& record = run.trace().at(about);
      const Likeness likeness{here.launch, record.moment.pc, record.moment.lanes, record.flags};
      const auto [at, is_first] = number.try_emplace(likeness, entry->second.alike.size());
      if (is_first) {
        entry->second.alike.emplace_back();
        moments.push_back({here.begin, kind, step, about});
      }
      if (entry->second.alike[at->second].size() < kMaxAlike)
        entry->second.alike[at->second].push_back({step, about});
    }
  }
  return entry->second;
}

std::vector<QuestionKind> Quiz::Impl::kinds_of(const Request& request) const {
  if (!request.kinds.empty()) return request.kinds;
  std::vector<QuestionKind> kinds;
  for (const QuestionKind kind : all_kinds())
    if (first_level(kind) <= request.level) kinds.push_back(kind);
  return kinds;
}

std::optional<Question> Quiz::Impl::make(QuestionKind kind, const Candidate& candidate, unsigned level,
                                         Random& random, const Wanted& wanted) const {
  const Asking asking{run, candidate.step, candidate.about, level, random, wanted};
  return maker_of(kind).make(asking);
}

std::optional<Question> Quiz::Impl::pick(QuestionKind kind, const Request& request, Random& random,
                                         std::set<std::string>& asked) {
  // A question about the whole run may need another run.
  const int max_tries = maker_of(kind).fits == nullptr ? 3 : 24;
  const Candidates& all = candidates(kind);
  for (int tries = 0; tries < max_tries && !all.alike.empty(); ++tries) {
    const Candidate& candidate = random.one_of(random.one_of(all.alike));
    std::optional<Question> question = make(kind, candidate, request.level, random);
    if (question && asked.insert(fmt::format("{} {}", question->about, question->text)).second)
      return question;
  }
  return std::nullopt;
}

std::vector<Question> Quiz::generate(const Request& request) const {
  Random random(mixed(request.seed, request.level, 0));
  std::vector<QuestionKind> kinds = impl_->kinds_of(request);
  std::vector<Question> questions;
  std::set<std::string> asked;
  while (questions.size() < request.count && !kinds.empty()) {
    random.shuffle(kinds);
    std::vector<QuestionKind> left;
    for (const QuestionKind kind : kinds) {
      if (questions.size() == request.count) break;
      std::optional<Question> question = impl_->pick(kind, request, random, asked);
      if (!question) continue;
      left.push_back(kind);
      questions.push_back(std::move(*question));
    }
    kinds = std::move(left);
  }
  std::ranges::stable_sort(questions, {}, &Question::position);
  return questions;
}

std::optional<Question> Quiz::next(std::uint64_t from, const Request& request) const {
  const std::vector<QuestionKind> kinds = impl_->kinds_of(request);
  std::vector<AskingMoment> moments;
  for (const QuestionKind kind : kinds) {
    impl_->candidates(kind);
    const std::vector<AskingMoment>& all = impl_->new_moments[kind];
    const auto begin = std::ranges::lower_bound(all, from, {}, &AskingMoment::position);
    moments.insert(moments.end(), begin, all.end());
  }
  std::ranges::stable_sort(moments, {}, &AskingMoment::step);
  const std::uint64_t gap = request.level >= 3 ? 1 : 4 - request.level;
  for (auto begin = moments.begin(); begin != moments.end();) {
    const auto end = std::find_if(begin, moments.end(),
                                  [&](const AskingMoment& each) { return each.step != begin->step; });
    Random random(mixed(request.seed, request.level, begin->step + 1));
    if (random.below(gap) == 0) {
      std::vector<AskingMoment> here(begin, end);
      random.shuffle(here);
      for (const AskingMoment& moment : here) {
        auto question = impl_->make(moment.kind, {moment.step, moment.about}, request.level, random);
        if (question && question->position >= from) return question;
      }
    }
    begin = end;
  }
  return std::nullopt;
}

Result<Question> Quiz::Impl::find_at_line(const Ask& ask, const Maker& maker, const Wanted& wanted,
                                          const Request& request) {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> warp;  // group and warp
  std::vector<std::vector<Candidate>> times;
  bool line_runs = false;
  for (std::uint32_t step = 0; step < run.steps().size(); ++step) {
    const LineStep& here = run.at(step);
    const bool is_there =
        ask.line ? here.line == *ask.line : ask.moment && here.begin <= *ask.moment && *ask.moment < here.end;
    if (!is_there || (ask.launch && here.launch + 1 != *ask.launch) ||
        (ask.group && here.group != *ask.group) || (ask.warp && here.warp != *ask.warp))
      continue;
    line_runs = true;
    std::vector<Candidate> fitting;
    for (std::uint64_t about = here.begin; about < here.end; ++about)
      if (maker.fits(run, here, about)) fitting.push_back({step, about});
    if (fitting.empty()) continue;
    if (!warp) warp = {here.group, here.warp};
    if (warp == std::pair(here.group, here.warp)) times.push_back(std::move(fitting));
  }
  const std::string place = to_string(ask);
  if (!line_runs) return usage_error(fmt::format("{}: the run does not get there", place));
  if (times.empty()) return usage_error(fmt::format("{}: this cannot be asked about this line", place));
  if (ask.occurrence > times.size())
    return usage_error(fmt::format("{}: this happens {} times only", place, times.size()));
  const std::vector<Candidate>& chosen = ask.occurrence == 0 ? times.back() : times[ask.occurrence - 1];
  for (const Candidate& candidate : chosen) {
    Random random(mixed(request.seed, request.level, candidate.about));
    if (auto question = make(ask.kind, candidate, request.level, random, wanted)) return *question;
  }
  return usage_error(fmt::format("{}: no such question has a unique answer there", place));
}

Result<Question> Quiz::find(const Ask& ask, const Request& request) const {
  const Maker& maker = maker_of(ask.kind);
  const std::string place = to_string(ask);
  const Wanted wanted{true, ask.lane, ask.cell, ask.other, ask.line.value_or(0), ask.at_end};
  if (maker.fits != nullptr && (ask.line || ask.moment))
    return impl_->find_at_line(ask, maker, wanted, request);
  if (maker.fits != nullptr && !ask.at_end)
    return usage_error(fmt::format("{}: add a place, as in at line 30", place));
  Random random(mixed(request.seed, request.level, 0));
  const Candidate whole{LineStep::kNone, impl_->run.trace().size()};
  if (auto question = impl_->make(ask.kind, whole, request.level, random, wanted)) return *question;
  return usage_error(fmt::format("{}: this run has no such question with a unique answer", place));
}

Result<Question> Quiz::find(std::string_view ask, const Request& request) const {
  const Result<Ask> parsed = parse_ask(ask);
  if (!parsed) return tl::unexpected(parsed.error());
  return find(*parsed, request);
}

}  // namespace lockstep::quiz
