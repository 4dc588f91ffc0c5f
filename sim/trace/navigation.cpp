// Targets of navigation: boundaries of instructions, lines, barriers and launches, and records with a flag.
#include <algorithm>

#include "sim/trace/trace_impl.hpp"

namespace lockstep::sim {

namespace {

std::uint64_t first_after(const std::vector<std::uint64_t>& boundaries, std::uint64_t from,
                          std::uint64_t end) {
  const auto next = std::upper_bound(boundaries.begin(), boundaries.end(), from);
  return next == boundaries.end() ? end : *next;
}

std::uint64_t last_before(const std::vector<std::uint64_t>& boundaries, std::uint64_t from) {
  const auto next = std::lower_bound(boundaries.begin(), boundaries.end(), from);
  return next == boundaries.begin() ? 0 : *std::prev(next);
}

}  // namespace

void Trace::Impl::note_boundaries() {
  const auto note = [&](std::vector<std::uint64_t>& boundaries, std::uint16_t flag) {
    for (std::uint64_t begin = 0; const auto found = records.first_with(flag, begin, records.size());) {
      boundaries.push_back(*found + 1);
      begin = *found + 1;
    }
  };
  note(barriers, TraceRecord::barrier_release);
  note(launches, TraceRecord::launch_end);
}

bool Trace::Impl::same_line(std::uint64_t one, std::uint64_t other) const {
  const Moment& first = records[one].moment;
  const Moment& second = records[other].moment;
  if (first.warp != second.warp || first.group != second.group || first.launch != second.launch) return false;
  const SourceRange& here = range_of(one);
  const SourceRange& there = range_of(other);
  return here.line == there.line && here.file == there.file;
}

std::uint64_t Trace::next(std::uint64_t from, Step step) const {
  if (from >= size()) return size();
  switch (step) {
    case Step::barrier:
      return first_after(impl_->barriers, from, size());
    case Step::launch:
      return first_after(impl_->launches, from, size());
    case Step::line: {
      std::uint64_t position = from + 1;
      while (position < size() && impl_->same_line(from, position)) ++position;
      return position;
    }
    case Step::instruction:
      break;
  }
  return from + 1;
}

std::uint64_t Trace::previous(std::uint64_t from, Step step) const {
  from = std::min(from, size());
  if (from == 0) return 0;
  switch (step) {
    case Step::barrier:
      return last_before(impl_->barriers, from);
    case Step::launch:
      return last_before(impl_->launches, from);
    case Step::line: {
      std::uint64_t position = from - 1;
      while (position > 0 && impl_->same_line(from - 1, position - 1)) --position;
      return position;
    }
    case Step::instruction:
      break;
  }
  return from - 1;
}

std::optional<std::uint64_t> Trace::next_event(std::uint64_t from, std::uint16_t flags) const {
  return from >= size() ? std::nullopt : impl_->records.first_with(flags, from + 1, size());
}

std::optional<std::uint64_t> Trace::previous_event(std::uint64_t from, std::uint16_t flags) const {
  return impl_->records.last_with(flags, 0, std::min(from, size()));
}

}  // namespace lockstep::sim
