#include "runtime/scheduling/results.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "core/base/process.hpp"
#include "runtime/journal/journal.hpp"
#include "runtime/scheduling/byte_words.hpp"

namespace lockstep::runtime {
namespace {

CallPlace place_of_call(const CommandNode& node) { return {node.call, node.place}; }

bool is_host_write(cl_command_type type) {
  return type == CL_COMMAND_WRITE_BUFFER || type == CL_COMMAND_WRITE_BUFFER_RECT ||
         type == CL_COMMAND_WRITE_IMAGE || type == CL_COMMAND_UNMAP_MEM_OBJECT ||
         type == CL_COMMAND_SVM_UNMAP || type == CL_COMMAND_SVM_MEMCPY;
}

// Whether the program receives the contents of the object.
bool is_host_read(const Command& command) {
  switch (command.event->type) {
    case CL_COMMAND_READ_BUFFER:
    case CL_COMMAND_READ_BUFFER_RECT:
    case CL_COMMAND_READ_IMAGE:
      return true;
    case CL_COMMAND_MAP_BUFFER:
    case CL_COMMAND_MAP_IMAGE:
    case CL_COMMAND_SVM_MAP:
      return !command.mapping->writes;
    default:
      return false;
  }
}

// Reports unwritten bytes that the program reads. This is only a warning if a kernel has written a part of
// them, because programs often read more than a kernel wrote, such as the whole buffer of a compaction, or if
// they only measure transfers. If a buffer was passed to a launch and remained completely unwritten, this is
// an error.
void report_unwritten(const Command& command, const MemoryPart& part) {
  const Storage& storage = *part.memory->storage;
  const ByteSet bytes(part.memory->offset, part.box, part.region);
  const auto first = storage.first_unwritten(bytes);
  if (!first) return;
  const bool is_all =
      !storage.name.empty() && bytes.stretches().size() == 1 && *first == bytes.stretches().front();
  Journal::of_process().finding(
      {"unwritten_read",
       fmt::format("{{first}} reads {} of {}, which no kernel and no call has written", bytes_words(*first),
                   words_for(storage)),
       place_of_call(*command.node),
       {},
       is_all ? Severity::error : Severity::warning});
}

void read_by_program(const Command& command, const MemoryPart& part) {
  const std::shared_ptr<ResultUse>& use = part.memory->storage->results;
  report_unwritten(command, part);
  if (!use->has_device_data) keep_useless_read(use, command.node);
  use->is_read = use->is_read_since = true;
}

void follow_launch(const Command& command) {
  std::vector<std::weak_ptr<ResultUse>> sources;
  for (const MemoryPart& part : command.parts) {
    if (!part.is_read()) continue;
    const std::shared_ptr<ResultUse>& use = part.memory->storage->results;
    use->is_read = use->is_read_since = true;
    sources.push_back(use);
  }
  for (const MemoryPart& part : command.parts) {
    if (!part.writes) continue;
    ResultUse& use = *part.memory->storage->results;
    use.launch = command.node;
    use.kernel = command.kernel;
    use.sources = sources;
    use.has_device_data = true;
    use.is_read_since = false;
  }
}

void report_unread_results() {
  std::vector<std::shared_ptr<Object>> held;
  registry::each_held([&](const std::shared_ptr<Object>& object) {
    if (object->kind == Object::Kind::memory) held.push_back(object);
  });
  for (const auto& object : held) report_unread(*static_cast<const _cl_mem&>(*object).storage->results);
}

}  // namespace

void follow_results(const Command& command) {
  if (command.is_launch()) return follow_launch(command);
  for (const MemoryPart& part : command.parts) {
    ResultUse& use = *part.memory->storage->results;
    if (is_host_read(command))
      read_by_program(command, part);
    else if (part.is_read())
      use.is_read = use.is_read_since = true;
    else if (!is_host_write(command.event->type))
      use.has_device_data = true;
  }
}

void report_unread_results_at_end() {
  static const std::uint64_t process = process_id();
  static const int registered = std::atexit([] {
    if (process == process_id()) report_unread_results();  // a forked process has the objects of its parent
  });
  static_cast<void>(registered);
}

}  // namespace lockstep::runtime
