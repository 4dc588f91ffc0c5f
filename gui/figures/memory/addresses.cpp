// An access to constant memory: which lanes read which address, and the passes that serve one address each.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gui/figures/memory/access.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kAddressHeight = 26, kLeastAddressHeight = 16;
constexpr float kLaneToAddress = 58, kLeastLaneToAddress = 14;
constexpr float kMaxAddressWidth = 84;

enum class AddressState : std::uint8_t { served, serving, pending };

AddressState state_in(const MemoryAccess& access, const AccessAddress& address, int pass) {
  if (pass < 0) return AddressState::serving;
  AddressState state = AddressState::pending;
  for (unsigned p = 0; p < access.passes; ++p) {
    if ((access.detail.passes[p].lanes & address.lanes) == 0) continue;
    if (static_cast<int>(p) == pass) return AddressState::serving;
    if (static_cast<int>(p) < pass) state = AddressState::served;
  }
  return state;
}

// "mask[3]", "3" where that is too long, or nothing.
std::string label_of(Canvas& canvas, const AccessAddress& address, float width) {
  const TextStyle style = bold_text(Role::ink, Align::centre, kSmall);
  if (canvas.text_width(address.name, style) + 6 <= width) return address.name;
  const std::size_t bracket = address.name.rfind('[');
  if (bracket == std::string::npos) return {};
  const std::string index = address.name.substr(bracket + 1, address.name.size() - bracket - 2);
  return canvas.text_width(index, style) + 2 <= width ? index : std::string();
}

void draw_address(Canvas& canvas, const Rect& box, const std::string& label, AddressState state, bool costs) {
  const Role strong = costs ? Role::costs : Role::acts;
  Role ink = strong;
  if (state == AddressState::serving) {
    canvas.fill_rect(box, strong, 3);
    ink = costs ? Role::on_costs : Role::on_acts;
  } else {
    if (state == AddressState::served) canvas.fill_rect(box, costs ? Role::costs_pale : Role::acts_pale, 3);
    canvas.stroke_rect(box, strong, 1.2f, 3);
  }
  text_in(canvas, box, label, bold_text(ink, Align::centre, kSmall));
}

// A line for each lane; of a shown pass for those that it serves.
void join_address(Canvas& canvas, const MemoryAccess& access, const AccessAddress& address, const Rect& box,
                  const std::vector<Rect>& lanes, int pass, const FigureInput& input) {
  const bool one_pass = pass >= 0 && static_cast<unsigned>(pass) < access.passes;
  const std::uint64_t shown = one_pass ? access.detail.passes[static_cast<std::size_t>(pass)].lanes : ~0ULL;
  for (const AccessLane& lane : access.lanes) {
    const std::uint64_t bit = std::uint64_t{1} << lane.lane;
    if ((address.lanes & shown & bit) == 0) continue;
    const bool linked = input.link.lane == LaneId{access.warp, lane.lane};
    canvas.line({lanes[lane.lane].centre().x, lanes[lane.lane].bottom() + 1}, {box.centre().x, box.y - 1},
                linked ? Role::ink : Role::acts, linked ? 2.5f : 1.0f);
  }
}

}  // namespace

void draw_addresses(Canvas& canvas, const Rect& area, const MemoryAccess& access, int pass,
                    const FigureInput& input, FigureOutput& output) {
  std::vector<Rect> lanes;
  draw_lane_row(canvas, area, access, input, lanes, output);
  const float top = lanes.back().bottom() - area.y;
  const float room = area.height - top;
  const float lines = std::clamp(room - kAddressHeight, kLeastLaneToAddress, kLaneToAddress);
  const Rect row{area.x + kMemoryLabelWidth, area.y + top + lines, area.width - kMemoryLabelWidth,
                 std::clamp(room - lines, kLeastAddressHeight, kAddressHeight)};
  const float pitch = std::min(
      row.width / static_cast<float>(std::max<std::size_t>(1, access.addresses.size())), kMaxAddressWidth);
  text_at(canvas, area.x, row.centre().y, "reads", small_text(Role::second_ink));
  for (std::size_t i = 0; i < access.addresses.size(); ++i) {
    const AccessAddress& address = access.addresses[i];
    const Rect box{row.x + static_cast<float>(i) * pitch, row.y, std::max(2.0f, pitch - 3), row.height};
    join_address(canvas, access, address, box, lanes, pass, input);
    draw_address(canvas, box, label_of(canvas, address, box.width), state_in(access, address, pass),
                 access.costs);
    if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
    output.tooltip = fmt::format("{}: byte {} of its buffer", address.name, address.offset);
  }
}

}  // namespace lockstep::gui
