#include "sim/lab/lane_pattern.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "core/base/text/text.hpp"
#include "sim/lab/lane_expression.hpp"

namespace lockstep::lab {
namespace {

constexpr std::uint64_t kMaxOffset = 1 << 20;
constexpr std::int64_t kMaxAddress = std::int64_t{1} << 38;  // the largest address of the simulator

std::optional<std::uint64_t> parse_number(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Returns the lanes of a text such as "7" or "0-15" as a mask; empty if the text has another form.
std::optional<std::uint64_t> lane_range(std::string_view text) {
  const std::vector<std::string_view> ends = split(text, '-');
  const auto first = parse_number(ends.front(), 10), last = parse_number(ends.back(), 10);
  if (ends.size() > 2 || !first || !last || *first > *last || *last >= sim::kMaxLanes) return std::nullopt;
  std::uint64_t lanes = 0;
  for (std::uint64_t lane = *first; lane <= *last; ++lane) lanes |= std::uint64_t{1} << lane;
  return lanes;
}

// Returns the position of a lane in the row of elements.
std::uint64_t place_of(std::string_view order, std::uint64_t lane, std::uint64_t lanes) {
  if (order == "reversed") return lanes - 1 - lane;
  if (order == "swapped") return lanes > 1 ? lane ^ 1 : lane;
  if (order == "permuted") return (5 * lane + 3) % lanes;  // the factor is odd, so each position is used once
  return lane;
}

class AddressMaker {
 public:
  AddressMaker(const SettingReader& settings, unsigned warp_width)
      : bytes_(settings.count("element-bytes")),
        width_(warp_width),
        offset_(settings.count("offset")),
        stride_(settings.count("stride")),
        shared_by_(settings.count("shared-by")),
        padding_(settings.count("padding")),
        padding_every_(settings.count("padding-every")),
        order_(settings.text("order")),
        index_(settings.text("index")),
        listed_(settings.text("addresses")) {}

  Result<std::int64_t> operator()(unsigned lane) const {
    if (trimmed(listed_) != "none") return listed(lane);
    if (trimmed(index_) != "none") {
      const Result<std::int64_t> index = evaluate_for_lane(index_, lane);
      if (!index) return usage_error("index: " + index.error().message);
      return *index * static_cast<std::int64_t>(bytes_);
    }
    const std::uint64_t at = offset_ + stride_ * (place_of(order_, lane, width_) / shared_by_);
    return static_cast<std::int64_t>((at + padding_ * (at / padding_every_)) * bytes_);
  }

 private:
  // Returns the address of a lane, which is given by a list or a formula.
  Result<std::int64_t> listed(unsigned lane) const {
    if (listed_.find(',') == std::string::npos || listed_.find('l') != std::string::npos) {
      const Result<std::int64_t> address = evaluate_for_lane(listed_, lane);
      if (!address) return usage_error("addresses: " + address.error().message);
      return *address;
    }
    const std::vector<std::string_view> all = split(listed_, ',');
    if (lane >= all.size())
      return usage_error(fmt::format(
          "addresses: lane {} is active, but only the first {} lanes have an address", lane, all.size()));
    const auto address = parse_number(all[lane], 10);
    if (!address) return usage_error(fmt::format("addresses: \"{}\" is not a number", all[lane]));
    return static_cast<std::int64_t>(*address & INT64_MAX);
  }

  std::uint64_t bytes_, width_, offset_, stride_, shared_by_, padding_, padding_every_;
  const std::string &order_, &index_, &listed_;
};

}  // namespace

Result<std::uint64_t> parse_lanes(std::string_view text) {
  constexpr std::uint64_t even = 0x5555555555555555;
  const std::string word = lower(trimmed(text));
  if (word == "all") return ~std::uint64_t{0};
  if (word == "even") return even;
  if (word == "odd") return even << 1;
  if (word.starts_with("0x")) {
    if (const auto mask = parse_number(std::string_view(word).substr(2), 16); mask && *mask != 0)
      return *mask;
    return usage_error(
        fmt::format("active: \"{}\" is not a mask; enter a mask of 1 to 64 lanes such as 0xFFFF", text));
  }
  std::uint64_t lanes = 0;
  for (const std::string_view part : split(word, ',')) {
    const auto range = lane_range(part);
    if (!range)
      return usage_error(fmt::format(
          "active: \"{}\" names no lanes; enter all, even, odd, a mask such as 0xFFFF, or numbers from 0 "
          "to {} such as 0-15,20",
          text, sim::kMaxLanes - 1));
    lanes |= *range;
  }
  return lanes;
}

std::vector<Setting> lane_settings() {
  const std::string elements = std::to_string(kMaxOffset);
  return {
      count_setting("offset", "offset", "The element that lane 0 requests", 0, 0, kMaxOffset,
                    {"0", "1", "2", "4", "8", "16", "32"}),
      count_setting("stride", "stride",
                    "Elements from one lane to the next; 0: all lanes request the same element", 1, 0,
                    kMaxOffset, {"0", "1", "2", "3", "4", "8", "16", "17", "32", "33"}),
      {"element-bytes",
       "element",
       "Bytes that a lane requests",
       Setting::Kind::choice,
       "4",
       0,
       0,
       {"1", "2", "4", "8", "16"}},
      choice_setting("order", "order of lanes",
                     "Position of a lane in the row of elements: its own, counted from the end, that of its "
                     "neighbour, or "
                     "(5 · lane + 3) mod lanes",
                     {"forward", "reversed", "swapped", "permuted"}),
      count_setting("shared-by", "shared by", "Neighbouring lanes that request the same element", 1, 1, 64,
                    {"1", "2", "4", "8", "16", "32"}),
      text_setting("active", "active lanes",
                   "all, even, odd, a mask such as 0xFFFF, or numbers such as 0-15,20",
                   {"all", "0-15", "even", "odd", "0-7", "0"}),
      count_setting("padding", "padding", "Unused elements after each block of elements", 0, 0, 64,
                    {"0", "1", "2"}),
      count_setting("padding-every", "after every", "Elements between two paddings", 32, 1, 4096,
                    {"8", "16", "32", "64"}),
      choice_setting("op", "operation", "What the lanes do: ld loads, st stores, atom updates",
                     {"ld", "st", "atom"}),
      text_setting(
          "index", "index", "Instead of offset, stride and order: the element of a lane as a formula in l",
          {"none", "l", "4 * l + 1", "5 if l in (3, 4, 6, 7, 9) else l", "l + l / 32", "(l * l) % 64"}),
      text_setting("addresses", "addresses",
                   "Instead of all these: byte addresses, as a list from lane 0 on or as a formula in l",
                   {"none"}),
  };
}

Result<LaneAccess> read_lane_access(const SettingReader& settings, unsigned warp_width) {
  const Result<std::uint64_t> lanes = parse_lanes(settings.text("active"));
  if (!lanes) return tl::unexpected(lanes.error());
  LaneAccess access;
  access.bytes = static_cast<std::uint32_t>(settings.count("element-bytes"));
  const std::string& operation = settings.text("op");
  if (operation == "st") access.kind = sim::AccessKind::store;
  if (operation == "atom") access.kind = sim::AccessKind::atomic;
  access.active =
      *lanes & (warp_width == sim::kMaxLanes ? ~std::uint64_t{0} : (std::uint64_t{1} << warp_width) - 1);
  const AddressMaker address_of(settings, warp_width);
  for (unsigned lane = 0; lane < sim::kMaxLanes; ++lane) {
    if ((access.active >> lane & 1) == 0) continue;
    const Result<std::int64_t> address = address_of(lane);
    if (!address) return tl::unexpected(address.error());
    if (*address < 0 || *address > kMaxAddress)
      return usage_error(fmt::format("Lane {} would request byte {}, but an address must be from 0 to 2^38",
                                     lane, *address));
    if (*address % access.bytes != 0)
      return usage_error(
          fmt::format("Lane {} would request {} bytes from byte {}, but the address must be a multiple of {}",
                      lane, access.bytes, *address, access.bytes));
    access.addresses[lane] = static_cast<std::uint64_t>(*address);
  }
  return access;
}

}  // namespace lockstep::lab
