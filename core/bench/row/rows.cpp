#include "core/bench/row/rows.hpp"

#include <fmt/format.h>

namespace lockstep::bench {

measure::BenchRow empty_row(const measure::BenchRequest& request) {
  measure::BenchRow row;
  row.id = request.id();
  row.type = request.request.type;
  row.op = request.request.op;
  row.n = request.request.n;
  row.exclusive = request.request.exclusive;
  row.edited = request.source.has_value();
  if (!request.implementation) row.group_size = request.request.group_size;
  return row;
}

namespace {

// Returns the explanation of a wrong result if the algorithm reorders the elements and the operator is
// not commutative.
std::string order_hint(const measure::BenchRow& row) {
  const auto algorithm = find_algorithm(row.id);
  if (is_commutative(row.op) || !algorithm || !(*algorithm)->commutative_only) return "";
  return fmt::format(" {} combines the elements in a different order, and {} is not commutative.", row.id,
                     name(row.op));
}

}  // namespace

measure::BenchRow without_value(measure::BenchRow row, measure::BenchRow::Status status, std::string reason) {
  row.status = status;
  row.reason = std::move(reason);
  if (status == measure::BenchRow::Status::failed) row.reason += order_hint(row);
  return row;
}

measure::BenchRow from_error(measure::BenchRow row, Error error) {
  const auto status = error.kind == Error::Kind::usage ? measure::BenchRow::Status::skipped
                                                       : measure::BenchRow::Status::error;
  return without_value(std::move(row), status, std::move(error.message));
}

std::string fewer_runs(unsigned runs, unsigned wanted) {
  return runs < wanted ? fmt::format("{} of {} runs: the time limit was reached.", runs, wanted) : "";
}

std::uint64_t moved_bytes(const measure::BenchRow& row, bool is_scan) {
  return row.n * size_bytes(row.type) * (is_scan ? 2 : 1);
}

void set_rates(measure::BenchRow& row, std::uint64_t moved) {
  const auto time = static_cast<double>(row.rate_ns());
  if (time == 0) return;
  row.gelem_per_s = static_cast<double>(row.n) / time;
  row.gbps = static_cast<double>(moved) / time;
}

}  // namespace lockstep::bench
