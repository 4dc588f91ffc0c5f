// A Plan contains everything that an executor (the simulator or an OpenCL device) needs for a run: buffers,
// programs and launches in order, as plain data. A Plan is made once and never changed; it can be compared,
// printed and saved as JSON. A user's own kernel also becomes a Plan.
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

// The text of one kernel file and its name in messages ("reduce/divergent.cl").
struct KernelSource {
  std::string path;
  std::string text;
  // The folder that `#include "…"` searches first; empty for an embedded file.
  std::string include_dir = {};
  // Included files with their names as in `#include`. They take precedence over files on disk.
  struct Header {
    std::string name, text;
    bool operator==(const Header&) const = default;
  };
  std::vector<Header> headers = {};
  bool is_closed = false;  // may include only `headers`: no file of this machine is read
  bool operator==(const KernelSource&) const = default;
};

// The contents of a buffer before the first launch. The patterns are those of the window's "input" box. The
// values are deterministic functions of (pattern, seed, index), independent of the machine.
struct Content {
  enum class Pattern : std::uint8_t {
    uninitialised,  // reading it before writing is a finding
    constant,       // every element is `value`
    iota,           // 0, 1, 2 …
    random,         // small integers for sum, so figures are readable; see input.hpp
    alternating,    // +1, -1, +1 …
    fractions,      // floating types: random numbers below 1 with all bits used, so sums are rounded
    one_huge,       // ones, and one element with the largest exact value of the type
    bytes,          // `bytes`, given literally
  };
  Pattern pattern = Pattern::uninitialised;
  double value = 0;
  std::uint64_t seed = 1;
  std::shared_ptr<const std::vector<std::byte>> bytes;  // only for Pattern::bytes, and then never null
  Operator op = Operator::sum;            // the operator of the run: `random` keeps its results readable
  bool operator==(const Content&) const;  // literal bytes are compared by value
};

struct PlanBuffer {
  enum class Role : std::uint8_t { input, output, scratch };
  std::string name;
  ElementType type = ElementType::int32;
  std::uint64_t elements = 0;
  Role role = Role::scratch;
  Content content;
  // The accesses that kernels may make; any other access is an error, even if the kernel's
  // parameter permits it.
  enum class Access : std::uint8_t { read_write, read_only, write_only };
  Access access = Access::read_write;
  // If set, the buffer is a variable at program scope of this program (index into Plan::programs). The
  // simulator adds a buffer for each variable after those of the plan, or continues with the contents of a
  // buffer that the plan already has.
  std::optional<std::size_t> variable_of = std::nullopt;
  // The description of an image: its texels are the bytes of the buffer, and the buffer has the type of
  // a channel.
  std::optional<ImageDescription> image = std::nullopt;
  std::uint64_t width = 0;  // elements in a row if the buffer is a matrix; 0: unknown
  // How the content of the buffer is restored before the launches run again. elsewhere: outside the run, as
  // for inputs. each_run: the host fills the buffer in every run, and the fill is part of the run's time.
  // never: the kernels leave the content that the next run needs, so the buffer is filled only once.
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
  // For a sub-buffer: the kernel's pointer begins at `offset_bytes`, and the sub-buffer ends `bytes` later
  // (0: at the end of the buffer).
  std::uint64_t offset_bytes = 0, bytes = 0;
  // For an image of the buffer or sub-buffer: the kernel's parameter is an image, whose first texel is at the
  // beginning of the buffer or sub-buffer. A buffer that is always an image has PlanBuffer::image instead.
  std::optional<ImageDescription> image = std::nullopt;
  bool is_part() const { return offset_bytes != 0 || bytes != 0; }
  bool operator==(const BufferArgument&) const = default;
};
struct LocalArgument {
  std::uint64_t bytes = 0;
  bool operator==(const LocalArgument&) const = default;
};
// A by-value argument: its bytes as the kernel reads them (little endian), including vectors and structs.
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
  // If the local size does not divide the global size, the last work-groups in this dimension are smaller.
  std::uint64_t num_groups(unsigned dimension) const {
    return global_size[dimension] / local_size[dimension] + (is_uniform(dimension) ? 0 : 1);
  }
  std::uint64_t group_count() const { return num_groups(0) * num_groups(1) * num_groups(2); }
  // The number of work-items in a full work-group. size_of_group() returns the size of a particular
  // work-group, by its flat number.
  std::uint64_t group_items() const { return local_size[0] * local_size[1] * local_size[2]; }
  std::array<std::uint64_t, 3> size_of_group(std::uint64_t group) const;
  bool is_uniform(unsigned dimension) const { return global_size[dimension] % local_size[dimension] == 0; }
  bool is_uniform() const { return is_uniform(0) && is_uniform(1) && is_uniform(2); }
};

struct PlanLaunch {
  std::size_t program = 0;  // index into Plan::programs
  std::string kernel;
  NdRange range;
  std::vector<Argument> arguments;  // in the order of the kernel's parameters
  std::string label;                // a description for the user: "s = 4", "level 2: 256 → 1"
  std::string place = {};           // place of the host's call: "host.c:42"; empty if unknown
  bool operator==(const PlanLaunch&) const = default;
};

// A call of the host between launches that concerns a buffer. A transfer of a rectangle is represented by one
// call for each of its rows.
struct HostCall {
  enum class Kind : std::uint8_t { create, write, fill, copy, read, map, unmap, release, finish, other };
  Kind kind = Kind::write;
  std::size_t before_launch = 0;  // made before this launch; Plan::launches.size(): after the last
  std::string text;               // for the user: "clEnqueueWriteBuffer(a, 0, 4096 bytes)"
  std::string place = {};         // "host.c:42"; empty if unknown
  std::size_t buffer = 0;         // the buffer that is written, filled, copied to, read …
  std::uint64_t offset = 0, bytes = 0;
  std::size_t source = 0;  // copy: the source buffer
  std::uint64_t source_offset = 0;
  // The bytes of a write or unmap (null if unmap wrote nothing), or the pattern of a fill. Never null for a
  // write or a fill.
  std::shared_ptr<const std::vector<std::byte>> data = {};
  bool operator==(const HostCall&) const;  // data are compared by value
  bool names_buffer() const { return kind != Kind::finish && kind != Kind::other; }
  bool changes_buffer() const {
    return kind == Kind::write || kind == Kind::fill || kind == Kind::copy || (kind == Kind::unmap && data);
  }
};

// What the plan computes, so that the result of every executor can be checked. Absent if this is unknown.
struct Expectation {
  // values: the user has given each element of the result; input_buffer is then the same as result_buffer.
  // The kinds after `values` are the patterns of core/check/pattern_results.hpp.
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
  // The longest chain of ⊕ from an input element to a result: log₂ n for trees. The floating-point error
  // grows with the depth. 0 means unknown; n is then used, as for a sequential loop.
  std::uint64_t depth = 0;
  // Only for Kind::values: the result_elements values, which are then never null, and the allowed difference
  // of floating-point values, relative to the larger of 1 and the value's magnitude.
  std::shared_ptr<const std::vector<std::byte>> values{};
  double tolerance = 0;
  // The members of patterns:
  std::size_t mask_buffer = 0;   // convolution: the coefficients, of the input's type
  std::uint64_t mask_width = 0;  // convolution: width of the mask, odd; in a matrix its height is the same
  std::uint64_t columns = 0;     // elements of a row if the input is a matrix, otherwise 0
  std::uint64_t parameter = 0;   // compaction: greater elements are kept; split, partition: the bit;
                                 // histogram: number of bins; sort: number of lowest bits of a key
  std::size_t heads_buffer = 0;  // segmented scan: nonzero where a segment begins, or a key for each element
  bool by_keys = false;          // segmented scan: a segment begins if the key differs from the previous one
  bool is_exclusive = false;     // segmented scan

  bool is_pattern() const { return kind > Kind::values; }
  bool operator==(const Expectation&) const;  // values are compared, not their addresses
};

struct Plan {
  std::string id;  // the id of the algorithm, or the name of the file
  std::uint64_t n = 0;
  std::uint64_t group_size = 0;
  ElementType type = ElementType::int32;
  std::vector<PlanProgram> programs;
  std::vector<PlanBuffer> buffers;
  std::vector<PlanLaunch> launches;       // may be empty (for n = 1 some algorithms need no step)
  std::vector<HostCall> host_calls = {};  // of a recorded program, in order
  std::optional<Expectation> expectation;
  bool operator==(const Plan&) const = default;
};

// The limit for kernels that store n or an id in a uint.
inline constexpr std::uint64_t max_uint_elements = (std::uint64_t{1} << 32) - 1;

// Checks everything that can be checked without a device: indices are in range, sizes fit, and local sizes
// divide the global sizes. Does not change the plan.
Result<void> validate(const Plan& plan);
std::string to_json(const Plan& plan);
// The names in JSON: "random", "one-huge" …
std::string_view pattern_name(Content::Pattern pattern);
std::optional<Content::Pattern> parse_pattern(std::string_view name);

std::string_view host_call_name(HostCall::Kind kind);  // "write", "fill" …
std::optional<HostCall::Kind> parse_host_call(std::string_view name);
// Describes a call: "clEnqueueWriteBuffer(a, 0, 4096 bytes) at host.c:42".
std::string words_of(const HostCall& call);
// The calls between launch `launch` - 1 and launch `launch`.
std::span<const HostCall> host_calls_before(const Plan& plan, std::size_t launch);

// Returns whether the bytes consist of one repeated element.
bool repeats_one_value(std::span<const std::byte> bytes, std::size_t element_bytes);

// Returns the initial bytes of a buffer. Elements of Pattern::uninitialised are zero.
std::vector<std::byte> materialise(const PlanBuffer& buffer);

}  // namespace lockstep
