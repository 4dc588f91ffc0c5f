#include "sim/observers/touched_bytes.hpp"

#include <algorithm>
#include <bit>

#include "sim/memory_rules/access.hpp"

namespace lockstep::sim {

namespace {

void mark(std::vector<std::uint64_t>& bits, std::uint64_t begin, std::uint64_t bytes) {
  for (const std::uint64_t end = begin + bytes; begin < end;) {
    const std::uint64_t count = std::min(end - begin, 64 - begin % 64);
    bits[begin / 64] |= (~std::uint64_t{0} >> (64 - count)) << (begin % 64);
    begin += count;
  }
}

bool meet(const std::vector<std::uint64_t>& bits, const std::vector<std::uint64_t>& others) {
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < std::min(bits.size(), others.size()); ++i) common |= bits[i] & others[i];
  return common != 0;
}

void add(const std::vector<std::uint64_t>& bits, std::vector<std::uint64_t>& all) {
  if (all.size() < bits.size()) all.resize(bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i) all[i] |= bits[i];
}

}  // namespace

TouchedBytes::TouchedBytes(const Machine& machine, bool tells_combined)
    : tells_combined_(tells_combined), buffers_(machine.plan().buffers.size()) {
  for (const PlanBuffer& buffer : machine.plan().buffers) words_.push_back((buffer.bytes() + 63) / 64);
}

void TouchedBytes::reset() {
  for (Buffer& buffer : buffers_) buffer = {};
  complete_ = true;
}

void TouchedBytes::merge(const TouchedBytes& part) {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const Buffer& from = part.buffers_[i];
    if (buffers_[i].read.empty()) buffers_[i].read_pc = from.read_pc;
    if (buffers_[i].written.empty()) buffers_[i].write_pc = from.write_pc;
    add(from.read, buffers_[i].read);
    add(from.written, buffers_[i].written);
    add(from.combined, buffers_[i].read);
    add(from.combined, buffers_[i].written);
    buffers_[i].has_atomics = buffers_[i].has_atomics || from.has_atomics;
  }
  complete_ = complete_ && part.complete_;
}

std::vector<std::uint64_t>* TouchedBytes::bits_of(std::uint64_t address, AccessKind kind, std::uint32_t pc) {
  const std::uint32_t object = object_of(address);
  if (object == 0 || object > buffers_.size()) return nullptr;  // the program's own constants
  Buffer& buffer = buffers_[object - 1];
  const auto touch = [&](std::vector<std::uint64_t>& bits, std::uint32_t& first_pc) {
    if (bits.empty()) {
      bits.resize(words_[object - 1]);
      if (buffer.combined.empty()) first_pc = pc;
    }
    return &bits;
  };
  if (kind == AccessKind::atomic) touch(buffer.read, buffer.read_pc);
  buffer.has_atomics = buffer.has_atomics || kind == AccessKind::atomic;
  return kind == AccessKind::load ? touch(buffer.read, buffer.read_pc)
                                  : touch(buffer.written, buffer.write_pc);
}

// False: the access counts as a read and a write.
bool TouchedBytes::add_combined(const Instruction& instruction, const WarpAccess& access, std::uint32_t pc) {
  const Combining how = combining_of(instruction);
  if (!how) return false;
  std::uint64_t other = 0;
  const std::uint64_t first = access.addresses[static_cast<std::size_t>(std::countr_zero(access.active))];
  for_each_lane(access.active, [&](unsigned lane) { other |= (access.addresses[lane] ^ first) >> 40; });
  const std::uint32_t object = object_of(first);
  if (other != 0 || object == 0 || object > buffers_.size()) return false;
  Buffer& buffer = buffers_[object - 1];
  if (buffer.combined.empty()) {
    buffer.combined.resize(words_[object - 1]);
    buffer.combining = how;
    if (buffer.read.empty()) buffer.read_pc = pc;
    if (buffer.written.empty()) buffer.write_pc = pc;
  }
  if (buffer.combining != how) return false;
  for_each_lane(access.active, [&](unsigned lane) {
    mark(buffer.combined, static_cast<std::uint64_t>(offset_of(access.addresses[lane])), access.bytes);
  });
  return true;
}

void TouchedBytes::on_access(const MachineState&, const Moment& moment, const Instruction& instruction,
                             const ObservedAccess& observed) {
  if (observed.space != Space::global && observed.space != Space::constant) return;
  const WarpAccess& access = observed.access;
  if (access.active == 0) return;
  if (tells_combined_ && access.kind == AccessKind::atomic && add_combined(instruction, access, moment.pc))
    return;
  if (observed.shape != nullptr && observed.shape->stretch_count != 0) {
    const std::uint64_t first = access.addresses[static_cast<std::size_t>(std::countr_zero(access.active))];
    std::vector<std::uint64_t>* bits = bits_of(first, access.kind, moment.pc);
    if (bits == nullptr) return;
    for (const LaneStretch& run : observed.shape->runs())
      mark(*bits, static_cast<std::uint64_t>(offset_of(first) + run.distance),
           std::uint64_t{access.bytes} * (run.is_same ? 1 : run.count));
    return;
  }
  std::uint64_t known = 0;
  std::vector<std::uint64_t>* bits = nullptr;
  // Neighbouring lanes usually access neighbouring elements, which form one stretch of bytes.
  std::uint64_t begin = 0, end = 0;
  const auto mark_stretch = [&] {
    if (bits != nullptr && end != begin) mark(*bits, begin, end - begin);
  };
  for_each_lane(access.active, [&](unsigned lane) {
    const std::uint64_t address = access.addresses[lane];
    const auto offset = static_cast<std::uint64_t>(offset_of(address));
    if (address >> 40 == known && offset == end) {
      end += access.bytes;
      return;
    }
    mark_stretch();
    if (address >> 40 != known) bits = bits_of(address, access.kind, moment.pc);
    known = address >> 40;
    begin = offset;
    end = offset + access.bytes;
  });
  mark_stretch();
}

void TouchedBytes::on_texel(const MachineState&, const Moment& moment, const ObservedTexel& texel) {
  const AccessKind kind = texel.is_store ? AccessKind::store : AccessKind::load;
  mark(*bits_of(make_address(Space::global, texel.buffer + 1, 0), kind, moment.pc), texel.offset,
       texel.bytes);
}

bool TouchedBytes::count_again(const FindingKey& key, std::uint64_t) {
  if (key.kind == Finding::Kind::misaligned) complete_ = false;
  return true;
}

bool independent(std::span<const TouchedBytes* const> parts) {
  if (parts.empty()) return true;
  std::vector<TouchedBytes::Buffer> earlier(parts.front()->buffers().size());
  for (const TouchedBytes* part : parts) {
    if (!part->complete()) return false;
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      const TouchedBytes::Buffer& mine = part->buffers()[i];
      const bool met = meet(mine.written, earlier[i].written) || meet(mine.written, earlier[i].read) ||
                       meet(mine.read, earlier[i].written) || meet(mine.combined, earlier[i].written) ||
                       meet(mine.combined, earlier[i].read) || meet(mine.combined, mine.written) ||
                       meet(mine.written, earlier[i].combined) || meet(mine.read, earlier[i].combined);
      const bool differ =
          !mine.combined.empty() && !earlier[i].combined.empty() && mine.combining != earlier[i].combining;
      if (met || differ) return false;
      add(mine.read, earlier[i].read);
      add(mine.written, earlier[i].written);
      add(mine.combined, earlier[i].combined);
      if (!mine.combined.empty()) earlier[i].combining = mine.combining;
    }
  }
  return true;
}

}  // namespace lockstep::sim
