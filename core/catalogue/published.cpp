#include "core/catalogue/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/catalogue/embedded.hpp"

namespace lockstep {
namespace {

struct Head {
  std::string document, title;
};

void read_head(const FieldReader& fields, Head& head) {
  fields.text("document", head.document);
  fields.text("title", head.title);
}

void read_figure(const FieldReader& fields, PublishedFigure& figure) {
  fields.text("device", figure.device);
  fields.text("algorithm", figure.algorithm);
  fields.text("quantity", figure.quantity);
  fields.text("unit", figure.unit);
  if (figure.quantity == "speed_up" || fields.has("baseline")) fields.text("baseline", figure.baseline);
  if (!fields.has("n") || fields.has_value("n")) fields.number("n", figure.n.emplace());
  fields.number_or("group_size", figure.group_size, 0);
  fields.number_or("warp_size", figure.warp_size, 0);
  figure.is_given = !figure.is_of_profiler() || !fields.has("value") || fields.has_value("value");
  if (figure.is_given) fields.real("value", figure.value);
}

void read_ladder(const FieldReader& fields, PublishedLadder& ladder) {
  fields.text("title", ladder.title);
  fields.list("rungs", ladder.rungs, [](const FieldReader& one, PublishedLadder::Rung& rung) {
    one.text("algorithm", rung.algorithm);
    one.text("name", rung.name);
  });
  fields.number("n", ladder.n);
  fields.text_or_none("n_note", ladder.n_note);
  fields.number("group_size", ladder.group_size);
  fields.text_or_none("group_note", ladder.group_note);
  fields.list_or_none("remarks", ladder.remarks, [](const FieldReader& one, PublishedLadder::Remark& remark) {
    one.text("device", remark.device);
    one.text("algorithm", remark.algorithm);
    one.text("quantity", remark.quantity);
    one.text("text", remark.text);
  });
}

// Tests read every built-in file, so these files have no errors.
std::vector<PublishedFigure> read_embedded() {
  std::vector<PublishedFigure> all;
  for (const EmbeddedFile& file : embedded_published())
    if (const auto figures = parse_published(file.path, file.text))
      all.insert(all.end(), figures->begin(), figures->end());
  std::stable_sort(all.begin(), all.end(), [](const PublishedFigure& a, const PublishedFigure& b) {
    return a.document < b.document;
  });
  return all;
}

std::vector<PublishedLadder> read_embedded_ladders() {
  std::vector<PublishedLadder> all;
  for (const EmbeddedFile& file : embedded_published())
    if (auto ladder = parse_published_ladder(file.path, file.text); ladder && *ladder)
      all.push_back(std::move(**ladder));
  std::ranges::stable_sort(all, {}, &PublishedLadder::document);
  return all;
}

}  // namespace

std::string PublishedLadder::remark(std::string_view device, std::string_view algorithm,
                                    std::string_view quantity) const {
  std::string text;
  for (const Remark& one : remarks)
    if ((one.device.empty() || one.device == device) &&
        (one.algorithm.empty() || one.algorithm == algorithm) && one.quantity == quantity)
      text += (text.empty() ? "" : " ") + one.text;
  return text;
}

std::vector<std::string> PublishedLadder::devices() const {
  std::vector<std::string> names;
  for (const PublishedFigure& figure : published_figures())
    if (figure.document == document && (figure.quantity == "time" || figure.quantity == "throughput") &&
        std::ranges::find(names, figure.device) == names.end())
      names.push_back(figure.device);
  return names;
}

const std::vector<PublishedLadder>& published_ladders() {
  static const std::vector<PublishedLadder> all = read_embedded_ladders();
  return all;
}

const PublishedLadder* find_published_ladder(std::string_view document) {
  const auto& all = published_ladders();
  const auto found = std::ranges::find(all, document, &PublishedLadder::document);
  return found == all.end() ? nullptr : &*found;
}

Result<std::optional<PublishedLadder>> parse_published_ladder(std::string_view path, std::string_view text) {
  const auto with_path = [path](const Error& error) {
    return failure(fmt::format("{}: {}", path, error.message));
  };
  const FieldsJson file = parse_json<FieldsJson>(text).value_or(nullptr);
  const auto head = read_fields<Head>(file, "a document", read_head);
  if (!head) return with_path(head.error());
  if (!file.contains("ladder")) return std::optional<PublishedLadder>();
  auto ladder = read_fields<PublishedLadder>(file["ladder"], "a \"ladder\"", read_ladder);
  if (!ladder) return with_path(ladder.error());
  if (ladder->rungs.empty() || ladder->n == 0 || ladder->group_size == 0)
    return failure(fmt::format("{}: a \"ladder\" needs rungs, n and group_size.", path));
  ladder->document = head->document;
  ladder->document_title = head->title;
  return std::optional(*std::move(ladder));
}

const std::vector<PublishedFigure>& published_figures() {
  static const std::vector<PublishedFigure> all = read_embedded();
  return all;
}

std::vector<PublishedFigure> published_for(std::string_view algorithm) {
  std::vector<PublishedFigure> found;
  for (const PublishedFigure& figure : published_figures())
    if (figure.algorithm == algorithm) found.push_back(figure);
  return found;
}

Result<std::vector<PublishedFigure>> parse_published(std::string_view path, std::string_view text) {
  const auto parsed = parse_json<FieldsJson>(text);
  if (!parsed) return failure(parsed.error().text_of(path));
  const auto head = read_fields<Head>(*parsed, "a document", read_head);
  if (!head) return failure(fmt::format("{}: {}", path, head.error().message));
  const auto list = parsed->find("figures");
  if (list == parsed->end() || !list->is_array())
    return failure(fmt::format("{} has no list \"figures\".", path));
  std::vector<PublishedFigure> figures;
  for (const FieldsJson& json : *list) {
    auto figure = read_fields<PublishedFigure>(json, "a figure", read_figure);
    if (!figure)
      return failure(fmt::format("{}: figure {}: {} It is {}", path, figures.size() + 1,
                                 figure.error().message, quoted_json(json)));
    figure->document = head->document;
    figure->title = head->title;
    figures.push_back(*std::move(figure));
  }
  return figures;
}

std::optional<double> published_for_a_group(const PublishedFigure& figure,
                                            std::span<const PublishedFigure> figures) {
  if (!figure.is_of_profiler() || !figure.is_given) return std::nullopt;
  const auto launched = std::find_if(figures.begin(), figures.end(), [&](const PublishedFigure& other) {
    return other.quantity == "warps" && other.document == figure.document && other.device == figure.device &&
           other.algorithm == figure.algorithm && other.value > 0;
  });
  if (launched == figures.end()) return std::nullopt;
  const auto warps_of_group = static_cast<double>(figure.group_size) / static_cast<double>(figure.warp_size);
  return figure.value * warps_of_group / launched->value;
}

nlohmann::ordered_json figure_json(const PublishedFigure& figure) {
  nlohmann::ordered_json json{
      {"document", figure.document}, {"title", figure.title}, {"device", figure.device},
      {"quantity", figure.quantity}, {"value", nullptr},      {"unit", figure.unit}};
  if (figure.is_given) json["value"] = figure.value;
  json["n"] = figure.n ? nlohmann::ordered_json(*figure.n) : nlohmann::ordered_json(nullptr);
  if (!figure.baseline.empty()) json["baseline"] = figure.baseline;
  if (figure.is_of_profiler()) {
    json["group_size"] = figure.group_size;
    json["warp_size"] = figure.warp_size;
  }
  return json;
}

}  // namespace lockstep
