// The list of models and the search by name; the values themselves are in models_*.cpp.
#include "sim/memory/device_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/memory/models.hpp"

namespace lockstep::sim {

namespace {

bool same_in_any_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool is_called(const DeviceModel& model, std::string_view name) {
  return same_in_any_case(model.name, name) ||
         std::any_of(model.aliases.begin(), model.aliases.end(),
                     [&](const std::string& alias) { return same_in_any_case(alias, name); });
}

std::vector<DeviceModel> make_models() {
  std::vector<DeviceModel> models = nvidia_models();
  for (DeviceModel& model : other_models()) models.push_back(std::move(model));
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

Result<const DeviceModel*> find_device_model(std::string_view name) {
  for (const DeviceModel& model : device_models())
    if (is_called(model, name)) return &model;
  return usage_error(fmt::format(
      "there is no device model '{}'; choose one of {}, or a card or generation such as fermi or h200", name,
      names()));
}

}  // namespace lockstep::sim
