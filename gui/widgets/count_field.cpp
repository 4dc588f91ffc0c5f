#include "gui/widgets/count_field.hpp"

#include <fmt/format.h>

#include "gui/canvas/text.hpp"

namespace lockstep::gui {

Result<std::uint64_t> read_count(std::string_view text, const CountRange& range) {
  const std::string what =
      range.most == UINT64_MAX
          ? fmt::format("Enter a whole number of at least {}, such as 4096 or 16Mi.", range.least)
          : fmt::format("Enter a whole number from {} to {}.", format_count(range.least),
                        format_count(range.most));
  const auto wrong = [&](std::string_view why) {
    return failure(fmt::format("\"{}\" {}. {}", text, why, what));
  };
  if (text.find_first_not_of(' ') == std::string_view::npos) return failure("The field is empty. " + what);
  if (const std::optional<std::uint64_t> value = parse_count(text))
    return range.contains(*value) ? Result<std::uint64_t>(*value)
           : *value < range.least ? wrong("is too small")
                                  : wrong("is too large");
  const std::string_view first = text.substr(text.find_first_not_of(' '));
  const bool minus = first.starts_with('-') || first.starts_with("−");
  const std::string_view rest = first.substr(!minus                   ? 0
                                             : first.starts_with('-') ? 1
                                                                      : std::string_view("−").size());
  if (rest.empty() || rest[0] < '0' || rest[0] > '9') return wrong("is not a number");
  if (minus) return wrong("is negative");
  if (rest.find_first_not_of("0123456789") == std::string_view::npos) return wrong("is too large");
  return wrong("is not a whole number");
}

}  // namespace lockstep::gui
