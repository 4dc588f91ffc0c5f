#include "sim/lab/scenes/access_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "core/base/text/text.hpp"
#include "sim/trace/accesses.hpp"

namespace lockstep::lab {
namespace {

std::uint64_t distinct_bytes(const LaneAccess& access) {
  std::set<std::uint64_t> elements;  // elements are aligned to their size, so they do not overlap
  sim::for_each_lane(access.active, [&](unsigned lane) { elements.insert(access.addresses[lane]); });
  return elements.size() * access.bytes;
}

bool cost_alike(const std::vector<Access>& a, const std::vector<Access>& b) {
  return std::ranges::equal(a, b, [](const Access& x, const Access& y) {
    const auto sizes = [](const Access& access) {
      std::multiset<std::uint32_t> all;
      for (const sim::Transaction& transaction : access.detail.transactions) all.insert(transaction.bytes);
      return all;
    };
    return x.bytes_asked == y.bytes_asked && x.bytes_moved == y.bytes_moved && sizes(x) == sizes(y) &&
           x.detail.passes.size() == y.detail.passes.size() &&
           x.detail.local.degree == y.detail.local.degree && x.detail.local.minimum == y.detail.local.minimum;
  });
}

bool rules_alike(const sim::DeviceModel& a, const sim::DeviceModel& b) {
  return a.global.unit == b.global.unit && a.warp_width == b.warp_width && a.local.banks == b.local.banks &&
         a.local.approximate == b.local.approximate && a.global.approximate == b.global.approximate;
}

}  // namespace

Access count_access(const LaneAccess& access, sim::Space space, const sim::DeviceModel& model) {
  std::array<std::uint64_t, sim::kMaxLanes> addresses{};
  sim::for_each_lane(access.active, [&](unsigned lane) {
    addresses[lane] = sim::make_address(space, 1, static_cast<std::int64_t>(access.addresses[lane]));
  });
  sim::ObservedAccess observed;
  observed.space = space;
  observed.access = {
      .kind = access.kind, .bytes = access.bytes, .active = access.active, .addresses = addresses};
  Access counted;
  counted.object = "a";
  counted.detail = sim::detail_of(model, observed);
  counted.bytes_asked = static_cast<std::uint64_t>(std::popcount(access.active)) * access.bytes;
  counted.bytes_used = distinct_bytes(access);
  for (const sim::Transaction& transaction : counted.detail.transactions)
    counted.bytes_moved += transaction.bytes;
  if (space != sim::Space::global) counted.bytes_moved = counted.bytes_asked;
  return counted;
}

Result<void> add_models(Report& report, const sim::DeviceModel& chosen, const AccessesOf& accesses_of) {
  for (const sim::DeviceModel& model : sim::device_models()) {
    Result<std::vector<Access>> accesses = accesses_of(model);
    if (!accesses) return tl::unexpected(accesses.error());
    if (model.name == chosen.name) report.accesses = *accesses;
    report.side_by_side.push_back({&model, std::move(*accesses)});
  }
  return {};
}

Result<Report> report_of_access(const std::vector<Setting>& settings, const Request& request,
                                sim::Space space) {
  const SettingReader reader(settings, request.values);
  Report report;
  const auto accesses_of = [&](const sim::DeviceModel& model) -> Result<std::vector<Access>> {
    const Result<LaneAccess> access = read_lane_access(reader, model.warp_width);
    if (!access) return tl::unexpected(access.error());
    return std::vector<Access>{count_access(*access, space, model)};
  };
  if (const Result<void> added = add_models(report, *request.model, accesses_of); !added)
    return tl::unexpected(added.error());
  return report;
}

std::vector<ModelGroup> grouped(const Report& report, const sim::DeviceModel& chosen) {
  std::vector<ModelGroup> groups;
  for (const ModelAccesses& entry : report.side_by_side) {
    const bool is_chosen = entry.model->name == chosen.name;
    const bool is_of_banks = !entry.accesses.empty() && entry.accesses.front().detail.local.wavefronts != 0;
    const bool joins =
        !groups.empty() && rules_alike(*groups.back().first.model, *entry.model) &&
        (!is_of_banks || groups.back().first.model->local.bank_bytes == entry.model->local.bank_bytes) &&
        cost_alike(groups.back().first.accesses, entry.accesses);
    if (joins) {
      groups.back().names += ", " + entry.model->name;
      groups.back().chosen |= is_chosen;
    } else {
      groups.push_back({entry.model->name, entry, is_chosen});
    }
  }
  return groups;
}

std::string transactions_text(const Access& access, const sim::DeviceModel& model) {
  std::map<std::uint32_t, std::uint64_t, std::greater<>> counts;
  for (const sim::Transaction& transaction : access.detail.transactions) ++counts[transaction.bytes];
  if (counts.empty()) return "none";
  std::vector<std::string> parts;
  for (const auto& [bytes, count] : counts)
    parts.push_back(parts.empty() ? fmt::format("{} of {}", plural(count, model.global.unit), bytes)
                                  : fmt::format("{} of {}", count, bytes));
  return fmt::format("{} bytes", fmt::join(parts, " and "));
}

std::string lanes_text(std::uint64_t lanes) {
  std::vector<std::string> runs;
  for (unsigned lane = 0; lane < sim::kMaxLanes; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    const unsigned first = lane;
    while (lane + 1 < sim::kMaxLanes && (lanes >> (lane + 1) & 1) != 0) ++lane;
    runs.push_back(first == lane ? fmt::format("{}", lane) : fmt::format("{} to {}", first, lane));
  }
  return fmt::format("{} {}", noun_for(static_cast<std::uint64_t>(std::popcount(lanes)), "lane"),
                     fmt::join(runs, ", "));
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "–";
  return fmt::format("{:.3g} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace lockstep::lab
