// cub_launches FOLDER TYPES OPERATORS SIZES [KERNEL_DIR]: what `lockstep bench` would launch of reduce/tuned
// and scan/look-back on the first device, NVIDIA's, for cub_times; by the texts of KERNEL_DIR where given.
// With `patterns` for OPERATORS: of the last rungs of the patterns, for cub_patterns. FOLDER gets the PTX
// text that the driver makes of each program, and `launches.txt`, with a word for each field:
//   plan WHAT TYPE OPERATOR N GROUP_SIZE ROUNDS GROUPS_PER_UNIT
//   buffer BYTES input|keys|mask|output|count|zero|once|other      zero: filled in each call; once: before
//   the first launch FILE KERNEL GROUPS_X GROUPS_Y SIZE_X SIZE_Y          FILE.ptx has the kernel argument
//   buffer INDEX | local BYTES | scalar BYTES VALUE end
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "core/bench/row/request_plan.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/driver/cl.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/opencl/open_device.hpp"

namespace {

using namespace lockstep;

[[noreturn]] void fail(const std::string& message) {
  fmt::print(stderr, "cub_launches: {}\n", message);
  std::exit(1);
}

template <class T>
T value_or_fail(std::optional<T> value, const std::string& text) {
  if (!value) fail(text + ": unknown");
  return *value;
}

template <class T>
T value_or_fail(Result<T> result) {
  if (!result) fail(result.error().message);
  return std::move(*result);
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::stringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

class Folder {
 public:
  Folder(std::string path, const measure::Device& device)
      : path_(std::move(path)), device_(device), open_(device), out_(path_ + "/launches.txt") {
    if (!out_) fail(path_ + ": cannot be written");
  }

  void add(const char* what, const measure::BenchRequest& request) {
    const bench::RequestPlan made = value_or_fail(bench::make_request_plan(device_, request));
    const Plan& plan = made.plan;
    const Tuning tuning = made.tuning.value_or(Tuning{});
    out_ << fmt::format("plan {} {} {} {} {} {} {}\n", what, opencl_name(plan.type), name(request.request.op),
                        plan.n, plan.group_size, tuning.rounds, tuning.groups_per_unit);
    for (const PlanBuffer& buffer : plan.buffers)
      out_ << fmt::format("buffer {} {}\n", buffer.bytes(), content_of(buffer));
    for (const PlanLaunch& launch : plan.launches) {
      const NdRange& range = launch.range;
      out_ << fmt::format("launch {} {} {} {} {} {}\n", file_of(plan.programs[launch.program]), launch.kernel,
                          range.num_groups(0), range.num_groups(1), range.local_size[0], range.local_size[1]);
      for (const Argument& argument : launch.arguments) out_ << "argument " << text_of(argument) << "\n";
    }
    out_ << "end\n";
  }

 private:
  static std::string content_of(const PlanBuffer& buffer) {
    if (buffer.name == "keys" || buffer.name == "mask" || buffer.name == "count") return buffer.name;
    if (buffer.role == PlanBuffer::Role::input) return "input";
    if (buffer.refill == PlanBuffer::Refill::never) return "once";
    if (buffer.role == PlanBuffer::Role::output) return "output";
    return buffer.refill == PlanBuffer::Refill::each_run ? "zero" : "other";
  }

  static std::string text_of(const Argument& argument) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument))
      return fmt::format("buffer {}", buffer->buffer);
    if (const auto* local = std::get_if<LocalArgument>(&argument))
      return fmt::format("local {}", local->bytes);
    const auto* scalar = std::get_if<ScalarArgument>(&argument);
    if (scalar == nullptr || scalar->bytes.size() > sizeof(std::uint64_t))
      fail("an argument of an unknown kind");
    std::uint64_t value = 0;
    std::memcpy(&value, scalar->bytes.data(), scalar->bytes.size());
    return fmt::format("scalar {} {}", scalar->bytes.size(), value);
  }

  // The driver's "binary" of a program is its PTX text, ended by NUL. CUDA's loader refuses what only OpenCL
  // says: how images are bound, and where pointers of parameters point to. OpenCL's driver gives offsets of
  // ids (here 0) and the number of groups in registers that CUDA leaves alone. Otherwise, instructions stay
  // as they are.
  std::string file_of(const PlanProgram& program) {
    auto [at, is_new] =
        files_.try_emplace({program.source.path, program.options}, fmt::format("{}", files_.size()));
    if (!is_new) return at->second;
    const opencl::BuiltProgram built = value_or_fail(open_.program(program, ""));
    const auto binaries = built.program->getInfo<CL_PROGRAM_BINARIES>();
    std::string text(binaries.front().begin(),
                     std::find(binaries.front().begin(), binaries.front().end(), 0));
    text = std::regex_replace(text, std::regex(R"(, texmode_independent|\.ptr \.\w+ \.align \d+ )"), "");
    text = std::regex_replace(text, std::regex("%envreg6"), "%nctaid.x");
    text = std::regex_replace(text, std::regex("%envreg[0-5]"), "0");
    if (text.find("%envreg") != std::string::npos)
      fail("the driver's PTX asks for more than offsets and the number of groups");
    const std::string path = path_ + "/" + at->second + ".ptx";
    if (!(std::ofstream(path) << text)) fail(path + ": cannot be written");
    return at->second;
  }

  std::string path_;
  measure::Device device_;
  opencl::OpenDevice open_;
  std::ofstream out_;
  std::map<std::pair<std::string, std::string>, std::string> files_;
};

measure::BenchRequest request_of(const std::string& id, ElementType type, std::uint64_t n, int count,
                                 char** arguments) {
  measure::BenchRequest request;
  if (count > 5) request.kernel_dir = arguments[5];
  request.algorithm = value_or_fail(find_algorithm(id));
  request.request.n = n;
  request.request.type = type;
  request.request.group_size = 256;
  request.request.pattern.by_keys = 1;
  request.request.pattern.bins = 256;
  return request;
}

// A pattern is left out for a type that it does not take.
void add_patterns(Folder& folder, ElementType type, std::uint64_t n, int count, char** arguments) {
  for (const char* name :
       {"compact-look-back", "partition-look-back", "split-look-back", "histogram-copies",
        "segmented-scan-look-back", "radix-sort-look-back", "transpose-padded", "transpose-vectors"}) {
    const measure::BenchRequest request =
        request_of(std::string("patterns/") + name, type, n, count, arguments);
    const auto& types = request.algorithm->types;
    if (std::find(types.begin(), types.end(), type) != types.end()) folder.add(name, request);
  }
  for (const std::uint64_t width : {3, 5, 9, 17, 25, 33}) {
    measure::BenchRequest request = request_of("patterns/convolve-1d-registers", type, n, count, arguments);
    request.request.pattern.mask_width = width;
    folder.add(fmt::format("convolve-1d-registers-{}", width).c_str(), request);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5)
    fail(
        "usage: cub_launches FOLDER TYPES OPERATORS SIZES [KERNEL_DIR], as: out int,double sum "
        "65536,16777216");
  opencl::prepare_environment();
  const measure::Device device = value_or_fail(opencl::find_device(0));
  Folder folder(arguments[1], device);
  for (const std::string& type : words_of(arguments[2]))
    for (const std::string& op : words_of(arguments[3]))
      for (const std::string& n : words_of(arguments[4])) {
        const ElementType element = value_or_fail(parse_element_type(type), type);
        if (op == "patterns") {
          add_patterns(folder, element, std::stoull(n), count, arguments);
          continue;
        }
        measure::BenchRequest request = request_of("reduce/tuned", element, std::stoull(n), count, arguments);
        request.request.op = value_or_fail(parse_operator(op), op);
        folder.add("reduce", request);
        request.algorithm = value_or_fail(find_algorithm("scan/look-back"));
        folder.add("inclusive-scan", request);
        request.request.exclusive = true;
        folder.add("exclusive-scan", request);
      }
}
