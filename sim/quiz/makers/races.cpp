// Makes questions about the data races of the whole run.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "core/base/text/text.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

struct Party {
  std::uint64_t item = 0;
  std::uint32_t line = 0;
  bool is_store = false;
  auto operator<=>(const Party&) const = default;
};
// A place in memory during one launch. A place in local memory belongs to one work-group.
using CellPlace = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;
struct Shared {
  std::map<CellPlace, std::vector<Party>> by_place;  // accesses by place, ascending and without duplicates

  // Whether two work-items ever write to the same cell.
  bool has_common_writes() const {
    return std::ranges::any_of(by_place, [](const auto& place) {
      const Party* writer = nullptr;
      for (const Party& party : place.second) {
        if (!party.is_store) continue;
        if (writer != nullptr && writer->item != party.item) return true;
        writer = &party;
      }
      return false;
    });
  }
  // Whether the two work-items ever access the same cell in a launch, and at least one of these accesses is
  // a write.
  bool meet(std::uint32_t launch, std::uint64_t first, std::uint64_t second) const {
    for (const auto& [place, parties] : by_place) {
      if (std::get<0>(place) != launch) continue;
      bool is_there = false, is_other_there = false, stores = false;
      for (const std::uint64_t item : {first, second})
        for (auto party = std::ranges::lower_bound(parties, Party{item, 0, false});
             party != parties.end() && party->item == item; ++party) {
          (item == first ? is_there : is_other_there) = true;
          stores = stores || party->is_store;
        }
      if (is_there && is_other_there && stores) return true;
    }
    return false;
  }
};

std::unordered_set<std::uint64_t> written_words(const QuizRun& run) {
  std::unordered_set<std::uint64_t> words;
  run.trace().each_access([&](std::uint64_t, const sim::ObservedAccess& access) {
    if (access.access.kind == sim::AccessKind::load) return;
    sim::for_each_lane(access.access.active, [&](unsigned lane) {
      for (std::uint32_t byte = 0; byte < access.access.bytes; byte += 4)
        words.insert((access.access.addresses[lane] + byte) / 4);
    });
  });
  return words;
}

// Returns all accesses of the run to cells that are written, unless there are too many of them.
std::optional<Shared> accesses_of(const QuizRun& run) {
  constexpr std::size_t kMax = 200'000;
  std::vector<std::pair<CellPlace, Party>> all;
  const std::unordered_set<std::uint64_t> written = written_words(run);
  bool is_full = false;
  run.trace().each_access([&](std::uint64_t position, const sim::ObservedAccess& access) {
    is_full = is_full || all.size() > kMax;
    if (is_full) return;
    const LineStep& step = run.at(run.step_of(position));
    const std::uint32_t line = run.trace().range_at(position).line;
    const std::uint32_t group = access.space == sim::Space::local ? step.group : UINT32_MAX;
    sim::for_each_lane(access.access.active, [&](unsigned lane) {
      if (access.access.bytes <= 4 && !written.contains(access.access.addresses[lane] / 4)) return;
      const Party party{run.work_item(step, lane), line, access.access.kind != sim::AccessKind::load};
      for (std::uint32_t byte = 0; byte < access.access.bytes; byte += 4) {
        const std::uint64_t word = (access.access.addresses[lane] + byte) / 4;
        if (written.contains(word)) all.push_back({{step.launch, group, word}, party});
      }
    });
  });
  if (is_full) return std::nullopt;
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  Shared shared;
  for (const auto& [place, party] : all)
    shared.by_place.try_emplace(shared.by_place.end(), place)->second.push_back(party);
  return shared;
}

std::string pair_text(const QuizRun& run, std::uint32_t launch, Party first, Party second) {
  if (std::tie(second.item, second.line) < std::tie(first.item, first.line)) std::swap(first, second);
  return say(run.plan().launches.size() > 1 ? Text::option_race_launch : Text::option_race,
             {{"launch", launch + 1},
              {"first", first.item},
              {"first_line", first.line},
              {"second", second.item},
              {"second_line", second.line}});
}

// Returns pairs of work-items that share a cell although the run has no race.
std::vector<Option> ordered_pairs(const Asking& asking, const Shared& shared) {
  std::vector<Option> options;
  std::vector<const std::pair<const CellPlace, std::vector<Party>>*> places;
  for (const auto& each : shared.by_place)
    if (each.second.size() > 1) places.push_back(&each);
  for (int tries = 0; tries < 40 && options.size() < 3 && !places.empty(); ++tries) {
    const auto& [place, parties] = *asking.random.one_of(places);
    const Party& first = asking.random.one_of(parties);
    const Party& second = asking.random.one_of(parties);
    if (first.item == second.item || (!first.is_store && !second.is_store)) continue;
    if (first.line == 0 || second.line == 0) continue;
    const std::string text = pair_text(asking.run, std::get<0>(place), first, second);
    if (std::ranges::any_of(options, [&](const Option& option) { return option.text == text; })) continue;
    options.push_back({text, say(Text::reason_no_race)});
  }
  return options;
}

// Returns pairs of work-items that share no cell, as wrong answers besides a race of the run.
std::vector<Option> strangers(const Asking& asking, const Shared& shared, const sim::Finding& race) {
  std::vector<Option> options;
  std::set<std::uint64_t> items;
  for (const auto& [place, parties] : shared.by_place)
    if (std::get<0>(place) == race.first.launch)
      for (const Party& party : parties) items.insert(party.item);
  const std::vector<std::uint64_t> all(items.begin(), items.end());
  for (int tries = 0; tries < 40 && options.size() < 2 && all.size() > 2; ++tries) {
    const std::uint64_t first = asking.random.one_of(all), second = asking.random.one_of(all);
    const auto [low, high] = std::minmax(first, second);
    if (low == high || shared.meet(race.first.launch, low, high)) continue;
    const std::string text = pair_text(asking.run, race.first.launch, {low, race.first.range.line, true},
                                       {high, race.second.range.line, true});
    if (std::ranges::any_of(options, [&](const Option& option) { return option.text == text; })) continue;
    options.push_back({text, say(Text::fact_nothing_shared)});
  }
  return options;
}

// Whether both work-items of the race are in one warp. Lockstep then imposes an order that is not guaranteed,
// so the race is harmless in this run.
bool is_in_one_warp(const QuizRun& run, const sim::Finding& race) {
  const std::uint64_t group = std::max<std::uint64_t>(1, run.plan().group_size);
  const auto warp = [&](std::uint64_t item) {
    return std::pair(item / group, item % group / run.trace().model().warp_width);
  };
  return warp(race.first.work_item) == warp(race.second.work_item);
}

bool is_race(const sim::Finding& finding) { return finding.kind == sim::Finding::Kind::data_race; }
// If a barrier or a copy is used wrongly, the order of accesses is undefined.
bool hides_order(const sim::Finding& finding) {
  return finding.kind == sim::Finding::Kind::barrier_divergence ||
         finding.kind == sim::Finding::Kind::asynchronous_copy;
}

}  // namespace

bool has_same_value_races(const QuizRun& run) {
  const sim::DeviceModel* device = device_of(run);
  if (device == nullptr) return true;
  const sim::RunOptions options{
      .same_value_races = true, .schedule = run.trace().schedule(), .count_work = false, .threads = 1};
  const auto again = sim::run_counted(run.plan(), *device, options);
  return !again || std::ranges::any_of(again->findings, is_race);
}

std::optional<Question> ask_race(const Asking& asking) {
  const QuizRun& run = asking.run;
  if (run.trace().counted().early_end != sim::EarlyEnd::none || run.trace().size() == 0) return std::nullopt;
  if (std::ranges::any_of(run.trace().findings(), hides_order)) return std::nullopt;
  const auto shared = accesses_of(run);
  if (!shared) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::race, Form::choice, 0);
  question.reveal = run.trace().size();
  question.hides = hides_findings;
  question.text = say(Text::ask_race);
  std::vector<sim::Finding> races;
  for (const sim::Finding& finding : run.trace().findings())
    if (is_race(finding) && finding.first.present && finding.second.present) races.push_back(finding);
  const auto in_one_warp = [&](const sim::Finding& race) { return is_in_one_warp(run, race); };
  if (!std::ranges::all_of(races, in_one_warp)) std::erase_if(races, in_one_warp);
  if (races.empty()) {
    // Writes of the same value are not reported, so the answer "no race" would be disputable.
    if (shared->has_common_writes() && has_same_value_races(run)) return std::nullopt;
    question.reason = say(Text::reason_no_race);
    if (!set_choices({say(Text::option_no_race), question.reason}, ordered_pairs(asking, *shared), 4,
                     asking.random, question))
      return std::nullopt;
  } else {
    const sim::Finding& race = asking.random.one_of(races);
    if (race.first.range.file != 0 || race.second.range.file != 0 || race.first.launch != race.second.launch)
      return std::nullopt;
    question.launch = race.first.launch;
    question.line = race.second.range.line;
    question.reason = as_sentence(race.message);
    std::vector<Option> wrong = strangers(asking, *shared, race);
    wrong.push_back({say(Text::option_no_race), say(Text::fact_race_missed, {{"message", question.reason}})});
    const Option right{pair_text(run, race.first.launch, {race.first.work_item, race.first.range.line, true},
                                 {race.second.work_item, race.second.range.line, true}),
                       question.reason};
    if (!set_choices(right, wrong, 4, asking.random, question)) return std::nullopt;
  }
  add_kernel(run, question.launch, question);
  return question;
}

}  // namespace lockstep::quiz
