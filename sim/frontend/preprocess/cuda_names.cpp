#include "sim/frontend/preprocess/cuda_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/frontend/preprocess/lexer.hpp"

namespace lockstep::sim::language {
namespace {

struct Renamed {
  std::string opencl, cuda;
};

// Adds a function if its replacement has the form "atomicAdd($1, $2)", so that only the names differ.
void add_function(std::vector<Renamed>& names, std::string_view opencl, std::string_view text) {
  const std::size_t open = text.find('(');
  const std::string_view name = text.substr(0, open);
  const bool is_call = open != 0 && open != std::string_view::npos && text.back() == ')' &&
                       text.find('(', open + 1) == std::string_view::npos &&
                       std::ranges::all_of(name, is_identifier_part);
  const bool is_plain =
      is_call && (text.substr(open).starts_with("($1)") || text.substr(open).starts_with("($1, $2"));
  if (is_plain) names.push_back({std::string(opencl), std::string(name)});
}

void add_indices(std::vector<Renamed>& names) {
  constexpr std::string_view kIndexNames[][2] = {{"get_local_id", "threadIdx"},
                                                 {"get_group_id", "blockIdx"},
                                                 {"get_local_size", "blockDim"},
                                                 {"get_num_groups", "gridDim"}};
  for (unsigned d = 0; d < 3; ++d) {
    const char axis = "xyz"[d];
    for (const auto& [opencl, cuda] : kIndexNames)
      names.push_back({fmt::format("{}({})", opencl, d), fmt::format("{}.{}", cuda, axis)});
    names.push_back({fmt::format("get_global_id({})", d),
                     fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", axis)});
    names.push_back({fmt::format("get_global_size({})", d), fmt::format("gridDim.{0} * blockDim.{0}", axis)});
  }
}

// Returns all pairs of names. A name that contains another name comes before it.
std::vector<Renamed> all_names() {
  std::vector<Renamed> names{{"barrier(CLK_GLOBAL_MEM_FENCE)", "__syncthreads()"},
                             {"barrier()", "__syncthreads()"},
                             {"OpenCL C", "CUDA C++"},
                             {"__kernel", "__global__"},
                             {"__local", "__shared__"},
                             {"__constant", "__constant__"},
                             {"__global", "__device__"}};
#define READ_CALL(cuda, tokens, words) names.push_back({words, #cuda "()"});
#define WRITE(opencl, arguments, text, helper) \
  if (std::string_view(helper).empty()) add_function(names, #opencl, text);
#include "sim/frontend/preprocess/cuda_words.def"
  add_indices(names);
  std::ranges::stable_sort(names, std::greater(), [](const Renamed& name) { return name.opencl.size(); });
  return names;
}

bool stands_at(std::string_view text, std::size_t at, std::string_view name) {
  if (!text.substr(at).starts_with(name)) return false;
  if (at > 0 && is_identifier_part(text[at - 1]) && is_identifier_part(name.front())) return false;
  const std::size_t end = at + name.size();
  return end == text.size() || !is_identifier_part(name.back()) || !is_identifier_part(text[end]);
}

// Returns the end of a quoted name that starts at `at`, or `at` if no quoted name starts there. An apostrophe
// inside a word is not a quote.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  if (text[at] != '\'' || (at > 0 && is_identifier_part(text[at - 1]))) return at;
  const std::size_t close = text.find('\'', at + 1);
  return close == std::string_view::npos ? at : close + 1;
}

}  // namespace

std::string with_cuda_names(std::string_view text) {
  static const std::vector<Renamed> names = all_names();
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = end_of_quoted(text, at); end != at) {
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    const auto name =
        std::ranges::find_if(names, [&](const Renamed& each) { return stands_at(text, at, each.opencl); });
    result += name == names.end() ? text.substr(at, 1) : std::string_view(name->cuda);
    at += name == names.end() ? 1 : name->opencl.size();
  }
  return result;
}

std::string cuda_name_of(std::string_view opencl) {
  for (const std::string_view arguments : {"", "()", "(0)", "(CLK_LOCAL_MEM_FENCE)"}) {
    const std::string call = fmt::format("{}{}", opencl, arguments);
    if (std::string cuda = with_cuda_names(call); cuda != call) return cuda;
  }
  return {};
}

void suggest_cuda_functions(Spelling& spelling) {
#define READ(cuda, tokens, words) spelling.consider(#cuda);
#define READ_CALL(cuda, tokens, words) spelling.consider(#cuda);
#define MASKED(cuda, opencl, after) spelling.consider(#cuda);
#define KEEP(name) spelling.consider(#name);
#include "sim/frontend/preprocess/cuda_words.def"
}

}  // namespace lockstep::sim::language
