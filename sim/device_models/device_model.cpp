// The list of models and the search by name; the values themselves are in models_*.cpp.
#include "sim/device_models/device_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "sim/device_models/models.hpp"

namespace lockstep::sim {

namespace {

// Words in a card's full name that do not identify its generation.
constexpr std::array kIdleWords{"nvidia",   "geforce", "tesla",    "amd", "ati",    "radeon",
                                "instinct", "intel",   "graphics", "gpu", "laptop", "mobile",
                                "ti",       "super",   "xt",       "xtx"};

// Converts a name to lower case and removes spaces, hyphens and underscores: "RTX 4090" becomes "rtx4090",
// and "cc2.0-nol1" becomes "cc2.0nol1".
std::string spelled(std::string_view name, bool without_idle_words) {
  std::string all;
  std::string word;
  const auto end_word = [&] {
    if (!without_idle_words || std::ranges::find(kIdleWords, word) == kIdleWords.end()) all += word;
    word.clear();
  };
  for (const char c : name) {
    if (c == ' ' || c == '-' || c == '_')
      end_word();
    else
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  end_word();
  return all;
}

bool is_called(const DeviceModel& model, std::string_view spelled_name) {
  return spelled(model.called(), false) == spelled_name ||
         std::any_of(model.aliases.begin(), model.aliases.end(),
                     [&](const std::string& alias) { return spelled(alias, false) == spelled_name; });
}

std::vector<DeviceModel> make_models() {
  std::vector<DeviceModel> models = nvidia_models();
  for (DeviceModel& model : other_models()) models.push_back(std::move(model));
  return models;
}

std::vector<DeviceModel> make_product_models() {
  std::vector<DeviceModel> models;
  for (const DeviceModel& generation : device_models())
    for (const DeviceModel::Product& product : generation.products) {
      DeviceModel& model = models.emplace_back(generation);
      model.product = product.name;
      model.rates = product.rates;
      model.aliases.clear();
      model.products.clear();
    }
  return models;
}

std::string names() {
  std::string list;
  for (const DeviceModel& model : device_models()) list += (list.empty() ? "" : ", ") + model.name;
  return list;
}

}  // namespace

const std::vector<DeviceModel>& device_models() {
  static const std::vector<DeviceModel> models = make_models();
  return models;
}

const std::vector<DeviceModel>& product_models() {
  static const std::vector<DeviceModel> models = make_product_models();
  return models;
}

Result<const DeviceModel*> find_device_model(std::string_view name) {
  for (const bool without_idle_words : {false, true}) {
    const std::string wanted = spelled(name, without_idle_words);
    for (const auto* models : {&device_models(), &product_models()})
      for (const DeviceModel& model : *models)
        if (is_called(model, wanted)) return &model;
  }
  return usage_error(
      fmt::format("there is no device model '{}'; choose one of {}, or a card or generation such as \"rtx "
                  "4090\", fermi or h200",
                  name, names()));
}

}  // namespace lockstep::sim
