#include "core/ranks/program/rank_totals.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/base/termination_message.hpp"

namespace lockstep::ranks {
namespace {

using Sent = RankTotals::Sent;
static_assert(std::is_trivially_copyable_v<Sent>);

void join(void* in, void* inout, int* count, MPI_Datatype*) {
  for (int i = 0; i < *count; ++i) {
    Sent left, right;
    std::memcpy(&left, static_cast<const Sent*>(in) + i, sizeof left);
    std::memcpy(&right, static_cast<const Sent*>(inout) + i, sizeof right);
    right = RankTotals::joined(left, right);
    std::memcpy(static_cast<Sent*>(inout) + i, &right, sizeof right);
  }
}

MPI_Datatype sent_type() {
  static const MPI_Datatype type = [] {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(sizeof(Sent), MPI_BYTE, &made);
    MPI_Type_commit(&made);
    return made;
  }();
  return type;
}

MPI_Op join_operation() {
  static const MPI_Op operation = [] {
    MPI_Op made = MPI_OP_NULL;
    MPI_Op_create(&join, 0, &made);
    return made;
  }();
  return operation;
}

}  // namespace

Sent RankTotals::joined(const Sent& left, const Sent& right) {
  using enum Sent::State;
  if (left.state == failed || right.state == none) return left;
  if (right.state == failed || left.state == none) return right;
  const std::size_t size = size_bytes(left.type);
  const bench::Element both = bench::combine(left.type, left.op, std::span(left.bytes).first(size),
                                             std::span(right.bytes).first(size));
  Sent sent = left;
  std::ranges::copy(both, sent.bytes.begin());
  return sent;
}

Exchanges exchanges_for(std::span<const measure::PlacedPart> parts) {
  Exchanges exchanges;
  if (parts.empty()) return exchanges;
  const bool is_alone = parts.size() == 1, ends_on_first = parts.back().device == 0;
  if (parts.front().turn == measure::Turn::reduce) {
    exchanges.all = !is_alone || !ends_on_first;
  } else if (!is_alone) {
    exchanges.before = true;
    exchanges.all = ends_on_first;
    if (ends_on_first) exchanges.end = parts.size() - 1;
  }
  return exchanges;
}

RankTotals::RankTotals(ElementType type, Operator op, const Exchanges& exchanges) : left_(exchanges) {
  mine_.type = type;
  mine_.op = op;
  // Created here, so their creation is not part of a run's time.
  sent_type();
  join_operation();
}

void RankTotals::exchange_before() {
  if (!std::exchange(left_.before, false)) return;
  Sent before;
  const WaitsForOthers waits;
  MPI_Exscan(&mine_, &before, 1, sent_type(), join_operation(), MPI_COMM_WORLD);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) before_ = before;  // the result on rank 0 is undefined
}

void RankTotals::exchange_all() {
  if (!std::exchange(left_.all, false)) return;
  const WaitsForOthers waits;
  MPI_Reduce(&mine_, &all_, 1, sent_type(), join_operation(), 0, MPI_COMM_WORLD);
}

// The parts of a reduction and the first part of a scan do not wait for other parts, so their totals are sent
// immediately. A part in the middle of a scan then needs the total of the preceding parts.
void RankTotals::post(std::size_t part, bench::Element total) {
  mine_.state = Sent::State::total;
  std::ranges::copy(total, mine_.bytes.begin());
  all_ = mine_;  // if there is no other rank
  if (!left_.before) exchange_all();
  if (part == 0) exchange_before();
}

std::optional<bench::Element> RankTotals::before(std::size_t part) {
  exchange_before();
  exchange_all();
  return element(part == left_.end ? all_ : before_);
}

void RankTotals::abandon() {
  mine_.state = Sent::State::failed;
  finish();
}

void RankTotals::finish() {
  exchange_before();
  exchange_all();
}

std::optional<bench::Element> RankTotals::element(const Sent& sent) const {
  if (sent.state != Sent::State::total) return std::nullopt;
  const auto end = sent.bytes.begin() + static_cast<std::ptrdiff_t>(size_bytes(sent.type));
  return bench::Element(sent.bytes.begin(), end);
}

}  // namespace lockstep::ranks
