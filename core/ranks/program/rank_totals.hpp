// Exchanges the totals of an array's parts with MPI. MPI_Exscan gives each rank the total of the ranks before
// it. MPI_Reduce gives rank 0 the total of all ranks: this is the result of a reduction or, for a scan, the
// total before the end of the array, which is also on rank 0 (core/benchmark_data/parts.hpp).
//
// MPI has operations only for some operators and types. Therefore a total is sent as bytes with its type and
// operator, and one user-defined operation, declared non-commutative, combines all totals in the order of the
// ranks, in the same way as the rest of this program.
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
  bool before = false;             // for a scan: each rank gets the total of all preceding ranks
  bool all = false;                // rank 0 gets the total of all ranks
  std::optional<std::size_t> end;  // the last part of a scan if it is on rank 0; all other parts precede it
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
  // To be called after the parts of a rank; completes the exchanges.
  void finish();
  // The result of a reduction, on rank 0; none if a rank has failed.
  std::optional<bench::Element> result() const { return element(all_); }

  struct Sent {
    enum class State : std::uint32_t { none, total, failed };
    ElementType type{};
    Operator op{};
    State state = State::none;
    std::array<std::byte, 8> bytes{};
  };
  // Returns left ⊕ right; a rank without a part changes nothing.
  static Sent joined(const Sent& left, const Sent& right);

 private:
  void exchange_before();
  void exchange_all();
  std::optional<bench::Element> element(const Sent& sent) const;

  Exchanges left_;
  Sent mine_, before_, all_;
};

}  // namespace lockstep::ranks
