#include "sim/launch/sim_format/argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/base/text.hpp"
#include "sim/launch/sim_format/values.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {

namespace {

using Kind = Parameter::Kind;

bool is_buffer(Kind kind) { return kind == Kind::global_buffer || kind == Kind::constant_buffer; }

class Binder {
 public:
  Binder(std::size_t number, const Parameter& parameter, const SimArgument& argument,
         std::vector<SimError>& errors)
      : label_(fmt::format("argument {} ({} {})", number, parameter.type_name, parameter.name)),
        parameter_(parameter),
        argument_(argument),
        errors_(errors) {}

  ParsedArgument bind() {
    ParsedArgument parsed;
    check_words();
    const std::size_t mistakes = errors_.size();
    if (argument_.null)
      no_data("a null buffer");
    else if (parameter_.kind == Kind::local_buffer)
      local();
    else if (auto bytes = content(); bytes && mistakes == errors_.size())
      place(parsed, std::move(*bytes));
    if (argument_.null || (argument_.size_bytes == 0u && is_buffer(parameter_.kind)))
      parsed.argument = NullArgument{};
    else if (parameter_.kind == Kind::local_buffer)
      parsed.argument = LocalArgument{argument_.size_bytes.value_or(0)};
    return parsed;
  }

 private:
  void error(std::uint32_t line, const std::string& message) {
    errors_.push_back({line, fmt::format("{}: {}", label_, message)});
  }
  void error(const std::string& message) { error(argument_.line, message); }

  void check_words() {
    const bool buffer = is_buffer(parameter_.kind);
    const std::pair<const char*, bool> of_buffers[] = {
        {"noinit", argument_.noinit}, {"null", argument_.null}, {"dump", argument_.dump}};
    for (const auto& [word, given] : of_buffers)
      if (given && !buffer) error(fmt::format("{} is only for a global or constant buffer", word));
    if ((argument_.read_only || argument_.write_only) && parameter_.kind != Kind::global_buffer)
      error(fmt::format("{} is only for a global buffer", argument_.read_only ? "ro" : "wo"));
  }

  void no_data(std::string_view what) {
    if (!argument_.data.empty())
      error(argument_.data.front().line,
            fmt::format("{} takes no values, but \"{}\" follows", what, argument_.data.front().text));
  }

  void local() {
    no_data("local memory");
    if (!argument_.fill.empty() || !argument_.range.empty())
      error("local memory begins uninitialised; give only its size");
    if (argument_.size_bytes == 0u) error("a local argument needs at least 1 byte");
  }

  // Without a type word, the type is that of the parameter; a structure has no single type.
  std::optional<SimFormat> format() {
    if (!argument_.type && parameter_.is_record) {
      error("a structure has members of several types; name the type of the values, such as char");
      return std::nullopt;
    }
    return SimFormat{argument_.type.value_or(parameter_.type), argument_.hex};
  }

  std::optional<std::vector<std::byte>> content() {
    const auto format = this->format();
    if (!format || !argument_.size_bytes) return std::nullopt;
    const std::uint64_t size = *argument_.size_bytes;
    const std::size_t element = size_bytes(format->type);
    if (size > kMostBufferBytes) {
      error(
          fmt::format("too much memory; the simulator takes buffers up to {}", bytes_text(kMostBufferBytes)));
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
    if (argument_.noinit) {
      no_data("an argument with noinit");
      return std::vector<std::byte>();
    }
    if (argument_.fill.empty() && argument_.range.empty()) return listed(format, count);
    no_data(argument_.fill.empty() ? "an argument with range" : "an argument with fill");
    auto bytes = argument_.fill.empty() ? sim_range(argument_.range, count, format)
                                        : sim_fill(argument_.fill, count, format);
    if (bytes) return std::move(*bytes);
    error(bytes.error().message);
    return std::nullopt;
  }

  std::optional<std::vector<std::byte>> listed(SimFormat format, std::uint64_t count) {
    std::vector<std::byte> bytes;
    for (const SimWord& word : argument_.data) {
      if (const auto added = append_sim_number(bytes, word.text, format); !added) {
        error(word.line, added.error().message);
        return std::nullopt;
      }
    }
    if (argument_.data.size() == count) return bytes;
    const bool more = argument_.data.size() > count;
    error(more ? argument_.data[count].line : argument_.line,
          fmt::format("size={} takes {} {} of type {}, not {}", *argument_.size_bytes, count,
                      noun_for(count, "value"), opencl_name(format.type), argument_.data.size()));
    return std::nullopt;
  }

  void place(ParsedArgument& parsed, std::vector<std::byte> bytes) {
    if (!is_buffer(parameter_.kind)) {
      parsed.argument = ScalarArgument{std::move(bytes)};
      return;
    }
    if (*argument_.size_bytes == 0) return;
    parsed.argument = BufferArgument{};
    parsed.is_buffer = true;
    parsed.dump = argument_.dump;
    PlanBuffer& buffer = parsed.buffer;
    buffer.type = type_;
    buffer.elements = *argument_.size_bytes / size_bytes(type_);
    // A buffer of zeros or without content is an output, not an input.
    const bool zero = bytes.empty() || (bytes.front() == std::byte{0} && repeats_one_value(bytes, 1));
    buffer.role = zero ? PlanBuffer::Role::output : PlanBuffer::Role::input;
    if (argument_.read_only) buffer.access = PlanBuffer::Access::read_only;
    if (argument_.write_only) buffer.access = PlanBuffer::Access::write_only;
    if (argument_.noinit) return;
    buffer.content.pattern = Content::Pattern::bytes;
    buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  }

  std::string label_;
  const Parameter& parameter_;
  const SimArgument& argument_;
  std::vector<SimError>& errors_;
  ElementType type_ = ElementType::int32;
};

}  // namespace

ParsedArgument bind_sim_argument(std::size_t number, const Parameter& parameter, const SimArgument& argument,
                                 std::vector<SimError>& errors) {
  return Binder(number, parameter, argument, errors).bind();
}

}  // namespace lockstep::sim
