// Compares published counts with the counters of the same name. A profiler's count refers to one
// multiprocessor, so it is converted to a count per work-group. The number of warps, and quantities without a
// counter, are shown as published.
#include "cli/commands/counters/published_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/published.hpp"

namespace lockstep::cli {

namespace {

using sim::Counters;

struct Counter {
  std::string_view name;
  std::string_view title;
  std::uint64_t Counters::*value;
};

constexpr Counter kCounters[] = {
#define M(name, title, unit, explanation) {#name, title, &Counters::name},
#include "sim/observers/counters/metrics.def"
#undef M
};

constexpr std::string_view kLaunched = "warps";

const Counter* counter_of(const PublishedFigure& figure) {
  const auto* found = std::find_if(std::begin(kCounters), std::end(kCounters),
                                   [&](const Counter& counter) { return counter.name == figure.quantity; });
  return found == std::end(kCounters) ? nullptr : found;
}

std::vector<PublishedFigure> of_a_profiler(const std::string& id) {
  std::vector<PublishedFigure> figures = published_for(id);
  std::erase_if(figures, [](const PublishedFigure& figure) { return !figure.is_of_profiler(); });
  return figures;
}

std::optional<double> counted_for_a_group(const PublishedFigure& figure, const Counters& counted) {
  const Counter* counter = counter_of(figure);
  if (!counter || counted.work_groups == 0) return std::nullopt;
  return static_cast<double>(counted.*counter->value) / static_cast<double>(counted.work_groups);
}

// Returns true if a figure is converted and compared. The number of launched warps is not, because it is the
// divisor of the other counts; nor are quantities without a counter.
bool is_compared(const PublishedFigure& figure) {
  return counter_of(figure) != nullptr && figure.quantity != kLaunched;
}

std::string number_text(double value) {
  return value == std::floor(value) ? count_text(static_cast<std::uint64_t>(value))
                                    : fmt::format("{:.2f}", value);
}

std::string words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

void add_headings(Table& table, const std::vector<PublishedFigure>& figures) {
  std::vector<std::string> first{""}, second{""};
  for (const PublishedFigure& figure : figures) {
    first.push_back(is_compared(figure)            ? std::string(counter_of(figure)->title)
                    : figure.quantity == kLaunched ? "warps launched"
                                                   : words(figure.quantity));
    second.push_back("published");
    if (!is_compared(figure)) continue;
    first.push_back("");
    second.push_back("counted");
  }
  table.add(first);
  table.add(second);
}

// Returns the cells of a row in the order of the headings.
std::vector<std::string> cells_of(const CountedColumn& row, const std::vector<PublishedFigure>& headings,
                                  const std::vector<PublishedFigure>& figures) {
  std::vector<std::string> cells{row.title};
  for (const PublishedFigure& heading : headings) {
    const auto figure = std::find_if(figures.begin(), figures.end(), [&](const PublishedFigure& one) {
      return one.quantity == heading.quantity;
    });
    std::optional<double> published;
    if (figure != figures.end() && figure->is_given)
      published = is_compared(heading) ? published_for_a_group(*figure, figures) : figure->value;
    const auto counted = counted_for_a_group(heading, row.counters);
    cells.push_back(published ? number_text(*published) : "–");
    if (is_compared(heading)) cells.push_back(counted ? number_text(*counted) : "–");
  }
  return cells;
}

Json published_number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace

std::string published_counters_table(const std::vector<CountedColumn>& rows, std::uint64_t group_size) {
  std::vector<PublishedFigure> first;
  std::vector<std::vector<std::string>> lines;
  for (const CountedColumn& row : rows) {
    const std::vector<PublishedFigure> figures = of_a_profiler(row.title);
    if (figures.empty()) continue;
    if (first.empty()) first = figures;
    lines.push_back(cells_of(row, first, figures));
  }
  if (first.empty()) return "";
  std::vector<Table::Align> aligns(2 * first.size() + 1, Table::Align::right);
  aligns.front() = Table::Align::left;
  Table table(aligns);
  add_headings(table, first);
  for (const auto& line : lines) table.add(line);
  const PublishedFigure& figure = first.front();
  std::string text = fmt::format(
      "{}\nDivergent branches and conflicts are per work-group; counted values are for the first launch. "
      "Published:\n{}, "
      "profiler on a {}, work-groups of {}.\nIt observed one of the multiprocessors: the warps launched "
      "there, {} "
      "for each work-group, give the number of\nwork-groups that its counts include.\n",
      table.text(), figure.title, figure.device, figure.group_size, figure.group_size / figure.warp_size);
  text += fmt::format(
      "`lockstep ladder {}` compares active warps, too, and gives possible reasons for differences.\n",
      figure.document);
  if (group_size != figure.group_size)
    text += fmt::format("Counted here: work-groups of {}; compare with --group {}.\n", group_size,
                        figure.group_size);
  return text;
}

Json published_counters_json(const std::string& id, const Counters& counted) {
  const std::vector<PublishedFigure> figures = of_a_profiler(id);
  Json list = Json::array();
  for (const PublishedFigure& figure : figures) {
    Json json = figure_json(figure);
    json["per_work_group"] = published_number(published_for_a_group(figure, figures));
    json["counted_per_work_group"] = published_number(counted_for_a_group(figure, counted));
    list.push_back(json);
  }
  return list;
}

}  // namespace lockstep::cli
