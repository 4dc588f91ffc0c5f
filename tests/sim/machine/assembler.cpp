#include "tests/sim/machine/assembler.hpp"

#include <cstring>
#include <stdexcept>

#include "sim/bytecode/builtin.hpp"

namespace lockstep::sim::assembly {

Assembler::Assembler(std::string kernel_name) {
  program_.kernels.emplace_back();
  program_.kernels[0].name = std::move(kernel_name);
}

std::uint32_t Assembler::emit(Instruction instruction) {
  SourceRange range;
  range.line = line_;
  instruction.range = static_cast<std::uint32_t>(program_.ranges.size());
  program_.ranges.push_back(range);
  program_.code.push_back(instruction);
  return here() - 1;
}

Register Assembler::parameter(Parameter::Kind kind, const std::string& name, LaneType type, unsigned count) {
  Parameter p;
  p.kind = kind;
  p.name = name;
  p.type_name = std::string(opencl_name(type)) + (kind == Parameter::Kind::value ? "" : "*");
  p.type = type;
  p.count = count;
  p.bytes = static_cast<std::uint32_t>(size_bytes(type) * (count == 3 ? 4 : count));
  p.first = static_cast<Register>(program_.register_count);
  program_.register_count += count;
  program_.kernels[0].parameters.push_back(p);
  return p.first;
}

Register Assembler::global_parameter(const std::string& name, LaneType type) {
  return parameter(Parameter::Kind::global_buffer, name, type, 1);
}
Register Assembler::constant_parameter(const std::string& name, LaneType type) {
  return parameter(Parameter::Kind::constant_buffer, name, type, 1);
}
Register Assembler::local_parameter(const std::string& name, LaneType type) {
  return parameter(Parameter::Kind::local_buffer, name, type, 1);
}
Register Assembler::value_parameter(const std::string& name, LaneType type, unsigned count) {
  return parameter(Parameter::Kind::value, name, type, count);
}

std::uint32_t Assembler::structure_parameter(const std::string& name, std::uint32_t bytes) {
  Parameter p;
  p.kind = Parameter::Kind::structure;
  p.name = name;
  p.type_name = "struct";
  p.bytes = bytes;
  p.private_offset = program_.private_bytes;
  program_.private_bytes += bytes;
  program_.kernels[0].parameters.push_back(p);
  return p.private_offset;
}

std::uint32_t Assembler::private_array(const std::string& name, LaneType type, std::uint32_t elements) {
  const auto bytes = static_cast<std::uint32_t>(elements * size_bytes(type));
  program_.private_objects.push_back({name, type, program_.private_bytes, bytes});
  program_.private_bytes += bytes;
  return static_cast<std::uint32_t>(program_.private_objects.size());
}

std::uint64_t Assembler::local_array(const std::string& name, LaneType type, std::uint64_t elements) {
  std::uint64_t& used = program_.kernels[0].local_bytes;
  program_.local_variables.push_back({name, type, used, elements * size_bytes(type), {0}});
  used += elements * size_bytes(type);
  return make_address(Space::local, static_cast<std::uint32_t>(program_.local_variables.size()), 0);
}

Register Assembler::constant(LaneType type, std::uint64_t bits) {
  const Register dst = fresh();
  emit({.op = Opcode::constant, .type = type, .dst = dst, .imm = static_cast<std::int64_t>(bits)});
  return dst;
}

Register Assembler::query(WorkItemQuery query, std::uint32_t dimension) {
  const Register a = constant(LaneType::uint32, dimension);
  const Register dst = fresh();
  emit({.op = Opcode::work_item, .dst = dst, .a = a, .imm = static_cast<std::int64_t>(query)});
  return dst;
}

Register Assembler::query_int(WorkItemQuery which, std::uint32_t dimension) {
  return convert(LaneType::int32, LaneType::uint64, query(which, dimension));
}

Register Assembler::binary(Opcode op, LaneType type, Register a, Register b) {
  const Register dst = fresh();
  emit({.op = op, .type = type, .dst = dst, .a = a, .b = b});
  return dst;
}

Register Assembler::unary(Opcode op, LaneType type, Register a) {
  const Register dst = fresh();
  emit({.op = op, .type = type, .dst = dst, .a = a});
  return dst;
}

Register Assembler::builtin(const char* name, LaneType type, Register a, Register b, Register c) {
  std::int64_t index = 0;
  while (builtin_info(static_cast<std::uint64_t>(index)).name != name) ++index;
  const Register dst = fresh();
  emit({.op = Opcode::builtin, .type = type, .dst = dst, .a = a, .b = b, .c = c, .imm = index});
  return dst;
}

Register Assembler::convert(LaneType to, LaneType from, Register a, ConvertMode mode) {
  const Register dst = fresh();
  emit({.op = Opcode::convert,
        .type = to,
        .type2 = from,
        .mode = static_cast<std::uint8_t>(mode),
        .dst = dst,
        .a = a});
  return dst;
}

void Assembler::move(LaneType type, Register dst, Register a) {
  emit({.op = Opcode::mov, .type = type, .dst = dst, .a = a});
}

Register Assembler::element(Register base, Register index, LaneType type) {
  const Register wide = convert(LaneType::int64, LaneType::int32, index);
  const Register size = constant(LaneType::int64, size_bytes(type));
  return binary(Opcode::add, LaneType::int64, base, binary(Opcode::mul, LaneType::int64, wide, size));
}

Register Assembler::load(Register address, LaneType type, unsigned count, std::uint8_t mode) {
  const Register dst = fresh();
  program_.register_count += count - 1;
  emit({.op = Opcode::load,
        .type = type,
        .mode = mode,
        .count = static_cast<std::uint8_t>(count),
        .dst = dst,
        .a = address});
  return dst;
}

void Assembler::store(Register address, Register value, LaneType type, unsigned count, std::uint8_t mode) {
  emit({.op = Opcode::store,
        .type = type,
        .mode = mode,
        .count = static_cast<std::uint8_t>(count),
        .a = address,
        .b = value});
}

Register Assembler::atomic(AtomicOp op, Register address, Register b, Register c, LaneType type) {
  const Register dst = fresh();
  emit({.op = Opcode::atomic,
        .type = type,
        .mode = static_cast<std::uint8_t>(op),
        .dst = dst,
        .a = address,
        .b = b,
        .c = c});
  return dst;
}

void Assembler::barrier(std::int64_t flags) { emit({.op = Opcode::barrier, .imm = flags}); }

void Assembler::sub_group_barrier(std::int64_t flags) {
  emit({.op = Opcode::barrier, .mode = 1, .imm = flags});
}

void Assembler::escape(std::uint32_t at) { frames_.back().escapes.push_back(at); }

void Assembler::join() {
  for (const std::uint32_t at : frames_.back().escapes) program_.code[at].target = here();
  frames_.back().escapes.clear();
}

// An instruction that leaves no active lane jumps to the next join of its construct; a join without lanes
// jumps to that of the enclosing construct.
void Assembler::if_(Register condition, const Body& then, const Body& otherwise) {
  const std::uint32_t begin = emit({.op = Opcode::if_begin, .counts_as_branch = true, .a = condition});
  frames_.push_back({Frame::Kind::if_, {begin}});
  then();
  if (otherwise) {
    join();
    escape(emit({.op = Opcode::if_else}));
    otherwise();
  }
  join();
  frames_.pop_back();
  escape(emit({.op = Opcode::if_end}));
}

void Assembler::loop(const std::function<Register()>& condition, const Body& body, const Body& step) {
  emit({.op = Opcode::loop_begin});
  const std::uint32_t top = here();
  frames_.push_back({Frame::Kind::loop, {}});
  const Register test = condition();
  const std::uint32_t test_at = emit({.op = Opcode::loop_test, .counts_as_branch = true, .a = test});
  body();
  join();
  const std::uint32_t join_at = emit({.op = Opcode::loop_join});
  if (step) step();
  emit({.op = Opcode::loop_back, .target = top});
  program_.code[test_at].target = program_.code[join_at].target = here();
  frames_.pop_back();
  escape(emit({.op = Opcode::loop_end}));
}

void Assembler::switch_(const std::vector<Register>& conditions, const std::vector<Body>& bodies) {
  emit({.op = Opcode::switch_begin, .counts_as_branch = true});
  frames_.push_back({Frame::Kind::switch_, {}});
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    join();
    escape(emit({.op = Opcode::case_label, .a = conditions[i]}));
    bodies[i]();
  }
  join();
  frames_.pop_back();
  escape(emit({.op = Opcode::switch_end}));
}

std::int64_t Assembler::depth_of(bool loops_only) const {
  std::int64_t depth = 0;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame, ++depth) {
    if (frame->kind == Frame::Kind::loop || (!loops_only && frame->kind == Frame::Kind::switch_))
      return depth;
  }
  throw std::logic_error("no loop to leave");
}

void Assembler::break_out() { escape(emit({.op = Opcode::break_out, .imm = depth_of(false)})); }
void Assembler::continue_out() { escape(emit({.op = Opcode::continue_out, .imm = depth_of(true)})); }
void Assembler::return_out() { escape(emit({.op = Opcode::return_out, .mode = 1})); }

std::uint32_t Assembler::function(const Body& body) {
  const std::uint32_t entry = here();
  frames_.push_back({Frame::Kind::function, {}});
  body();
  join();
  frames_.pop_back();
  emit({.op = Opcode::function_end});
  program_.kernels[0].entry = here();
  return entry;
}

void Assembler::return_from_function() {
  std::int64_t depth = 0;
  for (auto frame = frames_.rbegin(); frame->kind != Frame::Kind::function; ++frame) ++depth;
  escape(emit({.op = Opcode::return_out, .imm = depth}));
}

std::shared_ptr<const Program> Assembler::finish() {
  join();
  emit({.op = Opcode::kernel_end});
  return std::make_shared<const Program>(program_);
}

std::vector<std::int32_t> Outcome::ints(std::size_t buffer) const {
  std::vector<std::int32_t> values(state.buffers[buffer].size() / 4);
  std::memcpy(values.data(), state.buffers[buffer].data(), values.size() * 4);
  return values;
}

DeviceModel model_of(unsigned width) {
  DeviceModel model;
  model.name = "test model";
  model.warp_width = width;
  return model;
}

PlanBuffer int_buffer(const std::string& name, const std::vector<std::int32_t>& values) {
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  PlanBuffer buffer;
  buffer.name = name;
  buffer.elements = values.size();
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(first, first + values.size() * 4);
  return buffer;
}

PlanBuffer output_buffer(const std::string& name, std::uint64_t elements, LaneType type) {
  PlanBuffer buffer;
  buffer.name = name;
  buffer.type = type;
  buffer.elements = elements;
  return buffer;
}

Plan plan_of(std::vector<PlanBuffer> buffers, std::vector<Argument> arguments, std::uint64_t global,
             std::uint64_t local) {
  Plan plan;
  plan.id = "test";
  plan.programs.push_back({{"test.cl", "", ""}, ""});
  plan.buffers = std::move(buffers);
  PlanLaunch launch;
  launch.kernel = "k";
  launch.range.global_size[0] = global;
  launch.range.local_size[0] = local;
  launch.arguments = std::move(arguments);
  plan.launches.push_back(std::move(launch));
  return plan;
}

Machine machine_of(const Plan& plan, std::shared_ptr<const Program> program, const DeviceModel& model,
                   const MachineOptions& options) {
  auto machine = Machine::create(plan, {std::move(program)}, model, options);
  if (!machine) throw std::runtime_error(machine.error().message);
  return *machine;
}

Outcome run(const Plan& plan, std::shared_ptr<const Program> program, unsigned width,
            const MachineOptions& options) {
  const Machine machine = machine_of(plan, std::move(program), model_of(width), options);
  FindingLog log;
  Observer* const observers[] = {&log};
  Outcome outcome;
  outcome.state = machine.initial_state();
  machine.run(outcome.state, observers);
  outcome.findings = log.findings();
  return outcome;
}

}  // namespace lockstep::sim::assembly
