// The format is ELF: https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html
#include "assignment/export/needed_libraries.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace lockstep::assignment {
namespace {

constexpr std::uint32_t kLoaded = 1, kDynamic = 2;                // kinds of segments
constexpr std::uint64_t kEnd = 0, kNeeded = 1, kStringTable = 5;  // tags of the dynamic segment
constexpr std::size_t kHeaderBytes = 64, kSegmentBytes = 56, kEntryBytes = 16;

struct Segment {
  std::uint32_t kind = 0;
  std::uint64_t offset = 0, address = 0, size = 0;
};

class Elf {
 public:
  explicit Elf(std::string_view bytes) : bytes_(bytes) { read_segments(); }

  std::vector<std::string> needed() const {
    std::vector<std::uint64_t> names;
    std::optional<std::uint64_t> table;
    for (const Segment& segment : segments_) {
      if (segment.kind != kDynamic) continue;
      for (std::uint64_t at = segment.offset; at + kEntryBytes <= bytes_.size(); at += kEntryBytes) {
        const auto tag = number<std::uint64_t>(at), value = number<std::uint64_t>(at + 8);
        if (tag == kEnd) break;
        if (tag == kNeeded) names.push_back(value);
        if (tag == kStringTable) table = offset_of(value);
      }
    }
    std::vector<std::string> result;
    if (table)
      for (const std::uint64_t name : names) result.push_back(text_at(*table + name));
    return result;
  }

 private:
  template <class N>
  N number(std::uint64_t at) const {
    N value = 0;
    if (at <= bytes_.size() && bytes_.size() - at >= sizeof value)
      std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }

  void read_segments() {
    constexpr std::string_view magic =
        "\x7f"
        "ELF\x02\x01";  // 64 bits, little-endian
    if (!bytes_.starts_with(magic) || bytes_.size() < kHeaderBytes) return;
    const auto begin = number<std::uint64_t>(32);
    const auto count = number<std::uint16_t>(56);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t at = begin + i * kSegmentBytes;
      segments_.push_back({number<std::uint32_t>(at), number<std::uint64_t>(at + 8),
                           number<std::uint64_t>(at + 16), number<std::uint64_t>(at + 32)});
    }
  }

  std::optional<std::uint64_t> offset_of(std::uint64_t address) const {
    for (const Segment& segment : segments_)
      if (segment.kind == kLoaded && address >= segment.address && address - segment.address < segment.size)
        return segment.offset + (address - segment.address);
    return std::nullopt;
  }

  std::string text_at(std::uint64_t at) const {
    if (at >= bytes_.size()) return {};
    const std::string_view rest = bytes_.substr(at);
    return std::string(rest.substr(0, rest.find('\0')));
  }

  std::string_view bytes_;
  std::vector<Segment> segments_;
};

bool is_of_c_library(std::string_view name) {
  constexpr std::array<std::string_view, 6> begins{"ld-linux",      "libc.so",  "libm.so",
                                                   "libpthread.so", "libdl.so", "librt.so"};
  return std::ranges::any_of(begins, [&](std::string_view begin) { return name.starts_with(begin); });
}

}  // namespace

std::vector<std::string> needed_libraries(std::string_view program) { return Elf(program).needed(); }

std::vector<std::string> unusual_libraries(std::string_view program) {
  std::vector<std::string> libraries = needed_libraries(program);
  std::erase_if(libraries, is_of_c_library);
  return libraries;
}

}  // namespace lockstep::assignment
