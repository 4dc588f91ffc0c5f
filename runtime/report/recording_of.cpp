#include "runtime/report/recording_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/base/files/path_text.hpp"
#include "core/base/files/whole_file.hpp"
#include "core/base/text/text.hpp"
#include "core/recording/buffer_roles.hpp"

namespace lockstep::runtime {
namespace {

std::size_t recorded_launches(const ProcessJournal& journal) {
  return static_cast<std::size_t>(std::ranges::count_if(journal.lines, [](const JournalLine& line) {
    const auto* launch = std::get_if<LaunchLine>(&line);
    return launch != nullptr && launch->is_recorded;
  }));
}

// Reads the journal of one process and builds its plan.
class RecordedPlan {
 public:
  explicit RecordedPlan(std::string data) : data_(std::move(data)) {}

  void take(const JournalLine& line) {
    if (const auto* program = std::get_if<ProgramLine>(&line)) plan_.programs.push_back(program->program);
    if (const auto* launch = std::get_if<LaunchLine>(&line); launch && launch->is_recorded)
      add_launch(*launch);
    if (const auto* host = std::get_if<HostLine>(&line)) {
      if (host->call.kind == HostCall::Kind::create) add_buffer(*host);
      add_call(*host);
    }
  }

  Plan finish() {
    drop_unused();
    name_buffers();
    write_texts();
    if (!plan_.launches.empty()) {
      plan_.n = plan_.launches.front().range.global_size[0];
      plan_.group_size = plan_.launches.front().range.group_items();
    }
    give_roles(plan_);
    return std::move(plan_);
  }

  const std::string& model() const { return model_; }

 private:
  std::shared_ptr<const std::vector<std::byte>> bytes_of(const HostLine& line) const {
    if (!line.data) return nullptr;
    const auto [begin, size] = *line.data;
    if (begin > data_.size() || size > data_.size() - begin) return nullptr;
    const auto* first = reinterpret_cast<const std::byte*>(data_.data()) + begin;
    return std::make_shared<const std::vector<std::byte>>(first, first + size);
  }

  void add_buffer(const HostLine& line) {
    PlanBuffer buffer;
    buffer.type = ElementType::uint8;
    buffer.elements = line.call.bytes;
    buffer.image = line.image;
    if (const auto bytes = bytes_of(line)) {
      buffer.content.pattern = Content::Pattern::bytes;
      buffer.content.bytes = bytes;
    }
    numbers_[line.call.buffer] = plan_.buffers.size();
    plan_.buffers.push_back(std::move(buffer));
    is_typed_.push_back(false);
  }

  // The text of the call contains only the name of the function. write_texts() adds the arguments when the
  // names are known.
  void add_call(const HostLine& line) {
    using enum HostCall::Kind;
    HostCall call = line.call;
    call.before_launch = plan_.launches.size();
    if (!find_buffer(call.buffer) || (call.kind == copy && !find_buffer(call.source))) return;
    if (call.kind != create) call.data = bytes_of(line);
    // The contents written by calls between unrecorded launches are not stored.
    if ((call.kind == write || call.kind == fill) && !call.data) return;
    plan_.host_calls.push_back(std::move(call));
  }

  // Replaces the buffer's number in the journal by its number in the plan. Returns false if the buffer
  // is unknown.
  bool find_buffer(std::size_t& number) const {
    const auto found = numbers_.find(number);
    if (found == numbers_.end()) return false;
    number = found->second;
    return true;
  }

  // The first launch that uses the buffer determines its type.
  void set_type(LaunchLine::Buffer used) {
    if (!find_buffer(used.number)) return;
    PlanBuffer& buffer = plan_.buffers[used.number];
    if (used.access != PlanBuffer::Access::read_write) buffer.access = used.access;
    if (is_typed_[used.number]) return;
    is_typed_[used.number] = true;
    buffer.name = used.name;
    buffer.type = used.type;
    buffer.elements /= size_bytes(used.type);
  }

  void add_launch(const LaunchLine& line) {
    PlanLaunch launch = line.launch;
    for (const LaunchLine::Buffer& buffer : line.buffers) set_type(buffer);
    for (Argument& argument : launch.arguments)
      if (auto* buffer = std::get_if<BufferArgument>(&argument); buffer && !find_buffer(buffer->buffer))
        argument = NullArgument{};
    model_ = line.model;
    plan_.launches.push_back(std::move(launch));
  }

  std::vector<bool> used_buffers() const {
    std::vector<bool> used(plan_.buffers.size(), false);
    for (const PlanLaunch& launch : plan_.launches)
      for (const Argument& argument : launch.arguments)
        if (const auto* buffer = std::get_if<BufferArgument>(&argument)) used[buffer->buffer] = true;
    for (auto call = plan_.host_calls.rbegin(); call != plan_.host_calls.rend(); ++call)
      if (call->kind == HostCall::Kind::copy && used[call->buffer]) used[call->source] = true;
    return used;
  }

  // Removes the buffers that no recorded launch uses, and the calls on these buffers.
  void drop_unused() {
    const std::vector<bool> used = used_buffers();
    std::vector<std::size_t> places(used.size(), 0);
    std::vector<PlanBuffer> kept;
    for (std::size_t i = 0; i < used.size(); ++i) {
      places[i] = kept.size();
      if (used[i]) kept.push_back(std::move(plan_.buffers[i]));
    }
    plan_.buffers = std::move(kept);
    std::erase_if(plan_.host_calls, [&](const HostCall& call) {
      return !used[call.buffer] || (call.kind == HostCall::Kind::copy && !used[call.source]);
    });
    for (HostCall& call : plan_.host_calls) {
      call.buffer = places[call.buffer];
      if (call.kind == HostCall::Kind::copy) call.source = places[call.source];
    }
    for (PlanLaunch& launch : plan_.launches)
      for (Argument& argument : launch.arguments)
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->buffer = places[buffer->buffer];
  }

  // Numbers the buffers that have the same parameter name.
  void name_buffers() {
    std::map<std::string, unsigned> seen;
    for (PlanBuffer& buffer : plan_.buffers) {
      if (buffer.name.empty()) buffer.name = "buffer";
      const unsigned count = ++seen[buffer.name];
      if (count > 1) buffer.name = fmt::format("{}-{}", buffer.name, count);
    }
  }

  void write_texts() {
    for (HostCall& call : plan_.host_calls) {
      const std::string& name = plan_.buffers[call.buffer].name;
      if (call.text.empty())
        call.text = call.kind == HostCall::Kind::release ? fmt::format("clReleaseMemObject({})", name)
                                                         : fmt::format("{} as it was at this moment", name);
      else if (call.kind == HostCall::Kind::create)
        call.text = fmt::format("{}: {}, {}", call.text, name, bytes_text(call.bytes));
      else if (call.kind == HostCall::Kind::copy)
        call.text =
            fmt::format("{}: {} from {} on to {} from {} on, {}", call.text, plan_.buffers[call.source].name,
                        call.source_offset, name, call.offset, bytes_text(call.bytes));
      else
        call.text =
            fmt::format("{}: {} from byte {} on, {}", call.text, name, call.offset, bytes_text(call.bytes));
    }
  }

  Plan plan_;
  std::string data_, model_;
  std::map<std::size_t, std::size_t> numbers_;  // from numbers in the journal to numbers in the plan
  std::vector<bool> is_typed_;
};

}  // namespace

Result<Recording> recording_of(const std::vector<ProcessJournal>& journals,
                               const std::vector<std::string>& command) {
  const auto longest = std::ranges::max_element(journals, {}, recorded_launches);
  if (longest == journals.end() || recorded_launches(*longest) == 0)
    return failure("Nothing was recorded: the program launched no kernel, or none of the chosen launches.");
  const Result<std::string> data = read_file(longest->data_file, kAnySize);
  if (!data) return tl::unexpected(data.error());
  RecordedPlan plan(*data);
  for (const JournalLine& line : longest->lines) plan.take(line);
  Recording recording;
  recording.plan = plan.finish();
  recording.plan.id = command.empty() ? "program" : path_text(system_path(command[0]).filename());
  recording.model = plan.model();
  recording.command = command;
  recording.date = utc_now();
  return recording;
}

}  // namespace lockstep::runtime
