#include "assignment/judging/recorded_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "core/base/text/marked_text.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "core/recording/recording.hpp"
#include "sim/explain/kernel_edits/edit.hpp"
#include "sim/frontend/frontend.hpp"

namespace lockstep::assignment {
namespace {

bool begins_with(const Bytes& bytes, const Bytes& wanted) {
  return bytes.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), bytes.begin());
}

std::shared_ptr<const Bytes> with_beginning(const Bytes& bytes, const Bytes& beginning) {
  auto changed = std::make_shared<Bytes>(bytes);
  std::ranges::copy(beginning, changed->begin());
  return changed;
}

// Replaces `seen` by `meant` in the buffer each time the host writes `seen` to it.
std::optional<std::size_t> replace_input(Plan& plan, const Bytes& seen, const Bytes& meant) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    Content& content = plan.buffers[i].content;
    if (content.pattern != Content::Pattern::bytes || !begins_with(*content.bytes, seen)) continue;
    content.bytes = with_beginning(*content.bytes, meant);
    found = found.value_or(i);
  }
  for (HostCall& call : plan.host_calls) {
    if (!call.changes_buffer() || !call.data || !begins_with(*call.data, seen)) continue;
    call.data = with_beginning(*call.data, meant);
    found = found.value_or(call.buffer);
  }
  return found;
}

// Returns the data that the host writes to a buffer of this size. For an unknown program, these data are the
// only possible input.
std::optional<Bytes> given_of_size(const Plan& plan, std::size_t bytes) {
  std::optional<Bytes> found;
  const auto consider = [&](const Bytes& given) {
    if (given.size() == bytes && !found) found = given;
  };
  for (const PlanBuffer& buffer : plan.buffers)
    if (buffer.role == PlanBuffer::Role::input && buffer.content.pattern == Content::Pattern::bytes)
      consider(*buffer.content.bytes);
  for (const HostCall& call : plan.host_calls)
    if (call.kind == HostCall::Kind::write || call.kind == HostCall::Kind::unmap)
      if (call.data) consider(*call.data);
  return found;
}

const HostCall* last_read(const Plan& plan, std::uint64_t bytes) {
  const HostCall* last = nullptr;
  for (const HostCall& call : plan.host_calls) {
    const bool reads = call.kind == HostCall::Kind::read || call.kind == HostCall::Kind::map;
    if (reads && call.bytes >= bytes) last = &call;
  }
  return last;
}

// A submitted kernel file keeps its name, regardless of the name that the program gives to it.
void name_programs(Plan& plan, const std::vector<SourceText>& files) {
  for (PlanProgram& program : plan.programs) {
    const auto same = std::ranges::find(files, program.source.text, &SourceText::text);
    if (same != files.end()) program.source.path = same->path;
  }
}

// Returns the byte offset at which the program text defines this kernel. None if the text does not compile,
// or if the kernel is in an included file.
std::optional<std::size_t> place_of_kernel(const PlanProgram& program, const std::string& kernel) {
  const auto unit = sim::language::analyse(program.source, program.options);
  if (!unit) return std::nullopt;
  for (const sim::language::FunctionDecl* function : unit->functions)
    if (function->is_kernel && function->name == kernel && function->range.file == 0)
      return sim::offset_in(program.source.text, function->range.line, function->range.column);
  return std::nullopt;
}

// Checks that a launched kernel is defined in a submitted file. A program may add text to the file.
bool is_handed_in(const Plan& plan, const PlanLaunch& launch, const std::vector<SourceText>& files) {
  const PlanProgram& program = plan.programs[launch.program];
  const auto place = place_of_kernel(program, launch.kernel);
  return place && std::ranges::any_of(files, [&](const SourceText& file) {
           const std::string text(trimmed(file.text));
           const std::size_t begin = program.source.text.find(text);
           return is_kernel_file(file.path) && begin != std::string::npos && *place >= begin &&
                  *place < begin + text.size();
         });
}

Result<void> check_kernels(const Plan& plan, const std::vector<SourceText>& files) {
  if (std::ranges::none_of(files, [](const SourceText& file) { return is_kernel_file(file.path); }))
    return {};
  std::set<std::pair<std::size_t, std::string>> known;  // programs and kernels that have been checked
  for (const PlanLaunch& launch : plan.launches)
    if (known.emplace(launch.program, launch.kernel).second && !is_handed_in(plan, launch, files))
      return usage_error(
          fmt::format("The host program launches the kernel {}, which is not in a submitted kernel file.",
                      launch.kernel));
  return {};
}

std::optional<Expectation::Kind> kind_of(DescribedExpectation::Kind kind) {
  switch (kind) {
    case DescribedExpectation::Kind::reduction:
      return Expectation::Kind::reduction;
    case DescribedExpectation::Kind::inclusive_scan:
      return Expectation::Kind::inclusive_scan;
    case DescribedExpectation::Kind::exclusive_scan:
      return Expectation::Kind::exclusive_scan;
    case DescribedExpectation::Kind::nothing:
    case DescribedExpectation::Kind::values:
      break;
  }
  return std::nullopt;
}

void add_expectation(RecordedPlan& recorded, const RunRequest& request, const DescribedExpectation& wanted) {
  const auto kind = kind_of(wanted.kind);
  const auto input = recorded.inputs.find(wanted.of);
  if (!kind || wanted.by_group || input == recorded.inputs.end() || recorded.result_offset != 0) return;
  Plan& plan = recorded.plan;
  const std::uint64_t size = size_bytes(plan.buffers[input->second].type);
  plan.n = request.contents.at(wanted.of).size() / size;
  Expectation expectation;
  expectation.kind = *kind;
  expectation.op = wanted.op;
  expectation.input_buffer = input->second;
  expectation.result_buffer = recorded.result;
  expectation.result_elements = request.result_bytes / size_bytes(plan.buffers[recorded.result].type);
  plan.expectation = expectation;
}

}  // namespace

Result<RecordedPlan> recorded_plan(const RunRequest& request, const DescribedExpectation& expectation) {
  std::istringstream stream(
      std::string(reinterpret_cast<const char*>(request.recording.data()), request.recording.size()));
  auto recording = read_recording(stream, "The recording");
  if (!recording) return tl::unexpected(recording.error());
  RecordedPlan recorded{std::move(recording->plan), {}, 0, 0};
  if (recorded.plan.launches.empty()) return usage_error("The host program launches no kernel.");
  for (const auto& [name, meant] : request.contents) {
    const auto known = request.seen.find(name);
    const auto seen = known != request.seen.end() ? std::optional(known->second)
                                                  : given_of_size(recorded.plan, meant.size());
    const auto buffer = seen ? replace_input(recorded.plan, *seen, meant) : std::nullopt;
    if (!buffer)
      return usage_error(fmt::format("The host program never writes the exact input \"{}\" ({}) to a buffer.",
                                     name, bytes_text(meant.size())));
    recorded.inputs[name] = *buffer;
    recorded.plan.buffers[*buffer].role = PlanBuffer::Role::input;
  }
  const HostCall* const read = last_read(recorded.plan, request.result_bytes);
  if (read == nullptr)
    return usage_error(fmt::format("The host program reads no result of {} back from a buffer.",
                                   bytes_text(request.result_bytes)));
  recorded.result = read->buffer;
  recorded.result_offset = read->offset;
  if (const auto known = check_kernels(recorded.plan, request.files); !known)
    return tl::unexpected(known.error());
  name_programs(recorded.plan, request.files);
  add_expectation(recorded, request, expectation);
  return recorded;
}

}  // namespace lockstep::assignment
