#include "gui/figures/memory/access.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "gui/figures/lanes/values.hpp"
#include "gui/figures/memory/index_text.hpp"
#include "gui/figures/tools/source_text.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/bytecode/type_shape.hpp"

namespace lockstep::gui {
namespace {

using sim::Space;
using sim::TraceRecord;

constexpr std::uint16_t kAnyAccess =
    TraceRecord::global_access | TraceRecord::local_access | TraceRecord::constant_access;

std::optional<std::uint64_t> find_access(const sim::Trace& trace, std::uint64_t position) {
  if (trace.size() == 0) return std::nullopt;
  for (std::uint64_t p = std::min(position, trace.size() - 1) + 1; p-- > 0;) {
    if ((trace.at(p).flags & kAnyAccess) != 0) return p;
  }
  return std::nullopt;
}

// Returns the offset of an address in bytes from the start of the buffer, or from the start of the
// work-group's local memory.
std::int64_t memory_offset(const std::vector<sim::MemoryObject>& objects, std::uint64_t address) {
  const std::int64_t offset = sim::offset_of(address);
  if (sim::space_of(address) != Space::local || sim::object_of(address) == 0) return offset;
  for (const sim::MemoryObject& object : objects) {
    if (object.is_local && object.object == sim::object_of(address))
      return static_cast<std::int64_t>(object.offset_bytes) + offset;
  }
  return offset;
}

// Returns true if the address refers to the object, in or out of its bounds.
bool is_at(const sim::MemoryObject& object, std::uint64_t address) {
  if (object.index_of_address(address)) return true;
  return object.is_local == (sim::space_of(address) == Space::local) &&
         object.object == sim::object_of(address);
}

std::string object_name(const std::vector<sim::MemoryObject>& objects, const sim::AccessDetail& detail) {
  std::set<std::string> names;
  for (std::uint64_t rest = detail.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = detail.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    for (const sim::MemoryObject& object : objects) {
      if (is_at(object, address)) {
        names.insert(object.name);
        break;
      }
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// Returns the number of distinct bytes in [begin, end) of one object that the active lanes request.
std::uint64_t distinct_bytes(const sim::AccessDetail& detail, std::uint32_t object, std::int64_t begin,
                             std::int64_t end) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pieces;
  for (std::uint64_t rest = detail.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = detail.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    if (sim::object_of(address) != object) continue;
    const std::int64_t first = std::max(begin, sim::offset_of(address));
    const std::int64_t last = std::min(end, sim::offset_of(address) + detail.bytes);
    if (first < last) pieces.emplace_back(first, last);
  }
  std::sort(pieces.begin(), pieces.end());
  std::int64_t total = 0, reached = begin;
  for (const auto& [first, last] : pieces) {
    total += std::max<std::int64_t>(0, last - std::max(first, reached));
    reached = std::max(reached, last);
  }
  return static_cast<std::uint64_t>(total);
}

// Returns the number of transactions that the same number of bytes would need if neighbouring lanes accessed
// neighbouring elements, starting at an aligned element.
std::uint32_t contiguous_transactions(const sim::AccessDetail& detail, std::uint64_t bytes,
                                      const sim::DeviceModel& model) {
  if (detail.bytes == 0) return 0;
  const std::uint64_t lanes =
      std::min<std::uint64_t>((bytes + detail.bytes - 1) / detail.bytes, sim::kMaxLanes);
  std::array<std::uint64_t, sim::kMaxLanes> addresses{};
  for (std::uint64_t lane = 0; lane < lanes; ++lane) addresses[lane] = lane * detail.bytes;
  const std::uint64_t active = lanes == 64 ? UINT64_MAX : (std::uint64_t{1} << lanes) - 1;
  return sim::global_cost(model, {detail.kind, detail.bytes, active, addresses}).transactions;
}

void describe_segments(MemoryAccess& access, const sim::DeviceModel& model) {
  std::map<std::uint32_t, std::uint64_t> asked;  // requested bytes of each object
  for (const sim::Transaction& transaction : access.detail.transactions) {
    AccessSegment segment;
    segment.object = sim::object_of(transaction.address);
    const std::int64_t begin = sim::offset_of(transaction.address);
    segment.offset = begin;
    segment.bytes = transaction.bytes;
    segment.lanes = transaction.lanes;
    // Another transaction may move the same bytes for other lanes.
    sim::AccessDetail served = access.detail;
    served.lanes &= transaction.lanes;
    segment.used_bytes = static_cast<std::uint32_t>(
        distinct_bytes(served, segment.object, begin, begin + std::int64_t{transaction.bytes}));
    access.moved_bytes += segment.bytes;
    asked.try_emplace(segment.object,
                      distinct_bytes(access.detail, segment.object, INT64_MIN / 2, INT64_MAX / 2));
    access.segments.push_back(segment);
  }
  std::sort(access.segments.begin(), access.segments.end(),
            [](const AccessSegment& a, const AccessSegment& b) {
              return std::tie(a.object, a.offset) < std::tie(b.object, b.offset);
            });
  for (const auto& [object, bytes] : asked) {
    access.asked_bytes += bytes;
    access.fewest_transactions += contiguous_transactions(access.detail, bytes, model);
  }
  access.unit = model.global.unit;
  access.approximate = model.global.approximate;
  access.costs = access.segments.size() > access.fewest_transactions;
}

void describe_banks(MemoryAccess& access, const sim::DeviceModel& model) {
  access.banks = model.local.banks;
  access.bank_bytes = model.local.bank_bytes;
  access.passes = static_cast<unsigned>(access.detail.passes.size());
  access.approximate = model.local.approximate;
  access.costs = access.detail.local.wavefronts > access.detail.local.minimum;
  std::map<unsigned, std::set<std::uint64_t>> words;
  for (AccessLane& lane : access.lanes) {
    for (std::uint64_t byte = 0; byte < access.detail.bytes; byte += access.bank_bytes) {
      const std::uint64_t word = word_at(access, lane.offset + static_cast<std::int64_t>(byte));
      words[static_cast<unsigned>(word % access.banks)].insert(word);
    }
    for (unsigned pass = 0; pass < access.passes; ++pass) {
      if ((access.detail.passes[pass].lanes >> lane.lane & 1) != 0) lane.pass = pass;
    }
  }
  for (const auto& [bank, set] : words) access.asked_banks.push_back({bank, {set.begin(), set.end()}});
}

void describe_addresses(MemoryAccess& access, const sim::DeviceModel& model) {
  access.passes = static_cast<unsigned>(access.detail.passes.size());
  access.approximate = model.constant && model.constant->approximate;
  access.costs = access.detail.constant.conflicts() > 0;
  for (AccessLane& lane : access.lanes) {
    const std::uint64_t bit = std::uint64_t{1} << lane.lane;
    const auto pass = std::ranges::find_if(access.detail.passes,
                                           [&](const sim::LocalPass& p) { return (p.lanes & bit) != 0; });
    lane.pass = static_cast<unsigned>(pass - access.detail.passes.begin());
    auto same = std::ranges::find(access.addresses, lane.name, &AccessAddress::name);
    if (same == access.addresses.end()) same = access.addresses.insert(same, {lane.offset, lane.name, 0});
    same->lanes |= bit;
  }
}

void describe_cost(MemoryAccess& access, const sim::DeviceModel& model) {
  if (access.detail.space == Space::local) {
    describe_banks(access, model);
  } else if (access.detail.space == Space::constant) {
    describe_addresses(access, model);
  } else {
    describe_segments(access, model);
  }
  put_into_words(access);
}

// Finds the index of an access in the source, and the values in the index for each lane.
class IndexFinder {
 public:
  IndexFinder(const sim::Trace& trace, std::uint64_t position, std::uint32_t warp)
      : state_(trace.seek(position)),
        launch_(trace.plan().launches[trace.at(position).moment.launch]),
        program_(trace.program(launch_.program)),
        warp_(warp),
        source_(source_text(trace.plan().programs[launch_.program], trace.range_at(position))) {}

  // Sets the index of the access and of its lanes. `elements` contains the element that each of
  // access.lanes requests.
  void write(MemoryAccess& access, const std::vector<std::int64_t>& elements) {
    if (warp_ >= state_->machine.group.warps.size()) return;
    const std::vector<std::string> indices = indices_of(source_, access.object);
    std::vector<IndexedLane> lanes;
    for (std::size_t i = 0; i < access.lanes.size() && !indices.empty(); ++i)
      lanes.push_back({values_of(access.lanes[i].lane), elements[i]});
    access.index = choose_index(indices, lanes);
    for (std::size_t i = 0; i < lanes.size() && !access.index.empty(); ++i)
      access.lanes[i].index = with_values(access.index, lanes[i].value_of);
  }

 private:
  ValueOf values_of(unsigned lane) {
    return [this, lane](std::string_view name) -> std::optional<std::int64_t> {
      const std::optional<ValuePlace>& place = place_of(name);
      if (!place || is_fraction(place->type)) return std::nullopt;
      const sim::Warp& warp = state_->machine.group.warps[warp_];
      const std::uint64_t bits = lane_bits(state_->machine, program_, warp, *place, lane);
      if (is_address(bits, place->type)) return std::nullopt;
      return std::stoll(sim::format_value(bits, place->type));
    };
  }
  static bool is_fraction(ElementType type) {
    return type == ElementType::float32 || type == ElementType::float64;
  }
  // Each name is looked up once for all lanes.
  const std::optional<ValuePlace>& place_of(std::string_view name) {
    const auto [found, fresh] = places_.try_emplace(std::string(name));
    if (fresh)
      found->second = find_variable(program_, program_.find_kernel(launch_.kernel),
                                    state_->machine.group.warps[warp_], name);
    return found->second;
  }

  const std::shared_ptr<const sim::TraceState> state_;
  const PlanLaunch& launch_;
  const sim::Program& program_;
  const std::uint32_t warp_;
  const std::string source_;
  std::map<std::string, std::optional<ValuePlace>> places_;
};

std::int64_t element_of(const std::vector<sim::MemoryObject>& objects, std::uint64_t address) {
  for (const sim::MemoryObject& object : objects) {
    if (const auto index = object.index_of_address(address)) return static_cast<std::int64_t>(*index);
    if (is_at(object, address)) return sim::index_at(sim::offset_of(address), size_bytes(object.type));
  }
  return -1;
}

// Adds the constants that the program defines, which are not buffers.
void add_program_constants(const sim::Program& program, std::vector<sim::MemoryObject>& objects) {
  for (std::size_t i = 0; i < program.constant_objects.size(); ++i) {
    const sim::ConstantObject& constant = program.constant_objects[i];
    objects.push_back({.is_local = false,
                       .buffer = UINT32_MAX,
                       .type = constant.type,
                       .object = sim::kFirstConstant + static_cast<std::uint32_t>(i),
                       .elements = constant.bytes / size_bytes(constant.type),
                       .name = constant.name});
  }
}

}  // namespace

std::uint64_t word_at(const MemoryAccess& access, std::int64_t offset) {
  return static_cast<std::uint64_t>(sim::index_at(offset, access.bank_bytes));
}

MemoryAccess prepare_memory_access(const sim::Trace& trace, std::uint64_t position, std::size_t which) {
  MemoryAccess access;
  access.sentence = "No memory has been accessed yet.";
  const auto found = find_access(trace, position);
  if (!found) return access;
  std::vector<sim::AccessDetail> details = trace.accesses(*found);
  if (details.empty()) return access;
  const sim::Moment& moment = trace.at(*found).moment;
  std::vector<sim::MemoryObject> objects = sim::memory_objects(trace, *found);
  add_program_constants(trace.program_at(*found), objects);
  access.present = true;
  access.position = *found;
  access.upcoming = *found == position;
  access.detail = std::move(details[std::min(which, details.size() - 1)]);
  access.warp = moment.warp;
  access.group = moment.group;
  access.line = trace.range_at(*found).line;
  access.warp_width = trace.model().warp_width;
  access.object = object_name(objects, access.detail);
  std::vector<std::int64_t> elements;
  for (std::uint64_t rest = access.detail.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t address = access.detail.addresses[lane];
    access.lanes.push_back(
        {lane, memory_offset(objects, address), sim::name_address(objects, address), {}, 0});
    elements.push_back(element_of(objects, address));
  }
  IndexFinder(trace, *found, moment.warp).write(access, elements);
  describe_cost(access, trace.model());
  return access;
}

MemoryAccess describe_access(sim::AccessDetail detail, const sim::DeviceModel& model,
                             const std::string& object) {
  MemoryAccess access;
  access.present = true;
  access.upcoming = true;
  access.detail = std::move(detail);
  access.warp_width = model.warp_width;
  access.object = object;
  sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
    const std::int64_t offset = sim::offset_of(access.detail.addresses[lane]);
    access.lanes.push_back(
        {lane, offset, fmt::format("{}[{}]", object, offset / access.detail.bytes), {}, 0});
  });
  describe_cost(access, model);
  return access;
}

}  // namespace lockstep::gui
