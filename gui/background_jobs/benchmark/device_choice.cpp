#include "gui/background_jobs/benchmark/device_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/bench/row/request_plan.hpp"
#include "gui/background_jobs/benchmark/benchmark_runner.hpp"

namespace lockstep::gui {
namespace {

// Returns one request for each selected row.
std::vector<measure::BenchRequest> requests_of(const AppState& state) {
  AppState one = state;
  one.benchmark.sizes = {1};
  return benchmark_requests(one, "");
}

}  // namespace

std::vector<std::string> device_keys(const std::vector<measure::Device>& devices) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const auto before = std::ranges::count(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(i),
                                           devices[i].name, &measure::Device::name);
    keys.push_back(before == 0 ? devices[i].name : fmt::format("{} ({})", devices[i].name, before + 1));
  }
  return keys;
}

const measure::Device* chosen_device(const std::vector<measure::Device>& devices, const std::string& key) {
  const std::vector<std::string> keys = device_keys(devices);
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (keys[i] == key) return &devices[i];
  return devices.empty() ? nullptr : &devices.front();
}

std::vector<measure::Device> sharing_devices(const std::vector<measure::Device>& devices,
                                             const BenchmarkChoice& choice) {
  const std::vector<std::string> keys = device_keys(devices);
  std::vector<measure::Device> sharing;
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (std::ranges::find(choice.shared_by, keys[i]) != choice.shared_by.end()) sharing.push_back(devices[i]);
  return sharing;
}

void toggle_sharing(BenchmarkChoice& choice, const std::string& key) {
  if (std::erase(choice.shared_by, key) == 0 || choice.shared_by.empty()) choice.shared_by.push_back(key);
}

// Sizes are checked from the largest downwards. If the largest size fits, no other size needs to be checked.
std::vector<Misfit> find_misfits(const AppState& state, const measure::Device* device,
                                 std::span<const std::uint64_t> sizes) {
  std::vector<Misfit> misfits;
  for (measure::BenchRequest& request : requests_of(state)) {
    Misfit misfit{0, request.id(), ""};
    for (auto n = sizes.rbegin(); n != sizes.rend(); ++n) {
      if (!device && !request.implementation) break;
      request.request.n = *n;
      const auto fits = bench::check_fit(device, request);
      if (fits) break;
      misfit.least = *n;
      misfit.why = fits.error().message;
    }
    misfits.push_back(std::move(misfit));
  }
  return misfits;
}

}  // namespace lockstep::gui
