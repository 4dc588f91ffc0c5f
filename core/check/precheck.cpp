#include "core/check/precheck.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"

namespace lockstep {

std::string_view name(Precheck::Verdict verdict) {
  switch (verdict) {
    case Precheck::Verdict::clean:
      return "clean";
    case Precheck::Verdict::remark:
      return "remark";
    case Precheck::Verdict::danger:
      return "danger";
    case Precheck::Verdict::unknown:
      break;
  }
  return "unknown";
}

std::optional<Precheck::Verdict> parse_verdict(std::string_view text) {
  using enum Precheck::Verdict;
  for (const Precheck::Verdict verdict : {clean, remark, danger, unknown})
    if (name(verdict) == text) return verdict;
  return std::nullopt;
}

std::string precheck_text(const Precheck& look) {
  const std::string place =
      look.path.empty() ? "" : fmt::format("{}:{}:{}: ", look.path, look.line, look.column);
  const bool ends = look.message.ends_with('.');  // findings are list items without a full stop
  return fmt::format("In the simulator, with n = {}: {}{}{}", count_text(look.n), place, look.message,
                     ends ? "" : ".");
}

}  // namespace lockstep
