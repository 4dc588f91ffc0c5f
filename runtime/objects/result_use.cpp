#include "runtime/objects/result_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "runtime/journal/journal.hpp"

namespace lockstep::runtime {
namespace {

constexpr std::size_t kMaxUselessReads = 64;

// The records must exist until the last object is destroyed, because objects are often released one
// after another.
struct UselessReads {
  std::mutex mutex;
  std::vector<std::shared_ptr<ResultUse>> of;
};
UselessReads& useless_reads() {
  static UselessReads* const reads = std::make_unique<UselessReads>().release();
  return *reads;
}

CallPlace call_of(const CommandNode& node) { return {node.call, node.place}; }

// Whether an input of the launch was read after the launch. If so, the program expected the result of the
// launch in this input.
std::shared_ptr<ResultUse> read_in_place_of(const ResultUse& result) {
  for (const auto& weak : result.sources)
    if (auto source = weak.lock();
        source && source->useless_read && source->useless_read->enqueued > result.launch->enqueued)
      return source;
  return nullptr;
}

HostFindingLine missing_map(const ResultUse& result) {
  return {
      "unmapped_access",
      fmt::format("kernel {} of {{first}} writes {}, which was created with CL_MEM_USE_HOST_PTR, and the "
                  "program neither maps nor reads it afterwards: its own memory keeps the old values; call "
                  "clEnqueueMapBuffer with CL_MAP_READ before using them",
                  result.kernel, result.name),
      call_of(*result.launch),
      {}};
}

HostFindingLine never_read(const ResultUse& result) {
  if (const auto read = read_in_place_of(result))
    return {"unread_result",
            fmt::format(
                "{{first}} reads {}, which no kernel has changed: the program gets back what it wrote. The "
                "result of kernel {} is in {}, which {{second}} writes and nothing reads",
                read->name, result.kernel, result.name),
            call_of(*read->useless_read), call_of(*result.launch)};
  return {"unread_result",
          fmt::format("{}, which kernel {} of {{first}} writes, is never read", result.name, result.kernel),
          call_of(*result.launch),
          {},
          Severity::note};
}

}  // namespace

void keep_useless_read(const std::shared_ptr<ResultUse>& use,
                       const std::shared_ptr<const CommandNode>& read) {
  UselessReads& reads = useless_reads();
  const std::lock_guard lock(reads.mutex);
  use->useless_read = read;
  if (reads.of.size() < kMaxUselessReads && std::ranges::find(reads.of, use) == reads.of.end())
    reads.of.push_back(use);
}

void report_unread(ResultUse& use) {
  if (!use.launch) return;
  if (use.is_copy_of_host && !use.is_read_since)
    Journal::of_process().finding(missing_map(use));
  else if (!use.is_read)
    Journal::of_process().finding(never_read(use));
  use.launch = nullptr;
}

}  // namespace lockstep::runtime
