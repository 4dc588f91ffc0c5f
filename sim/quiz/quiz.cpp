#include "sim/quiz/quiz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/text/text.hpp"
#include "sim/quiz/line_owners.hpp"
#include "sim/quiz/makers/makers.hpp"
#include "sim/quiz/makers/random.hpp"
#include "sim/quiz/question/given_away.hpp"

namespace lockstep::quiz {
namespace {

// The properties that similar moments share: kind, line, lanes and cost.
using Likeness = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t, std::uint16_t>;

struct Candidate {
  std::uint32_t step = LineStep::kNone;
  std::uint64_t about = 0;
};

constexpr std::size_t kMaxAlike = 32;  // number of similar moments that are kept

struct Candidates {
  std::vector<std::vector<Candidate>> alike;
};

std::uint64_t mixed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  Random random(seed);
  Random second(random.next() ^ a);
  return Random(second.next() ^ b).next();
}

// The parts in which the questions of different kernels, and the questions of one kernel, must differ.
struct Strictness {
  Sameness among = Sameness::none, within = Sameness::facts;
};
// If a kernel has too few questions of its own, the last rows also permit the questions of other kernels.
constexpr std::array kStrictness{
    Strictness{Sameness::lines, Sameness::words}, Strictness{Sameness::lines, Sameness::lines},
    Strictness{Sameness::lines, Sameness::facts}, Strictness{Sameness::facts, Sameness::facts},
    Strictness{Sameness::none, Sameness::facts}};

}  // namespace

struct Quiz::Impl {
  Impl(std::shared_ptr<const sim::Trace> trace, const sim::Combination* combination)
      : run(std::move(trace), combination) {}

  const Candidates& candidates(QuestionKind kind);
  std::vector<QuestionKind> kinds_of(const Request& request) const;
  std::optional<Question> make(QuestionKind kind, const Candidate& candidate, unsigned level, Random& random,
                               const Wanted& wanted = {}) const;
  std::optional<Question> about_error(const Request& request, Random& random) const;
  std::uint64_t number_of_run() const;
  std::vector<const std::vector<Candidate>*> in_order(QuestionKind kind, Random& random);
  std::optional<Question> pick(QuestionKind kind, const Request& request, const Strictness& strictness,
                               Random& random, std::set<std::string>& asked);
  std::optional<Question> pick_about_run(QuestionKind kind, const Request& request, Random& random,
                                         std::set<std::string>& asked);
  // Adds questions until there are Request::count questions. Each round adds one question of each kind.
  void fill(const Request& request, const Strictness& strictness, Random& random,
            std::set<std::string>& asked, std::vector<Question>& questions);
  const std::vector<AskingMoment>& moments(QuestionKind kind);
  Result<Question> find_at_line(const Ask& ask, const Maker& maker, const Wanted& wanted,
                                const Request& request);

  QuizRun run;
  std::optional<LineOwners> owners;  // computed when it is needed first
  std::map<QuestionKind, Candidates> found;
  std::map<QuestionKind, std::vector<AskingMoment>> new_moments;  // in the order of the run
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
        const bool is_of_lanes = kind == QuestionKind::active_lanes || kind == QuestionKind::idle_lanes;
        moments.push_back({is_of_lanes ? before_lanes_are_known(run, step) : here.begin, kind, step, about});
      }
      if (entry->second.alike[at->second].size() < kMaxAlike)
        entry->second.alike[at->second].push_back({step, about});
    }
  }
  std::ranges::stable_sort(moments, {}, &AskingMoment::position);
  return entry->second;
}

std::vector<QuestionKind> Quiz::Impl::kinds_of(const Request& request) const {
  if (!request.kinds.empty()) return request.kinds;
  std::vector<QuestionKind> kinds;
  for (const QuestionKind kind : all_kinds())
    if (first_level(kind) <= request.level) kinds.push_back(kind);
  return kinds;
}

// Returns a number derived from the name of the run without its folder, so that similar runs get
// different questions.
std::uint64_t Quiz::Impl::number_of_run() const {
  const std::string& id = run.plan().id;
  return text_number(std::string_view(id).substr(id.rfind('/') + 1));
}

std::optional<Question> Quiz::Impl::make(QuestionKind kind, const Candidate& candidate, unsigned level,
                                         Random& random, const Wanted& wanted) const {
  const Asking asking{run, candidate.step, candidate.about, level, random, wanted};
  std::optional<Question> question = maker_of(kind).make(asking);
  if (question && !wanted.is_named && gives_answer_away(*question)) return std::nullopt;
  return question;
}

std::optional<Question> Quiz::Impl::about_error(const Request& request, Random& random) const {
  const Candidate whole{LineStep::kNone, run.trace().size()};
  // A question about the two parties of a race is better than a question about its line.
  if (asked_error(run) == sim::Finding::Kind::data_race)
    if (auto question = make(QuestionKind::race, whole, request.level, random)) return question;
  return make(QuestionKind::finding, whole, request.level, random);
}

// Returns the similar moments in order of preference: lines that only this kernel contains come first, then
// accesses with bank conflicts, because accesses without conflicts are the usual case.
std::vector<const std::vector<Candidate>*> Quiz::Impl::in_order(QuestionKind kind, Random& random) {
  if (!owners) owners.emplace(run.plan().id);
  std::vector<const std::vector<Candidate>*> all;
  for (const std::vector<Candidate>& alike : candidates(kind).alike) all.push_back(&alike);
  random.shuffle(all);
  const auto is_usual = [&](const std::vector<Candidate>* alike) {
    const bool conflicts = (run.trace().at(alike->front().about).flags & sim::TraceRecord::conflict) != 0;
    return std::pair(owners->of(run.code(run.at(alike->front().step))).is_common(), !conflicts);
  };
  std::ranges::stable_sort(all, {}, is_usual);
  return all;
}

std::optional<Question> Quiz::Impl::pick_about_run(QuestionKind kind, const Request& request, Random& random,
                                                   std::set<std::string>& asked) {
  constexpr int kMaxTries = 3;  // another random choice may succeed
  for (int tries = 0; tries < kMaxTries; ++tries)
    if (auto question = make(kind, {LineStep::kNone, run.trace().size()}, request.level, random);
        question && asked.insert(question->text).second)
      return question;
  return std::nullopt;
}

std::optional<Question> Quiz::Impl::pick(QuestionKind kind, const Request& request,
                                         const Strictness& strictness, Random& random,
                                         std::set<std::string>& asked) {
  if (maker_of(kind).fits == nullptr) return pick_about_run(kind, request, random, asked);
  // Many tries are needed because most tries produce a question assigned to another kernel. Several failures
  // are allowed because an access has several lanes to ask about.
  constexpr std::size_t kMaxTries = 600, kMaxFailures = 3;
  std::vector<const std::vector<Candidate>*> all = in_order(kind, random);
  std::vector<std::size_t> failures(all.size());  // consecutive failures
  for (std::size_t tries = 0, at = 0; tries < kMaxTries && !all.empty(); ++tries) {
    at %= all.size();
    const Candidate& candidate = random.one_of(*all[at]);
    auto question = make(kind, candidate, request.level, random);
    if (question && owners->may_ask(*question, run.code(run.at(candidate.step)), strictness.among) &&
        !asked.contains(owners->essence_of(*question, strictness.within))) {
      for (const Sameness sameness : {Sameness::words, Sameness::lines, Sameness::facts})
        asked.insert(owners->essence_of(*question, sameness));
      return question;
    }
    failures[at] = question ? 0 : failures[at] + 1;
    if (failures[at] < kMaxFailures) {
      ++at;
      continue;
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
    failures.erase(failures.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return std::nullopt;
}

void Quiz::Impl::fill(const Request& request, const Strictness& strictness, Random& random,
                      std::set<std::string>& asked, std::vector<Question>& questions) {
  std::vector<QuestionKind> kinds = kinds_of(request);
  // A run with an error gets one question about this error.
  const auto is_of_error = [](QuestionKind kind) {
    return kind == QuestionKind::race || kind == QuestionKind::finding;
  };
  if (std::ranges::any_of(questions, is_of_error, &Question::kind)) std::erase_if(kinds, is_of_error);
  while (questions.size() < request.count && !kinds.empty()) {
    random.shuffle(kinds);
    std::vector<QuestionKind> left;
    for (const QuestionKind kind : kinds) {
      if (questions.size() == request.count) break;
      std::optional<Question> question = pick(kind, request, strictness, random, asked);
      if (!question) continue;
      left.push_back(kind);
      questions.push_back(std::move(*question));
    }
    kinds = std::move(left);
  }
}

std::optional<Question> Quiz::about_error(const Request& request) const {
  Random random(mixed(request.seed, request.level, impl_->number_of_run()));
  return impl_->about_error(request, random);
}

std::vector<Question> Quiz::generate(const Request& request) const {
  Random random(mixed(request.seed, request.level, impl_->number_of_run()));
  std::vector<Question> questions;
  std::set<std::string> asked;
  if (request.kinds.empty() && request.count != 0)
    if (auto question = impl_->about_error(request, random)) questions.push_back(std::move(*question));
  for (const Strictness& strictness : kStrictness) impl_->fill(request, strictness, random, asked, questions);
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
  std::ranges::stable_sort(moments, {}, &AskingMoment::position);
  for (auto begin = moments.begin(); begin != moments.end();) {
    const auto end = std::find_if(begin, moments.end(),
                                  [&](const AskingMoment& each) { return each.position != begin->position; });
    Random random(mixed(request.seed, request.level, begin->position + 1));
    std::vector<AskingMoment> here(begin, end);
    random.shuffle(here);
    Wanted beside_run;
    beside_run.beside_run = true;
    for (const AskingMoment& moment : here) {
      auto question =
          impl_->make(moment.kind, {moment.step, moment.about}, request.level, random, beside_run);
      if (question && question->position >= from) return question;
    }
    begin = end;
  }
  return std::nullopt;
}

Result<Question> Quiz::Impl::find_at_line(const Ask& ask, const Maker& maker, const Wanted& wanted,
                                          const Request& request) {
  // The suitable moments of each execution of the line, for each launch, group and warp, in order
  // of execution.
  struct OfWarp {
    std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> warp;
    std::vector<std::vector<Candidate>> times;
  };
  std::vector<OfWarp> warps;
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
    const std::tuple warp{here.launch, here.group, here.warp};
    auto of_warp = std::ranges::find(warps, warp, &OfWarp::warp);
    if (of_warp == warps.end()) of_warp = warps.insert(warps.end(), {warp, {}});
    of_warp->times.push_back(std::move(fitting));
  }
  const std::string place = to_string(ask);
  if (!line_runs) return usage_error(fmt::format("{}: the run does not reach this place", place));
  if (warps.empty())
    return usage_error(fmt::format("{}: this question cannot be asked about this line", place));
  // The first warp that reaches the place often enough.
  const auto asked =
      std::ranges::find_if(warps, [&](const OfWarp& of) { return of.times.size() >= ask.occurrence; });
  if (asked == warps.end()) {
    const auto most = std::ranges::max_element(warps, {}, [](const OfWarp& of) { return of.times.size(); });
    return usage_error(fmt::format("{}: no warp executes this line more than {} in a launch", place,
                                   most->times.size() == 1 ? "once" : plural(most->times.size(), "time")));
  }
  const std::vector<std::vector<Candidate>>& times = asked->times;
  const std::vector<Candidate>& chosen = ask.occurrence == 0 ? times.back() : times[ask.occurrence - 1];
  for (const Candidate& candidate : chosen) {
    Random random(mixed(request.seed, request.level, candidate.about));
    if (auto question = make(ask.kind, candidate, request.level, random, wanted)) return *question;
  }
  return usage_error(fmt::format("{}: no question of this kind has a unique answer at this place", place));
}

Result<Question> Quiz::find(const Ask& ask, const Request& request) const {
  const Maker& maker = maker_of(ask.kind);
  const std::string place = to_string(ask);
  const Wanted wanted{true, ask.lane, ask.cell, ask.other, ask.line.value_or(0), ask.at_end};
  if (maker.fits != nullptr && (ask.line || ask.moment))
    return impl_->find_at_line(ask, maker, wanted, request);
  if (maker.fits != nullptr && !ask.at_end)
    return usage_error(fmt::format("{}: add a place such as \"at line 30\"", place));
  Random random(mixed(request.seed, request.level, 0));
  const Candidate whole{LineStep::kNone, impl_->run.trace().size()};
  if (auto question = impl_->make(ask.kind, whole, request.level, random, wanted)) return *question;
  return usage_error(fmt::format("{}: this run has no question of this kind with a unique answer", place));
}

Result<Question> Quiz::find(std::string_view ask, const Request& request) const {
  const Result<Ask> parsed = parse_ask(ask);
  if (!parsed) return tl::unexpected(parsed.error());
  return find(*parsed, request);
}

}  // namespace lockstep::quiz
