#include "core/bench/rows.hpp"

#include <fmt/format.h>

namespace lockstep::opencl {

BenchRow empty_row(const BenchRequest& request) {
  BenchRow row;
  row.id = request.id();
  row.type = request.request.type;
  row.op = request.request.op;
  row.n = request.request.n;
  row.exclusive = request.request.exclusive;
  row.edited = request.source.has_value();
  if (!request.way) row.group_size = request.request.group_size;
  return row;
}

BenchRow without_value(BenchRow row, BenchRow::Status status, std::string reason) {
  row.status = status;
  row.reason = std::move(reason);
  return row;
}

BenchRow from_error(BenchRow row, Error error) {
  const auto status = error.kind == Error::Kind::usage ? BenchRow::Status::skipped : BenchRow::Status::error;
  return without_value(std::move(row), status, std::move(error.message));
}

std::string fewer_runs(unsigned runs, unsigned wanted) {
  return runs < wanted ? fmt::format("{} of {} runs: then the time limit was reached.", runs, wanted) : "";
}

void set_rates(BenchRow& row, bool is_scan) {
  const auto time = static_cast<double>(row.rate_ns());
  if (time == 0) return;
  const double moved = static_cast<double>(row.n * size_bytes(row.type)) * (is_scan ? 2 : 1);
  row.gelem_per_s = static_cast<double>(row.n) / time;
  row.gbps = moved / time;
}

}  // namespace lockstep::opencl
