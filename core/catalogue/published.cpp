#include "core/catalogue/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/json.hpp"
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
  file["document"].get_to(figure.document);
  file["title"].get_to(figure.title);
  json["device"].get_to(figure.device);
  json["algorithm"].get_to(figure.algorithm);
  json["quantity"].get_to(figure.quantity);
  json["value"].get_to(figure.value);
  json["unit"].get_to(figure.unit);
  figure.baseline = json.value("baseline", "");
  if (!json["n"].is_null()) figure.n = json["n"].get<std::uint64_t>();
  figure.group_size = json.value("group_size", std::uint64_t{0});
  figure.warp_size = json.value("warp_size", std::uint64_t{0});
  return figure;
}

bool has_texts(const Json& json, std::initializer_list<const char*> keys) {
  return json.is_object() && std::ranges::all_of(keys, [&](const char* key) {
           return json.contains(key) && json[key].is_string();
         });
}

bool is_ladder(const Json& json) {
  if (!has_texts(json, {"title"}) || !json.contains("rungs") || !json["rungs"].is_array()) return false;
  for (const char* key : {"n", "group_size"})
    if (!json.contains(key) || !json[key].is_number_unsigned() || json[key] == 0) return false;
  const auto is_rung = [](const Json& rung) { return has_texts(rung, {"algorithm", "name"}); };
  const auto is_remark = [](const Json& remark) {
    return has_texts(remark, {"device", "algorithm", "quantity", "text"});
  };
  return !json["rungs"].empty() && std::ranges::all_of(json["rungs"], is_rung) &&
         std::ranges::all_of(json.value("remarks", Json::array()), is_remark);
}

PublishedLadder ladder_of(const Json& file) {
  const Json& json = file["ladder"];
  PublishedLadder ladder;
  file["document"].get_to(ladder.document);
  file["title"].get_to(ladder.document_title);
  json["title"].get_to(ladder.title);
  for (const Json& rung : json["rungs"])
    ladder.rungs.push_back({rung["algorithm"].get<std::string>(), rung["name"].get<std::string>()});
  json["n"].get_to(ladder.n);
  ladder.n_note = json.value("n_note", "");
  json["group_size"].get_to(ladder.group_size);
  ladder.group_note = json.value("group_note", "");
  for (const Json& remark : json.value("remarks", Json::array()))
    ladder.remarks.push_back({remark["device"].get<std::string>(), remark["algorithm"].get<std::string>(),
                              remark["quantity"].get<std::string>(), remark["text"].get<std::string>()});
  return ladder;
}

// Tests read every file that is built in: it has no errors.
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
  const Json file = parse_json<Json>(text).value_or(nullptr);
  if (!has_texts(file, {"document", "title"})) return failure(fmt::format("{} is not a document.", path));
  if (!file.contains("ladder")) return std::optional<PublishedLadder>();
  if (!is_ladder(file["ladder"]))
    return failure(fmt::format("{}: \"ladder\" lacks a field or has one of the wrong kind.", path));
  return std::optional(ladder_of(file));
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
  const auto parsed = parse_json<Json>(text);
  if (!parsed) return failure(parsed.error().text_of(path));
  const Json& file = *parsed;
  for (const char* key : {"document", "title"})
    if (!file.is_object() || !file.contains(key) || !file[key].is_string())
      return failure(fmt::format("{} has no text \"{}\".", path, key));
  if (!file.contains("figures") || !file["figures"].is_array())
    return failure(fmt::format("{} has no list \"figures\".", path));
  std::vector<PublishedFigure> figures;
  for (const Json& json : file["figures"]) {
    if (!is_figure(json))
      return failure(fmt::format("{}: figure {} lacks a field or has one of the wrong kind: {}", path,
                                 figures.size() + 1, quoted_json(json)));
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
