// The formulas that users read, in the window, in `counters` and at the top of a kernel file: each formula is
// evaluated and must give the values of the catalogue's functions.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "core/catalogue/algorithm.hpp"

namespace lockstep {
namespace {

// a b + 2 (c − 1) / d, log a, 2^a, ⌈a⌉, ⌊a⌋, a mod b, min(a, b), max(a, b); letters are variables.
class Formula {
 public:
  Formula(std::string_view text, std::map<char, double> values) : text_(text), values_(std::move(values)) {}

  double value() {
    const double sum = read_sum();
    EXPECT_TRUE(rest().empty()) << text_ << " at " << rest();
    return sum;
  }

 private:
  std::string_view rest() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return std::string_view(text_).substr(at_);
  }
  bool take(std::string_view token) {
    if (!rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  double read_sum() {
    double sum = read_product();
    for (;;) {
      if (take("+")) {
        sum += read_product();
      } else if (take("−")) {
        sum -= read_product();
      } else {
        return sum;
      }
    }
  }
  bool begins_factor() {
    const std::string_view next = rest();
    if (next.empty() || next.starts_with("mod")) return false;
    return next[0] == '(' || next.starts_with("⌈") || next.starts_with("⌊") ||
           std::isalnum(static_cast<unsigned char>(next[0])) != 0;
  }
  double read_product() {
    double product = read_factor();
    for (;;) {
      if (take("/")) {
        product /= read_factor();
      } else if (take("mod")) {
        product = std::fmod(product, read_factor());
      } else if (begins_factor()) {
        product *= read_factor();
      } else {
        return product;
      }
    }
  }
  double read_factor() {
    const double base = read_atom();
    return take("^") ? std::pow(base, read_atom()) : base;
  }
  double read_pair(const char* name) {
    const double a = read_sum();
    EXPECT_TRUE(take(",")) << text_;
    const double b = read_sum();
    EXPECT_TRUE(take(")")) << text_;
    return std::string_view(name) == "min" ? std::min(a, b) : std::max(a, b);
  }
  double closed(double value, std::string_view by) {
    EXPECT_TRUE(take(by)) << text_ << " at " << rest();
    return value;
  }
  double read_atom() {
    if (take("min(")) return read_pair("min");
    if (take("max(")) return read_pair("max");
    if (take("log")) return std::log2(read_atom());
    if (take("(")) return closed(read_sum(), ")");
    if (take("⌈")) return std::ceil(closed(read_sum(), "⌉"));
    if (take("⌊")) return std::floor(closed(read_sum(), "⌋"));
    const std::string_view next = rest();
    std::size_t digits = 0;
    while (digits < next.size() && std::isdigit(static_cast<unsigned char>(next[digits])) != 0) ++digits;
    if (digits > 0) {
      at_ += digits;
      return std::stod(std::string(next.substr(0, digits)));
    }
    const auto value = next.empty() ? values_.end() : values_.find(next[0]);
    EXPECT_TRUE(value != values_.end()) << text_ << " at " << next;
    if (value == values_.end()) {
      at_ = text_.size();
      return 0;
    }
    ++at_;
    return value->second;
  }

  std::string text_;
  std::map<char, double> values_;
  std::size_t at_ = 0;
};

double number(std::uint64_t value) { return static_cast<double>(value); }

// ⌊log m⌋ elements per work-item; the minimum is 2 for a scan, so that the number of blocks decreases.
double share_of(double m, double n, double least) {
  const double log = std::floor(std::log2(m));
  return std::max(least, m == n ? log : std::min(log, 16.0));
}

struct Sum {
  double steps = 0, work = 0;
};

Sum levels_of(const Algorithm& algorithm, double n, double L, ElementType type) {
  const LevelCost& level = algorithm.complexity.level;
  std::map<char, double> values{{'n', n}, {'m', n}, {'L', L}};
  if (level.groups.empty()) {
    // For reduce/tuned on the default device: warps of 32, two groups for each of two compute units, vectors
    // of 16 bytes.
    values['w'] = std::min(L, 32.0);
    const double v = 16 / number(size_bytes(type));
    values['v'] = v;
    values['g'] = std::clamp(std::floor(n / (v * L)), 1.0, 4.0);
    return {Formula(level.steps, values).value(), Formula(level.work, values).value()};
  }
  Sum sum;
  const double least = algorithm.family == Algorithm::Family::scan ? 2 : 1;
  for (double m = n;;) {
    values['m'] = m;
    values['k'] = share_of(m, n, least);
    const double b = Formula(level.groups, values).value();
    values['b'] = b;
    sum.steps += Formula(level.steps, values).value();
    sum.work += Formula(level.work, values).value();
    if (b <= 1) return sum;
    if (!level.add_steps.empty()) {
      sum.steps += Formula(level.add_steps, values).value();
      sum.work += m;
    }
    m = b;
  }
}

bool is_blelloch(const Algorithm& algorithm) {
  return algorithm.complexity.level.note.find("adds the inputs") != std::string_view::npos;
}

void expect_closed_forms(const Algorithm& algorithm, ElementType type) {
  for (const std::uint64_t L : {32u, 64u, 256u, 1024u}) {
    for (const std::uint64_t n :
         {1u, 2u, 3u, 31u, 64u, 65u, 255u, 256u, 1000u, 1025u, 4096u, 5000u, 70000u, 1u << 20}) {
      PlanRequest request;
      request.n = n;
      request.group_size = L;
      request.type = type;
      const PlanCost cost = cost_of(algorithm.complexity.of_plan(algorithm, request));
      const std::string where = algorithm.id + " n = " + std::to_string(n) + " L = " + std::to_string(L) +
                                " " + std::string(opencl_name(type));
      Sum text = levels_of(algorithm, number(n), number(L), type);
      if (is_blelloch(algorithm)) {
        text.work += number(n);
        text.steps += n <= L ? 1 : 2;
      }
      EXPECT_EQ(text.steps, number(cost.steps)) << where;
      EXPECT_EQ(text.work, number(cost.work)) << where;
    }
  }
}

TEST(ClosedForms, HoldForAnyNAndL) {
  for (const Algorithm& algorithm : catalogue())
    if (algorithm.complexity.of_plan)
      for (const ElementType type : {ElementType::int32, ElementType::float64})
        expect_closed_forms(algorithm, type);
}

std::string before_comma(const std::string& text) { return text.substr(0, text.find(',')); }

// The short form applies to a power of two in one block: as many elements as a work-group processes.
TEST(ClosedForms, HoldInOneBlock) {
  for (const Algorithm& algorithm : catalogue()) {
    const Complexity& complexity = algorithm.complexity;
    if (!complexity.of_plan || complexity.work.find("Θ") != std::string::npos) continue;
    for (const std::uint64_t L : {64u, 128u, 256u, 1024u}) {
      PlanRequest request;
      request.group_size = algorithm.id == "scan/warp" ? 32 : L;
      request.n = complexity.shares.passes != 0 ? 4 * L : algorithm.block_elements(request.group_size);
      request.exclusive = is_blelloch(algorithm);
      const PlanPhases plan = complexity.of_plan(algorithm, request);
      if (complexity.shares.passes != 0 && plan.processors != L) continue;  // for one work-group only
      const PlanCost cost = cost_of(plan);
      const std::map<char, double> values{{'n', number(request.n)}, {'p', number(L)}, {'L', number(L)}};
      EXPECT_EQ(Formula(before_comma(complexity.steps), values).value(), number(cost.steps))
          << algorithm.id << " n = " << request.n;
      EXPECT_EQ(Formula(before_comma(complexity.work), values).value(), number(cost.work))
          << algorithm.id << " n = " << request.n;
    }
  }
}

// The head of a kernel file contains the same formulas.
TEST(ClosedForms, AreThoseOfTheKernelsHead) {
  for (const Algorithm& algorithm : catalogue()) {
    const auto source = load_kernel(algorithm, "");
    ASSERT_TRUE(source);
    std::string head;
    for (std::size_t at = 0; source->text.compare(at, 2, "//") == 0;) {
      const std::size_t end = source->text.find('\n', at);
      std::string line = source->text.substr(at + 2, end - at - 2);
      head += line;
      at = end + 1;
    }
    const std::size_t at = head.find(" Costs: ");
    ASSERT_NE(at, std::string::npos) << algorithm.id;
    const std::string all = text_of(algorithm.complexity.level);
    const std::string wanted = algorithm.complexity.of_plan ? all.substr(0, all.find('.') + 1) : "no formula";
    EXPECT_EQ(head.compare(at + 8, wanted.size(), wanted), 0)
        << algorithm.id << ": write\n// Costs: " << wanted << "\nnot\n"
        << head.substr(at + 8, wanted.size());
  }
}

}  // namespace
}  // namespace lockstep
