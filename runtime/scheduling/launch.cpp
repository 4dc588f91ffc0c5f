#include "runtime/scheduling/launch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

#include "runtime/journal/journal.hpp"
#include "runtime/scheduling/command_order.hpp"
#include "runtime/scheduling/host_layout.hpp"
#include "runtime/scheduling/scheduler.hpp"
#include "runtime/scheduling/shared_pointers.hpp"
#include "sim/observers/observed_run.hpp"
#include "sim/observers/touched_bytes.hpp"

namespace lockstep::runtime {
namespace {

// The plan of a single launch, and the memory that its buffers represent.
struct LaunchPlan {
  Plan plan;
  std::vector<std::shared_ptr<Storage>> storages;  // for each buffer of the plan
};

PlanBuffer::Access access_of(const _cl_mem& memory) {
  if ((memory.flags & CL_MEM_READ_ONLY) != 0) return PlanBuffer::Access::read_only;
  if ((memory.flags & CL_MEM_WRITE_ONLY) != 0) return PlanBuffer::Access::write_only;
  return PlanBuffer::Access::read_write;
}

PlanBuffer buffer_of(const _cl_mem& memory, const sim::Parameter& parameter) {
  const std::size_t bytes = memory.storage->size();
  const ElementType type = memory.image ? memory.image->texels.format.element() : parameter.type;
  PlanBuffer buffer;
  buffer.name = parameter.name;
  buffer.type = bytes % size_bytes(type) == 0 ? type : ElementType::uint8;
  buffer.elements = bytes / size_bytes(buffer.type);
  if (memory.parent) return buffer;
  buffer.access = access_of(memory);
  if (memory.image) buffer.image = memory.image->texels;
  return buffer;
}

std::size_t index_of(LaunchPlan& launch, const _cl_mem& memory, const sim::Parameter& parameter) {
  const std::shared_ptr<Storage>& storage = memory.storage;
  const auto found = std::ranges::find(launch.storages, storage);
  if (found != launch.storages.end()) return static_cast<std::size_t>(found - launch.storages.begin());
  if (storage->name.empty()) storage->name = storage->results->name = parameter.name;
  launch.storages.push_back(storage);
  launch.plan.buffers.push_back(buffer_of(memory, parameter));
  return launch.storages.size() - 1;
}

Argument argument_of(LaunchPlan& launch, const ArgumentValue& value, const sim::Parameter& parameter) {
  if (const auto* local = std::get_if<LocalArgument>(&value)) return *local;
  if (const auto* scalar = std::get_if<ScalarArgument>(&value)) return *scalar;
  if (const auto* sampler = std::get_if<SamplerArgument>(&value)) return *sampler;
  const std::shared_ptr<_cl_mem>& memory = std::get<MemoryValue>(value).memory;
  if (!memory) return NullArgument{};
  BufferArgument argument;
  argument.buffer = index_of(launch, *memory, parameter);
  if (memory->parent) {
    argument.offset_bytes = memory->offset;
    argument.bytes = memory->is_shared() ? 0 : memory->size;  // pointers may access the whole allocation
    if (memory->image) argument.image = memory->image->texels;
  }
  return argument;
}

// Adds memory that the kernel accesses only through pointers in memory.
void add_reached(LaunchPlan& launch, const _cl_mem& memory) {
  if (std::ranges::find(launch.storages, memory.storage) != launch.storages.end()) return;
  launch.storages.push_back(memory.storage);
  PlanBuffer buffer;
  buffer.name = memory.storage->name.empty() ? "svm" : memory.storage->name;
  buffer.type = ElementType::uint8;
  buffer.elements = memory.storage->size();
  launch.plan.buffers.push_back(std::move(buffer));
}

LaunchPlan plan_of(const Launch& launch) {
  LaunchPlan result;
  result.plan.id = launch.program->name;
  result.plan.n = launch.range.global_size[0] * launch.range.global_size[1] * launch.range.global_size[2];
  result.plan.group_size = launch.range.group_items();
  result.plan.programs.push_back({{launch.program->name, launch.text, "."}, launch.options});
  PlanLaunch planned;
  planned.kernel = launch.kernel;
  planned.range = launch.range;
  planned.label = launch.kernel;
  const sim::Kernel* kernel = launch.code->find_kernel(launch.kernel);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i)
    planned.arguments.push_back(argument_of(result, launch.arguments[i], kernel->parameters[i]));
  for (const auto& memory : launch.reached) add_reached(result, *memory);
  result.plan.launches.push_back(std::move(planned));
  return result;
}

// Returns the launch in the form of the journal, with the numbers of its buffers in the process.
LaunchLine line_of(const Launch& launch, const LaunchPlan& planned) {
  LaunchLine line;
  line.call = launch.call;
  line.model = launch.device->model.name;
  line.launch = planned.plan.launches.front();
  for (Argument& argument : line.launch.arguments)
    if (auto* buffer = std::get_if<BufferArgument>(&argument))
      buffer->buffer = planned.storages[buffer->buffer]->number;
  for (std::size_t i = 0; i < planned.storages.size(); ++i) {
    const PlanBuffer& buffer = planned.plan.buffers[i];
    line.buffers.push_back({planned.storages[i]->number, buffer.name, buffer.type, buffer.access});
  }
  return line;
}

LaunchTicket begin_launch(const Launch& launch, const LaunchPlan& planned) {
  std::vector<BufferBytes> buffers;
  for (const auto& storage : planned.storages)
    buffers.push_back({storage->number, {storage->data(), storage->size()}});
  const ProgramLine program{launch.program->file, {{launch.program->name, launch.text}, launch.options}};
  return Journal::of_process().begin_launch(line_of(launch, planned), program, buffers);
}

std::vector<sim::BufferContents> take_contents(const LaunchPlan& launch) {
  std::vector<sim::BufferContents> contents;
  for (const auto& storage : launch.storages) contents.push_back(storage->take());
  return contents;
}

// Returns the contents to the storages. If the run throws an exception, the contents are lost.
void give_back(const LaunchPlan& launch, std::vector<sim::BufferContents>& contents) {
  for (std::size_t i = 0; i < launch.storages.size(); ++i)
    launch.storages[i]->give_back(std::move(contents[i]));
}

Result<sim::CountedRun> run_in_simulator(const Launch& launch, const LaunchPlan& planned,
                                         const sim::RunOptions& options, sim::UsedBytes* used) {
  std::vector<sim::BufferContents> contents = take_contents(planned);
  const SharedPointers pointers(planned.storages, planned.plan.launches.front().arguments,
                                launch.code->global_variables.size());
  for (sim::BufferContents& buffer : contents) pointers.give_to_kernel(buffer.bytes);
  std::unique_lock<std::mutex> lock;
  std::vector<sim::BufferContents>* variables = nullptr;
  if (!launch.code->global_variables.empty()) {
    lock = std::unique_lock(launch.program->variables_mutex);
    variables = &launch.program->variables[launch.code];
    std::ranges::copy(*variables, std::back_inserter(contents));
  }
  Result<sim::CountedRun> run = failure("out of memory");
  try {
    run = sim::run_observed(planned.plan, {launch.code}, contents, launch.device->model, options, used);
  } catch (const std::bad_alloc&) {
  }
  if (variables != nullptr && run && contents.size() > planned.storages.size())
    variables->assign(contents.begin() + static_cast<std::ptrdiff_t>(planned.storages.size()),
                      contents.end());
  for (std::size_t i = 0; i < planned.storages.size(); ++i) pointers.give_to_program(contents[i].bytes);
  give_back(planned, contents);
  return run;
}

// Whether concurrent commands or the program may use the bytes of the launch.
bool must_observe(const LaunchPlan& planned) {
  if (delivery() == Delivery::early) return false;
  return CommandOrder::of_process().has_several_timelines() ||
         std::ranges::any_of(planned.storages, [](const auto& storage) { return !storage->mapped.empty(); });
}

ByteSet bytes_of(std::span<const std::uint64_t> bits) {
  ByteSet bytes;
  sim::each_stretch(bits, [&](std::uint64_t begin, std::uint64_t end) { bytes.add({begin, end}); });
  return bytes;
}

void keep_uses(const Launch& launch, const LaunchPlan& planned, const sim::UsedBytes& used) {
  for (std::size_t i = 0; i < std::min(planned.storages.size(), used.size()); ++i) {
    launch.observed->push_back({planned.storages[i], bytes_of(used[i].read), false});
    launch.observed->push_back({planned.storages[i], bytes_of(used[i].written), true});
  }
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

Outcome<void> run(const Launch& launch) {
  Journal& journal = Journal::of_process();
  const LaunchPlan planned = plan_of(launch);
  launch.observed->clear();  // from an earlier run, if a command buffer repeats the launch
  const LaunchTicket ticket = begin_launch(launch, planned);
  sim::RunOptions options;
  options.count_work = false;
  options.detect_findings = ticket.checks;
  options.on_print = print;
  options.timeout = journal.timeout();
  sim::UsedBytes used;
  const auto result = run_in_simulator(launch, planned, options, must_observe(planned) ? &used : nullptr);
  keep_uses(launch, planned, used);
  if (!result) {
    journal.end_launch(ticket, result.error().message);
    return refuse(CL_OUT_OF_RESOURCES, result.error().message);
  }
  journal.end_launch(ticket, *result);
  report_layout(launch, result->findings);
  if (result->early_end != sim::EarlyEnd::none)
    return refuse(CL_OUT_OF_RESOURCES, "kernel " + launch.kernel + " was stopped");
  return {};
}

}  // namespace lockstep::runtime
