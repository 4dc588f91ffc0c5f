#include "core/opencl/loaded_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/base/large_bytes.hpp"
#include "core/opencl/command_trail.hpp"
#include "core/opencl/device_buffer.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/fill.hpp"
#include "core/opencl/images.hpp"
#include "core/opencl/prepared_launches.hpp"
#include "core/plan/input.hpp"

namespace lockstep::opencl {
namespace {

cl_mem_flags flags_of(PlanBuffer::Access access) {
  switch (access) {
    case PlanBuffer::Access::read_only:
      return CL_MEM_READ_ONLY;
    case PlanBuffer::Access::write_only:
      return CL_MEM_WRITE_ONLY;
    case PlanBuffer::Access::read_write:
      break;
  }
  return CL_MEM_READ_WRITE;
}

constexpr std::byte poison{0xA5};
constexpr std::chrono::milliseconds kGlance{1};
using Command = CommandTrail::Command;

// A driver's compiler reads any file that a source includes. The search covers #include, #import, #embed and
// the option -include, also across a line end.
Result<void> check_closed(const PlanProgram& program) {
  if (!program.source.is_closed) return {};
  std::string text = program.source.text;
  for (std::size_t at = 0; (at = text.find('\\', at)) != text.npos;) {
    std::size_t end = text.find_first_not_of(" \t\v\f\r", at + 1);
    if (end != text.npos && text[end] == '\n')
      text.erase(at, end + 1 - at);
    else
      ++at;
  }
  for (const std::string_view word : {"include", "import", "embed"})
    if (text.find(word) != text.npos || program.options.find(word) != program.options.npos)
      return failure(
          fmt::format("{} was recorded and may include files, which are not available to a device; run it in "
                      "the simulator.",
                      program.source.path));
  return {};
}

LargeBytes content_of(const PlanBuffer& buffer) {
  LargeBytes bytes(buffer.bytes());
  fill_input(buffer.content, buffer.type, bytes);
  return bytes;
}

}  // namespace

struct LoadedPlan::Objects {
  cl::CommandQueue queue;
  std::vector<cl::Buffer> buffers;
  KernelObjects made;
  std::vector<cl::Kernel> kernels;
  CommandTrail trail;
  KeptBytes filled;
  cl::Event latest_read;
};

LoadedPlan::LoadedPlan(const measure::Device& device, const Plan& plan, std::string& place,
                       std::span<const std::byte> input)
    : device_(device), plan_(plan), place_(place), input_(input), objects_(std::make_unique<Objects>()) {}
LoadedPlan::~LoadedPlan() = default;

void LoadedPlan::forget_events() { objects_->trail.forget(); }
void LoadedPlan::finish() const {
  objects_->queue.finish();
  objects_->filled.clear();
}

void LoadedPlan::use_queue(const cl::CommandQueue& queue) { objects_->queue = queue; }

void LoadedPlan::flush() const { objects_->queue.flush(); }
void LoadedPlan::wait_for_read() const { objects_->latest_read.wait(); }

void LoadedPlan::read_later(std::size_t buffer, std::span<std::byte> to, std::uint64_t offset_bytes) {
  place_ = fmt::format("reading buffer '{}'", plan_.buffers[buffer].name);
  objects_->queue.enqueueReadBuffer(objects_->buffers[buffer], CL_FALSE, offset_bytes, to.size(), to.data(),
                                    nullptr, &objects_->latest_read);
}

void LoadedPlan::throw_if_a_command_failed() const {
  if (const cl_int status = objects_->trail.first_error(); status != CL_SUCCESS) throw cl::Error(status);
}
const cl::Buffer& LoadedPlan::buffer(std::size_t index) const { return objects_->buffers[index]; }
std::size_t LoadedPlan::launch_count() const { return objects_->kernels.size(); }

Result<void> LoadedPlan::load(OpenDevice& open, std::string_view extra_option) {
  objects_->queue = open.queue();
  place_ = "building the kernels";
  for (const PlanProgram& program : plan_.programs) {
    if (auto safe = check_closed(program); !safe) return safe;
    auto built = open.program(program, extra_option);
    if (!built) return tl::unexpected(built.error());
    programs_.push_back(std::move(*built));
  }
  make_buffers(open.context());
  auto kernels = prepare_launches(device_, plan_, programs_, objects_->buffers, objects_->made, place_);
  if (!kernels) return tl::unexpected(kernels.error());
  objects_->kernels = std::move(*kernels);
  return {};
}

void LoadedPlan::make_buffers(const cl::Context& context) {
  own_contents_.resize(plan_.buffers.size());
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    place_ = fmt::format("making buffer '{}'", plan_.buffers[i].name);
    const cl_mem_flags flags = flags_of(plan_.buffers[i].access);
    if (const auto& image = plan_.buffers[i].image)
      objects_->buffers.push_back(make_image(context, flags, *image));
    else
      objects_->buffers.push_back(make_buffer(context, device_, flags, plan_.buffers[i].bytes()));
    const bool is_given = !input_.empty() && plan_.expectation && i == plan_.expectation->input_buffer;
    if (!is_given && plan_.buffers[i].content.pattern != Content::Pattern::uninitialised)
      own_contents_[i] = content_of(plan_.buffers[i]);
    contents_.push_back(is_given ? input_ : own_contents_[i]);
  }
}

// Without an expectation, an input that a kernel overwrote would not be detected.
bool LoadedPlan::keeps_content(std::size_t buffer) const {
  return plan_.expectation && plan_.host_calls.empty() && buffer != plan_.expectation->result_buffer &&
         plan_.buffers[buffer].role == PlanBuffer::Role::input;
}

void LoadedPlan::restore_buffers(bool first_run) {
  // Each buffer is checked separately, because after a failure NVIDIA's driver answers no query about
  // any event.
  for (std::size_t i = 0; i < objects_->buffers.size(); ++i) {
    if (!first_run && (keeps_content(i) || plan_.buffers[i].refill == PlanBuffer::Refill::never)) continue;
    objects_->trail.forget();
    place_ = fmt::format("filling buffer '{}'", plan_.buffers[i].name);
    restore_buffer(i);
    finish();
    throw_if_a_command_failed();
  }
  objects_->trail.forget();
}

void LoadedPlan::restore_buffer(std::size_t index) {
  const PlanBuffer& buffer = plan_.buffers[index];
  const bool is_poisoned = contents_[index].empty() || buffer.refill == PlanBuffer::Refill::each_run;
  if (const auto& image = buffer.image) {
    write_image(objects_->queue, objects_->buffers[index], *image,
                is_poisoned ? std::vector<std::byte>(buffer.bytes(), poison)
                            : std::vector<std::byte>(contents_[index].begin(), contents_[index].end()));
  } else if (is_poisoned) {
    fill({Command::Kind::fill, index}, index, std::array{poison}, 0, buffer.bytes());
  } else {
    cl::Event event;
    objects_->queue.enqueueWriteBuffer(objects_->buffers[index], CL_FALSE, 0, contents_[index].size(),
                                       contents_[index].data(), nullptr, &event);
    objects_->trail.add({Command::Kind::write, index}, event);
  }
}

void LoadedPlan::fill(const Command& command, std::size_t buffer, std::span<const std::byte> pattern,
                      std::uint64_t offset, std::uint64_t bytes) {
  for (const cl::Event& event :
       enqueue_fill(objects_->queue, objects_->buffers[buffer], pattern, offset, bytes, objects_->filled))
    objects_->trail.add(command, event);
}

void LoadedPlan::refill_for_run() {
  for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
    if (plan_.buffers[i].refill != PlanBuffer::Refill::each_run) continue;
    const std::span<const std::byte> content = contents_[i];
    const std::size_t element = size_bytes(plan_.buffers[i].type);
    fill({Command::Kind::fill, i}, i, repeats_one_value(content, element) ? content.first(element) : content,
         0, content.size());
  }
}

void LoadedPlan::enqueue_launches(std::size_t begin, std::size_t end) {
  if (begin == 0) refill_for_run();
  for (std::size_t i = begin; i < end; ++i) {
    enqueue_host_calls(i);
    objects_->trail.add({Command::Kind::launch, i},
                        enqueue_launch(objects_->queue, objects_->kernels[i], plan_.launches[i].range));
  }
  if (end == plan_.launches.size()) enqueue_host_calls(end);
}

void LoadedPlan::enqueue_host_calls(std::size_t before_launch) {
  for (const HostCall& call : host_calls_before(plan_, before_launch)) {
    if (!call.changes_buffer() || call.bytes == 0) continue;
    const Command command{Command::Kind::host_call,
                          static_cast<std::size_t>(&call - plan_.host_calls.data())};
    const cl::Buffer& buffer = objects_->buffers[call.buffer];
    const bool copies = call.kind == HostCall::Kind::copy;
    cl::Event event;
    if (plan_.buffers[call.buffer].image || (copies && plan_.buffers[call.source].image)) {
      execute_on_image(call);
      continue;
    }
    if (call.kind == HostCall::Kind::fill) {
      fill(command, call.buffer, *call.data, call.offset, call.bytes);
      continue;
    }
    if (copies)
      objects_->queue.enqueueCopyBuffer(objects_->buffers[call.source], buffer, call.source_offset,
                                        call.offset, call.bytes, nullptr, &event);
    else
      objects_->queue.enqueueWriteBuffer(buffer, CL_FALSE, call.offset, call.bytes, call.data->data(),
                                         nullptr, &event);
    objects_->trail.add(command, event);
  }
}

// Drivers choose the layout of the texels of an image, so an image is read and written completely.
void LoadedPlan::execute_on_image(const HostCall& call) {
  objects_->queue.finish();
  std::vector<std::byte> bytes(plan_.buffers[call.buffer].bytes());
  read(call.buffer, bytes);
  std::byte* const to = bytes.data() + call.offset;
  if (call.kind == HostCall::Kind::copy) {
    std::vector<std::byte> source(plan_.buffers[call.source].bytes());
    read(call.source, source);
    std::memcpy(to, source.data() + call.source_offset, call.bytes);
  } else {
    for (std::size_t i = 0; i < call.bytes; ++i) to[i] = (*call.data)[i % call.data->size()];
  }
  const cl::Buffer& target = objects_->buffers[call.buffer];
  if (const auto& image = plan_.buffers[call.buffer].image)
    write_image(objects_->queue, target, *image, bytes);
  else
    objects_->queue.enqueueWriteBuffer(target, CL_TRUE, 0, bytes.size(), bytes.data());
}

void LoadedPlan::follow(const std::function<void(const std::string&)>& on_begin) const {
  objects_->queue.flush();
  const auto reaches = [](const cl::Event& event, cl_int wanted) {
    cl_int status = CL_COMPLETE;
    const cl_int asked =
        clGetEventInfo(event(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return asked != CL_SUCCESS || status <= wanted;
  };
  const std::vector<cl::Event> events = objects_->trail.of_kind(Command::Kind::launch);
  for (std::size_t i = 0; i < events.size(); ++i) {
    while (!reaches(events[i], CL_RUNNING)) std::this_thread::sleep_for(kGlance);
    if (reaches(events[i], CL_COMPLETE)) continue;
    on_begin(launch_name(plan_.launches[i]));
    while (!reaches(events[i], CL_COMPLETE)) std::this_thread::sleep_for(kGlance);
  }
}

static std::vector<KernelTime> times_of(const std::vector<cl::Event>& events) {
  std::vector<KernelTime> times;
  for (const cl::Event& event : events)
    times.push_back({event.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
                     event.getProfilingInfo<CL_PROFILING_COMMAND_END>()});
  return times;
}

std::vector<KernelTime> LoadedPlan::kernel_times() const {
  throw_if_a_command_failed();
  return times_of(objects_->trail.of_kind(Command::Kind::launch));
}

std::vector<KernelTime> LoadedPlan::refill_times() const {
  throw_if_a_command_failed();
  return times_of(objects_->trail.of_kind(Command::Kind::fill));
}

std::string LoadedPlan::name_of(const Command& command) const {
  switch (command.kind) {
    case Command::Kind::fill:
    case Command::Kind::write:
      return fmt::format("filling buffer '{}'", plan_.buffers[command.index].name);
    case Command::Kind::host_call:
      return fmt::format("doing what the host did, {}", words_of(plan_.host_calls[command.index]));
    case Command::Kind::launch:
      break;
  }
  return fmt::format("running {}", launch_name(plan_.launches[command.index]));
}

std::optional<FailedCommand> LoadedPlan::first_failed_command() const {
  const auto suspect = objects_->trail.first_failed();
  if (!suspect) return std::nullopt;
  return FailedCommand{name_of(suspect->command) + (suspect->is_certain ? "" : ", or a command after it"),
                       suspect->command.kind == Command::Kind::launch};
}

std::optional<std::size_t> LoadedPlan::next_launch() const {
  const std::size_t launched = objects_->trail.of_kind(Command::Kind::launch).size();
  return launched < plan_.launches.size() ? std::optional(launched) : std::nullopt;
}

void LoadedPlan::read(std::size_t buffer, std::span<std::byte> to, std::uint64_t offset_bytes) {
  place_ = fmt::format("reading buffer '{}'", plan_.buffers[buffer].name);
  if (const auto& image = plan_.buffers[buffer].image) {
    std::vector<std::byte> texels(plan_.buffers[buffer].bytes());
    read_image(objects_->queue, objects_->buffers[buffer], *image, texels);
    std::copy_n(texels.begin(), to.size(), to.begin());
    return;
  }
  objects_->queue.enqueueReadBuffer(objects_->buffers[buffer], CL_TRUE, offset_bytes, to.size(), to.data());
}

void LoadedPlan::write_later(std::size_t buffer, std::span<const std::byte> from) {
  place_ = fmt::format("writing buffer '{}'", plan_.buffers[buffer].name);
  objects_->queue.enqueueWriteBuffer(objects_->buffers[buffer], CL_FALSE, 0, from.size(), from.data());
}

void LoadedPlan::put(std::size_t buffer, std::span<const std::byte> value) {
  place_ = fmt::format("writing buffer '{}'", plan_.buffers[buffer].name);
  const cl_int status = clEnqueueFillBuffer(objects_->queue(), objects_->buffers[buffer](), value.data(),
                                            value.size(), 0, value.size(), 0, nullptr, nullptr);
  if (status != CL_SUCCESS) throw cl::Error(status);
}

std::string LoadedPlan::build_log() const {
  std::string log;
  for (const BuiltProgram& program : programs_) log += program.log;
  return log;
}

}  // namespace lockstep::opencl
