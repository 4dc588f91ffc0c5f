#include "core/measure/history_keeper.hpp"

namespace lockstep::opencl {

ResultsKeeper::ResultsKeeper(std::string path, const Result<Device>& device) : path_(std::move(path)) {
  where_.device = device.value_or(Device{});
  where_.processor = host::processor_name();
  if (!path_.empty()) kept_ = read_results(path_);
}

std::optional<EarlierRun> ResultsKeeper::take(const BenchRequest& request, const BenchRow& row) {
  if (path_.empty() || row.status != BenchRow::Status::passed) return std::nullopt;
  const KeptResult now = result_to_keep(where_, request, row, utc_now());
  const auto stored = keep_results(path_, {&now, 1});
  if (!stored && !failed_) kept_.problems.push_back(stored.error().message);
  failed_ = !stored;
  return earlier_run(kept_, now);
}

}  // namespace lockstep::opencl
