#include "assignment/judging/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "assignment/judging/recorded_plan.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/input.hpp"
#include "core/plan/launch_description.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/explain/longest_warps.hpp"
#include "sim/explain/verdict.hpp"
#include "sim/explain/wrong_result/wrong_result.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/value_types.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/observers/counted_run_maker.hpp"
#include "sim/observers/counters/counters.hpp"
#include "sim/observers/memory_need.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::byte kPoison{0xA5};
constexpr std::size_t kMaxFindings = 20;  // in each answer
constexpr std::size_t kMaxUnwritten = 64;
constexpr std::size_t kExecuteMaxMessage = 4000;
constexpr std::uint64_t kPartOfVariables = 8;         // variables may take 1/8 of the memory limit
constexpr std::uint64_t kBytesOfStep = 512;           // bytes of a copied structure that count as one step
constexpr std::size_t kMaxSourceRuns = 50'000;        // maximum number in an answer
constexpr std::uint64_t kMaxGradedLaunches = 10'000;  // launches whose counters fit in an answer
const std::string kTooMuchMemory = "The buffers of this launch take more memory than the test allows.";

RunAnswer ended(RunAnswer::State state, std::string message) {
  RunAnswer answer;
  answer.state = state;
  answer.message = std::move(message);
  if (answer.message.size() > kExecuteMaxMessage) answer.message.resize(kExecuteMaxMessage);
  return answer;
}

// Returns the place at the beginning of a compiler's report: "reduce.cl:12:5: error: …".
SourcePlace place_of_report(std::string_view report) {
  SourcePlace place;
  const std::size_t first = report.find(':');
  if (first == report.npos) return place;
  const char* const end = report.data() + report.size();
  const auto line = std::from_chars(report.data() + first + 1, end, place.line);
  if (line.ec != std::errc() || line.ptr == end || *line.ptr != ':') return {};
  if (std::from_chars(line.ptr + 1, end, place.column).ec != std::errc()) return {};
  place.file = report.substr(0, first);
  return place;
}

RunAnswer refused(std::string message) {
  RunAnswer answer = ended(RunAnswer::State::refused, std::move(message));
  answer.place = place_of_report(answer.message);
  return answer;
}

// Returns the file that the launch names. All other files of the request are its headers, so that no file of
// this machine is included.
std::optional<KernelSource> source_of(const RunRequest& request, const std::string& main) {
  KernelSource source;
  bool is_found = false;
  for (const SourceText& file : request.files) {
    if (file.path == main) {
      source.path = file.path;
      source.text = file.text;
      is_found = true;
    } else {
      source.headers.push_back({file.path, file.text});
    }
  }
  source.is_closed = true;
  return is_found ? std::optional(std::move(source)) : std::nullopt;
}

std::string errors_text(const std::vector<DescriptionError>& errors) {
  std::string text;
  for (const DescriptionError& error : errors)
    text += (text.empty() ? "" : "\n") + error.key + (error.key.empty() ? "" : " ") + error.message;
  return text;
}

}  // namespace

class Executing::Execution {
 public:
  Execution(RunRequest request, std::stop_token stop, DrawMoment draw)
      : request_(std::move(request)), stop_(std::move(stop)), draw_(std::move(draw)) {}

  std::optional<RunAnswer> go_on(std::optional<std::chrono::milliseconds> most) {
    if (!maker_) {
      if (auto problem = begin()) return problem;
      if (most) return std::nullopt;
    }
    if (maker_->go_on(most)) return std::nullopt;
    sim::CountedRun run = maker_->finish();
    if (run.early_end == sim::EarlyEnd::requested || run.early_end == sim::EarlyEnd::stalled)
      return ended(RunAnswer::State::lost, "The run was stopped.");
    return end(run, contents_);
  }

 private:
  // Prepares the run; returns an answer if there will be no run.
  std::optional<RunAnswer> begin() {
    const auto description = parse_launch_description(request_.launch, "the launch");
    if (!description) return refused(description.error().message);
    const auto model = sim::find_device_model(request_.model);
    const auto lanes = sim::parse_lane_schedule(request_.lanes);
    const auto order = sim::parse_execution_order(request_.order);
    if (!model || !lanes || !order) return ended(RunAnswer::State::lost, "The request is not complete.");
    model_ = *model;
    options_.schedule = {*lanes, *order};
    if (auto problem = request_.recording.empty() ? take_launch(*description) : take_recording(*description))
      return problem;
    if (!request_.changes.empty()) return try_changes();
    return begin_run();
  }

  // The size is checked before memory of this size is allocated.
  bool takes_too_much(const LaunchDescription& description) const {
    std::uint64_t left = request_.memory_bytes;
    for (const DescribedBuffer& buffer : description.buffers) {
      const auto type = sim::parse_value_type(buffer.type);
      const std::uint64_t element = type ? size_bytes(type->type) * type->stored() : 1;
      if (buffer.count > left / element) return true;
      left -= buffer.count * element;
    }
    return false;
  }

  static std::uint64_t launch_count(const LaunchDescription& description) {
    std::uint64_t count = 0;
    for (const DescribedLaunch& launch : description.launches)
      count += std::min<std::uint64_t>(launch.repeat, kMaxGradedLaunches + 1);
    return count * std::min<std::uint64_t>(description.repeat, kMaxGradedLaunches + 1);
  }

  std::optional<RunAnswer> take_launch(const LaunchDescription& description) {
    if (takes_too_much(description)) return ended(RunAnswer::State::memory, kTooMuchMemory);
    if (launch_count(description) > kMaxGradedLaunches)
      return ended(RunAnswer::State::stopped,
                   fmt::format("This plan has more than {} launches.", kMaxGradedLaunches));
    const auto source = source_of(request_, description.file);
    if (!source) return refused(fmt::format("There is no file \"{}\" in this submission.", description.file));
    sim::DescribedRun described = sim::make_described_run(description, *source, "", *model_);
    if (!described.run) return refused(errors_text(described.errors));
    plan_ = std::move(described.run->plan);
    return take_contents();
  }

  std::optional<RunAnswer> take_recording(const LaunchDescription& description) {
    auto recorded = recorded_plan(request_, description.expectation);
    if (!recorded) return refused(recorded.error().message);
    plan_ = recorded->plan;
    recorded_ = std::move(*recorded);
    recorded_result_ = description.expectation.buffer;
    return std::nullopt;
  }

  std::optional<RunAnswer> take_contents() {
    for (const auto& [name, bytes] : request_.contents) {
      const auto buffer = std::ranges::find(plan_.buffers, name, &PlanBuffer::name);
      if (buffer == plan_.buffers.end())
        return refused(fmt::format("There is no buffer \"{}\" in this launch.", name));
      if (buffer->bytes() != bytes.size())
        return refused(fmt::format("The buffer \"{}\" has {} bytes, but its contents have {}.", name,
                                   buffer->bytes(), bytes.size()));
      // Only operations on inputs count as steps and work; a buffer of zeros is not an input.
      if (std::ranges::any_of(bytes, [](std::byte byte) { return byte != std::byte{0}; }))
        buffer->role = PlanBuffer::Role::input;
      buffer->content = {};
      buffer->content.pattern = Content::Pattern::bytes;
      buffer->content.bytes = std::make_shared<const Bytes>(bytes);
    }
    return std::nullopt;
  }

  std::vector<sim::BufferContents> initial_contents() const {
    std::vector<sim::BufferContents> contents;
    for (const PlanBuffer& buffer : plan_.buffers) {
      sim::BufferContents& one = contents.emplace_back();
      if (buffer.content.pattern == Content::Pattern::uninitialised) {
        one.bytes.assign(buffer.bytes(), kPoison);
        one.written.assign(buffer.bytes(), 0);
      } else {
        one.bytes = materialise(buffer);
      }
    }
    return contents;
  }

  std::optional<RunAnswer> begin_run() {
    options_.step_budget = request_.step_budget;
    options_.count_work = request_.counts_steps;
    options_.stop = stop_;
    options_.threads = 1;
    if (sim::memory_need(plan_, options_).total() > request_.memory_bytes)
      return ended(RunAnswer::State::memory, kTooMuchMemory);
    std::vector<std::shared_ptr<const sim::Program>> programs;
    for (const PlanProgram& program : plan_.programs) {
      auto compiled = sim::language::compile(program.source, program.options);
      if (!compiled) return refused(compiled.error().message);
      programs.push_back(std::move(*compiled));
    }
    if (const std::string what = too_large_in(programs); !what.empty())
      return ended(RunAnswer::State::memory, what);
    options_.step_budget = budget_with(programs);
    contents_ = initial_contents();
    auto maker = sim::CountedRunMaker::begin(plan_, *model_, options_, {{std::move(programs), &contents_}});
    if (!maker) return refused(maker.error().message);
    maker_.emplace(std::move(*maker));
    return std::nullopt;
  }

  RunAnswer try_changes() {
    RunAnswer answer;
    if (!plan_.expectation || recorded_)
      return ended(RunAnswer::State::lost, "Changes can only be tried in a kernel with an expected result.");
    options_.step_budget = request_.step_budget;
    options_.count_work = false;
    options_.stop = stop_;
    options_.threads = 1;
    for (const TextChange& change : request_.changes) {
      if (answer.steps > request_.budget_of_changes) break;
      answer.changed_results.push_back(result_with(change, answer.steps));
      if (stop_.stop_requested()) return ended(RunAnswer::State::lost, "The run was stopped.");
    }
    answer.state = RunAnswer::State::done;
    return answer;
  }

  Bytes result_with(const TextChange& change, std::uint64_t& steps) {
    std::vector<std::shared_ptr<const sim::Program>> programs;
    for (const PlanProgram& program : plan_.programs) {
      auto compiled = sim::language::compile(with_change(program.source, change), program.options);
      if (!compiled) return {};
      programs.push_back(std::move(*compiled));
    }
    if (!too_large_in(programs).empty()) return {};
    options_.step_budget = budget_with(programs);
    std::vector<sim::BufferContents> contents = initial_contents();
    const auto run = sim::run_counted(plan_, programs, contents, *model_, options_);
    if (!run) return {};
    steps += run->total.instructions;
    if (run->early_end != sim::EarlyEnd::none || has_errors(run->findings)) return {};
    return part_of_result(contents[plan_.expectation->result_buffer].bytes);
  }

  static KernelSource with_change(KernelSource source, const TextChange& change) {
    const auto make = [&](std::string& text) {
      if (change.begin <= text.size()) text.replace(change.begin, change.length, change.text);
    };
    if (source.path == change.file) make(source.text);
    for (auto& header : source.headers)
      if (header.name == change.file) make(header.text);
    return source;
  }

  // Returns at most the number of bytes in the request.
  Bytes part_of_result(const Bytes& all) const {
    const std::uint64_t size =
        request_.result_bytes == 0 ? all.size() : std::min<std::uint64_t>(request_.result_bytes, all.size());
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size)};
  }

  // A single instruction copies a whole structure of any size, for example from its initialiser.
  static std::uint64_t largest_copy(const std::vector<std::shared_ptr<const sim::Program>>& programs) {
    std::uint64_t largest = 0;
    for (const auto& program : programs)
      for (const sim::Instruction& instruction : program->code)
        if (instruction.op == sim::Opcode::copy)
          largest = std::max(largest, static_cast<std::uint64_t>(instruction.imm));
    return largest;
  }

  // If structures are copied, every instruction counts in proportion to the size of the largest one.
  std::uint64_t budget_with(const std::vector<std::shared_ptr<const sim::Program>>& programs) const {
    const std::uint64_t times = 1 + largest_copy(programs) / kBytesOfStep;
    return request_.step_budget == UINT64_MAX ? UINT64_MAX : request_.step_budget / times;
  }

  // Checks the memory of the variables in the programs. These variables are not buffers of the plan, and the
  // variables of each work-item are created again for each work-group.
  std::string too_large_in(const std::vector<std::shared_ptr<const sim::Program>>& programs) const {
    std::uint64_t global_bytes = 0;
    for (const auto& program : programs)
      for (const sim::GlobalVariable& variable : program->global_variables)
        global_bytes += std::min(variable.bytes, request_.memory_bytes);
    if (global_bytes > request_.memory_bytes / kPartOfVariables)
      return "The variables at program scope take more memory than the test allows.";
    if (const std::uint64_t bytes = largest_copy(programs);
        bytes > request_.memory_bytes / kPartOfVariables / model_->warp_width)
      return fmt::format(
          "Each work-item copies a structure of {}, which takes more memory than the test allows.",
          bytes_text(bytes));
    for (const PlanLaunch& launch : plan_.launches)
      if (programs[launch.program]->private_bytes > 0 &&
          launch.range.group_items() >
              request_.memory_bytes / kPartOfVariables / programs[launch.program]->private_bytes)
        return fmt::format(
            "The private arrays of kernel {} take {} for each work-item, which is more than the test allows.",
            launch.kernel, bytes_text(programs[launch.program]->private_bytes));
    return {};
  }

  RunAnswer end(sim::CountedRun& run, std::vector<sim::BufferContents>& contents) {
    for (sim::BufferContents& one : contents) run.buffers.push_back(std::move(one.bytes));
    RunAnswer answer = answer_of(run);
    if (recorded_) name_recorded(run, answer);
    if (recorded_ || !plan_.expectation) return answer;
    const std::size_t result = plan_.expectation->result_buffer;
    const std::vector<std::uint8_t>& written = contents[result].written;
    const std::uint64_t size = size_bytes(plan_.buffers[result].type);
    for (std::uint64_t at = 0; at < written.size() && answer.unwritten.size() < kMaxUnwritten; at += size)
      if (written[at] == 0) answer.unwritten.push_back(at / size);
    return answer;
  }

  // Selects, from all buffers of the program, the buffers that the request names, with the sizes in
  // the request.
  void name_recorded(const sim::CountedRun& run, RunAnswer& answer) const {
    std::map<std::string, Bytes> named;
    const auto part = [&](std::size_t buffer, std::uint64_t offset, std::uint64_t bytes) {
      const Bytes& all = run.buffers[buffer];
      const auto begin =
          all.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(offset, all.size()));
      return Bytes(begin,
                   begin + std::min<std::ptrdiff_t>(all.end() - begin, static_cast<std::ptrdiff_t>(bytes)));
    };
    for (const auto& [name, buffer] : recorded_->inputs)
      named[name] = part(buffer, 0, request_.contents.at(name).size());
    const Bytes result = part(recorded_->result, recorded_->result_offset, request_.result_bytes);
    Bytes& all = named[recorded_result_];  // an input if the plan's launches work in place
    all.resize(std::max(all.size(), result.size()));
    std::ranges::copy(result, all.begin());
    answer.contents = std::move(named);
    answer.result = recorded_result_;
  }

  RunAnswer answer_of(const sim::CountedRun& run) {
    RunAnswer answer;
    answer.state = RunAnswer::State::done;
    answer.counts = counts_of(run);
    answer.steps = run.total.instructions;
    for (const sim::Finding& finding : run.findings)
      if (answer.findings.size() < kMaxFindings) answer.findings.push_back(finding_of(finding));
    if (run.early_end != sim::EarlyEnd::none) {
      answer.state = RunAnswer::State::stopped;
      const auto last = std::ranges::find_if(run.findings, [](const sim::Finding& finding) {
        return finding.kind == sim::Finding::Kind::step_budget ||
               finding.kind == sim::Finding::Kind::endless_loop;
      });
      answer.message = last == run.findings.end() ? "The run did not end." : last->message;
      if (last != run.findings.end()) answer.place = place_of(last->first);
    }
    name_contents(run, answer);
    if (request_.explains && run.early_end == sim::EarlyEnd::none) explain(run, answer);
    if (!request_.shown_failure.empty() && run.early_end == sim::EarlyEnd::none)
      answer.moment = failing_moment(request_, plan_, *model_, options_.schedule, draw_, stop_);
    if (request_.counts_warps && run.early_end == sim::EarlyEnd::none) count_warps(run, answer);
    if (request_.followed_elements > 0 && run.early_end == sim::EarlyEnd::none) follow(run, answer);
    return answer;
  }

  // The other buffers of the submission are not needed, and could be too large for an answer.
  void name_contents(const sim::CountedRun& run, RunAnswer& answer) const {
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
      const std::string& name = plan_.buffers[i].name;
      const bool is_result = plan_.expectation && plan_.expectation->result_buffer == i;
      if (is_result) answer.result = name;
      if (request_.contents.contains(name))
        answer.contents[name] = run.buffers[i];
      else if (is_result)
        answer.contents[name] = part_of_result(run.buffers[i]);
    }
  }

  void count_warps(const sim::CountedRun& run, RunAnswer& answer) const {
    const auto longest = sim::longest_warps(plan_, *model_, options_.schedule, run.total.instructions, stop_);
    for (std::size_t i = 0; longest && i < answer.counts.launches.size(); ++i)
      answer.counts.launches[i].longest_warp = (*longest)[i];
  }

  // Adds the inputs of the result, and the work-groups that combined them.
  void follow(const sim::CountedRun& run, RunAnswer& answer) const {
    if (run.total.active_lanes > kMaxFollowedLanes) return;
    if (recorded_ && recorded_->result_offset != 0) return;
    if (!recorded_ && !plan_.expectation) return;
    const std::size_t result = recorded_ ? recorded_->result : plan_.expectation->result_buffer;
    const auto sources = sim::sources_of_result(plan_, *model_, options_.schedule, run.total.instructions,
                                                {result, request_.followed_elements}, stop_);
    if (!sources) return;
    answer.is_followed = true;
    if (sources->outside_line != 0)
      answer.outside = {plan_.programs.front().source.path, sources->outside_line, 0};
    std::size_t room = kMaxSourceRuns;
    for (const sim::ResultSources::Element& element : sources->elements) {
      if (element.runs.size() > room) break;
      room -= element.runs.size();
      ElementSources one{element.index, element.is_sum, {}};
      for (const auto& [buffer, first, last] : element.runs)
        one.runs.push_back({name_of(buffer), first, last});
      answer.sources.push_back(std::move(one));
    }
    for (std::size_t i = 0; i < answer.counts.launches.size() && i < sources->launches.size(); ++i) {
      answer.counts.launches[i].combining_groups = sources->launches[i].combining;
      answer.counts.launches[i].exchanging_groups = sources->launches[i].through_local;
      answer.counts.launches[i].scattered_sums = sources->launches[i].scattered;
    }
  }

  // Returns the name of the buffer in the request.
  std::string name_of(std::size_t buffer) const {
    if (recorded_)
      for (const auto& [name, index] : recorded_->inputs)
        if (index == buffer) return name;
    return plan_.buffers[buffer].name;
  }

  void explain(const sim::CountedRun& run, RunAnswer& answer) const {
    for (const sim::LineCounters& lines : run.lines)
      for (const auto& [place, counters] : lines)
        if (place.first == 0) answer.lines.push_back({place.second, counters});
    const sim::RunVerdict verdict = sim::verdict_of(with_inputs(), *model_, options_.schedule, run, stop_);
    if (!verdict.is_wrong()) return;
    answer.explanation = verdict.message;
    answer.lacks_launch = verdict.lacks_launch;
    if (!verdict.from) return;
    answer.explanation += " " + verdict.from->sentence;
    if (verdict.from->line != 0)
      answer.explained = {plan_.programs.front().source.path, verdict.from->line, 0};
  }

  // Returns the plan with the input that the host of a recording writes, because the expected result follows
  // from this input.
  Plan with_inputs() const {
    Plan plan = plan_;
    if (!recorded_ || !plan.expectation) return plan;
    PlanBuffer& input = plan.buffers[plan.expectation->input_buffer];
    for (const auto& [name, index] : recorded_->inputs)
      if (index == plan.expectation->input_buffer) {
        Bytes bytes = request_.contents.at(name);
        bytes.resize(input.bytes());
        input.content = {.pattern = Content::Pattern::bytes,
                         .bytes = std::make_shared<const Bytes>(std::move(bytes))};
      }
    return plan;
  }

  RunCounts counts_of(const sim::CountedRun& run) const {
    RunCounts counts;
    counts.total = run.total;
    for (std::size_t i = 0; i < plan_.launches.size() && i < run.launches.size(); ++i) {
      const PlanLaunch& launch = plan_.launches[i];
      const NdRange& range = launch.range;
      std::uint64_t local_bytes = 0;
      for (const Argument& argument : launch.arguments)
        if (const auto* const local = std::get_if<LocalArgument>(&argument)) local_bytes += local->bytes;
      counts.launches.push_back(
          {.work_items = range.global_size[0] * range.global_size[1] * range.global_size[2],
           .groups = range.group_count(),
           .barriers = run.launches[i].barriers,
           .local_bytes = local_bytes,
           .counters = run.launches[i]});
    }
    return counts;
  }

  SourcePlace place_of(const sim::Finding::Party& party) const {
    if (!party.present || party.launch >= plan_.launches.size()) return {};
    const PlanProgram& program = plan_.programs[plan_.launches[party.launch].program];
    std::string file = program.source.path;
    if (party.range.file != 0) {
      const auto unit = sim::language::analyse(program.source, program.options);
      if (unit && party.range.file < unit->files.size()) file = unit->files[party.range.file].path;
    }
    return {std::move(file), party.range.line, party.range.column};
  }

  RunFinding finding_of(const sim::Finding& finding) const {
    return {std::string(sim::kind_name(finding.kind)), std::string(severity_name(finding.severity)),
            finding.message, place_of(finding.first), place_of(finding.second)};
  }

  const RunRequest request_;
  std::stop_token stop_;
  DrawMoment draw_;
  Plan plan_;
  std::optional<RecordedPlan> recorded_;  // if the plan comes from a recording
  std::string recorded_result_;           // name of its result in the request
  const sim::DeviceModel* model_ = nullptr;
  sim::RunOptions options_;
  std::vector<sim::BufferContents> contents_;
  std::optional<sim::CountedRunMaker> maker_;
};

Executing::Executing(RunRequest request, std::stop_token stop, DrawMoment draw)
    : execution_(std::make_unique<Execution>(std::move(request), std::move(stop), std::move(draw))) {}
Executing::Executing(Executing&&) noexcept = default;
Executing& Executing::operator=(Executing&&) noexcept = default;
Executing::~Executing() = default;

std::optional<RunAnswer> Executing::go_on(std::optional<std::chrono::milliseconds> most) {
  return execution_->go_on(most);
}

RunAnswer execute(const RunRequest& request, const std::stop_token& stop, const DrawMoment& draw) {
  return *Executing(request, stop, draw).go_on({});
}

}  // namespace lockstep::assignment
