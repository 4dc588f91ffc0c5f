// The memory accesses of a run in compact form. The addresses of the lanes usually have a constant distance,
// so the first address and the distance suffice. All other properties are usually the same for many accesses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/chunked_list.hpp"
#include "core/base/palette.hpp"
#include "sim/machine/state/observer.hpp"
#include "sim/memory_rules/access.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::sim {

class AccessLog {
 public:
  // Adds an access. Must be called in the order of the positions.
  void add(std::uint64_t position, const ObservedAccess& observed);
  std::size_t size() const { return entries_.size(); }
  std::size_t size_bytes() const {
    return entries_.size_bytes() + shapes_.size_bytes() + distances_.size_bytes();
  }

  // Calls f(position, ObservedAccess) for the accesses at one position.
  template <class F>
  void each_at(std::uint64_t position, F f) const {
    std::size_t begin = 0, end = entries_.size();
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      if (entries_[middle].position < position)
        begin = middle + 1;
      else
        end = middle;
    }
    while (end < entries_.size() && entries_[end].position == position) ++end;
    visit(begin, end, f);
  }
  // Does the same for all accesses.
  template <class F>
  void each(F f) const {
    visit(0, entries_.size(), f);
  }

 private:
  // The properties that the accesses of an instruction usually share.
  struct Shape {
    std::uint64_t lanes = 0;
    std::uint64_t denied = 0;   // the denied lanes among `lanes`
    std::int64_t distance = 0;  // from one lane to the next; irregular: 16-bit words of a distance
    std::uint32_t bytes = 4;
    Space space = Space::global;
    AccessKind kind = AccessKind::load;
    bool irregular = false;
    bool operator==(const Shape&) const = default;
    std::uint64_t hash() const {
      return palette_hash(lanes, denied, distance, bytes, static_cast<unsigned>(space),
                          static_cast<unsigned>(kind), irregular);
    }
  };
  struct Entry {
    std::uint64_t first = 0;  // address of the lowest lane; irregular: its place in distances_
    std::uint32_t position = 0;
    std::uint32_t shape = 0;
  };
  void add_irregular(Entry& entry, Shape& shape, const WarpAccess& access);
  void expand(const Entry& entry, const Shape& shape, std::array<std::uint64_t, kMaxLanes>& addresses) const;
  std::uint64_t read_words(std::uint64_t& next, std::int64_t words) const;
  template <class F>
  void visit(std::size_t begin, std::size_t end, F f) const {
    std::array<std::uint64_t, kMaxLanes> addresses{};
    for (; begin != end; ++begin) {
      const Entry& entry = entries_[begin];
      const Shape& shape = shapes_[entry.shape];
      expand(entry, shape, addresses);
      f(std::uint64_t{entry.position},
        ObservedAccess{shape.space,
                       {shape.kind, shape.bytes, shape.lanes & ~shape.denied, std::span(addresses)},
                       shape.denied});
    }
  }

  ChunkedList<Entry> entries_;
  Palette<Shape> shapes_;
  // For irregular entries: the lowest address in four words, then the distance of each lane from this
  // address, each in as many words as the largest distance needs.
  ChunkedList<std::uint16_t> distances_;
};

// Returns a complete access with addresses, transactions and passes.

AccessDetail detail_of(const DeviceModel& model, const ObservedAccess& observed);

}  // namespace lockstep::sim
