#include "core/check.hpp"

#include <fmt/format.h>

#include <cstring>

#include "core/reference.hpp"
#include "core/sizes.hpp"
#include "core/typed.hpp"

namespace lockstep {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// The shortest text that reads back as the same value; char types as numbers.
template <class T>
std::string text(T value) {
  if constexpr (std::is_floating_point_v<T>) return fmt::format("{}", value);
  if constexpr (std::is_signed_v<T>) return fmt::format("{}", static_cast<std::int64_t>(value));
  return fmt::format("{}", static_cast<std::uint64_t>(value));
}

template <class T>
class Judge {
 public:
  explicit Judge(std::span<const std::byte> result) : result_(result) {}

  void compare(std::uint64_t index, const ReferenceValue<T>& expected) {
    const bool there = (index + 1) * sizeof(T) <= result_.size();
    if (there && expected.accepts(load<T>(result_, index))) return;
    if (verdict.differences++ == 0)
      verdict.first = Difference{index, text(expected.exact),
                                 there ? text(load<T>(result_, index)) : "missing", expected.tolerance};
  }

  CheckResult verdict;

 private:
  std::span<const std::byte> result_;
};

template <class T>
CheckResult check_typed(const Plan& plan, std::span<const std::byte> input,
                        std::span<const std::byte> result) {
  const Expectation& expected = *plan.expectation;
  SequentialReference<T> reference(expected.op, expected.depth);
  Judge<T> judge(result);
  for (std::uint64_t i = 0; i < plan.n; ++i) {
    if (expected.kind == Expectation::Kind::exclusive_scan) judge.compare(i, reference.value());
    reference.take(load<T>(input, i));
    if (expected.kind == Expectation::Kind::inclusive_scan) judge.compare(i, reference.value());
  }
  if (expected.kind == Expectation::Kind::reduction) judge.compare(0, reference.value());
  return judge.verdict;
}

}  // namespace

std::string CheckResult::message(const std::string& buffer_name) const {
  if (!first) return "";
  const std::string tolerance = first->tolerance > 0 ? fmt::format(" (± {:.3g})", first->tolerance) : "";
  const std::string others = differences == 1 ? ""
                             : differences == 2
                                 ? " One more element is wrong."
                                 : fmt::format(" {} more elements are wrong.", count_text(differences - 1));
  return fmt::format("{}[{}] is {}, but the sequential reference gives {}{}.{}", buffer_name, first->index,
                     first->got, first->expected, tolerance, others);
}

CheckResult check_result(const Plan& plan, std::span<const std::byte> input,
                         std::span<const std::byte> result) {
  const ElementType type = plan.buffers[plan.expectation->input_buffer].type;
  return with_type(type, [&]<class T>() { return check_typed<T>(plan, input, result); });
}

}  // namespace lockstep
