#include "gui/pages/gpu/published_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text/text.hpp"
#include "gui/canvas/text.hpp"
#include "sim/predicted_times/cost_model.hpp"

namespace lockstep::gui {
namespace {

using sim::PublishedRung;

std::string factor_text(const std::optional<double>& factor) {
  return factor ? fmt::format("{:.2f}×", *factor) : std::string();
}

bool is_far_off(const std::optional<double>& ratio) {
  return ratio && std::abs(std::log(*ratio)) > std::log(sim::kFarOff);
}

std::string details_of(const PublishedRung& rung) {
  std::string text = rung.algorithm->id;
  for (const sim::PublishedValue& value : rung.values) {
    const PublishedFigure& figure = *value.figure;
    text += fmt::format("\n{} {} {}",
                        figure.quantity == "speed_up" ? "speed-up over " + figure.baseline : figure.quantity,
                        fmt::format("{:.4g}", figure.value), figure.unit);
    text += value.predicted ? fmt::format(", predicted {:.4g} ({:.2f}×)", *value.predicted, *value.ratio())
                            : ". " + value.no_prediction;
  }
  return rung.remark.empty() ? text : text + "\n" + rung.remark;
}

PublishedTable::Row row_of(const sim::PublishedReport& report, const sim::PublishedProduct& product,
                           const PublishedRung& rung, double longest) {
  PublishedTable::Row row;
  row.name = rung.name;
  row.published = "not given";
  if (const sim::PublishedValue* value = rung.main_value()) {
    row.published = sim::published_value_text(value->figure->value, *value->figure);
    row.ratio = factor_text(value->ratio());
    // If the document prints both time and throughput, add the throughput.
    for (const sim::PublishedValue& other : rung.values)
      if (other.figure->quantity == "throughput" && &other != value)
        row.published += " · " + sim::published_value_text(other.figure->value, *other.figure);
  }
  row.predicted = sim::predicted_text(report, product, rung);
  row.over_first = sim::over_first_text(report, rung);
  row.gain = factor_text(rung.gain);
  row.predicted_gain = factor_text(rung.predicted_gain);
  row.gain_ratio = factor_text(rung.gain_ratio());
  row.is_far_off = is_far_off(rung.gain_ratio());
  row.published_share = rung.published_ns.value_or(0) / longest;
  row.predicted_share = rung.predicted_ns.value_or(0) / longest;
  row.details = details_of(rung);
  return row;
}

PublishedTable table_of(const sim::PublishedReport& report, const sim::PublishedProduct& product) {
  PublishedTable table;
  table.over_first = sim::over_first_title(report);
  table.device = product.device;
  if (product.model != nullptr)
    table.rates = fmt::format("predicted: {}", sim::rates_text(product.model->rates));
  double longest = 1;
  for (const PublishedRung& rung : product.rungs)
    longest = std::max({longest, rung.published_ns.value_or(0), rung.predicted_ns.value_or(0)});
  for (const PublishedRung& rung : product.rungs)
    table.rows.push_back(row_of(report, product, rung, longest));
  return table;
}

std::string whole(double value) { return count_text(static_cast<std::uint64_t>(std::llround(value))); }

std::string for_a_group(const std::optional<double>& count) {
  if (!count) return "–";
  return std::abs(*count - std::round(*count)) < 0.05 ? whole(*count) : fmt::format("{:.1f}", *count);
}

ProfiledTable profile_of(const sim::PublishedReport& report) {
  ProfiledTable table;
  if (report.profile.empty()) return table;
  table.title = "Profiler on a " + report.profiled_on;
  table.legend = sim::profiled_legend(report);
  std::size_t cells = 0;
  for (const sim::ProfiledCount& count : report.profile.front().counts) {
    const std::string& quantity = count.figure->quantity;
    table.columns.push_back({sim::profiled_title(quantity), quantity == "active_warps", cells, cells + 3});
    cells += 3;
  }
  for (const sim::ProfiledRung& rung : report.profile) {
    ProfiledTable::Row& row = table.rows.emplace_back();
    row.name = rung.name;
    for (const sim::ProfiledCount& count : rung.counts) {
      const bool change = count.figure->quantity == "active_warps";
      row.cells.push_back(sim::profiled_text(*count.figure));
      row.cells.push_back(change ? factor_text(count.published_change) : for_a_group(count.published));
      row.cells.push_back(change ? factor_text(count.counted_change) : for_a_group(count.counted));
    }
  }
  return table;
}

}  // namespace

PublishedModel prepare_published(const sim::PublishedReport& report) {
  const PublishedLadder& ladder = *report.ladder;
  PublishedModel model;
  model.heading = fmt::format("Published: {}", ladder.document_title);
  model.assumptions =
      sim::assumptions_text(ladder) + " Ratio: predicted divided by published. Gain: over the kernel above.";
  for (const sim::PublishedProduct& product : report.products)
    model.tables.push_back(table_of(report, product));
  model.profile = profile_of(report);
  model.remarks = sim::remarks_of(report);
  return model;
}

}  // namespace lockstep::gui
