// The totals of an array's parts, over MPI: MPI_Exscan gives each rank the total of the ranks before it,
// MPI_Reduce gives rank 0 that of all ranks: the result of a reduction, and for a scan what comes before the
// end of the array, which rank 0 has as well (core/benchmark_data/parts.hpp).
//
// MPI has operations only for some operators and types. So a total travels as its bytes with the names of its
// type and operator, and one operation of our own, declared non-commutative, combines them all as every other
// part of this program does: in the order of the ranks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "core/bench/multi_device/totals.hpp"
#include "core/benchmark_data/parts.hpp"

namespace lockstep::ranks {

// The exchanges that the placement of the parts requires.
struct Exchanges {
  bool before = false;             // of a scan: each rank gets the total of all before it
  bool all = false;                // rank 0 gets the total of all ranks
  std::optional<std::size_t> end;  // the part at the end of a scan, where rank 0 has it: all comes before it
};
Exchanges exchanges_for(std::span<const measure::PlacedPart> parts);

// The totals of one run. A rank's parts post at most one total; every rank takes part in the exchanges once,
// even without a part or after a failure.
class RankTotals final : public bench::Totals {
 public:
  RankTotals(ElementType type, Operator op, const Exchanges& exchanges);

  void post(std::size_t part, bench::Element total) override;
  std::optional<bench::Element> before(std::size_t part) override;
  void abandon() override;
  // After the parts of a rank: what it has not yet done of the exchange.
  void finish();
  // On rank 0, of a reduction; none if a rank has failed.
  std::optional<bench::Element> result() const { return element(all_); }

  struct Sent {
    enum class State : std::uint32_t { none, total, failed };
    ElementType type{};
    Operator op{};
    State state = State::none;
    std::array<std::byte, 8> bytes{};
  };
  // left ⊕ right; a rank without a part changes nothing.
  static Sent joined(const Sent& left, const Sent& right);

 private:
  void exchange_before();
  void exchange_all();
  std::optional<bench::Element> element(const Sent& sent) const;

  Exchanges left_;
  Sent mine_, before_, all_;
};

}  // namespace lockstep::ranks
