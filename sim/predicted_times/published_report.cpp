#include "sim/predicted_times/published_report.hpp"

#include <algorithm>
#include <cmath>

#include "sim/predicted_times/ladder.hpp"

namespace lockstep::sim {
namespace {

constexpr double kFloatBytes = 4;
constexpr std::string_view kActiveWarps = "active_warps", kLaunchedWarps = "warps";

// Returns a counted quantity of one work-group of a launch.
std::optional<double> counted_for_a_group(std::string_view quantity, const sim::LaunchWork& work,
                                          const sim::DeviceRates& rates) {
  if (work.work_groups == 0) return std::nullopt;
  const double warps = work.warps / work.work_groups;
  if (quantity == "divergent_branches") return work.divergent_branches / work.work_groups;
  if (quantity == "local_conflicts") return work.local_conflicts / work.work_groups;
  if (quantity == kLaunchedWarps) return warps;
  // For each issued warp instruction of the work-group, the number of its warps is added.
  if (quantity == kActiveWarps) return sim::issued_instructions(work, rates) / work.work_groups * warps;
  return std::nullopt;
}

bool is_time_or_rate(const PublishedFigure& figure) {
  return figure.quantity == "time" || figure.quantity == "throughput";
}

// Converts nanoseconds to the unit of a time or a rate.
std::optional<double> in_unit(const PublishedFigure& figure, double ns, double n) {
  if (figure.unit == "ms") return ns / 1e6;
  if (figure.unit == "Gelem/s") return n / ns;
  if (figure.unit == "GB/s") return kFloatBytes * n / ns;
  return std::nullopt;
}

double nanoseconds(const PublishedFigure& figure, double n) {
  if (figure.unit == "ms") return figure.value * 1e6;
  return (figure.unit == "GB/s" ? kFloatBytes * n : n) / figure.value;
}

LadderReport predictions(const PublishedLadder& ladder, const sim::DeviceModel& model,
                         const std::string& kernel_dir, const std::stop_token& stop) {
  LadderRequest request;
  request.ladders = {ladder_of(ladder)};
  request.request.n = ladder.n;
  request.request.group_size = ladder.group_size;
  request.model = &model;
  request.kernel_dir = kernel_dir;
  return make_ladder_report(request, count_ladders(request, stop), nullptr);
}

// Returns the model with the rates of this card; null if only the rates of other cards of the generation
// are known.
const sim::DeviceModel* model_of(const std::string& device) {
  const auto model = sim::find_device_model(device);
  return model && (*model)->rates.product == device ? *model : nullptr;
}

struct Predicted {
  const Rung* rung = nullptr;
  std::string reason;  // why there is no prediction
  std::optional<double> ns() const {
    return rung != nullptr && !rung->counted.work.empty() ? std::optional(rung->counted.time.total())
                                                          : std::nullopt;
  }
};

Predicted predicted_for(const std::string& algorithm, const PublishedProduct& product,
                        const LadderReport& report) {
  if (product.model == nullptr) return {nullptr, "No rates of " + product.device + " are known."};
  for (const Rung& rung : report.ladders.front())
    if (rung.algorithm->id == algorithm) return {&rung, rung.no_count};
  return {nullptr, "The catalogue has no " + algorithm + "."};
}

PublishedValue value_of(const PublishedFigure& figure, const Predicted& predicted,
                        const PublishedProduct& product, const LadderReport& report, double n) {
  PublishedValue value;
  value.figure = &figure;
  value.no_prediction = predicted.reason;
  const std::optional<double> ns = predicted.ns();
  if (!ns) return value;
  if (is_time_or_rate(figure)) {
    value.predicted = in_unit(figure, *ns, figure.n ? static_cast<double>(*figure.n) : n);
  } else {
    const Predicted baseline = predicted_for(figure.baseline, product, report);
    value.no_prediction = baseline.reason;
    if (const std::optional<double> base = baseline.ns()) value.predicted = *base / *ns;
  }
  if (!value.predicted && value.no_prediction.empty()) value.no_prediction = "Its unit is not known.";
  return value;
}

PublishedRung rung_of(const PublishedLadder& ladder, const PublishedLadder::Rung& step,
                      const PublishedProduct& product, const LadderReport& report) {
  PublishedRung rung;
  rung.algorithm = find_algorithm(step.algorithm).value_or(nullptr);
  rung.name = step.name;
  const auto n = static_cast<double>(ladder.n);
  const Predicted predicted = predicted_for(step.algorithm, product, report);
  rung.predicted_ns = predicted.ns();
  for (const PublishedFigure& figure : published_figures()) {
    if (figure.document != ladder.document || figure.device != product.device ||
        figure.algorithm != step.algorithm || figure.is_of_profiler())
      continue;
    rung.values.push_back(value_of(figure, predicted, product, report, n));
    if (is_time_or_rate(figure) && !rung.published_ns) rung.published_ns = nanoseconds(figure, n);
  }
  for (const char* quantity : {"time", "throughput", "gain"})
    if (const std::string text = ladder.remark(product.device, step.algorithm, quantity); !text.empty())
      rung.remark += (rung.remark.empty() ? "" : " ") + text;
  return rung;
}

std::optional<double> quotient(const std::optional<double>& a, const std::optional<double>& b) {
  return a && b && *b != 0 ? std::optional(*a / *b) : std::nullopt;
}

PublishedProduct product_of(const PublishedLadder& ladder, const std::string& device,
                            const std::string& kernel_dir, const std::stop_token& stop,
                            LadderReport& report) {
  PublishedProduct product;
  product.device = device;
  product.model = model_of(device);
  if (product.model != nullptr) report = predictions(ladder, *product.model, kernel_dir, stop);
  for (const PublishedLadder::Rung& step : ladder.rungs) {
    PublishedRung rung = rung_of(ladder, step, product, report);
    if (!product.rungs.empty()) {
      const PublishedRung& before = product.rungs.back();
      rung.gain = quotient(before.published_ns, rung.published_ns);
      rung.predicted_gain = quotient(before.predicted_ns, rung.predicted_ns);
    }
    product.rungs.push_back(std::move(rung));
  }
  return product;
}

std::vector<PublishedFigure> profiled(const PublishedLadder& ladder) {
  std::vector<PublishedFigure> figures;
  for (const PublishedFigure& figure : published_figures())
    if (figure.document == ladder.document && figure.is_of_profiler()) figures.push_back(figure);
  return figures;
}

const ProfiledCount* count_of(const ProfiledRung& rung, const std::string& quantity) {
  const auto found = std::ranges::find_if(
      rung.counts, [&](const ProfiledCount& count) { return count.figure->quantity == quantity; });
  return found == rung.counts.end() ? nullptr : &*found;
}

ProfiledRung profiled_rung(const PublishedLadder& ladder, const PublishedLadder::Rung& step,
                           const LadderReport& report) {
  ProfiledRung rung;
  rung.algorithm = find_algorithm(step.algorithm).value_or(nullptr);
  rung.name = step.name;
  const sim::LaunchWork* first = nullptr;
  if (!report.ladders.empty())
    for (const Rung& one : report.ladders.front())
      if (one.algorithm->id == step.algorithm && !one.counted.work.empty()) first = &one.counted.work.front();
  for (const PublishedFigure& figure : published_figures()) {
    if (figure.document != ladder.document || figure.algorithm != step.algorithm || !figure.is_of_profiler())
      continue;
    ProfiledCount count;
    count.figure = &figure;
    count.published = published_for_a_group(figure, published_figures());
    if (first != nullptr) count.counted = counted_for_a_group(figure.quantity, *first, report.rates);
    rung.counts.push_back(count);
    if (const std::string text = ladder.remark(figure.device, step.algorithm, figure.quantity); !text.empty())
      rung.remark += (rung.remark.empty() ? "" : " ") + text;
  }
  return rung;
}

void add_profile(PublishedReport& report, const LadderReport& counted) {
  for (const PublishedLadder::Rung& step : report.ladder->rungs) {
    ProfiledRung rung = profiled_rung(*report.ladder, step, counted);
    if (rung.counts.empty()) continue;
    if (!report.profile.empty())
      for (ProfiledCount& count : rung.counts) {
        const std::string& quantity = count.figure->quantity;
        const ProfiledCount* before = count_of(report.profile.back(), quantity);
        if (quantity != kActiveWarps || before == nullptr) continue;
        count.published_change = quotient(before->published, count.published);
        count.counted_change = quotient(before->counted, count.counted);
      }
    report.profile.push_back(std::move(rung));
  }
}

}  // namespace

std::optional<double> PublishedValue::ratio() const {
  return figure == nullptr ? std::nullopt : quotient(predicted, figure->value);
}

std::optional<double> PublishedRung::gain_ratio() const { return quotient(predicted_gain, gain); }

const PublishedValue* PublishedRung::main_value() const {
  for (const char* quantity : {"time", "throughput"})
    for (const PublishedValue& value : values)
      if (value.figure->quantity == quantity) return &value;
  return nullptr;
}

const PublishedFigure* PublishedRung::over_first(const PublishedLadder& ladder) const {
  for (const PublishedValue& value : values)
    if (value.figure->quantity == "speed_up" && value.figure->baseline == ladder.rungs.front().algorithm)
      return value.figure;
  return nullptr;
}

const PublishedFigure* PublishedProduct::unit() const {
  for (const PublishedRung& rung : rungs)
    if (const PublishedValue* value = rung.main_value()) return value->figure;
  return nullptr;
}

std::string predicted_text(const PublishedReport& report, const PublishedProduct& product,
                           const PublishedRung& rung) {
  const PublishedFigure* figure = product.unit();
  if (figure == nullptr || !rung.predicted_ns) return {};
  const auto value = in_unit(*figure, *rung.predicted_ns, static_cast<double>(report.ladder->n));
  return value ? published_value_text(*value, *figure) : std::string();
}

PublishedReport compare_published(const PublishedLadder& ladder, const std::string& kernel_dir,
                                  const std::stop_token& stop) {
  PublishedReport report;
  report.ladder = &ladder;
  if (const std::vector<PublishedFigure> figures = profiled(ladder); !figures.empty())
    report.profiled_on = figures.front().device;
  LadderReport profile;
  for (const std::string& device : ladder.devices()) {
    LadderReport counted;
    report.products.push_back(product_of(ladder, device, kernel_dir, stop, counted));
    if (device == report.profiled_on) profile = std::move(counted);
  }
  if (!report.profiled_on.empty()) add_profile(report, profile);
  return report;
}

std::vector<PublishedReport> compare_all_published(const std::string& kernel_dir,
                                                   const std::stop_token& stop) {
  std::vector<PublishedReport> reports;
  for (const PublishedLadder& ladder : published_ladders())
    reports.push_back(compare_published(ladder, kernel_dir, stop));
  return reports;
}

PublishedPredictor predictor_of(std::vector<PublishedReport> reports) {
  return [reports = std::move(reports)](const PublishedFigure& figure) -> std::optional<double> {
    const auto is_same = [&](const PublishedFigure& other) {
      return other.document == figure.document && other.device == figure.device &&
             other.algorithm == figure.algorithm && other.quantity == figure.quantity &&
             other.unit == figure.unit;
    };
    for (const PublishedReport& report : reports)
      for (const PublishedProduct& product : report.products)
        for (const PublishedRung& rung : product.rungs)
          for (const PublishedValue& value : rung.values)
            if (is_same(*value.figure)) return value.predicted;
    return std::nullopt;
  };
}

}  // namespace lockstep::sim
