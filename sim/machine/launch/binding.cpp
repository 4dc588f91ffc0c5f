// Binds a launch of the plan to its kernel. Arguments are placed where the kernel expects them, and the
// initial registers and memory of a group are prepared.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "core/base/text/text.hpp"
#include "core/plan/build_options.hpp"
#include "sim/bytecode/address.hpp"
#include "sim/machine/launch/launch_checks.hpp"
#include "sim/machine/launch/setup.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kLocalAlignment = 128;  // the alignment of the widest type, long16

std::string parameter_list(const Kernel& kernel) {
  std::vector<std::string> words;
  for (const Parameter& p : kernel.parameters) words.push_back(fmt::format("{} {}", p.type_name, p.name));
  return fmt::format("({})", fmt::join(words, ", "));
}

std::string wanted(const Parameter& p) {
  switch (p.kind) {
    case Parameter::Kind::global_buffer:
    case Parameter::Kind::constant_buffer:
      return "a buffer";
    case Parameter::Kind::local_buffer:
      return "a size of local memory";
    case Parameter::Kind::image:
      return fmt::format("an image ({})", opencl_name(p.image));
    case Parameter::Kind::sampler:
      return "a sampler";
    case Parameter::Kind::value:
    case Parameter::Kind::structure:
      return fmt::format("a value of {} {}", p.bytes, noun_for(p.bytes, "byte"));
  }
  return "something else";
}

std::string given(const Plan& plan, const Argument& argument) {
  struct Words {
    const Plan& plan;
    std::string operator()(const BufferArgument& a) const {
      const PlanBuffer& buffer = plan.buffers[a.buffer];
      if (const auto& image = a.image ? a.image : buffer.image)
        return fmt::format("image {} ({})", buffer.name, opencl_name(image->kind));
      return "buffer " + buffer.name;
    }
    std::string operator()(const SamplerArgument&) const { return "a sampler"; }
    std::string operator()(const LocalArgument& a) const {
      return plural(a.bytes, "byte") + " of local memory";
    }
    std::string operator()(const ScalarArgument& a) const {
      return "a value of " + plural(a.bytes.size(), "byte");
    }
    std::string operator()(const NullArgument&) const { return "NULL"; }
  };
  return std::visit(Words{plan}, argument);
}

// Places arguments where the kernel expects them.
class Binder {
 public:
  Binder(const Setup& setup, BoundLaunch& launch) : setup_(setup), launch_(launch) {}

  Result<void> bind(const PlanLaunch& wanted_launch) {
    const Kernel& kernel = *launch_.kernel;
    if (wanted_launch.arguments.size() != kernel.parameters.size()) {
      return failure(fmt::format("kernel {} takes {} {}, not {}", kernel.name,
                                 plural(kernel.parameters.size(), "argument"), parameter_list(kernel),
                                 wanted_launch.arguments.size()));
    }
    begin_objects();
    launch_.register_image.assign(std::size_t{8} * setup_.width() * launch_.program->register_count,
                                  std::byte{0});
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      if (!bind_one(i, wanted_launch.arguments[i])) {
        return failure(fmt::format("argument {} of kernel {}, {} {}, takes {}, but {} was given", i,
                                   kernel.name, kernel.parameters[i].type_name, kernel.parameters[i].name,
                                   wanted(kernel.parameters[i]),
                                   given(setup_.plan, wanted_launch.arguments[i])));
      }
    }
    launch_.local_objects[0].bytes = launch_.local_bytes;
    return {};
  }

 private:
  void begin_objects() {
    const Program& program = *launch_.program;
    launch_.local_bytes = launch_.kernel->local_bytes;
    launch_.local_objects.push_back({"local memory", LaneType::uint8, 0, 0});
    const auto kernel = static_cast<std::uint32_t>(launch_.kernel - program.kernels.data());
    for (const LocalVariable& v : program.local_variables) {
      launch_.local_objects.push_back(
          {v.name, v.type, v.offset, v.is_of(kernel) ? v.bytes : 0, v.shape, v.shape != 0});
    }
    for (const Parameter& p : launch_.kernel->parameters)
      launch_.local_objects.push_back({p.name, p.type, 0, 0, p.shape});
    launch_.private_objects.push_back({"private memory", LaneType::uint8, 0, program.private_bytes});
    for (const PrivateObject& o : program.private_objects) {
      launch_.private_objects.push_back({o.name, o.type, o.offset, o.bytes, o.shape, o.shape != 0});
    }
    launch_.global_objects.push_back({"no buffer", LaneType::uint8, 0, 0});
    for (const PlanBuffer& b : setup_.plan.buffers) {
      launch_.global_objects.push_back({b.name, b.type, 0, b.bytes()});
    }
    launch_.constant_objects = launch_.global_objects;
    std::size_t variable_object = setup_.first_variables[launch_.program_index] + 1;
    for (const GlobalVariable& v : program.global_variables)
      launch_.global_objects[variable_object++] = {v.name, v.type, 0, v.bytes, v.shape, v.shape != 0};
    for (const ConstantObject& c : program.constant_objects)
      launch_.program_constants.push_back({c.name, c.type, c.offset, c.bytes, c.shape, c.shape != 0});
  }

  bool bind_one(std::size_t index, const Argument& argument) {
    const Parameter& p = launch_.kernel->parameters[index];
    switch (p.kind) {
      case Parameter::Kind::global_buffer:
        return bind_buffer(p, argument, Space::global);
      case Parameter::Kind::constant_buffer:
        return bind_buffer(p, argument, Space::constant);
      case Parameter::Kind::local_buffer:
        return bind_local(index, p, argument);
      case Parameter::Kind::value:
        return bind_value(p, argument);
      case Parameter::Kind::structure:
        return bind_structure(p, argument);
      case Parameter::Kind::image:
        return bind_image(p, argument);
      case Parameter::Kind::sampler:
        return bind_sampler(p, argument);
    }
    return false;
  }

  bool bind_image(const Parameter& p, const Argument& argument) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer == nullptr) return false;
    if (buffer->image) return buffer->image->kind == p.image && bind_part(p, *buffer, Space::global);
    if (buffer->is_part()) return false;
    const auto& image = setup_.plan.buffers[buffer->buffer].image;
    if (!image || image->kind != p.image) return false;
    broadcast(p.first, make_address(Space::global, static_cast<std::uint32_t>(buffer->buffer + 1), 0), 8);
    launch_.global_objects[buffer->buffer + 1].name = p.name;
    return true;
  }

  bool bind_sampler(const Parameter& p, const Argument& argument) {
    const auto* sampler = std::get_if<SamplerArgument>(&argument);
    if (sampler == nullptr) return false;
    broadcast(p.first, sampler->bits, 4);
    return true;
  }

  bool bind_buffer(const Parameter& p, const Argument& argument, Space space) {
    if (std::holds_alternative<NullArgument>(argument)) {
      broadcast(p.first, 0, 8);
      return true;
    }
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer == nullptr || buffer->image || setup_.plan.buffers[buffer->buffer].image) return false;
    if (buffer->is_part()) return bind_part(p, *buffer, space);
    broadcast(p.first, make_address(space, static_cast<std::uint32_t>(buffer->buffer + 1), 0), 8);
    NamedObject& object =
        (space == Space::global ? launch_.global_objects : launch_.constant_objects)[buffer->buffer + 1];
    object.name = p.name;
    object.type = p.type;
    object.shape = p.shape;
    return true;
  }

  bool bind_part(const Parameter& p, const BufferArgument& argument, Space space) {
    const std::uint64_t rest = setup_.plan.buffers[argument.buffer].bytes() - argument.offset_bytes;
    const std::uint64_t bytes = argument.bytes != 0 ? argument.bytes : rest;
    const auto object = static_cast<std::uint32_t>(launch_.global_objects.size());
    launch_.parts.push_back(
        {static_cast<std::uint32_t>(argument.buffer), argument.offset_bytes, bytes, argument.image});
    const LaneType type = argument.image ? argument.image->format.element() : p.type;
    for (auto* objects : {&launch_.global_objects, &launch_.constant_objects})
      objects->push_back({p.name, type, 0, bytes, p.shape});
    broadcast(p.first, make_address(space, object, 0), 8);
    return true;
  }

  bool bind_local(std::size_t index, const Parameter& p, const Argument& argument) {
    const auto* local = std::get_if<LocalArgument>(&argument);
    if (local == nullptr) return false;
    const std::uint64_t offset =
        (launch_.local_bytes + kLocalAlignment - 1) / kLocalAlignment * kLocalAlignment;
    if (local->bytes > setup_.model.local_bytes || offset > setup_.model.local_bytes) {
      launch_.local_bytes = std::max(local->bytes, offset);
      return true;  // check_memory() will report the error
    }
    const std::size_t object =
        p.variable != 0 ? p.variable : launch_.program->local_variables.size() + 1 + index;
    launch_.local_objects[object] = {p.name, p.type, offset, local->bytes, p.shape};
    launch_.local_bytes = offset + local->bytes;
    if (p.variable == 0)
      broadcast(p.first, make_address(Space::local, static_cast<std::uint32_t>(object), 0), 8);
    return true;
  }

  // Binds a value. Its components are consecutive in the argument, and each has a separate register.
  bool bind_value(const Parameter& p, const Argument& argument) {
    const auto* value = std::get_if<ScalarArgument>(&argument);
    const std::size_t size = size_bytes(p.type);
    if (value == nullptr || value->bytes.size() != p.bytes || p.bytes < size * p.count) return false;
    for (unsigned k = 0; k < p.count; ++k) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, value->bytes.data() + k * size, size);
      broadcast(static_cast<Register>(p.first + k), bits, size);
    }
    return true;
  }

  bool bind_structure(const Parameter& p, const Argument& argument) {
    const auto* value = std::get_if<ScalarArgument>(&argument);
    if (value == nullptr || value->bytes.size() != p.bytes) return false;
    launch_.private_bytes.push_back({p.private_offset, value->bytes});
    return true;
  }

  void broadcast(Register reg, std::uint64_t bits, std::size_t size) {
    std::byte* lanes = launch_.register_image.data() + std::size_t{8} * setup_.width() * reg;
    for (std::size_t lane = 0; lane < setup_.width(); ++lane) std::memcpy(lanes + lane * size, &bits, size);
  }

  const Setup& setup_;
  BoundLaunch& launch_;
};

bool is_part_number(const Setup& setup, const BoundLaunch& launch, std::uint64_t address) {
  const std::uint32_t object = object_of(address);
  return (space_of(address) == Space::global || space_of(address) == Space::constant) &&
         object > setup.plan.buffers.size() && object - setup.plan.buffers.size() <= launch.parts.size();
}

GroupShape group_shape(const std::array<std::uint64_t, 3>& size, unsigned width) {
  GroupShape shape;
  shape.size = size;
  shape.items = static_cast<std::uint32_t>(size[0] * size[1] * size[2]);
  shape.warps = (shape.items + width - 1) / width;
  for (std::uint32_t item = 0; item < shape.items; ++item) {
    shape.local_ids[0].push_back(static_cast<std::uint32_t>(item % size[0]));
    shape.local_ids[1].push_back(static_cast<std::uint32_t>(item / size[0] % size[1]));
    shape.local_ids[2].push_back(static_cast<std::uint32_t>(item / size[0] / size[1]));
  }
  return shape;
}

// Adds the shapes of the launch's groups. A shape that no group has remains empty.
void add_group_shapes(BoundLaunch& launch, unsigned width) {
  const NdRange& range = launch.range;
  launch.shapes.resize(range.is_uniform() ? 1 : 8);
  for (std::size_t cut = 0; cut < launch.shapes.size(); ++cut) {
    std::array<std::uint64_t, 3> size = range.local_size;
    for (std::size_t d = 0; d < 3; ++d)
      if ((cut >> d & 1) != 0) size[d] = range.global_size[d] % range.local_size[d];
    launch.shapes[cut] = group_shape(size, width);
  }
}

}  // namespace

const BoundLaunch::Part* part_at(const Setup& setup, const BoundLaunch& launch, std::uint64_t address) {
  if (!is_part_number(setup, launch, address)) return nullptr;
  return &launch.parts[object_of(address) - setup.plan.buffers.size() - 1];
}

std::uint64_t whole_address(const Setup& setup, const BoundLaunch& launch, std::uint64_t address) {
  const BoundLaunch::Part* part = part_at(setup, launch, address);
  if (part == nullptr) return address;
  return make_address(space_of(address), part->buffer + 1,
                      offset_of(address) + static_cast<std::int64_t>(part->offset));
}

Result<BoundLaunch> bind_launch(const Setup& setup, std::size_t index) {
  const PlanLaunch& wanted_launch = setup.plan.launches[index];
  BoundLaunch launch;
  launch.index = static_cast<std::uint32_t>(index);
  launch.program_index = static_cast<std::uint32_t>(wanted_launch.program);
  launch.program = setup.programs[wanted_launch.program].get();
  launch.code = &setup.codes[wanted_launch.program];
  auto kernel =
      find_kernel(*launch.program, setup.plan.programs[wanted_launch.program], wanted_launch.kernel);
  if (!kernel) return tl::unexpected(kernel.error());
  launch.kernel = *kernel;
  launch.range = wanted_launch.range;
  const bool takes_partial_groups =
      permits_partial_groups(setup.plan.programs[wanted_launch.program].options);
  if (auto ok = check_range(launch.range, *launch.kernel, setup.model, takes_partial_groups); !ok)
    return tl::unexpected(ok.error());
  launch.groups = {launch.range.num_groups(0), launch.range.num_groups(1), launch.range.num_groups(2)};
  launch.group_count = launch.range.group_count();
  launch.group_items = static_cast<std::uint32_t>(launch.range.group_items());
  launch.warp_count = (launch.group_items + setup.width() - 1) / setup.width();
  if (auto ok = Binder(setup, launch).bind(wanted_launch); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_memory(setup, launch); !ok) return tl::unexpected(ok.error());
  add_group_shapes(launch, setup.width());
  return launch;
}

}  // namespace lockstep::sim
