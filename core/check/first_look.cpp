#include "core/check/first_look.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"

namespace lockstep {

std::string_view name(FirstLook::Verdict verdict) {
  switch (verdict) {
    case FirstLook::Verdict::clean:
      return "clean";
    case FirstLook::Verdict::remark:
      return "remark";
    case FirstLook::Verdict::danger:
      return "danger";
    case FirstLook::Verdict::unknown:
      break;
  }
  return "unknown";
}

std::optional<FirstLook::Verdict> parse_verdict(std::string_view text) {
  using enum FirstLook::Verdict;
  for (const FirstLook::Verdict verdict : {clean, remark, danger, unknown})
    if (name(verdict) == text) return verdict;
  return std::nullopt;
}

std::string look_text(const FirstLook& look) {
  const std::string place =
      look.path.empty() ? "" : fmt::format("{}:{}:{}: ", look.path, look.line, look.column);
  const bool ends = look.message.ends_with('.');  // findings are sentences of a list, without their stop
  return fmt::format("In the simulator, with n = {}: {}{}{}", count_text(look.n), place, look.message,
                     ends ? "" : ".");
}

}  // namespace lockstep
