#include "core/check/part_check.hpp"

#include <cstring>
#include <optional>

#include "core/check/judge.hpp"
#include "core/check/reference.hpp"
#include "core/check/sequential_checker.hpp"
#include "core/plan/element.hpp"
#include "core/plan/plan.hpp"

namespace lockstep {

class PartChecker::Typed {
 public:
  virtual ~Typed() = default;
  virtual std::optional<PartReference> reference() = 0;
  virtual CheckResult check(std::span<const PartReference> before, std::span<const std::byte> result) = 0;
};

namespace {

template <class T>
SequentialReference<T> joined(const Expectation& expected, std::span<const PartReference> parts) {
  SequentialReference<T> all(expected.op, expected.depth);
  for (const PartReference& part : parts) {
    if (part.size() != sizeof all) continue;
    SequentialReference<T> next(expected.op, expected.depth);
    std::memcpy(static_cast<void*>(&next), part.data(), sizeof next);
    all.join(next);
  }
  return all;
}

template <class T>
class PartOfChecker final : public PartChecker::Typed {
 public:
  PartOfChecker(const Plan& plan, std::span<const std::byte> input) : plan_(plan), checker_(plan, input) {}

  std::optional<PartReference> reference() override {
    static_assert(std::is_trivially_copyable_v<SequentialReference<T>>);
    const auto own = checker_.own();
    if (!own) return std::nullopt;
    PartReference bytes(sizeof *own);
    std::memcpy(bytes.data(), &*own, sizeof *own);
    return bytes;
  }

  CheckResult check(std::span<const PartReference> before, std::span<const std::byte> result) override {
    if (!has_begun_) checker_.start_with_state(joined<T>(*plan_.expectation, before));
    has_begun_ = true;
    return checker_.check(result);
  }

 private:
  const Plan& plan_;
  SequentialChecker<T> checker_;
  bool has_begun_ = false;
};

}  // namespace

PartChecker::PartChecker(const Plan& plan, std::span<const std::byte> input) {
  typed_ = with_type(plan.type, [&]<class T>() -> std::unique_ptr<Typed> {
    return std::make_unique<PartOfChecker<T>>(plan, input);
  });
}
PartChecker::~PartChecker() = default;
PartChecker::PartChecker(PartChecker&&) noexcept = default;

Result<PartReference> PartChecker::reference() {
  auto own = typed_->reference();
  if (own) return *std::move(own);
  return usage_error(
      "A part of this input has a product outside the range of double, so the references of the parts cannot "
      "be joined; choose another input.");
}

CheckResult PartChecker::check(std::span<const PartReference> before, std::span<const std::byte> result) {
  return typed_->check(before, result);
}

CheckResult check_joined(const Plan& plan, std::span<const PartReference> all,
                         std::span<const std::byte> result) {
  return with_type(plan.type, [&]<class T>() {
    Judge<T> judge(result, plan.type);
    judge.compare(0, joined<T>(*plan.expectation, all).value());
    return judge.finish();
  });
}

}  // namespace lockstep
