// A Plan is all that an executor (the simulator, or an OpenCL device) needs to run something:
// buffers, programs and launches in order, as plain data. It is made once and never changed; it can
// be compared, printed and saved as JSON. A user's own kernel is a Plan too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/element.hpp"
#include "core/plan/image.hpp"

namespace lockstep {

// The text of one kernel file and the name to show for it in messages ("reduce/divergent.cl").
struct KernelSource {
  std::string path;
  std::string text;
  // Folder that `#include "…"` looks in first; empty for an embedded file.
  std::string include_dir = {};
  // Files that it includes, by the names under which they are found. They come before files of the disk.
  struct Header {
    std::string name, text;
    bool operator==(const Header&) const = default;
  };
  std::vector<Header> headers = {};
  bool is_closed = false;  // includes only its headers: no file of this machine is read
  bool operator==(const KernelSource&) const = default;
};

// What a buffer holds before the first launch. Patterns are those of the window's "input" box;
// `values` are deterministic functions of (pattern, seed, index), never of the machine.
struct Content {
  enum class Pattern : std::uint8_t {
    uninitialised,  // reading it before writing is a finding
    constant,       // every element is `value`
    iota,           // 0, 1, 2 …
    random,         // small integers for sum, so that figures stay readable; see input.hpp
    alternating,    // +1, -1, +1 …
    fractions,      // of floating types: random numbers below 1 that use all their bits, so that sums round
    one_huge,       // ones, and one element as large as the type holds exactly
    bytes,          // `bytes`, given literally
  };
  Pattern pattern = Pattern::uninitialised;
  double value = 0;
  std::uint64_t seed = 1;
  std::shared_ptr<const std::vector<std::byte>> bytes;  // only for Pattern::bytes; never null then
  Operator op = Operator::sum;            // what the values are for: `random` keeps its results readable
  bool operator==(const Content&) const;  // literal bytes are compared by value
};

struct PlanBuffer {
  enum class Role : std::uint8_t { input, output, scratch };
  std::string name;
  ElementType type = ElementType::int32;
  std::uint64_t elements = 0;
  Role role = Role::scratch;
  Content content;
  // What kernels may do with it; the other is a mistake, whatever the kernel's own `const` says.
  enum class Access : std::uint8_t { read_write, read_only, write_only };
  Access access = Access::read_write;
  // A variable at program scope of this program (index into Plan::programs): the simulator adds a buffer for
  // each, after those of the plan, or continues with the contents of one that the plan already has.
  std::optional<std::size_t> variable_of = std::nullopt;
  // An image: its texels are the bytes of the buffer, whose type is that of a channel.
  std::optional<ImageDescription> image = std::nullopt;
  std::uint64_t width = 0;  // elements of a row where the buffer is a matrix; 0: unknown
  // How the buffer gets its content again before the launches run once more. elsewhere: as inputs do, by no
  // work of theirs. each_run: the host fills it, which is a part of every run and of its time. never: the
  // kernels leave what the next run needs, so that it is filled once.
  enum class Refill : std::uint8_t { elsewhere, each_run, never };
  Refill refill = Refill::elsewhere;
  bool operator==(const PlanBuffer&) const = default;
  std::uint64_t bytes() const { return elements * size_bytes(type); }
};

// One source built with one option string ("-D T=int -D OP(a,b)=((a)+(b))").
struct PlanProgram {
  KernelSource source;
  std::string options;
  bool operator==(const PlanProgram&) const = default;
};

struct BufferArgument {
  std::size_t buffer = 0;  // index into Plan::buffers
  // A sub-buffer: the kernel's pointer begins at this byte and ends `bytes` later (0: at the buffer's end).
  std::uint64_t offset_bytes = 0, bytes = 0;
  // An image of the buffer, or of the part: the kernel's parameter is an image, whose first texel is there.
  // What is an image as a whole has PlanBuffer::image instead.
  std::optional<ImageDescription> image = std::nullopt;
  bool is_part() const { return offset_bytes != 0 || bytes != 0; }
  bool operator==(const BufferArgument&) const = default;
};
struct LocalArgument {
  std::uint64_t bytes = 0;
  bool operator==(const LocalArgument&) const = default;
};
// A by-value argument: its bytes as the kernel sees them (little endian), vectors and structs included.
struct ScalarArgument {
  std::vector<std::byte> bytes;
  bool operator==(const ScalarArgument&) const = default;
};
// The bits of sampler_t (image.hpp).
struct SamplerArgument {
  std::uint32_t bits = 0;
  bool operator==(const SamplerArgument&) const = default;
};
struct NullArgument {
  bool operator==(const NullArgument&) const = default;
};
using Argument = std::variant<BufferArgument, LocalArgument, ScalarArgument, NullArgument, SamplerArgument>;

template <class T>
ScalarArgument scalar_argument(T value) {
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  return {std::vector<std::byte>(first, first + sizeof(T))};
}

// Extents count work-items (OpenCL's global size), never work-groups.
struct NdRange {
  std::array<std::uint64_t, 3> global_size{1, 1, 1};
  std::array<std::uint64_t, 3> local_size{1, 1, 1};
  std::array<std::uint64_t, 3> global_offset{0, 0, 0};
  unsigned dimensions = 1;
  bool operator==(const NdRange&) const = default;
  // Where the local size does not divide the global one, the last groups of the dimension are smaller.
  std::uint64_t num_groups(unsigned dimension) const {
    return global_size[dimension] / local_size[dimension] + (is_uniform(dimension) ? 0 : 1);
  }
  std::uint64_t group_count() const { return num_groups(0) * num_groups(1) * num_groups(2); }
  // Of a whole group; size_of_group() is that of a particular one, by its flat number.
  std::uint64_t group_items() const { return local_size[0] * local_size[1] * local_size[2]; }
  std::array<std::uint64_t, 3> size_of_group(std::uint64_t group) const;
  bool is_uniform(unsigned dimension) const { return global_size[dimension] % local_size[dimension] == 0; }
  bool is_uniform() const { return is_uniform(0) && is_uniform(1) && is_uniform(2); }
};

struct PlanLaunch {
  std::size_t program = 0;  // index into Plan::programs
  std::string kernel;
  NdRange range;
  std::vector<Argument> arguments;  // in the kernel's order
  std::string label;                // what this launch does, for people: "s = 4", "level 2: 256 → 1"
  std::string place = {};           // of the host's call: "host.c:42"; empty where it is not known
  bool operator==(const PlanLaunch&) const = default;
};

// What the host did between launches, as far as it concerns buffers. A transfer of a rectangle is one call
// for each of its rows.
struct HostCall {
  enum class Kind : std::uint8_t { create, write, fill, copy, read, map, unmap, release, finish, other };
  Kind kind = Kind::write;
  std::size_t before_launch = 0;  // it happened before this launch; Plan::launches.size(): after the last
  std::string text;               // as people read it: "clEnqueueWriteBuffer(a, 0, 4096 bytes)"
  std::string place = {};         // "host.c:42" where known, else empty
  std::size_t buffer = 0;         // written, filled, copied to, read …
  std::uint64_t offset = 0, bytes = 0;
  std::size_t source = 0;  // copy: from this buffer
  std::uint64_t source_offset = 0;
  // write, unmap (what it wrote; null: nothing): the bytes; fill: the pattern. Never null for write and fill.
  std::shared_ptr<const std::vector<std::byte>> data = {};
  bool operator==(const HostCall&) const;  // data are compared by value
  bool names_buffer() const { return kind != Kind::finish && kind != Kind::other; }
  bool changes_buffer() const {
    return kind == Kind::write || kind == Kind::fill || kind == Kind::copy || (kind == Kind::unmap && data);
  }
};

// What the plan computes, so that every executor's result can be checked. Absent where nothing is known.
struct Expectation {
  // values: each element of the result was given by the user; then input_buffer is result_buffer.
  // The kinds after it are the patterns of core/check/pattern_results.hpp.
  enum class Kind : std::uint8_t {
    reduction,
    inclusive_scan,
    exclusive_scan,
    values,
    convolution,
    transpose,
    compaction,
    split,
    histogram,
    word_count,
    segmented_scan,  // op within each segment
    partition,
    sort
  };
  Kind kind = Kind::reduction;
  Operator op = Operator::sum;
  std::size_t input_buffer = 0;
  std::size_t result_buffer = 0;
  std::uint64_t result_elements = 1;
  // The longest chain of ⊕ from an input element to a result: log₂ n for trees. Floating-point error grows
  // with it. 0 means unknown: then n, as for a sequential loop.
  std::uint64_t depth = 0;
  // Only of Kind::values, and never null then: result_elements elements, and how far floating-point values
  // may be from them, relative to the larger of 1 and the value's magnitude.
  std::shared_ptr<const std::vector<std::byte>> values{};
  double tolerance = 0;
  // Of patterns:
  std::size_t mask_buffer = 0;   // convolution: the coefficients, of the input's type
  std::uint64_t mask_width = 0;  // convolution: of the mask, odd; it is as high as it is wide in a matrix
  std::uint64_t columns = 0;     // elements of a row of the input where it is a matrix; else 0
  std::uint64_t parameter = 0;   // compaction: greater elements stay; split, partition: the bit; histogram:
                                 // the bins; sort: the bits of a key, from the lowest on
  std::size_t heads_buffer = 0;  // segmented scan: not 0 where a segment begins, or a key for each element
  bool by_keys = false;          // segmented scan: a segment begins where the key differs from the one before
  bool is_exclusive = false;     // segmented scan

  bool is_pattern() const { return kind > Kind::values; }
  bool operator==(const Expectation&) const;  // values are compared, not their addresses
};

struct Plan {
  std::string id;  // of the algorithm, or the file's name
  std::uint64_t n = 0;
  std::uint64_t group_size = 0;
  ElementType type = ElementType::int32;
  std::vector<PlanProgram> programs;
  std::vector<PlanBuffer> buffers;
  std::vector<PlanLaunch> launches;       // may be empty (n = 1 needs no step of some algorithms)
  std::vector<HostCall> host_calls = {};  // in order; of a recorded program
  std::optional<Expectation> expectation;
  bool operator==(const Plan&) const = default;
};

// Kernels that keep n or an id in a uint reach no further.
inline constexpr std::uint64_t max_uint_elements = (std::uint64_t{1} << 32) - 1;

// Checks everything that can be checked without a device: indices in range, sizes that fit, local
// sizes that divide the global ones. Changes nothing.
Result<void> validate(const Plan& plan);
std::string to_json(const Plan& plan);
// As JSON names them: "random", "one-huge" …
std::string_view pattern_name(Content::Pattern pattern);
std::optional<Content::Pattern> parse_pattern(std::string_view name);

std::string_view host_call_name(HostCall::Kind kind);  // "write", "fill" …
std::optional<HostCall::Kind> parse_host_call(std::string_view name);
// "clEnqueueWriteBuffer(a, 0, 4096 bytes) at host.c:42"
std::string words_of(const HostCall& call);
// The calls between launch - 1 and launch.
std::span<const HostCall> host_calls_before(const Plan& plan, std::size_t launch);

// Whether the bytes consist of one repeated element.
bool repeats_one_value(std::span<const std::byte> bytes, std::size_t element_bytes);

// The initial bytes of a buffer. Elements that are Pattern::uninitialised come out as zero.
std::vector<std::byte> materialise(const PlanBuffer& buffer);

}  // namespace lockstep
