#include "core/check/repeated_check.hpp"

#include <fmt/format.h>

namespace lockstep {

std::string RepeatedCheck::look(std::vector<std::byte> result) {
  const bool known = runs_++ > 0 && verdict_.passed() && result == result_;
  result_ = std::move(result);
  if (known) return "";
  verdict_ = checker_.check(result_);
  if (verdict_.passed()) return "";
  std::string sentence = verdict_.message(plan_.buffers[plan_.expectation->result_buffer].name);
  if (runs_ > 1)
    sentence += fmt::format(
        " Run {} of the same was right: look for a race, or a kernel that overwrites its input.", runs_ - 1);
  return sentence;
}

}  // namespace lockstep
