#include "assignment/dates/times.hpp"

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
  // Reads exactly `count` digits.
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
  std::chrono::minutes ahead{0};  // offset from UTC
};

// Returns none if the text after the time is not a time zone.
std::optional<Zone> read_zone(TimeReader& reader) {
  reader.skip(" ");
  if (reader.at_end()) return Zone{};
  if (reader.take('Z') || (reader.take('U') && reader.take('T') && reader.take('C')))
    return reader.at_end() ? std::optional(Zone{true, {}}) : std::nullopt;
  const bool is_behind = reader.take('-');
  if (!is_behind && !reader.take('+')) return std::nullopt;
  const auto hours = reader.number(2);
  reader.take(':');
  const auto minutes = reader.at_end() ? 0 : reader.number(2);
  if (!hours || !minutes || *hours > 14 || *minutes > 59 || !reader.at_end()) return std::nullopt;
  const std::chrono::minutes ahead(*hours * 60 + *minutes);
  return Zone{true, is_behind ? -ahead : ahead};
}

struct ReadTime {
  std::chrono::sys_seconds moment;  // in UTC
  bool has_clock = false, has_seconds = false, has_zone = false;
};

std::optional<std::chrono::sys_days> read_date(TimeReader& reader) {
  using namespace std::chrono;
  const auto year_number = reader.number(4);
  if (!reader.take('-')) return std::nullopt;
  const auto month_number = reader.number(2);
  if (!reader.take('-')) return std::nullopt;
  const auto day_number = reader.number(2);
  if (!year_number || !month_number || !day_number) return std::nullopt;
  const year_month_day date(year(*year_number), month(static_cast<unsigned>(*month_number)),
                            day(static_cast<unsigned>(*day_number)));
  return date.ok() ? std::optional(sys_days(date)) : std::nullopt;
}

struct Clock {
  std::chrono::seconds time;
  bool has_seconds = false;
};

std::optional<Clock> read_clock(TimeReader& reader) {
  const auto hours = reader.number(2);
  if (!reader.take(':')) return std::nullopt;
  const auto minutes = reader.number(2);
  const bool has_seconds = reader.take(':');
  const auto seconds = has_seconds ? reader.number(2) : 0;
  if (reader.take('.')) reader.skip("0123456789");
  if (!hours || !minutes || !seconds || *hours > 23 || *minutes > 59 || *seconds > 60) return std::nullopt;
  return Clock{std::chrono::hours(*hours) + std::chrono::minutes(*minutes) + std::chrono::seconds(*seconds),
               has_seconds};
}

std::optional<ReadTime> read_time(std::string_view text) {
  TimeReader reader(text);
  const auto date = read_date(reader);
  if (!date) return std::nullopt;
  if (reader.at_end()) return ReadTime{*date, false, false, false};
  if (!reader.take('T') && !reader.take(' ')) return std::nullopt;
  const auto clock = read_clock(reader);
  const auto zone = clock ? read_zone(reader) : std::nullopt;
  if (!zone) return std::nullopt;
  return ReadTime{*date + clock->time - zone->ahead, true, clock->has_seconds, zone->is_known};
}

}  // namespace

std::optional<std::int64_t> parse_time(std::string_view text) {
  const auto time = read_time(text);
  if (!time) return std::nullopt;
  const std::chrono::seconds length = !time->has_clock    ? std::chrono::seconds(std::chrono::days(1))
                                      : time->has_seconds ? std::chrono::seconds(1)
                                                          : std::chrono::seconds(std::chrono::minutes(1));
  return (time->moment + length - std::chrono::seconds(1)).time_since_epoch().count();
}

std::string time_of(std::int64_t seconds) {
  using namespace std::chrono;
  const sys_seconds moment{std::chrono::seconds(seconds)};
  const auto midnight = floor<days>(moment);
  const year_month_day date(midnight);
  const hh_mm_ss time(moment - midnight);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count());
}

std::optional<std::string> iso_time(std::string_view text) {
  using namespace std::chrono;
  const auto read = read_time(text);
  if (!read || !read->has_clock) return std::nullopt;
  const auto midnight = floor<days>(read->moment);
  const year_month_day date(midnight);
  const hh_mm_ss time(read->moment - midnight);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     read->has_zone ? "Z" : "");
}

}  // namespace lockstep::assignment
