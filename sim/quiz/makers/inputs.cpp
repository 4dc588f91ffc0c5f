// Makes questions about the inputs that are combined in a value.
#include <algorithm>
#include <map>
#include <set>

#include "sim/figure_rows/combination_tree.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {

using sim::ProvenanceId;
using sim::ProvenanceNode;

// Whether the step stores a value after the line has combined values.
bool fits_combining(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  if (!fits_store(run, step, about)) return false;
  for (std::uint64_t at = step.begin; at < about; ++at)
    if ((run.trace().at(at).flags & sim::TraceRecord::work) != 0) return true;
  return false;
}

namespace {

// Returns the elements of the plan's input that a value combines; empty if the value also combines
// other buffers.
std::optional<std::vector<std::uint64_t>> inputs_of(const QuizRun& run, ProvenanceId id) {
  const auto& expectation = run.plan().expectation;
  std::vector<std::uint64_t> inputs;
  std::optional<std::uint32_t> buffer;
  if (expectation) buffer = static_cast<std::uint32_t>(expectation->input_buffer);
  for (const auto& [input, times] : run.trace().provenance().counts(id)) {
    if (buffer && input.first != *buffer) return std::nullopt;
    buffer = input.first;
    inputs.push_back(input.second);
  }
  return inputs;
}

std::uint32_t buffer_of(const QuizRun& run, ProvenanceId id) {
  const auto counts = run.trace().provenance().counts(id);
  return counts.empty() ? 0 : counts.begin()->first.first;
}

// Returns, for each input of a value, the line that combined the input into the value. Inputs without such a
// line are absent.
std::map<std::uint64_t, std::uint32_t> lines_of_inputs(const QuizRun& run, ProvenanceId id) {
  const sim::ProvenanceGraph& graph = run.trace().provenance();
  std::map<std::uint64_t, std::uint32_t> lines;
  for (const ProvenanceId each : graph.combinations(id)) {
    const ProvenanceNode& node = graph.node(each);
    const sim::Program& program = run.trace().program(run.plan().launches[node.launch].program);
    const sim::SourceRange& range = program.ranges[program.code[node.pc].range];
    for (const ProvenanceId operand : {node.left, node.right})
      if (graph.node(operand).kind == ProvenanceNode::Kind::input && range.file == 0)
        lines.emplace(graph.node(operand).index, range.line);
  }
  return lines;
}

void add_input_facts(const QuizRun& run, ProvenanceId id, Question& question) {
  const Cell& cell = *question.cell;
  constexpr std::uint64_t kMax = 256;
  const auto lines = lines_of_inputs(run, id);
  const std::string label = run.trace().provenance().label(id);
  const std::set<std::uint64_t> in(question.answer.items.begin(), question.answer.items.end());
  for (std::uint64_t input = 0; input < std::min(question.items, kMax); ++input) {
    const auto line = lines.find(input);
    const Text text = !in.contains(input)   ? Text::fact_input_not_in
                      : line == lines.end() ? Text::fact_input_copied
                                            : Text::fact_input_in;
    question.facts.push_back({input, say(text, {{"input", input},
                                                {"name", cell.memory.name},
                                                {"index", cell.index},
                                                {"line", line == lines.end() ? 0u : line->second},
                                                {"label", label}})});
  }
}

// Adds the inputs of the cells and variables that the lane reads at the line. Returns false if the answer
// does not follow from these inputs.
bool add_contents(const Asking& asking, unsigned lane, ProvenanceId id, Question& question) {
  const QuizRun& run = asking.run;
  const LineStep& here = asking.here();
  const sim::ProvenanceGraph& graph = run.trace().provenance();
  std::set<std::uint64_t> known;
  bool is_copy = false;
  const auto note = [&](ProvenanceId part) {
    is_copy = is_copy || part == id;
    const auto inputs = inputs_of(run, part);
    if (inputs) known.insert(inputs->begin(), inputs->end());
  };
  std::set<std::string> said;
  const auto add = [&](std::string sentence) {
    if (said.insert(sentence).second) question.given.push_back(std::move(sentence));
  };
  for (std::uint64_t at = here.begin; at < asking.about; ++at) {
    if (run.trace().instruction_at(at).op != sim::Opcode::load) continue;
    const auto load = run.access_at(at);
    if (!load || (load->detail.lanes >> lane & 1) == 0) continue;
    for (std::uint64_t i = 0; i < load->count; ++i) {
      const std::uint64_t element = load->elements[lane] + i;
      const ProvenanceId part = run.provenance(here.begin, *load->memory, element);
      const std::string label = graph.label(part);
      if (label.empty()) continue;
      note(part);
      add(say(Text::given_contains, {{"name", load->memory->name}, {"index", element}, {"label", label}}));
    }
  }
  // Variables that the line uses.
  const auto state = run.state(here.begin);
  const sim::Program& program = run.trace().program_at(here.begin);
  const std::uint32_t pc = run.trace().at(here.begin).moment.pc;
  const std::string code = run.code(here);
  for (const sim::Variable& variable : program.variables) {
    if (!variable.in_register || !has_value(program, variable, pc)) continue;
    if (code.find(variable.name) == code.npos) continue;
    const std::size_t place =
        (std::size_t{here.warp} * program.register_count + variable.first) * run.trace().model().warp_width +
        lane;
    const ProvenanceId part =
        place < state->register_provenance.size() ? state->register_provenance[place] : 0;
    const std::string label = graph.label(part);
    if (label.empty()) continue;
    note(part);
    add(say(Text::given_variable_contains, {{"name", variable.name}, {"label", label}}));
  }
  const auto wanted = inputs_of(run, id);
  // If a single value contains all inputs, the line only copies this value.
  return wanted && !is_copy && std::ranges::includes(known, *wanted);
}

std::optional<Question> ask_inputs_at_end(const Asking& asking) {
  const QuizRun& run = asking.run;
  const auto cell = sim::find_cell(run.trace(), run.trace().size(), asking.wanted.cell);
  if (!cell || cell->memory.space == sim::Space::local) return std::nullopt;
  const sim::NamedMemory& named = cell->memory;
  const sim::MemoryObject result{false, named.object - 1, named.type, named.object,
                                 0,     named.elements(), named.name};
  const ProvenanceId id = sim::provenance_of(*run.state(run.trace().size()), cell->memory, cell->index);
  const auto inputs = inputs_of(run, id);
  if (!inputs || inputs->empty()) return std::nullopt;
  const std::uint32_t buffer = buffer_of(run, id);
  Question question = begin_question(asking, QuestionKind::inputs_of_cell, Form::cells, run.trace().size());
  question.about = question.reveal = run.trace().size();
  const PlanBuffer& input = run.plan().buffers[buffer];
  question.memory = sim::MemoryObject{false, buffer, input.type, buffer + 1, 0, input.elements, input.name};
  question.items = input.elements;
  question.cell = Cell{result, cell->index};
  question.answer.items = *inputs;
  question.text = say(Text::ask_inputs_end, {{"name", cell->memory.name}, {"index", cell->index}});
  const std::string label = run.trace().provenance().label(id);
  question.reason =
      say(Text::reason_inputs, {{"name", cell->memory.name}, {"index", cell->index}, {"label", label}});
  question.hides = hides_inputs | hides_sentence;
  add_input_facts(run, id, question);
  return question;
}

}  // namespace

std::optional<Question> ask_inputs_of_cell(const Asking& asking) {
  if (asking.step == LineStep::kNone)
    return asking.wanted.at_end && !asking.wanted.cell.empty() ? ask_inputs_at_end(asking) : std::nullopt;
  const QuizRun& run = asking.run;
  const LineStep& here = asking.here();
  const auto access = run.access_at(asking.about);
  if (!access || access->count != 1) return std::nullopt;
  unsigned lane = static_cast<unsigned>(asking.random.one_of(items_of(access->detail.lanes)));
  if (asking.wanted.lane) lane = *asking.wanted.lane;
  if (!asking.wanted.cell.empty()) {
    bool found = false;
    sim::for_each_lane(access->detail.lanes, [&](unsigned each) {
      if (access->memory->name + "[" + std::to_string(access->elements[each]) + "]" != asking.wanted.cell)
        return;
      lane = each;
      found = true;
    });
    if (!found) return std::nullopt;
  }
  if ((access->detail.lanes >> lane & 1) == 0) return std::nullopt;
  if (run.is_by_chance(asking.about) && !asking.wanted.is_named) return std::nullopt;
  const std::uint64_t element = access->elements[lane];
  // The contents of the cell after the whole line, regardless of which lane wrote to it last.
  const ProvenanceId id = run.provenance(here.end, *access->memory, element);
  if (id != run.provenance(asking.about + 1, *access->memory, element)) return std::nullopt;
  bool is_alone = true;
  sim::for_each_lane(access->detail.lanes, [&](unsigned other) {
    is_alone = is_alone && (other == lane || access->elements[other] != element);
  });
  const auto inputs = inputs_of(run, id);
  const std::size_t most = asking.wanted.is_named ? 4096 : std::size_t{4} << asking.level;
  if (!is_alone || !inputs || inputs->size() > most || inputs->size() < (asking.wanted.is_named ? 1u : 2u))
    return std::nullopt;
  const std::uint32_t buffer = buffer_of(run, id);
  const PlanBuffer& input = run.plan().buffers[buffer];
  Question question = begin_question(asking, QuestionKind::inputs_of_cell, Form::cells, here.begin);
  question.reveal = here.end;
  question.memory = sim::MemoryObject{false, buffer, input.type, buffer + 1, 0, input.elements, input.name};
  question.items = input.elements;
  question.lane = lane;
  question.cell = Cell{*access->memory, element};
  question.answer.items = *inputs;
  question.text = say(Text::ask_inputs, {{"name", access->memory->name},
                                         {"index", element},
                                         {"lane", run.lane_words(here, lane)},
                                         {"line", here.line}});
  question.hides = hides_inputs | hides_values | hides_sentence;
  add_lines(run, question.position, here, {here.line}, std::uint64_t{1} << lane, question);
  if (!add_contents(asking, lane, id, question) && !asking.wanted.is_named) return std::nullopt;
  const std::string label = run.trace().provenance().label(id);
  question.reason =
      say(Text::reason_inputs, {{"name", access->memory->name}, {"index", element}, {"label", label}});
  add_input_facts(run, id, question);
  return question;
}

}  // namespace lockstep::quiz
