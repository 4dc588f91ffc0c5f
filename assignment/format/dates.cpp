#include "assignment/format/dates.hpp"

#include <fmt/format.h>

#include <chrono>

namespace lockstep::assignment {
namespace {

namespace chrono = std::chrono;
constexpr std::int64_t kDay = 86'400, kHour = 3'600, kMinute = 60;

class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : text_(text) {}

  std::optional<std::int64_t> read() {
    const std::int64_t year = digits(4);
    sign('-');
    const std::int64_t month = digits(2);
    sign('-');
    const std::int64_t day = digits(2);
    const chrono::year_month_day date{chrono::year(static_cast<int>(year)),
                                      chrono::month(static_cast<unsigned>(month)),
                                      chrono::day(static_cast<unsigned>(day))};
    if (!good_ || !date.ok()) return std::nullopt;
    const std::int64_t begin = chrono::sys_days(date).time_since_epoch().count() * kDay;
    if (text_.empty()) return begin + kDay - 1;
    const std::int64_t seconds = begin + time_of_day() - zone();
    return good_ && text_.empty() ? std::optional(seconds) : std::nullopt;
  }

 private:
  std::int64_t time_of_day() {
    if (!take('T')) sign(' ');
    const std::int64_t hours = digits(2);
    sign(':');
    const std::int64_t minutes = digits(2);
    const std::int64_t seconds = take(':') ? digits(2) : 0;
    if (hours > 23 || minutes > 59 || seconds > 60) good_ = false;
    return hours * kHour + minutes * kMinute + seconds;
  }

  std::int64_t zone() {
    take(' ');
    if (text_.empty() || take('Z')) return 0;
    if (text_ == "UTC") {
      text_ = {};
      return 0;
    }
    const bool is_west = take('-');
    if (!is_west) sign('+');
    const std::int64_t hours = digits(2);
    take(':');
    const std::int64_t seconds = hours * kHour + digits(2) * kMinute;
    return is_west ? -seconds : seconds;
  }

  std::int64_t digits(std::size_t count) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (text_.empty() || text_[0] < '0' || text_[0] > '9') {
        good_ = false;
        return 0;
      }
      value = value * 10 + (text_[0] - '0');
      text_.remove_prefix(1);
    }
    return value;
  }
  bool take(char wanted) {
    if (text_.empty() || text_[0] != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }
  void sign(char wanted) {
    if (!take(wanted)) good_ = false;
  }

  std::string_view text_;
  bool good_ = true;
};

}  // namespace

std::optional<std::int64_t> parse_time(std::string_view text) { return TimeReader(text).read(); }

std::string time_of(std::int64_t seconds) {
  const chrono::sys_seconds time{chrono::seconds(seconds)};
  const auto day = chrono::floor<chrono::days>(time);
  const chrono::year_month_day date(day);
  const std::int64_t minutes = (time - day).count() / kMinute;
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), minutes / 60,
                     minutes % 60);
}

}  // namespace lockstep::assignment
