#include "sim/quiz/makers/makers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "core/base/text/ordinal.hpp"

namespace lockstep::quiz {
namespace {

constexpr std::array kMakers{
    Maker{QuestionKind::active_lanes, fits_lanes, ask_active_lanes},
    Maker{QuestionKind::idle_lanes, fits_lanes, ask_idle_lanes},
    Maker{QuestionKind::diverges, fits_branch, ask_diverges},
    Maker{QuestionKind::next_line, fits_branch, ask_next_line},
    Maker{QuestionKind::masking_line, fits_masked, ask_masking_line},
    Maker{QuestionKind::read_cells, fits_load, ask_read_cells},
    Maker{QuestionKind::written_cell, fits_store, ask_written_cell},
    Maker{QuestionKind::written_value, fits_store, ask_written_value},
    Maker{QuestionKind::bank, fits_local, ask_bank},
    Maker{QuestionKind::lanes_of_pass, fits_local, ask_lanes_of_pass},
    Maker{QuestionKind::conflict_degree, fits_local, ask_conflict_degree},
    Maker{QuestionKind::passes, fits_passes, ask_passes},
    Maker{QuestionKind::transactions, fits_global, ask_transactions},
    Maker{QuestionKind::waits, fits_barrier, ask_waits},
    Maker{QuestionKind::inputs_of_cell, fits_combining, ask_inputs_of_cell},
    Maker{QuestionKind::steps_left, fits_combining, ask_steps_left},
    Maker{QuestionKind::final_value, nullptr, ask_final_value},
    Maker{QuestionKind::fewer_bytes, nullptr, ask_fewer_bytes},
    Maker{QuestionKind::race, nullptr, ask_race},
    Maker{QuestionKind::without_barrier, nullptr, ask_without_barrier},
    Maker{QuestionKind::finding, nullptr, ask_finding},
};

static_assert(kMakers.size() == kKinds);

// Returns how often the warp of the step has executed this line, including this step.
std::uint64_t times_at_line(const QuizRun& run, std::uint32_t step) {
  std::uint64_t times = 0;
  const std::uint32_t line = run.at(step).line;
  for (std::uint32_t at = step; at != LineStep::kNone; at = run.previous_acting(at))
    if (run.at(at).line == line) ++times;
  return times;
}

std::string when_text(const Asking& asking) {
  const LineStep& step = asking.here();
  std::vector<std::string> parts;
  if (const std::uint64_t times = times_at_line(asking.run, asking.step); times > 1)
    parts.push_back(say(Text::when_time, {{"nth", ordinal(times)}}));
  if (step.launch > 0) parts.push_back(say(Text::when_launch, {{"launch", step.launch + 1}}));
  if (step.group > 0) parts.push_back(say(Text::when_group, {{"group", step.group}}));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

const Maker& maker_of(QuestionKind kind) { return *std::ranges::find(kMakers, kind, &Maker::kind); }

Question begin_question(const Asking& asking, QuestionKind kind, Form form, std::uint64_t position) {
  Question question;
  question.kind = kind;
  question.form = form;
  question.position = position;
  question.about = asking.about;
  question.reveal = std::min(asking.about + 1, asking.trace().size());
  question.given = given_run(asking.run);
  if (asking.step == LineStep::kNone) return question;
  const LineStep& step = asking.here();
  question.launch = step.launch;
  question.group = step.group;
  question.warp = step.warp;
  question.line = step.line;
  question.when = when_text(asking);
  return question;
}

std::uint64_t before_lanes_are_known(const QuizRun& run, std::uint32_t step) {
  const std::uint32_t previous = run.previous_acting(step);
  // For a loop of one line, the text "line 12 next" would also fit the previous step.
  if (previous == LineStep::kNone || run.at(previous).line == run.at(step).line) return run.at(step).begin;
  return run.at(previous).begin;
}

std::vector<std::uint64_t> items_of(std::uint64_t mask) {
  std::vector<std::uint64_t> items;
  sim::for_each_lane(mask, [&](unsigned lane) { items.push_back(lane); });
  return items;
}

bool set_choices(const Option& right, std::vector<Option> wrong, std::size_t most, Random& random,
                 Question& question) {
  std::set<std::string> seen{right.text};
  std::erase_if(wrong, [&](const Option& option) { return !seen.insert(option.text).second; });
  if (wrong.empty()) return false;
  if (wrong.size() + 1 > most) wrong.resize(most - 1);
  wrong.push_back(right);
  random.shuffle(wrong);
  question.choices.clear();
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    question.choices.push_back(wrong[i].text);
    if (wrong[i].text == right.text) question.answer.choice = i;
    if (!wrong[i].fact.empty()) question.facts.push_back({i, wrong[i].fact});
  }
  return true;
}

std::optional<double> number_of(const std::string& value) {
  double number = 0;
  const auto parsed = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number = parsed.ec == std::errc() && parsed.ptr == value.data() + value.size();
  if (!is_number || !std::isfinite(number) || std::abs(number) > 1e9) return std::nullopt;
  return number;
}

bool set_number(const std::string& value, ElementType type, Question& question) {
  constexpr double kMaxFloating = 50'000;  // six digits are shown
  const auto number = number_of(value);
  if (!number || (is_floating(type) && std::abs(*number) > kMaxFloating)) return false;
  question.answer.number = *number;
  if (is_floating(type)) question.tolerance = 1e-5 * std::max(1.0, std::abs(*number));
  return true;
}

const sim::DeviceModel* device_of(const QuizRun& run) {
  if (!run.has_items_only()) return &run.trace().model();
  const auto model = sim::find_device_model(run.trace().model().called());
  return model ? *model : nullptr;
}

}  // namespace lockstep::quiz
