// Draws an access to constant memory: the address that each lane reads, and the passes. Each pass serves
// one address.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "gui/canvas/label_row.hpp"
#include "gui/figures/memory/access.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kAddressHeight = 26, kLeastAddressHeight = 12;
constexpr float kLaneToAddress = 58, kLeastLaneToAddress = 4;
constexpr float kShareOfLines = 0.45f;  // in a low area
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

// Returns "3" for "mask[3]"; "" for names without an index.
std::string index_of(const std::string& name) {
  const std::size_t bracket = name.rfind('[');
  return bracket == std::string::npos ? std::string() : name.substr(bracket + 1, name.size() - bracket - 2);
}

// Returns the labels of all addresses for boxes of the given width: the names, or the indices if a name is
// too long. If not all indices fit, only every second, every fourth … label is not empty. Empty labels are
// not drawn.
std::vector<std::string> address_labels(const Canvas& canvas, const std::vector<AccessAddress>& addresses,
                                        float width) {
  const TextStyle style = bold_text(Role::ink, Align::centre, kSmall);
  const auto stride_of = [&](const std::vector<std::string>& labels, float margin) {
    std::vector<RowLabel> row;
    for (const std::string& label : labels)
      row.push_back(centred_label(canvas, label, style, 0, width - margin));
    // Each label is in its own box, so labels cannot overlap.
    return label_stride(row, std::numeric_limits<float>::lowest());
  };
  std::vector<std::string> names, indices;
  for (const AccessAddress& address : addresses) {
    names.push_back(address.name);
    indices.push_back(index_of(address.name));
  }
  if (stride_of(names, 6) == 1) return names;
  const std::size_t stride = stride_of(indices, 2);
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (!shows_label(stride, i)) indices[i].clear();
  return indices;
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
  text_at(canvas, box.centre().x, box.centre().y, label, bold_text(ink, Align::centre, kSmall));
}

// Draws a line to the address from each lane that requests it. If a pass is shown, only lanes that the pass
// serves have lines.
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
  const float lines = std::clamp(std::max(room - kAddressHeight, std::min(14.0f, room * kShareOfLines)),
                                 kLeastLaneToAddress, kLaneToAddress);
  const Rect row{area.x + kMemoryLabelWidth, area.y + top + lines, area.width - kMemoryLabelWidth,
                 std::clamp(room - lines, kLeastAddressHeight, kAddressHeight)};
  const float pitch = std::min(
      row.width / static_cast<float>(std::max<std::size_t>(1, access.addresses.size())), kMaxAddressWidth);
  text_at(canvas, area.x, row.centre().y, "reads", small_text(Role::second_ink));
  const std::vector<std::string> labels = address_labels(canvas, access.addresses, std::max(2.0f, pitch - 3));
  for (std::size_t i = 0; i < access.addresses.size(); ++i) {
    const AccessAddress& address = access.addresses[i];
    const Rect box{row.x + static_cast<float>(i) * pitch, row.y, std::max(2.0f, pitch - 3), row.height};
    join_address(canvas, access, address, box, lanes, pass, input);
    draw_address(canvas, box, labels[i], state_in(access, address, pass), access.costs);
    if (!input.pointer.inside || !box.contains(input.pointer.at)) continue;
    output.tooltip = fmt::format("{}: byte {} of its buffer", address.name, address.offset);
  }
}

}  // namespace lockstep::gui
