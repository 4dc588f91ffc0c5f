#include "core/catalogue/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/catalogue/embedded.hpp"

namespace lockstep {
namespace {

using Json = nlohmann::json;

bool is_figure(const Json& json) {
  if (!json.is_object()) return false;
  for (const char* key : {"device", "algorithm", "quantity", "unit"})
    if (!json.contains(key) || !json[key].is_string()) return false;
  if (!json.contains("value") || !json["value"].is_number()) return false;
  if (!json.contains("n") || !(json["n"].is_null() || json["n"].is_number_unsigned())) return false;
  if (json["quantity"] == "speed_up" && (!json.contains("baseline") || !json["baseline"].is_string()))
    return false;
  for (const char* key : {"group_size", "warp_size"})
    if (json.contains(key) && !json[key].is_number_unsigned()) return false;
  return true;
}

PublishedFigure figure_of(const Json& file, const Json& json) {
  PublishedFigure figure;
  figure.document = file["document"];
  figure.title = file["title"];
  figure.device = json["device"];
  figure.algorithm = json["algorithm"];
  figure.quantity = json["quantity"];
  figure.value = json["value"];
  figure.unit = json["unit"];
  figure.baseline = json.value("baseline", "");
  if (!json["n"].is_null()) figure.n = json["n"].get<std::uint64_t>();
  figure.group_size = json.value("group_size", std::uint64_t{0});
  figure.warp_size = json.value("warp_size", std::uint64_t{0});
  return figure;
}

// A file that is built in was tested: it can be read.
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

}  // namespace

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
  const Json file = Json::parse(text, nullptr, false);
  if (file.is_discarded()) return failure(fmt::format("{} is not JSON.", path));
  for (const char* key : {"document", "title"})
    if (!file.is_object() || !file.contains(key) || !file[key].is_string())
      return failure(fmt::format("{} has no text \"{}\".", path, key));
  if (!file.contains("figures") || !file["figures"].is_array())
    return failure(fmt::format("{} has no list \"figures\".", path));
  std::vector<PublishedFigure> figures;
  for (const Json& json : file["figures"]) {
    if (!is_figure(json))
      return failure(fmt::format("{}: figure {} lacks a field or has one of the wrong kind: {}", path,
                                 figures.size() + 1, json.dump()));
    figures.push_back(figure_of(file, json));
  }
  return figures;
}

std::optional<double> published_for_a_group(const PublishedFigure& figure,
                                            std::span<const PublishedFigure> figures) {
  if (!figure.is_of_profiler()) return std::nullopt;
  const auto launched = std::find_if(figures.begin(), figures.end(), [&](const PublishedFigure& other) {
    return other.quantity == "warps" && other.document == figure.document && other.device == figure.device &&
           other.algorithm == figure.algorithm && other.value > 0;
  });
  if (launched == figures.end()) return std::nullopt;
  const auto warps_of_group = static_cast<double>(figure.group_size) / static_cast<double>(figure.warp_size);
  return figure.value * warps_of_group / launched->value;
}

nlohmann::ordered_json figure_json(const PublishedFigure& figure) {
  nlohmann::ordered_json json{{"document", figure.document}, {"title", figure.title},
                              {"device", figure.device},     {"quantity", figure.quantity},
                              {"value", figure.value},       {"unit", figure.unit}};
  json["n"] = figure.n ? nlohmann::ordered_json(*figure.n) : nlohmann::ordered_json(nullptr);
  if (!figure.baseline.empty()) json["baseline"] = figure.baseline;
  if (figure.is_of_profiler()) {
    json["group_size"] = figure.group_size;
    json["warp_size"] = figure.warp_size;
  }
  return json;
}

}  // namespace lockstep
