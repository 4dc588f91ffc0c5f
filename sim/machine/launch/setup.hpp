// The constant data of a Machine, which are known before the run starts: the plan, the programs in a form
// that can be executed fast, and every launch with its arguments bound.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/program.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/machine/launch/operation.hpp"
#include "sim/machine/state/options.hpp"
#include "sim/machine/state/state.hpp"

namespace lockstep::sim {

// A memory object with a name and a type. It is used for bounds checks and messages.
struct NamedObject {
  std::string name;
  LaneType type = LaneType::int32;
  std::uint64_t offset = 0;  // in the memory that contains it; 0 for buffers
  std::uint64_t bytes = 0;
  std::uint32_t shape = 0;   // in Program::shapes; 0: elements of `type`
  bool is_variable = false;  // true: `shape` describes the object; false: `shape` describes each element
};

// The work-items of a work-group. If the local size does not divide the global size, the last groups
// are smaller.
struct GroupShape {
  std::array<std::uint64_t, 3> size{1, 1, 1};
  std::uint32_t items = 0;
  std::uint32_t warps = 0;
  std::array<std::vector<std::uint32_t>, 3> local_ids;  // of each work-item, by dimension
};

struct BoundLaunch {
  std::uint32_t index = 0;  // in Plan::launches
  std::uint32_t program_index = 0;
  const Program* program = nullptr;
  const Kernel* kernel = nullptr;
  const std::vector<Operation>* code = nullptr;
  NdRange range;
  std::array<std::uint64_t, 3> groups{1, 1, 1};
  std::uint64_t group_count = 0;
  std::uint32_t group_items = 0;   // of a whole group
  std::uint32_t warp_count = 0;    // likewise
  std::vector<GroupShape> shapes;  // one shape for a uniform range; otherwise bit d of the index: the group
                                   // is cut off in dimension d
  const GroupShape& shape_of(std::uint64_t group) const;

  // The registers of a warp at the start: the parameters, which are the same for every lane, and zeros.
  std::vector<std::byte> register_image;
  // The bytes of a structure that is passed by value, in each lane's private memory.
  struct PrivateBytes {
    std::uint32_t offset = 0;
    std::vector<std::byte> bytes;
  };
  std::vector<PrivateBytes> private_bytes;

  std::uint64_t local_bytes = 0;
  std::vector<NamedObject> local_objects;  // by object number; see address.hpp
  std::vector<NamedObject> private_objects;
  std::vector<NamedObject> global_objects;  // named after the parameter that takes the buffer
  // Sub-buffers, and images of buffers, have the object numbers after the buffers: part k is object
  // Plan::buffers.size() + 1 + k. Observers see addresses in the whole buffer.
  struct Part {
    std::uint32_t buffer = 0;  // index into Plan::buffers
    std::uint64_t offset = 0, bytes = 0;
    std::optional<ImageDescription> image = std::nullopt;  // if the part is an image
  };
  std::vector<Part> parts;
  std::vector<NamedObject> constant_objects;   // buffers
  std::vector<NamedObject> program_constants;  // Program::constant_objects
  // Returns the flat global id of a group's work-item.
  std::uint64_t work_item(std::uint64_t group, std::uint32_t item) const;
};

struct Setup {
  Plan plan;
  DeviceModel model;
  MachineOptions options;
  std::vector<std::shared_ptr<const Program>> programs;  // by Plan::programs index
  std::vector<std::size_t> first_variables;   // likewise: index of the first variable in plan.buffers
  std::vector<std::vector<Operation>> codes;  // likewise
  std::vector<BoundLaunch> launches;
  std::uint32_t sub_group_width = 32;  // of the device
  // Runs the plan of a setup with other options and without observers, as long as `goes_on` returns true. The
  // result is empty if the plan cannot run with the options.
  using GoesOn = std::function<bool(const MachineState&)>;
  std::optional<MachineState> (*run_trial)(const Setup&, const MachineOptions&, const GoesOn&) = nullptr;
  unsigned width() const { return model.warp_width; }
  std::uint32_t warps_of_sub_group() const { return sub_group_width / width(); }
};

// Returns the part of a buffer to which an address refers; null if the address refers to a whole buffer, or
// to no buffer.
const BoundLaunch::Part* part_at(const Setup& setup, const BoundLaunch& launch, std::uint64_t address);
// Converts an address in a part of a buffer to an address in the whole buffer; returns other
// addresses unchanged.
std::uint64_t whole_address(const Setup& setup, const BoundLaunch& launch, std::uint64_t address);

// Checks one launch of the plan against its kernel and the model, and binds its arguments.
Result<BoundLaunch> bind_launch(const Setup& setup, std::size_t index);

// Sets `state` to the start of a launch, or of a group of the launch.
void prepare_launch(const Setup& setup, MachineState& state, std::uint32_t launch);
void prepare_group(const Setup& setup, MachineState& state, std::uint32_t turn);
// Writes bytes made from MachineOptions::garbage to the bytes whose map is 0, or to all bytes if the map
// is empty.
void fill_with_garbage(std::span<std::byte> bytes, std::span<const std::uint8_t> written,
                       std::uint64_t garbage);

// Returns the mask of all lanes of a warp of `width` lanes.
constexpr std::uint64_t lane_mask(std::uint64_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

}  // namespace lockstep::sim
