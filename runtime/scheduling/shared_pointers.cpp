#include "runtime/scheduling/shared_pointers.hpp"

#include <bit>
#include <cstring>

#include "sim/bytecode/address.hpp"

namespace lockstep::runtime {
namespace {

// Pointers are stored only at aligned addresses.
template <class Change>
void for_each_word(std::span<std::byte> bytes, Change change) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if (const std::uint64_t changed = change(word); changed != word)
      std::memcpy(bytes.data() + at, &changed, sizeof changed);
  }
}

}  // namespace

// Arguments that point into a buffer are separate objects, numbered after the buffers
// (BoundLaunch::parts).
SharedPointers::SharedPointers(const std::vector<std::shared_ptr<Storage>>& storages,
                               const std::vector<Argument>& arguments, std::size_t variables) {
  const auto address_of = [&](std::size_t buffer) {
    return std::bit_cast<std::uint64_t>(storages[buffer]->shared_address);
  };
  for (std::size_t i = 0; i < storages.size(); ++i)
    if (address_of(i) != 0)
      areas_.push_back({address_of(i), storages[i]->size(), static_cast<std::uint32_t>(i + 1)});
  auto object = static_cast<std::uint32_t>(storages.size() + variables);
  for (const Argument& argument : arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer == nullptr || !buffer->is_part()) continue;
    ++object;
    if (address_of(buffer->buffer) != 0)
      areas_.push_back({address_of(buffer->buffer) + buffer->offset_bytes,
                        storages[buffer->buffer]->size() - buffer->offset_bytes, object});
  }
}

void SharedPointers::give_to_kernel(std::span<std::byte> bytes) const {
  if (!areas_.empty()) for_each_word(bytes, [&](std::uint64_t word) { return for_kernel(word); });
}

void SharedPointers::give_to_program(std::span<std::byte> bytes) const {
  if (!areas_.empty()) for_each_word(bytes, [&](std::uint64_t word) { return for_program(word); });
}

// A pointer one past the last byte also belongs to its allocation.
std::uint64_t SharedPointers::for_kernel(std::uint64_t word) const {
  for (const Area& area : areas_)
    if (word >= area.address && word - area.address <= area.size)
      return sim::make_address(sim::Space::global, area.object,
                               static_cast<std::int64_t>(word - area.address));
  return word;
}

std::uint64_t SharedPointers::for_program(std::uint64_t word) const {
  if (sim::space_of(word) != sim::Space::global) return word;
  for (const Area& area : areas_) {
    const std::int64_t offset = sim::offset_of(word);
    if (sim::object_of(word) == area.object && offset >= 0 && static_cast<std::uint64_t>(offset) <= area.size)
      return area.address + static_cast<std::uint64_t>(offset);
  }
  return word;
}

}  // namespace lockstep::runtime
