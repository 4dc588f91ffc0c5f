#include "assignment/submission/course/iso_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>

namespace lockstep::assignment {
namespace {

class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Exactly so many digits.
  std::optional<int> number(std::size_t digits) {
    int value = 0;
    if (rest_.size() < digits || rest_.substr(0, digits).find_first_not_of("0123456789") != rest_.npos)
      return std::nullopt;
    std::from_chars(rest_.data(), rest_.data() + digits, value);
    rest_.remove_prefix(digits);
    return value;
  }
  void skip(std::string_view characters) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(characters), rest_.size()));
  }

 private:
  std::string_view rest_;
};

struct Zone {
  bool is_known = false;
  std::chrono::minutes ahead{0};  // of UTC
};

// None: what follows the time is not a zone.
std::optional<Zone> read_zone(TimeReader& reader) {
  reader.skip(" ");
  if (reader.at_end()) return Zone{};
  if (reader.take('Z')) return reader.at_end() ? std::optional(Zone{true, {}}) : std::nullopt;
  const bool is_behind = reader.take('-');
  if (!is_behind && !reader.take('+')) return std::nullopt;
  const auto hours = reader.number(2);
  reader.take(':');
  const auto minutes = reader.at_end() ? 0 : reader.number(2);
  if (!hours || !minutes || *hours > 14 || *minutes > 59 || !reader.at_end()) return std::nullopt;
  const std::chrono::minutes ahead(*hours * 60 + *minutes);
  return Zone{true, is_behind ? -ahead : ahead};
}

}  // namespace

std::optional<std::string> iso_time(std::string_view text) {
  using namespace std::chrono;
  TimeReader reader(text);
  const auto year_number = reader.number(4);
  if (!reader.take('-')) return std::nullopt;
  const auto month_number = reader.number(2);
  if (!reader.take('-')) return std::nullopt;
  const auto day_number = reader.number(2);
  if (!year_number || !month_number || !day_number || (!reader.take('T') && !reader.take(' ')))
    return std::nullopt;
  const auto hours_number = reader.number(2);
  if (!reader.take(':')) return std::nullopt;
  const auto minutes_number = reader.number(2);
  const auto seconds_number = reader.take(':') ? reader.number(2) : 0;
  if (reader.take('.')) reader.skip("0123456789");
  const auto zone = read_zone(reader);
  if (!hours_number || !minutes_number || !seconds_number || !zone) return std::nullopt;
  const year_month_day date(year(*year_number), month(static_cast<unsigned>(*month_number)),
                            day(static_cast<unsigned>(*day_number)));
  if (!date.ok() || *hours_number > 23 || *minutes_number > 59 || *seconds_number > 60) return std::nullopt;
  const auto moment = sys_days(date) + hours(*hours_number) + minutes(*minutes_number) +
                      seconds(*seconds_number) - zone->ahead;
  const auto midnight = floor<days>(moment);
  const year_month_day there(midnight);
  const hh_mm_ss time(moment - midnight);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}", static_cast<int>(there.year()),
                     static_cast<unsigned>(there.month()), static_cast<unsigned>(there.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     zone->is_known ? "Z" : "");
}

}  // namespace lockstep::assignment
