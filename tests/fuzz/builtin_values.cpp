#include "tests/fuzz/builtin_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <string_view>

#include "core/opencl/driver/cl.hpp"
#include "core/opencl/prepared_launches.hpp"
#include "core/plan/plan.hpp"
#include "sim/bytecode/builtin.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/frontend/builtins/table.hpp"
#include "sim/machine/machine.hpp"

namespace lockstep::fuzz {
namespace {

using sim::BuiltinDomain;
using sim::BuiltinInfo;
using sim::BuiltinResult;

struct NumberType {
  std::string_view name;
  std::string_view unsigned_name;
  unsigned bytes;
  bool is_signed;
  bool is_float;
};
constexpr NumberType kTypes[] = {{"char", "uchar", 1, true, false},   {"uchar", "uchar", 1, false, false},
                                 {"short", "ushort", 2, true, false}, {"ushort", "ushort", 2, false, false},
                                 {"int", "uint", 4, true, false},     {"uint", "uint", 4, false, false},
                                 {"long", "ulong", 8, true, false},   {"ulong", "ulong", 8, false, false},
                                 {"float", "uint", 4, true, true},    {"double", "ulong", 8, true, true}};

const NumberType& type_of(std::string_view name) {
  return *std::ranges::find(kTypes, name, &NumberType::name);
}

// The errors that OpenCL 3.0, 7.4, permits for float and double. Functions that are not named here are exact
// or correctly rounded; kFree marks those whose error is up to the implementation.
constexpr double kFree = std::numeric_limits<double>::infinity();
double permitted_ulps(std::string_view name) {
  static const std::map<std::string_view, double> ulps = {
      {"acos", 4},    {"acospi", 5},        {"acosh", 4},   {"asin", 4},       {"asinpi", 5},
      {"asinh", 4},   {"atan", 5},          {"atan2", 6},   {"atanpi", 5},     {"atan2pi", 6},
      {"atanh", 5},   {"cbrt", 2},          {"cos", 4},     {"cosh", 4},       {"cospi", 4},
      {"erfc", 16},   {"erf", 16},          {"exp", 3},     {"exp2", 3},       {"exp10", 3},
      {"expm1", 3},   {"hypot", 4},         {"log", 3},     {"log2", 3},       {"log10", 3},
      {"log1p", 2},   {"pow", 16},          {"pown", 16},   {"powr", 16},      {"rootn", 16},
      {"rsqrt", 2},   {"sin", 4},           {"sincos", 4},  {"sinh", 4},       {"sinpi", 4},
      {"sqrt", 3},    {"tan", 5},           {"tanh", 5},    {"tanpi", 6},      {"tgamma", 16},
      {"degrees", 2}, {"radians", 2},       {"mad", kFree}, {"lgamma", kFree}, {"lgamma_r", kFree},
      {"mix", kFree}, {"smoothstep", kFree}};
  const auto found = ulps.find(name);
  return found == ulps.end() ? 0 : found->second;
}

std::string result_of(BuiltinResult result, const NumberType& type) {
  switch (result) {
    case BuiltinResult::same:
      return std::string(type.name);
    case BuiltinResult::unsigned_same:
      return std::string(type.unsigned_name);
    case BuiltinResult::int32:
    case BuiltinResult::truth:
      break;
  }
  return "int";
}

bool takes(BuiltinDomain domain, const NumberType& type) {
  return domain == BuiltinDomain::both || (domain == BuiltinDomain::floating) == type.is_float;
}

constexpr std::string_view kNames[] = {"a", "b", "c"};

std::string call_of(std::string_view function, std::size_t arguments) {
  std::string text = fmt::format("{}(", function);
  for (std::size_t i = 0; i < arguments; ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", kNames[i]);
  return text + ")";
}

void add_component(std::vector<ValueCase>& cases, std::string_view name, const BuiltinInfo& about,
                   double ulps) {
  for (const NumberType& type : kTypes) {
    if (!takes(about.domain, type)) continue;
    if (about.is_24_bit && type.bytes != 4) continue;
    std::vector<std::string> inputs(about.arity, std::string(type.name));
    if (about.takes_int) inputs[1] = "int";
    ValueCase it{fmt::format("{} {}", name, type.name),
                 inputs,
                 result_of(about.result, type),
                 "",
                 call_of(name, about.arity),
                 type.is_float ? ulps : 0,
                 name == "max" || name == "min" || name == "clamp"};
    if (name == "nan") {
      if (type.is_signed || type.bytes < 4) continue;
      it.result = type.bytes == 4 ? "float" : "double";
    }
    cases.push_back(std::move(it));
  }
}

void add_two_results(std::vector<ValueCase>& cases, const sim::language::BuiltinFunction& row) {
  const BuiltinInfo& second = sim::builtin_info(row.b);
  for (const NumberType& type : kTypes) {
    if (!type.is_float) continue;
    std::string call = call_of(row.name, second.arity);
    call.insert(call.size() - 1, ", &s");
    cases.push_back({fmt::format("{} {}", row.name, type.name),
                     std::vector<std::string>(second.arity, std::string(type.name)), std::string(type.name),
                     result_of(second.result, type), call, permitted_ulps(row.name)});
  }
}

void add_choices(std::vector<ValueCase>& cases) {
  for (const NumberType& type : kTypes) {
    const std::string name(type.name), plain(type.unsigned_name);
    cases.push_back({"select " + name, {name, name, plain}, name, "", "select(a, b, c)", 0});
    if (type.is_float || type.bytes == 8) continue;
    const NumberType& wide = *std::ranges::find_if(kTypes, [&](const NumberType& other) {
      return !other.is_float && other.bytes == 2 * type.bytes && other.is_signed == type.is_signed;
    });
    cases.push_back({"upsample " + name, {name, plain}, std::string(wide.name), "", "upsample(a, b)", 0});
    if (type.is_signed) cases.push_back({"any " + name, {name}, "int", "", "any(a) * 2 + all(a)", 0});
  }
}

// Of three components. The errors of cross and dot are relative to the largest component, those of fast_
// forms large.
void add_geometry(std::vector<ValueCase>& cases, const sim::language::BuiltinFunction& row) {
  static const std::map<std::string_view, double> ulps = {
      {"length", 2.75 + 0.5 * 3}, {"distance", 2.5 + 2 * 3}, {"normalize", 2.5 + 3}};
  const auto permitted = ulps.find(row.name);
  const bool takes_two = row.name.ends_with("distance") || row.name == "dot" || row.name == "cross";
  for (const std::string type : {"float", "double"}) {
    if (row.name.starts_with("fast_") && type == "double") continue;
    std::string call = fmt::format("{}(({}3)(a, b, c){})", row.name, type,
                                   takes_two ? fmt::format(", ({}3)(c, a, b)", type) : "");
    if (row.b == 0) call += ".y";
    cases.push_back({fmt::format("{} {}3", row.name, type),
                     {type, type, type},
                     type,
                     "",
                     call,
                     permitted == ulps.end() ? kFree : permitted->second,
                     true});
  }
}

// Where a float has no place in the integer type, only saturated conversions are defined.
void add_conversions(std::vector<ValueCase>& cases) {
  for (const NumberType& from : kTypes)
    for (const NumberType& to : kTypes)
      for (const char* saturated : {"", "_sat"})
        for (const char* rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"}) {
          const bool saturates = *saturated != 0;
          if (saturates == to.is_float || (from.is_float && !to.is_float && !saturates)) continue;
          if (!saturates && !to.is_float && *rounding != 0) continue;
          const std::string function = fmt::format("convert_{}{}{}", to.name, saturated, rounding);
          cases.push_back({fmt::format("{} {}", function, from.name),
                           {std::string(from.name)},
                           std::string(to.name),
                           "",
                           function + "(a)",
                           0});
        }
}

template <class T>
const std::vector<T>& special_numbers() {
  using Limits = std::numeric_limits<T>;
  static const std::vector<T> numbers = [] {
    std::vector<T> all = {T{0}, T{1}, T{2}, T{3}, Limits::max(), Limits::lowest(), T(Limits::max() / 2)};
    if constexpr (std::is_floating_point_v<T>) {
      for (const double x :
           {0.25, 0.5, 0.75, 1.5, 2.5, 10.0, 31.0, 100.0, 127.5, 255.5, 32767.5, 65536.0, 2147483648.0,
            4294967296.0, 9223372036854775808.0, 3.14159265358979, 1.5707963267949, 0.6931471805599, 1e30})
        all.push_back(static_cast<T>(x));
      for (const T x : {Limits::min(), Limits::denorm_min(), T(Limits::min() / 3), Limits::infinity(),
                        Limits::quiet_NaN(), T(1 + Limits::epsilon()), T(1 - Limits::epsilon() / 2)})
        all.push_back(x);
      for (std::size_t i = all.size(); i-- > 0;) all.push_back(-all[i]);
    } else {
      for (const int x : {4, 5, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127})
        for (const int sign : {1, -1}) all.push_back(static_cast<T>(sign * x));
      all.push_back(static_cast<T>(-1));
      all.push_back(static_cast<T>(Limits::max() / 2 + 1));
    }
    return all;
  }();
  return numbers;
}

template <class T>
T random_number(std::mt19937_64& random) {
  const std::uint64_t bits = random();
  const auto& special = special_numbers<T>();
  switch (random() % 4) {
    case 0:
    case 1:
      return special[bits % special.size()];
    case 2: {
      T number;
      std::memcpy(&number, &bits, sizeof number);
      return number;
    }
    default:
      if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(static_cast<double>(static_cast<std::int64_t>(bits)) / 9.3e16);
      else
        return static_cast<T>(static_cast<std::int64_t>(bits % 201) - 100);
  }
}

template <class Visitor>
auto with_type(std::string_view name, Visitor&& visit) {
  if (name == "char") return visit.template operator()<std::int8_t>();
  if (name == "uchar") return visit.template operator()<std::uint8_t>();
  if (name == "short") return visit.template operator()<std::int16_t>();
  if (name == "ushort") return visit.template operator()<std::uint16_t>();
  if (name == "int") return visit.template operator()<std::int32_t>();
  if (name == "uint") return visit.template operator()<std::uint32_t>();
  if (name == "long") return visit.template operator()<std::int64_t>();
  if (name == "ulong") return visit.template operator()<std::uint64_t>();
  if (name == "float") return visit.template operator()<float>();
  return visit.template operator()<double>();
}

constexpr std::size_t kValues = 4096;
using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::string_view type, std::mt19937_64& random) {
  return with_type(type, [&]<class T>() {
    Bytes bytes(kValues * sizeof(T));
    for (std::size_t i = 0; i < kValues; ++i) {
      const T number = random_number<T>(random);
      std::memcpy(bytes.data() + i * sizeof(T), &number, sizeof(T));
    }
    return bytes;
  });
}

template <class T>
T element(const Bytes& bytes, std::size_t index) {
  T number;
  std::memcpy(&number, bytes.data() + index * sizeof(T), sizeof(T));
  return number;
}

std::string text_of(std::string_view type, const Bytes& bytes, std::size_t index) {
  return with_type(type, [&]<class T>() {
    if constexpr (std::is_floating_point_v<T>)
      return fmt::format("{:a}", element<T>(bytes, index));
    else
      return fmt::format("{}", static_cast<std::int64_t>(element<T>(bytes, index)));
  });
}

// The distance of two numbers on the line of all numbers of their type: neighbours have the distance 1, and
// both zeros the same place.
template <class T>
double distance(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<double>::infinity();
    using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    const auto place = [](T number) {
      const auto bits = std::bit_cast<Bits>(std::fabs(number));
      return std::signbit(number) ? -static_cast<double>(bits) : static_cast<double>(bits);
    };
    const auto near =
        std::signbit(a) == std::signbit(b)
            ? static_cast<double>(std::bit_cast<Bits>(std::fabs(a)) - std::bit_cast<Bits>(std::fabs(b)))
            : place(a) - place(b);
    return std::fabs(near);
  } else {
    return a == b ? 0 : std::numeric_limits<double>::infinity();
  }
}

std::string text_of_kernel(const ValueCase& it, std::size_t number) {
  std::string parameters = fmt::format("global {}* out", it.result), reads;
  if (!it.second.empty()) parameters += fmt::format(", global {}* second", it.second);
  for (std::size_t i = 0; i < it.inputs.size(); ++i) {
    parameters += fmt::format(", global const {}* in{}", it.inputs[i], i);
    reads += fmt::format("  {0} {1} = in{2}[i];\n", it.inputs[i], kNames[i], i);
  }
  const std::string calls = it.second.empty() ? fmt::format("  out[i] = {};\n", it.expression)
                                              : fmt::format("  {} s;\n  out[i] = {};\n  second[i] = s;\n",
                                                            it.second, it.expression);
  return fmt::format("kernel void k{}({}) {{\n  size_t i = get_global_id(0);\n{}{}}}\n", number, parameters,
                     reads, calls);
}

PlanBuffer buffer_of(std::string name, std::string_view type, PlanBuffer::Role role, Bytes bytes) {
  PlanBuffer buffer{std::move(name), ElementType::uint8, kValues * type_of(type).bytes, role, {}};
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const Bytes>(std::move(bytes));
  return buffer;
}

Plan plan_of_values(const KernelSource& source, const ValueCase& it, std::size_t number, std::uint64_t seed) {
  Plan plan;
  plan.programs.push_back({source, ""});
  const auto zeros = [](std::string_view type) { return Bytes(kValues * type_of(type).bytes); };
  plan.buffers.push_back(buffer_of("out", it.result, PlanBuffer::Role::output, zeros(it.result)));
  if (!it.second.empty())
    plan.buffers.push_back(buffer_of("second", it.second, PlanBuffer::Role::output, zeros(it.second)));
  std::mt19937_64 random(seed + number);
  for (const std::string& type : it.inputs)
    plan.buffers.push_back(buffer_of("in", type, PlanBuffer::Role::input, random_bytes(type, random)));
  PlanLaunch launch;
  launch.kernel = fmt::format("k{}", number);
  launch.range.global_size[0] = kValues;
  launch.range.local_size[0] = 64;
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) launch.arguments.push_back(BufferArgument{i});
  plan.launches.push_back(std::move(launch));
  return plan;
}

using Outputs = std::vector<Bytes>;

Result<Outputs> on_simulator(const Plan& plan, std::shared_ptr<const sim::Program> program,
                             std::size_t results) {
  const auto machine = sim::Machine::create(plan, {std::move(program)}, **sim::find_device_model("cc9.0"));
  if (!machine) return tl::unexpected(machine.error());
  sim::MachineState state = machine->initial_state();
  machine->run(state, {});
  Outputs outputs;
  for (std::size_t i = 0; i < results; ++i)
    outputs.emplace_back(state.buffers[i].begin(), state.buffers[i].end());
  return outputs;
}

Result<Outputs> on_device(const measure::Device& device, const opencl::BuiltProgram& program,
                          const Plan& plan, std::size_t results) {
  const cl::Context context = program.program->getInfo<CL_PROGRAM_CONTEXT>();
  std::vector<cl::Buffer> buffers;
  for (const PlanBuffer& buffer : plan.buffers) {
    Bytes content = *buffer.content.bytes;
    buffers.emplace_back(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, content.size(), content.data());
  }
  std::string place;
  opencl::KernelObjects made;
  const auto kernels = opencl::prepare_launches(device, plan, {program}, buffers, made, place);
  if (!kernels) return tl::unexpected(kernels.error());
  const cl::CommandQueue queue(context, cl::Device(static_cast<cl_device_id>(device.device_handle)),
                               cl::QueueProperties::Profiling);
  opencl::enqueue_launch(queue, kernels->front(), plan.launches[0].range);
  Outputs outputs;
  for (std::size_t i = 0; i < results; ++i) {
    Bytes output(plan.buffers[i].bytes());
    queue.enqueueReadBuffer(buffers[i], CL_TRUE, 0, output.size(), output.data());
    outputs.push_back(std::move(output));
  }
  return outputs;
}

std::string arguments_text(const ValueCase& it, const Plan& plan, std::size_t results, std::size_t index) {
  std::string text;
  for (std::size_t i = 0; i < it.inputs.size(); ++i)
    text += fmt::format("{}{} = {}", i > 0 ? ", " : "", kNames[i],
                        text_of(it.inputs[i], *plan.buffers[results + i].content.bytes, index));
  return text;
}

bool is_number(std::string_view type, const Bytes& bytes, std::size_t index) {
  return with_type(type, [&]<class T>() {
    const T value = element<T>(bytes, index);
    return value == value;
  });
}

bool is_defined(const ValueCase& it, const Plan& plan, std::size_t results, std::size_t index) {
  if (!it.takes_numbers_only) return true;
  const auto input = [&](std::size_t i) -> const Bytes& { return *plan.buffers[results + i].content.bytes; };
  for (std::size_t i = 0; i < it.inputs.size(); ++i)
    if (!is_number(it.inputs[i], input(i), index)) return false;
  return it.inputs.size() < 3 || with_type(it.inputs[1], [&]<class T>() {
           return element<T>(input(1), index) <= element<T>(input(2), index);
         });
}

ValueReport report_of(const ValueCase& it, const Plan& plan, const Outputs& own, const Outputs& other) {
  ValueReport report;
  report.name = it.name;
  // Both may err, each in its direction; the simulator by one unit.
  const double permitted = it.ulps == 0 ? 0 : it.ulps + 1;
  for (std::size_t result = 0; result < own.size(); ++result) {
    const std::string& type = result == 0 ? it.result : it.second;
    for (std::size_t i = 0; i < kValues; ++i) {
      if (!is_defined(it, plan, own.size(), i)) continue;
      const double apart = with_type(type, [&]<class T>() {
        return distance(element<T>(own[result], i), element<T>(other[result], i));
      });
      ++report.values;
      report.equal += apart == 0 ? 1 : 0;
      if (std::isfinite(apart)) report.largest_distance = std::max(report.largest_distance, apart);
      if (apart > permitted && report.different.size() < 5)
        report.different.push_back(
            fmt::format("{}: {}, the device {}", arguments_text(it, plan, own.size(), i),
                        text_of(type, own[result], i), text_of(type, other[result], i)));
    }
  }
  return report;
}

}  // namespace

std::vector<ValueCase> value_cases() {
  std::vector<ValueCase> cases;
  for (const sim::language::BuiltinFunction& row : sim::language::builtin_rows()) {
    using namespace sim::language;
    const bool is_inexact = row.name.starts_with("native_") || row.name.starts_with("half_");
    if (row.name.starts_with("__")) continue;
    if (row.rule == rules::component || row.rule == rules::not_a_number)
      add_component(
          cases, row.name,
          row.rule == rules::not_a_number ? sim::builtin_info(sim::Builtin::nan) : sim::builtin_info(row.a),
          is_inexact ? kFree : permitted_ulps(row.name));
    if (row.rule == rules::two_results) add_two_results(cases, row);
    if (row.rule == rules::geometric) add_geometry(cases, row);
    if (row.rule == rules::compare)
      for (const std::string type : {"float", "double"})
        cases.push_back(
            {fmt::format("{} {}", row.name, type), {type, type}, "int", "", call_of(row.name, 2), 0});
  }
  add_choices(cases);
  add_conversions(cases);
  return cases;
}

Result<std::vector<ValueReport>> compare_values(const measure::Device& device,
                                                std::span<const ValueCase> cases, std::uint64_t seed) {
  KernelSource source{"values.cl", "", ""};
  for (std::size_t i = 0; i < cases.size(); ++i) source.text += text_of_kernel(cases[i], i);
  const auto compiled = sim::language::compile(source, "");
  if (!compiled) return tl::unexpected(compiled.error());
  const cl::Device handle(static_cast<cl_device_id>(device.device_handle));
  const auto built = opencl::build_program(cl::Context(handle), handle, {source, ""}, "-cl-opt-disable");
  if (!built) return tl::unexpected(built.error());
  std::vector<ValueReport> reports;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Plan plan = plan_of_values(source, cases[i], i, seed);
    const std::size_t results = cases[i].second.empty() ? 1 : 2;
    const auto own = on_simulator(plan, *compiled, results);
    if (!own) return tl::unexpected(own.error());
    const auto other = on_device(device, *built, plan, results);
    if (!other) return tl::unexpected(other.error());
    reports.push_back(report_of(cases[i], plan, *own, *other));
  }
  return reports;
}

}  // namespace lockstep::fuzz
