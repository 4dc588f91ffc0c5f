// Makes questions about the cells that a line reads and writes, and about the values in these cells.
#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <map>

#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

using Flags = sim::TraceRecord;

bool is_access(const QuizRun& run, const LineStep& step, std::uint64_t about, sim::Opcode op) {
  return step.line != 0 && run.trace().instruction_at(about).op == op &&
         (run.trace().at(about).flags & (Flags::global_access | Flags::local_access)) != 0;
}

// Whether the same step accesses other elements with an access that the question would describe in the
// same words.
bool is_ambiguous(const Asking& asking, const QuizRun::Access& access) {
  const LineStep& here = asking.here();
  const bool is_store = asking.trace().instruction_at(asking.about).op == sim::Opcode::store;
  for (std::uint64_t at = here.begin; at < here.end; ++at) {
    const auto& all = asking.trace().accesses(at);
    if (at == asking.about || all.empty()) continue;
    const bool stores = all.front().kind != sim::AccessKind::load;
    if (stores != is_store) continue;
    const auto other = asking.run.access_at(at);
    if (!other) return true;  // the cells of the other access are unknown
    if (other->memory != access.memory || asking.run.source(at) != asking.run.source(asking.about)) continue;
    if (other->elements != access.elements || other->detail.lanes != access.detail.lanes) return true;
  }
  return false;
}

std::vector<std::uint64_t> elements_of(const QuizRun::Access& access) {
  std::vector<std::uint64_t> elements;
  sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
    for (std::uint64_t i = 0; i < access.count; ++i) elements.push_back(access.elements[lane] + i);
  });
  std::ranges::sort(elements);
  elements.erase(std::ranges::unique(elements).begin(), elements.end());
  return elements;
}

void add_cell_facts(const Asking& asking, const QuizRun::Access& access, bool is_store, Question& question) {
  const LineStep& here = asking.here();
  std::map<std::uint64_t, unsigned> by_element;
  sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
    for (std::uint64_t i = 0; i < access.count; ++i) by_element.try_emplace(access.elements[lane] + i, lane);
  });
  const std::string& name = access.memory->name;
  for (const auto& [element, lane] : by_element) {
    if (asking.run.has_items_only())
      question.facts.push_back(
          {element, say(is_store ? Text::fact_writes_item : Text::fact_reads_item,
                        {{"name", name}, {"index", element}, {"item", asking.run.work_item(here, lane)}})});
    else
      question.facts.push_back({element, say(is_store ? Text::fact_writes : Text::fact_reads,
                                             {{"name", name}, {"index", element}, {"lane", lane}})});
  }
  // Returns cells near the answer that are not accessed.
  constexpr std::uint64_t kMax = 256;
  for (std::uint64_t element = 0; element < std::min(access.memory->elements, kMax); ++element)
    if (!by_element.contains(element))
      question.facts.push_back(
          {element, say(is_store ? Text::fact_untouched_write : Text::fact_untouched_read,
                        {{"name", name}, {"index", element}})});
}

unsigned chosen_lane(const Asking& asking, std::uint64_t lanes) {
  if (asking.wanted.lane) return *asking.wanted.lane;
  return static_cast<unsigned>(asking.random.one_of(items_of(lanes)));
}

// Returns the text of the access in the source: "scratch[t + s]" of "scratch[t + s] = 0".
std::string access_text(const std::string& source, const std::string& name) {
  // If a pointer has another name than its memory, the first access is used.
  const std::size_t named = source.find(name + "["), begin = named == source.npos ? 0 : named;
  std::size_t depth = 0;
  for (std::size_t at = source.find('[', begin); at < source.size(); ++at) {
    if (source[at] == '[') ++depth;
    if (source[at] == ']' && --depth == 0) return source.substr(begin, at + 1 - begin);
  }
  return source;
}

// Whether the index is a constant, a variable, or the number of a work-item or group, so that it needs
// no computation.
bool is_plain_index(const std::string& access) {
  const std::size_t open = access.find('[');
  if (open == access.npos || access.back() != ']') return false;
  std::string index = access.substr(open + 1, access.size() - open - 2);
  if (index.ends_with("(0)")) index.resize(index.size() - 3);
  return std::ranges::all_of(
      index, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

std::optional<Question> ask_cells(const Asking& asking, QuestionKind kind, bool is_store) {
  const LineStep& here = asking.here();
  const auto access = asking.run.access_at(asking.about);
  if (!access || is_ambiguous(asking, *access)) return std::nullopt;
  const bool is_single = access->count == 1 && (asking.level == 1 || asking.wanted.lane ||
                                                std::popcount(access->detail.lanes) == 1);
  const std::vector<std::uint64_t> all = elements_of(*access);
  if (!is_single && all.size() > 64) return std::nullopt;
  // If the answer contains all cells, the question has no wrong answer.
  if (all.size() == access->memory->elements && (!is_single || all.size() == 1) && !asking.wanted.is_named)
    return std::nullopt;
  const std::string source = asking.run.source(asking.about);
  const std::string place = access_text(source, access->memory->name);
  if (is_plain_index(place) && !asking.wanted.is_named && !asking.wanted.beside_run) return std::nullopt;
  Question question = begin_question(asking, kind, Form::cells, here.begin);
  question.memory = *access->memory;
  question.items = access->memory->elements;
  question.is_single = is_single;
  question.hides = hides_accesses | hides_values | hides_sentence | hides_costs;
  std::uint64_t lanes = access->detail.lanes;
  if (is_single) {
    const unsigned lane = chosen_lane(asking, lanes);
    if ((lanes >> lane & 1) == 0) return std::nullopt;
    lanes = std::uint64_t{1} << lane;
    question.lane = lane;
    question.answer.items = {access->elements[lane]};
    question.text = say(is_store ? Text::ask_written_cell : Text::ask_read_cell,
                        {{"name", access->memory->name},
                         {"lane", asking.run.lane_words(here, lane)},
                         {"line", here.line},
                         {"source", source}});
    const std::string values = values_of(asking.run, place, here, lane, question.position);
    question.reason = say(values.empty() ? Text::reason_cell : Text::reason_cell_values,
                          {{"lane", asking.run.lane_words(here, lane)},
                           {"values", values},
                           {"source", place},
                           {"name", access->memory->name},
                           {"index", access->elements[lane]}});
  } else {
    question.answer.items = all;
    question.text =
        say(is_store ? Text::ask_written_cells : Text::ask_read_cells, {{"name", access->memory->name},
                                                                        {"who", asking.run.who(here)},
                                                                        {"line", here.line},
                                                                        {"source", source}});
    question.reason = say(Text::reason_cells, {{"count", static_cast<std::uint64_t>(std::popcount(lanes))},
                                               {"name", access->memory->name},
                                               {"cells", ranges_text(all)}});
  }
  add_lines(asking.run, question.position, here, {here.line}, lanes, question);
  add_cell_facts(asking, *access, is_store, question);
  return question;
}

}  // namespace

bool fits_store(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return is_access(run, step, about, sim::Opcode::store);
}

bool fits_load(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return is_access(run, step, about, sim::Opcode::load);
}

std::optional<Question> ask_written_cell(const Asking& asking) {
  return ask_cells(asking, QuestionKind::written_cell, true);
}

std::optional<Question> ask_read_cells(const Asking& asking) {
  return ask_cells(asking, QuestionKind::read_cells, false);
}

std::optional<Question> ask_written_value(const Asking& asking) {
  const LineStep& here = asking.here();
  const auto access = asking.run.access_at(asking.about);
  if (!access || access->count != 1 || is_ambiguous(asking, *access)) return std::nullopt;
  const unsigned lane = chosen_lane(asking, access->detail.lanes);
  if ((access->detail.lanes >> lane & 1) == 0) return std::nullopt;
  const std::uint64_t element = access->elements[lane];
  // If several lanes write to one cell, only one of the values remains.
  bool is_alone = true;
  sim::for_each_lane(access->detail.lanes, [&](unsigned other) {
    is_alone = is_alone && (other == lane || access->elements[other] != element);
  });
  if (asking.run.is_by_chance(asking.about) && !asking.wanted.is_named) return std::nullopt;
  const std::string value = asking.run.value(asking.about + 1, *access->memory, element);
  const std::optional<double> number = number_of(value);
  if (!is_alone || !number) return std::nullopt;
  Question question = begin_question(asking, QuestionKind::written_value, Form::number, here.begin);
  const std::string& name = access->memory->name;
  question.lane = lane;
  question.cell = Cell{*access->memory, element};
  question.text = say(Text::ask_written_value, {{"lane", asking.run.lane_words(here, lane)},
                                                {"name", name},
                                                {"index", element},
                                                {"line", here.line},
                                                {"source", asking.run.source(asking.about)}});
  if (!set_number(value, access->memory->type, question)) return std::nullopt;
  const sim::ProvenanceId id = asking.run.provenance(asking.about + 1, *access->memory, element);
  const std::string label = asking.trace().provenance().label(id);
  question.reason =
      say(Text::reason_value, {{"line", here.line}, {"name", name}, {"index", element}, {"value", value}});
  if (!label.empty())
    question.reason += " " + say(Text::reason_value_from, {{"label", label}, {"value", value}});
  question.hides = hides_values | hides_inputs | hides_sentence;
  const std::uint64_t mask = std::uint64_t{1} << lane;
  add_lines(asking.run, question.position, here, {here.line}, mask, question);
  // The cells that the lane reads at this line.
  for (std::uint64_t at = here.begin; at < asking.about; ++at) {
    if (asking.trace().instruction_at(at).op != sim::Opcode::load) continue;
    const auto load = asking.run.access_at(at);
    if (!load || (load->detail.lanes >> lane & 1) == 0) continue;
    std::vector<std::uint64_t> cells;
    for (std::uint64_t i = 0; i < load->count; ++i) cells.push_back(load->elements[lane] + i);
    add_cells(asking.run, *load->memory, cells, question);
  }
  if (!asking.run.is_written(here.begin, *access->memory, element)) return question;
  const std::string before = asking.run.value(here.begin, *access->memory, element);
  if (const auto old = number_of(before); old && *old != *number && *old >= 0 && *old == std::floor(*old))
    question.facts.push_back(
        {static_cast<std::uint64_t>(*old),
         say(Text::fact_old_value, {{"value", before}, {"name", name}, {"index", element}})});
  return question;
}

}  // namespace lockstep::quiz
