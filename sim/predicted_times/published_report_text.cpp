// Writes a published ladder as text for readers and as JSON for programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "sim/predicted_times/cost_model.hpp"
#include "sim/predicted_times/published_report.hpp"

namespace lockstep::sim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPublishedNone = "–";

std::string times_text(const std::optional<double>& factor) {
  return factor ? fmt::format("{:.2f}×", *factor) : std::string(kPublishedNone);
}

std::string count_per_group(const std::optional<double>& count) {
  if (!count) return std::string(kPublishedNone);
  return *count < 1000 ? fmt::format("{:.4g}", *count)
                       : count_text(static_cast<std::uint64_t>(std::llround(*count)));
}

// The maximum length of a line in characters.
constexpr std::size_t kLineWidth = 110;

std::string in_lines(std::string_view text) {
  std::string lines, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && width_of(line) + 1 + width_of(word) > kLineWidth) {
      lines += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return lines + line + "\n";
}

std::string product_text(const PublishedReport& report, const PublishedProduct& product) {
  std::string text = product.device;
  if (product.model != nullptr)
    text += fmt::format(" ({}: {})", product.model->called(), sim::rates_text(product.model->rates));
  using enum Table::Align;
  const std::string over_first = over_first_title(report);
  std::vector<Table::Align> aligns{left, left, right, right, right, right, right, right};
  std::vector<std::string> heads{"",      "kernel", "published", "predicted",
                                 "ratio", "gain",   "predicted", "ratio"};
  if (!over_first.empty()) {
    aligns.push_back(right);
    heads.push_back(over_first);
  }
  Table table(aligns);
  table.add(heads);
  for (const PublishedRung& rung : product.rungs) {
    const PublishedValue* value = rung.main_value();
    const std::string predicted = predicted_text(report, product, rung);
    std::vector<std::string> cells{
        rung.name,
        rung.algorithm->id,
        value != nullptr ? published_value_text(value->figure->value, *value->figure) : "not given",
        predicted.empty() ? std::string(kPublishedNone) : predicted,
        value != nullptr ? times_text(value->ratio()) : std::string(kPublishedNone),
        times_text(rung.gain),
        times_text(rung.predicted_gain),
        times_text(rung.gain_ratio())};
    if (!over_first.empty()) cells.push_back(over_first_text(report, rung));
    table.add(cells);
  }
  return text + "\n" + table.text();
}

std::string profile_text(const PublishedReport& report) {
  using enum Table::Align;
  Table table({left, left, right, right, right, right, right});
  table.add({"", "count", "published", "per group", "counted", "change", "counted"});
  for (const ProfiledRung& rung : report.profile) {
    std::string name = rung.name;
    for (const ProfiledCount& count : rung.counts) {
      table.add({name, profiled_title(count.figure->quantity), profiled_text(*count.figure),
                 count_per_group(count.published), count_per_group(count.counted),
                 count.published_change ? times_text(count.published_change) : "",
                 count.counted_change ? times_text(count.counted_change) : ""});
      name.clear();
    }
  }
  return fmt::format("\nProfiler on a {}\n{}{}", report.profiled_on, table.text(),
                     in_lines(profiled_legend(report)));
}

void add_word(std::vector<std::string>& words, const std::string& word) {
  if (!word.empty() && std::ranges::find(words, word) == words.end()) words.push_back(word);
}

// Returns the subjects of all remarks with this text, such as "GeForce GTX 460, Kernel 2, Kernel 3,
// divergent branches".
std::string subject_of(const PublishedLadder& ladder, const std::string& text) {
  std::vector<std::string> devices, rungs, counts;
  for (const PublishedLadder::Remark& remark : ladder.remarks) {
    if (remark.text != text) continue;
    add_word(devices, remark.device);
    for (const PublishedLadder::Rung& rung : ladder.rungs)
      if (rung.algorithm == remark.algorithm) add_word(rungs, rung.name);
    const bool is_main =
        remark.quantity == "time" || remark.quantity == "throughput" || remark.quantity == "gain";
    if (!is_main) add_word(counts, profiled_title(remark.quantity));
  }
  std::string subject;
  for (const auto* words : {&devices, &rungs, &counts})
    for (const std::string& word : *words) subject += (subject.empty() ? "" : ", ") + word;
  return subject;
}

Json optional_json(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

Json value_json(const PublishedValue& value) {
  Json json = figure_json(*value.figure);
  json["predicted"] = optional_json(value.predicted);
  json["ratio"] = optional_json(value.ratio());
  if (!value.predicted) json["reason"] = value.no_prediction;
  return json;
}

Json rung_json(const PublishedRung& rung) {
  Json values = Json::array();
  for (const PublishedValue& value : rung.values) values.push_back(value_json(value));
  Json json{{"id", rung.algorithm->id}, {"name", rung.name}, {"figures", std::move(values)}};
  json["published_ns"] = optional_json(rung.published_ns);
  json["predicted_ns"] = optional_json(rung.predicted_ns);
  json["gain"] = optional_json(rung.gain);
  json["predicted_gain"] = optional_json(rung.predicted_gain);
  json["gain_ratio"] = optional_json(rung.gain_ratio());
  json["remark"] = rung.remark;
  return json;
}

Json profiled_json(const ProfiledRung& rung) {
  Json counts = Json::array();
  for (const ProfiledCount& count : rung.counts) {
    Json json = figure_json(*count.figure);
    json["per_work_group"] = optional_json(count.published);
    json["counted_per_work_group"] = optional_json(count.counted);
    json["change"] = optional_json(count.published_change);
    json["counted_change"] = optional_json(count.counted_change);
    counts.push_back(std::move(json));
  }
  return {{"id", rung.algorithm->id},
          {"name", rung.name},
          {"counts", std::move(counts)},
          {"remark", rung.remark}};
}

}  // namespace

std::string published_value_text(double value, const PublishedFigure& figure) {
  return fmt::format("{} {}", value < 10 ? fmt::format("{:.2f}", value) : fmt::format("{:.1f}", value),
                     figure.unit);
}

std::string over_first_text(const PublishedReport& report, const PublishedRung& rung) {
  const PublishedFigure* figure = rung.over_first(*report.ladder);
  return figure == nullptr ? std::string() : fmt::format("{:.4g}×", figure->value);
}

std::string over_first_title(const PublishedReport& report) {
  for (const PublishedProduct& product : report.products)
    for (const PublishedRung& rung : product.rungs)
      if (rung.over_first(*report.ladder) != nullptr) return "over " + report.ladder->rungs.front().name;
  return {};
}

std::string profiled_text(const PublishedFigure& figure) {
  return figure.is_given ? count_text(static_cast<std::uint64_t>(figure.value)) : "???";
}

std::string profiled_title(const std::string& quantity) {
  if (quantity == "speed_up") return "speed-up";
  if (quantity == "warps") return "warps launched";
  if (quantity == "local_conflicts") return "bank conflicts";
  std::string words = quantity;
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string assumptions_text(const PublishedLadder& ladder) {
  std::string text = fmt::format("Predicted for {} int elements in work-groups of {}.", count_text(ladder.n),
                                 ladder.group_size);
  for (const std::string& note : {ladder.n_note, ladder.group_note})
    if (!note.empty()) text += " " + note;
  return text;
}

std::string profiled_legend(const PublishedReport& report) {
  if (report.profile.empty() || report.profile.front().counts.empty()) return {};
  const PublishedFigure& figure = *report.profile.front().counts.front().figure;
  return fmt::format(
      "The profiler watched one multiprocessor. Per group: divided by the work-groups that it saw, {} of "
      "the warps launched for each. Counted: the first launch in the simulator, for one work-group. Active "
      "warps: the hardware adds up, over all cycles, the warps that a multiprocessor holds; the simulator "
      "adds up, over the warp instructions that a work-group issues, its warps. Only their changes from "
      "kernel to kernel can be compared. Change: the kernel above divided by this one, both per work-group.",
      figure.group_size / figure.warp_size);
}

std::vector<std::string> remarks_of(const PublishedReport& report) {
  std::vector<std::string> remarks;
  std::vector<std::string_view> texts;
  for (const PublishedLadder::Remark& remark : report.ladder->remarks) {
    if (std::ranges::find(texts, remark.text) != texts.end()) continue;
    texts.push_back(remark.text);
    remarks.push_back(fmt::format("{}: {}", subject_of(*report.ladder, remark.text), remark.text));
  }
  return remarks;
}

std::string published_report_text(const PublishedReport& report) {
  const PublishedLadder& ladder = *report.ladder;
  std::string text = fmt::format("{} ({}): {}\n{}", ladder.title, ladder.document, ladder.document_title,
                                 in_lines(assumptions_text(ladder)));
  for (const PublishedProduct& product : report.products) text += "\n" + product_text(report, product);
  text += "\nratio: predicted divided by published. gain: over the kernel above.\n";
  if (!report.profile.empty()) text += profile_text(report);
  const std::vector<std::string> remarks = remarks_of(report);
  for (std::size_t i = 0; i < remarks.size(); ++i) text += (i == 0 ? "\n" : "") + in_lines(remarks[i]);
  return text;
}

Json published_report_json(const PublishedReport& report) {
  const PublishedLadder& ladder = *report.ladder;
  Json json{
      {"document", ladder.document},         {"title", ladder.title},   {"n", ladder.n},
      {"n_is_given", ladder.n_note.empty()}, {"n_note", ladder.n_note}, {"group_size", ladder.group_size},
      {"group_note", ladder.group_note}};
  json["products"] = Json::array();
  for (const PublishedProduct& product : report.products) {
    Json rungs = Json::array();
    for (const PublishedRung& rung : product.rungs) rungs.push_back(rung_json(rung));
    Json one{{"device", product.device}};
    one["model"] = product.model != nullptr ? Json(product.model->called()) : Json();
    one["rungs"] = std::move(rungs);
    json["products"].push_back(std::move(one));
  }
  json["profile"] = Json::array();
  for (const ProfiledRung& rung : report.profile) json["profile"].push_back(profiled_json(rung));
  return json;
}

}  // namespace lockstep::sim
