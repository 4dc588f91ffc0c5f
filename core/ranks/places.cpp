#include "core/ranks/places.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/bench/worker/messages.hpp"

namespace lockstep::ranks {
namespace {

struct DeviceForm {
  static FieldsJson json(const measure::Device& device) { return measure::device_json(device); }
  static std::optional<measure::Device> value(const FieldsJson& json) {
    auto device = measure::read_device(json);
    if (!device) throw std::invalid_argument(device.error().message);
    return *std::move(device);
  }
  static std::string mistake(const FieldsJson&) { return "is not a device"; }
};

constexpr auto kPlaceFields = [](auto&& fields, auto& place) {
  fields.number("rank", place.rank);
  fields.text("host", place.host);
  fields.form("device", place.device, DeviceForm{});
};

struct Places {
  std::vector<RankPlace> ranks;
  std::optional<Error> error;
};

constexpr auto kPlacesFields = [](auto&& fields, auto& places) {
  bench::error_fields(fields, places.error);
  fields.list_or_none("ranks", places.ranks, kPlaceFields);
};

}  // namespace

std::string place_line(const RankPlace& place) {
  return json_line(written_fields([&](FieldWriter& fields) { kPlaceFields(fields, place); }));
}

Result<RankPlace> read_place(const std::string& line) {
  return read_fields<RankPlace>(parse_json_line(line), "the place of a rank", kPlaceFields);
}

std::string places_line(const Result<std::vector<RankPlace>>& places) {
  const Places said = places ? Places{*places, {}} : Places{{}, places.error()};
  return json_line(written_fields([&](FieldWriter& fields) { kPlacesFields(fields, said); }));
}

Result<std::vector<RankPlace>> read_places(const std::string& line) {
  const FieldsJson json = parse_json_line(line);
  if (!json.is_object()) return failure("The MPI ranks sent an unexpected line: " + line);
  auto said = read_fields<Places>(json, "the places of MPI's ranks", kPlacesFields);
  if (!said) return tl::unexpected(said.error());
  if (said->error) return tl::unexpected(*said->error);
  return std::move(said->ranks);
}

}  // namespace lockstep::ranks
