#include "gui/pages/gpu/choice_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/sizes.hpp"
#include "core/bench/request_plan.hpp"
#include "gui/canvas/text.hpp"

namespace lockstep::gui {
namespace {

constexpr unsigned kSizeChoiceLeast = 10, kMost = 30;  // powers of two

std::set<std::uint64_t> offered_sizes(const AppState& state) {
  std::set<std::uint64_t> sizes(state.benchmark.sizes.begin(), state.benchmark.sizes.end());
  for (unsigned power = kSizeChoiceLeast; power <= kMost; power += 2) sizes.insert(std::uint64_t{1} << power);
  return sizes;
}

// One request for each that is ticked.
std::vector<opencl::BenchRequest> requests_of(const AppState& state) {
  AppState one = state;
  one.benchmark.sizes = {1};
  return benchmark_requests(one, "");
}

std::string how_to_tick(std::uint64_t n) {
  return fmt::format("Run with {} elements. Shift: all sizes from the nearest ticked one to this one.",
                     count_text(n));
}

}  // namespace

const std::vector<SizeOffer>& SizeChoice::offers(const AppState& state, const opencl::Device* device) {
  const BenchmarkChoice& choice = state.benchmark;
  Key key{device ? device->name + device->platform : "",
          choice.algorithms,
          choice.sizes,
          choice.group_size,
          state.op,
          state.type,
          state.exclusive};
  if (key == key_ && !offers_.empty()) return offers_;
  const auto without_sizes = [](Key some) {
    std::get<2>(some).clear();
    return some;
  };
  // A tick at another size changes nothing about what fits.
  if (offers_.empty() || without_sizes(key) != without_sizes(key_)) look(state, device);
  key_ = std::move(key);
  offers_.clear();
  for (const std::uint64_t n : offered_sizes(state)) offers_.push_back(offer(n, state));
  return offers_;
}

// From the largest downwards: on most devices that is the only one to be looked at.
void SizeChoice::look(const AppState& state, const opencl::Device* device) {
  misfits_.clear();
  for (opencl::BenchRequest& request : requests_of(state)) {
    Misfit misfit{0, request.id(), ""};
    for (unsigned power = kMost; power >= kSizeChoiceLeast; power -= 2) {
      if (!device && !request.way) break;
      request.request.n = std::uint64_t{1} << power;
      const auto fits = opencl::check_fit(device, request);
      if (fits) break;
      misfit.least = request.request.n;
      misfit.why = fits.error().message;
    }
    misfits_.push_back(std::move(misfit));
  }
}

SizeOffer SizeChoice::offer(std::uint64_t n, const AppState& state) const {
  SizeOffer offer;
  offer.n = n;
  offer.ticked = std::ranges::find(state.benchmark.sizes, n) != state.benchmark.sizes.end();
  offer.tooltip = how_to_tick(n);
  std::vector<const Misfit*> without;
  for (const Misfit& misfit : misfits_)
    if (misfit.least != 0 && n >= misfit.least) without.push_back(&misfit);
  if (without.empty()) return offer;
  const bool none = without.size() == misfits_.size();
  offer.fit = none ? SizeOffer::Fit::none : SizeOffer::Fit::some;
  offer.tooltip +=
      none ? "\nNothing that is ticked fits."
           : fmt::format("\n{} of the {} ticked will be skipped.", without.size(), misfits_.size());
  offer.tooltip += fmt::format(" {}: {}", without.front()->id, without.front()->why);
  return offer;
}

std::vector<std::uint64_t> toggle_size(const std::vector<SizeOffer>& offers, std::uint64_t n,
                                       bool whole_range) {
  std::set<std::uint64_t> sizes;
  std::uint64_t nearest = 0;
  const auto distance = [n](std::uint64_t other) {
    return std::max(n, other) / std::max<std::uint64_t>(1, std::min(n, other));
  };
  for (const SizeOffer& offer : offers) {
    if (!offer.ticked) continue;
    sizes.insert(offer.n);
    if (offer.n != n && (nearest == 0 || distance(offer.n) < distance(nearest))) nearest = offer.n;
  }
  if (whole_range && nearest != 0) {
    for (const SizeOffer& offer : offers)
      if (offer.n >= std::min(n, nearest) && offer.n <= std::max(n, nearest)) sizes.insert(offer.n);
  } else if (sizes.erase(n) == 0) {
    sizes.insert(n);
  }
  return {sizes.begin(), sizes.end()};
}

bool are_all_ticked(const std::vector<SizeOffer>& offers) {
  return std::ranges::all_of(
      offers, [](const SizeOffer& offer) { return offer.ticked || offer.fit == SizeOffer::Fit::none; });
}

std::vector<std::uint64_t> all_that_fit(const std::vector<SizeOffer>& offers) {
  std::vector<std::uint64_t> sizes;
  for (const SizeOffer& offer : offers)
    if (offer.fit != SizeOffer::Fit::none) sizes.push_back(offer.n);
  if (are_all_ticked(offers) && !sizes.empty()) return {sizes.front()};
  return sizes;
}

std::vector<std::string> device_keys(const std::vector<opencl::Device>& devices) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const auto before = std::ranges::count(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(i),
                                           devices[i].name, &opencl::Device::name);
    keys.push_back(before == 0 ? devices[i].name : fmt::format("{} ({})", devices[i].name, before + 1));
  }
  return keys;
}

const opencl::Device* chosen_device(const std::vector<opencl::Device>& devices, const std::string& key) {
  const std::vector<std::string> keys = device_keys(devices);
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (keys[i] == key) return &devices[i];
  return devices.empty() ? nullptr : &devices.front();
}

std::vector<opencl::Device> sharing_devices(const std::vector<opencl::Device>& devices,
                                            const BenchmarkChoice& choice) {
  const std::vector<std::string> keys = device_keys(devices);
  std::vector<opencl::Device> sharing;
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (std::ranges::find(choice.shared_by, keys[i]) != choice.shared_by.end()) sharing.push_back(devices[i]);
  return sharing;
}

void toggle_sharing(BenchmarkChoice& choice, const std::string& key) {
  if (std::erase(choice.shared_by, key) == 0 || choice.shared_by.empty()) choice.shared_by.push_back(key);
}

}  // namespace lockstep::gui
