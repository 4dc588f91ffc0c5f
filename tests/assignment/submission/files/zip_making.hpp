// Archives as other programs, and attackers, make them: each header can be anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::assignment {

struct MadeEntry {
  std::string name;
  std::string bytes;
  std::uint32_t mode = 0100644;              // of Unix
  std::uint16_t flags = 1u << 11;            // names are UTF-8
  std::uint16_t method = 0;                  // stored
  std::uint32_t claimed_bytes = UINT32_MAX;  // in both headers; UINT32_MAX: the truth
};

// Stored, not compressed.
std::string made_zip(const std::vector<MadeEntry>& entries);

// `count` entries whose names differ and whose data are the same bytes of the file, which are `bytes` zeros,
// deflated: a small archive with much in it.
std::string overlapping_zip(std::size_t count, std::size_t bytes);

}  // namespace lockstep::assignment
