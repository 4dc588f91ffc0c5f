// JSON of values that several tables share. Header only: who includes it has nlohmann-json anyway.
#pragma once

#include <nlohmann/json.hpp>

#include "core/catalogue/published.hpp"
#include "core/check/check.hpp"

namespace lockstep {

inline nlohmann::ordered_json figure_json(const LargestError& error) {
  return {{"max_abs", error.absolute},
          {"index", error.index},
          {"ulps", error.in_ulps},
          {"units", error.in_units},
          {"bound", error.bound},
          {"bound_units", error.bound_in_units},
          {"exact", error.bound == 0 && error.absolute == 0}};
}

inline nlohmann::ordered_json figure_json(const PublishedFigure& figure) {
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
