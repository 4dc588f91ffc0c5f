#include "core/benchmark_data/size_list.hpp"

#include <fmt/format.h>

#include <set>

#include "core/base/text/checked_number.hpp"

namespace lockstep::measure {
namespace {

const WholeRange kSizes{1, kMaxElements,
                        "several with commas, or a range such as 1Ki..256Mi or 1Ki..256Mi:2"};
const WholeRange kFactors{2, 1u << 20, "the factor between the sizes of a range"};

Result<SizeRange> parse_range(std::string_view text, std::size_t dots) {
  SizeRange range;
  const Result<std::uint64_t> first = read_whole("--n", text.substr(0, dots), kSizes);
  if (!first) return tl::unexpected(first.error());
  range.first = *first;
  std::string_view end = text.substr(dots + 2);
  if (const std::size_t colon = end.find(':'); colon != end.npos) {
    const Result<std::uint64_t> factor = read_whole("--n", end.substr(colon + 1), kFactors);
    if (!factor) return tl::unexpected(factor.error());
    range.factor = *factor;
    end = end.substr(0, colon);
  }
  if (end.empty()) return range;
  const Result<std::uint64_t> last = read_whole("--n", end, kSizes);
  if (!last) return tl::unexpected(last.error());
  if (*last < range.first)
    return usage_error(
        fmt::format("--n {}: the range ends before it begins; swap the two numbers.", quoted_briefly(text)));
  range.last = *last;
  return range;
}

Result<SizeRange> parse_one(std::string_view text) {
  if (const std::size_t dots = text.find(".."); dots != text.npos) return parse_range(text, dots);
  const Result<std::uint64_t> size = read_whole("--n", text, kSizes);
  if (!size) return tl::unexpected(size.error());
  return SizeRange{*size, *size};
}

}  // namespace

Result<std::vector<SizeRange>> parse_size_ranges(std::string_view text) {
  std::vector<SizeRange> ranges;
  while (true) {
    const std::size_t comma = text.find(',');
    const Result<SizeRange> range = parse_one(text.substr(0, comma));
    if (!range) return tl::unexpected(range.error());
    ranges.push_back(*range);
    if (comma == text.npos) return ranges;
    text.remove_prefix(comma + 1);
  }
}

std::vector<std::uint64_t> sizes_in(const std::vector<SizeRange>& ranges,
                                    const std::function<bool(std::uint64_t)>& fits) {
  std::set<std::uint64_t> sizes;
  for (const SizeRange& range : ranges) {
    const std::uint64_t last = range.last.value_or(kMaxElements);
    sizes.insert(range.first);
    for (std::uint64_t n = range.first; n <= last / range.factor;) {
      n *= range.factor;
      if (!range.last && !fits(n)) break;
      sizes.insert(n);
    }
    if (range.last) sizes.insert(*range.last);
  }
  return {sizes.begin(), sizes.end()};
}

}  // namespace lockstep::measure
