#include "sim/launch/sim_format/argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/plan.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/launch/sim_format/values.hpp"
#include "sim/launch/value_types.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {

namespace {

using Kind = Parameter::Kind;

bool is_buffer(Kind kind) { return kind == Kind::global_buffer || kind == Kind::constant_buffer; }

class ArgumentReader {
 public:
  ArgumentReader(std::size_t number, const Parameter& parameter, const SimHeader& header,
                 std::vector<SimError>& errors)
      : label_(fmt::format("argument {} ({})", number, declaration_of(parameter))),
        parameter_(parameter),
        header_(header),
        errors_(errors) {}

  void read(TypedLaunch& launch, const std::string& name) {
    DescribedArgument argument;
    argument.kind = DescribedArgument::Kind::null;
    check_words();
    const std::size_t mistakes = errors_.size();
    if (header_.null) {
      no_data("a null buffer");
    } else if (parameter_.kind == Kind::local_buffer) {
      local();
      argument.kind = DescribedArgument::Kind::local;
      argument.local_bytes = header_.size_bytes.value_or(0);
    } else if (auto bytes = content(); bytes && mistakes == errors_.size()) {
      if (!is_buffer(parameter_.kind))
        argument = value(*bytes);
      else if (header_.size_bytes != 0u)
        argument = buffer(launch, std::move(*bytes), name);
    }
    launch.description.launches.front().arguments.push_back(std::move(argument));
  }

 private:
  void error(std::uint32_t line, const std::string& message) {
    errors_.push_back({line, fmt::format("{}: {}", label_, message)});
  }
  void error(const std::string& message) { error(header_.line, message); }

  void check_words() {
    const bool buffer = is_buffer(parameter_.kind);
    const std::pair<const char*, bool> of_buffers[] = {
        {"noinit", header_.noinit}, {"null", header_.null}, {"dump", header_.dump}};
    for (const auto& [word, given] : of_buffers)
      if (given && !buffer) error(fmt::format("{} is allowed only for a global or constant buffer", word));
    if ((header_.read_only || header_.write_only) && parameter_.kind != Kind::global_buffer)
      error(fmt::format("{} is allowed only for a global buffer", header_.read_only ? "ro" : "wo"));
  }

  void no_data(std::string_view what) {
    if (const auto first = SimReader(header_.data).next())
      error(first->word.line, fmt::format("{} takes no values, but \"{}\" follows", what, first->word.text));
  }

  void local() {
    no_data("local memory");
    if (!header_.fill.empty() || !header_.range.empty())
      error("local memory cannot be initialised; give only its size");
    if (header_.size_bytes == 0u) error("a local argument must have at least 1 byte");
  }

  // Returns the type and format of the values. Without a type word, the parameter determines the type. This
  // is not possible for a structure, which has no single type.
  std::optional<SimFormat> format() {
    if (!header_.type && parameter_.is_record) {
      error("a structure has members of several types; name the type of the values, such as char");
      return std::nullopt;
    }
    return SimFormat{header_.type.value_or(parameter_.type), header_.hex};
  }

  std::optional<std::vector<std::byte>> content() {
    const auto format = this->format();
    if (!format || !header_.size_bytes) return std::nullopt;
    const std::uint64_t size = *header_.size_bytes;
    const std::size_t element = size_bytes(format->type);
    if (size > kMaxBufferBytes) {
      error(
          fmt::format("too much memory; the simulator takes buffers up to {}", bytes_text(kMaxBufferBytes)));
      return std::nullopt;
    }
    if (!is_buffer(parameter_.kind) && size != parameter_.bytes) {
      error(fmt::format("size={}, but {} has {} bytes", size, parameter_.type_name, parameter_.bytes));
      return std::nullopt;
    }
    if (size % element != 0) {
      error(fmt::format("size={} is not a multiple of the {} of {}", size, plural(element, "byte"),
                        opencl_name(format->type)));
      return std::nullopt;
    }
    type_ = format->type;
    return values(*format, size / element);
  }

  std::optional<std::vector<std::byte>> values(SimFormat format, std::uint64_t count) {
    if (header_.noinit) {
      no_data("an argument with noinit");
      return std::vector<std::byte>();
    }
    if (header_.fill.empty() && header_.range.empty()) return listed(format, count);
    no_data(header_.fill.empty() ? "an argument with range" : "an argument with fill");
    auto bytes = header_.fill.empty() ? sim_range(header_.range, count, format)
                                      : sim_fill(header_.fill, count, format);
    if (bytes) return std::move(*bytes);
    error(bytes.error().message);
    return std::nullopt;
  }

  std::optional<std::vector<std::byte>> listed(SimFormat format, std::uint64_t count) {
    auto list = sim_list(header_.data, count, format);
    if (!list) {
      error(list.error().line, list.error().message);
      return std::nullopt;
    }
    if (list->found == count) return std::move(list->bytes);
    const bool more = list->found > count;
    error(more ? header_.data.words()[count].line : header_.line,
          fmt::format("size={} takes {} {} of type {}, not {}", *header_.size_bytes, count,
                      noun_for(count, "value"), opencl_name(format.type), list->found));
    return std::nullopt;
  }

  // Returns the argument with its value in the type of the parameter, independent of the type of the words.
  DescribedArgument value(const std::vector<std::byte>& bytes) const {
    DescribedArgument argument;
    argument.kind = DescribedArgument::Kind::scalar;
    argument.type = value_type_of(parameter_).name();
    argument.value = values_text(bytes, value_type_of(parameter_));
    return argument;
  }

  bool counts(std::span<const std::byte> bytes) const {
    PlanBuffer counted;
    counted.type = type_;
    counted.elements = bytes.size() / size_bytes(type_);
    counted.content.pattern = Content::Pattern::iota;
    return std::ranges::equal(bytes, materialise(counted));
  }

  // Returns the text of a fill: iota, or one value if all elements are equal. With such a text, a buffer of
  // zeros or without content counts as an output. Empty: only a list can describe the contents.
  std::optional<std::string> fill_text(std::span<const std::byte> bytes) const {
    const std::size_t element = size_bytes(type_);
    if (bytes.size() > element && counts(bytes.first(2 * element)) && counts(bytes)) return "iota";
    if (!repeats_one_value(bytes, element)) return std::nullopt;
    return values_text(bytes.first(std::min(element, bytes.size())), {type_});
  }

  DescribedArgument buffer(TypedLaunch& launch, std::vector<std::byte> bytes, const std::string& name) const {
    std::vector<DescribedBuffer>& buffers = launch.description.buffers;
    if (header_.dump) launch.dumped.push_back({buffers.size(), header_.hex});
    DescribedBuffer& buffer = buffers.emplace_back();
    buffer.name = name;
    buffer.type = opencl_name(type_);
    const std::size_t element = size_bytes(type_);
    buffer.count = *header_.size_bytes / element;
    auto fill = fill_text(bytes);
    launch.lists.push_back(fill ? nullptr : std::make_shared<const std::vector<std::byte>>(std::move(bytes)));
    if (fill) buffer.fill = std::move(*fill);
    if (header_.read_only) buffer.access = PlanBuffer::Access::read_only;
    if (header_.write_only) buffer.access = PlanBuffer::Access::write_only;
    DescribedArgument argument;
    argument.buffer = name;
    return argument;
  }

  std::string label_;
  const Parameter& parameter_;
  const SimHeader& header_;
  std::vector<SimError>& errors_;
  ElementType type_ = ElementType::int32;
};

}  // namespace

void add_sim_argument(TypedLaunch& launch, const Kernel& kernel, std::size_t index, const SimHeader& header,
                      std::vector<SimError>& errors) {
  ArgumentReader(index + 1, kernel.parameters[index], header, errors)
      .read(launch, buffer_name(kernel, index));
}

}  // namespace lockstep::sim
