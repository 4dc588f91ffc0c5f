// Translates calls: replaces the names of OpenCL C functions by those of CUDA, and translates the arguments.
#include <fmt/format.h>

#include <algorithm>

#include "sim/frontend/builtins/functions.hpp"
#include "sim/translation/to_cuda/cuda_text.hpp"

namespace lockstep::sim::translation {
namespace {

struct CallRule {
  std::string_view name;
  std::size_t arguments;
  std::string_view text, helper;
};
#define WRITE(opencl, arguments, text, helper) {#opencl, arguments, text, helper},
constexpr CallRule kCalls[] = {
#include "sim/frontend/preprocess/cuda_words.def"
};

#define KEEP(name) #name,
constexpr std::string_view kKept[] = {
#include "sim/frontend/preprocess/cuda_words.def"
};

struct Refusal {
  std::string_view name, reason;
};
#define NONE(opencl, reason) {#opencl, reason},
constexpr Refusal kRefused[] = {
#include "sim/frontend/preprocess/cuda_words.def"
};

bool is_integer_type(std::string_view type) {
  constexpr std::string_view kTypes[] = {"int",   "uint",   "unsigned", "long",
                                         "ulong", "size_t", "short",    "ushort"};
  return std::ranges::find(kTypes, type) != std::end(kTypes);
}

std::string_view scope_of(std::string_view word) {
  if (word == "memory_scope_work_group" || word == "memory_scope_sub_group" ||
      word == "memory_scope_work_item")
    return "cuda::thread_scope_block";
  if (word.starts_with("memory_scope_all")) return "cuda::thread_scope_system";
  return "cuda::thread_scope_device";
}

struct Method {
  std::string_view name, method;
  std::size_t values;
};
constexpr Method kMethods[] = {{"atomic_load", "load", 0},
                               {"atomic_store", "store", 1},
                               {"atomic_exchange", "exchange", 1},
                               {"atomic_fetch_add", "fetch_add", 1},
                               {"atomic_fetch_sub", "fetch_sub", 1},
                               {"atomic_fetch_min", "fetch_min", 1},
                               {"atomic_fetch_max", "fetch_max", 1},
                               {"atomic_fetch_and", "fetch_and", 1},
                               {"atomic_fetch_or", "fetch_or", 1},
                               {"atomic_fetch_xor", "fetch_xor", 1},
                               {"atomic_compare_exchange_strong", "compare_exchange_strong", 2},
                               {"atomic_compare_exchange_weak", "compare_exchange_weak", 2}};

}  // namespace

bool CudaText::call(std::size_t i) {
  const std::string_view name = at(i).text;
  const std::optional<Call> call = call_of(i);
  if (!call || !language::is_builtin_function(name)) return false;
  if (std::ranges::find(kKept, name) != std::end(kKept)) {
    if (name == "printf") notebook_.needs.helpers.emplace(name);
    if (name == "min" || name == "max") notebook_.needs.operators.emplace(name);
    return true;
  }
  const bool in_warp = name.starts_with("sub_group_") || name.find("sub_group") != std::string_view::npos;
  if (in_warp && facts_.takes_warp && facts_.warp != 1 && facts_.warp != 32) {
    problem(at(i),
            fmt::format("this plan needs warps of {} lanes, but CUDA's warps have 32 lanes; choose an NVIDIA "
                        "model",
                        facts_.warp));
    return true;
  }
  const auto rule = std::ranges::find(kCalls, name, &CallRule::name);
  if (rule != std::end(kCalls)) {
    if (!rule->helper.empty()) notebook_.needs.helpers.emplace(rule->helper);
    std::string text(rule->text);
    if (facts_.has_volatile && name.starts_with("atom")) {
      notebook_.needs.helpers.emplace("plain_pointer");
      text.replace(text.find("$1"), 2, "plain_pointer($1)");
    }
    if (call->count() == rule->arguments)
      call_by_text(i, *call, text);
    else
      problem(at(i), fmt::format("{} takes {} arguments", name, rule->arguments));
    return true;
  }
  if (name.starts_with("get_")) return work_item(i, *call), true;
  if (name.ends_with("barrier") || name.ends_with("fence")) return synchronise(i, *call), true;
  if (c11_atomic(i, *call) || by_type(i, *call)) return true;
  const auto refused = std::ranges::find(kRefused, name, &Refusal::name);
  problem(at(i), refused != std::end(kRefused)
                     ? fmt::format("{} cannot be translated: {}", name, refused->reason)
                     : fmt::format("{} cannot be translated to CUDA", name));
  return true;
}

// Translates a call to `text`, whose places such as $1 stand for the arguments. The arguments remain; the
// pieces of `text` between the places replace the name, the commas and the parentheses.
void CudaText::call_by_text(std::size_t i, const Call& call, std::string_view text) {
  std::vector<std::string_view> pieces;
  for (std::size_t dollar; (dollar = text.find('$')) != std::string_view::npos;
       text.remove_prefix(dollar + 2))
    pieces.push_back(text.substr(0, dollar));
  pieces.push_back(text);
  if (call.count() == 0) {
    text_.replace(at(i), at(call.close), std::string(pieces[0]));
    return consume(i, call.close + 1);
  }
  text_.replace(at(i), at(call.open), std::string(pieces[0]));
  for (std::size_t k = 0; k < call.commas.size(); ++k) {
    const std::string& piece = std::string(pieces[k + 1]);
    if (piece == ", ") continue;
    text_.replace_with_blanks(at(call.commas[k]), piece);
  }
  text_.replace(at(call.close), std::string(pieces.back()));
  done_[i] = done_[call.open] = done_[call.close] = true;
  for (const std::size_t comma : call.commas) done_[comma] = true;
}

// Returns whether a 32-bit unsigned value between these tokens can replace OpenCL C's size_t without changing
// the result. This is the case if the value is assigned, used as an index, or compared with a literal, in
// each case possibly after a division by a positive number.
bool CudaText::is_safe_without_cast(std::size_t begin, std::size_t end) const {
  std::size_t after = end;
  const auto is_shrinking = [&](std::size_t k) { return is(k, "/") || is(k, "%") || is(k, ">>"); };
  while (is_shrinking(after) && number(after + 1, after + 2)) after += 2;
  const bool literal_right = (is(after, "==") || is(after, "!=") || is(after, "<") || is(after, ">")) &&
                             number(after + 1, after + 2) &&
                             (is(after + 2, ")") || is(after + 2, "&&") || is(after + 2, "?"));
  const bool starts =
      begin > 0 &&
      (is(begin - 1, "=") || is(begin - 1, "+=") || is(begin - 1, "[") || is(begin - 1, "return") ||
       (literal_right && is(begin - 1, "(") && begin > 1 && (is(begin - 2, "if") || is(begin - 2, "while"))));
  const bool assigned = begin > 0 && (is(begin - 1, "=") || is(begin - 1, "+="));
  return starts && (is(after, ";") || (assigned && (is(after, ")") || is(after, ","))) || is(after, "]") ||
                    literal_right);
}

// Translates work-item functions such as get_global_id(0), which have the type size_t in OpenCL C; the
// corresponding values in CUDA are unsigned. A cast preserves the results of calculations. The cast is
// omitted if the value is only assigned, compared or used as an index.
void CudaText::work_item(std::size_t i, const Call& call) {
  const std::string_view name = at(i).text;
  const auto whole = [&](std::string text) {
    text_.replace(at(i), at(call.close), std::move(text));
    consume(i, call.close + 1);
  };
  if (name == "get_work_dim") return whole(fmt::format("{}", facts_.dimensions));
  const auto dimension = call.count() == 1 ? number(call.open + 1, call.close) : std::nullopt;
  if (!dimension)
    return problem(
        at(i),
        fmt::format("the dimension of {} must be a constant, because CUDA has members x, y and z", name));
  if (name == "get_global_offset") return whole("0");
  const bool is_size = name.ends_with("size") || name.ends_with("groups");
  if (*dimension > 2) return whole(is_size ? "1" : "0");
  const char axis = "xyz"[*dimension];
  const bool kept = is_safe_without_cast(i, call.close + 1);
  const bool is_cast = i >= 3 && is(i - 1, ")") && is(i - 3, "(") && is_integer_type(at(i - 2).text);
  // In (size_t)L * get_group_id(0), the product already has the type size_t.
  const bool is_wide = i >= 5 && is(i - 1, "*") && is(i - 3, ")") && is(i - 4, "size_t") && is(i - 5, "(");
  const auto one = [&](std::string_view variable) {
    whole(fmt::format("{}{}.{}", kept || is_cast || is_wide ? "" : "(size_t)", variable, axis));
  };
  if (name == "get_local_id") return one("threadIdx");
  if (name == "get_group_id") return one("blockIdx");
  if (name == "get_local_size" || name == "get_enqueued_local_size") return one("blockDim");
  if (name == "get_num_groups") return one("gridDim");
  const bool narrow = kept && i >= 3 && is(i - 1, "=") && at(i - 2).is_identifier() &&
                      is(call.close + 1, ";") &&
                      (is(i - 3, "uint") || is(i - 3, "int") || is(i - 3, "unsigned"));
  const std::string_view cast = narrow ? "" : "(size_t)";
  std::string text;
  if (name == "get_global_id")
    text = fmt::format("{}blockIdx.{} * blockDim.{} + threadIdx.{}", cast, axis, axis, axis);
  else if (name == "get_global_size")
    text = fmt::format("{}gridDim.{} * blockDim.{}", cast, axis, axis);
  else
    return problem(at(i), fmt::format("{} cannot be translated to CUDA", name));
  const bool alone = kept && !is(call.close + 1, "==") && !is(call.close + 1, "!=") &&
                     !is(call.close + 1, "<") && !is(call.close + 1, ">") && !is(call.close + 1, "/") &&
                     !is(call.close + 1, "%") && !is(call.close + 1, ">>");
  whole(alone ? text : fmt::format("({})", text));
}

std::string CudaText::arguments_text(std::size_t begin, std::size_t end) const {
  return begin < end ? std::string(text_.between(at(begin), at(end - 1))) : "";
}

void CudaText::synchronise(std::size_t i, const Call& call) {
  const std::string_view name = at(i).text;
  const std::string flags = arguments_text(call.open + 1, call.close);
  const bool is_device = flags.find("memory_scope_device") != std::string::npos;
  const bool is_system = flags.find("memory_scope_all") != std::string::npos;
  std::string function = "__syncthreads";
  if (name == "sub_group_barrier")
    function = "__syncwarp";
  else if (name.ends_with("fence"))
    function = is_system                                                ? "__threadfence_system"
               : is_device || flags.find("GLOBAL") != std::string::npos ? "__threadfence"
                                                                        : "__threadfence_block";
  if (name.ends_with("barrier") && name != "sub_group_barrier") {
    if (flags.find("CLK_LOCAL_MEM_FENCE") == std::string::npos)
      notebook_.note(fmt::format(
          "Line {}: {}({}) orders only the memory that its flags name; __syncthreads() orders all "
          "memory, so a race in local memory disappears in CUDA.",
          at(i).range.line, name, flags));
    if (is_device || is_system) function = "__threadfence(), __syncthreads";
  }
  text_.replace(at(i), std::move(function));
  replace_arguments(call, "");
  done_[i] = true;
}

// Translates atomic_fetch_add_explicit(p, 1u, order, scope) to atomic_at<scope>(p).fetch_add(1u, order).
bool CudaText::c11_atomic(std::size_t i, const Call& call) {
  std::string_view name = at(i).text;
  if (name.ends_with("_explicit")) name.remove_suffix(9);
  const auto found = std::ranges::find(kMethods, name, &Method::name);
  if (found == std::end(kMethods)) return false;
  std::string_view scope = "cuda::thread_scope_device";
  std::size_t last = call.count();  // arguments that remain
  const std::size_t last_begin = call.commas.empty() ? call.open + 1 : call.commas.back() + 1;
  if (at(last_begin).text.starts_with("memory_scope_")) {
    scope = scope_of(at(last_begin).text);
    text_.replace(at(call.commas.back()), at(last_begin), "");
    consume(call.commas.back(), last_begin + 1);
    --last;
  }
  notebook_.needs.helpers.emplace("atomic_at");
  if (facts_.has_volatile) notebook_.needs.helpers.emplace("plain_pointer");
  const std::string_view pointer = facts_.has_volatile ? "plain_pointer(" : "",
                         closed = facts_.has_volatile ? ")" : "";
  text_.replace(at(i), at(call.open), fmt::format("atomic_at<{}>({}", scope, pointer));
  done_[i] = done_[call.open] = true;
  const bool compares = found->values == 2;
  if (last == 1) {
    text_.insert_before(at(call.close), fmt::format("{}).{}(", closed, found->method));
    return true;
  }
  text_.replace_with_blanks(at(call.commas[0]),
                            fmt::format("{}).{}({}", closed, found->method, compares ? "*(" : ""));
  if (compares) text_.replace(at(call.commas[1]), "),");
  return true;
}

// Translates functions whose names contain a type or a length: as_uint, convert_float, vload4, vstore4.
bool CudaText::by_type(std::size_t i, const Call& call) {
  const std::string_view name = at(i).text;
  if (name.starts_with("as_") && call.count() == 1) {
    use_type(name.substr(3), at(i));
    notebook_.needs.helpers.emplace("bits_as");
    return text_.replace(at(i), fmt::format("bits_as<{}>", name.substr(3))), true;
  }
  if (name.starts_with("convert_") && call.count() == 1) {
    std::string_view type = name.substr(8);
    if (type.ends_with("_rtz") && !type.starts_with("float") && !type.starts_with("double"))
      type.remove_suffix(4);
    if (type.find('_') != std::string_view::npos) {
      problem(at(i), fmt::format("{} cannot be translated: CUDA's rounding and saturating conversions "
                                 "depend on both types",
                                 name));
      return true;
    }
    if (!vector_element(type).empty()) {
      use_type(type, at(i));
      notebook_.needs.helpers.emplace("convert_components");
      return text_.replace(at(i), fmt::format("convert_components<{}>", type)), true;
    }
    use_type(type, at(i));
    return call_by_text(i, call, fmt::format("(({})($1))", type)), true;
  }
  const bool loads = name.starts_with("vload") && name.find("half") == std::string_view::npos;
  const bool stores = name.starts_with("vstore") && name.find("half") == std::string_view::npos;
  if (!loads && !stores) return false;
  const std::string_view length = name.substr(loads ? 5 : 6);
  if (length != "2" && length != "4") {
    problem(at(i),
            fmt::format("{}: CUDA has no vector of {} elements with the layout of OpenCL C", name, length));
    return true;
  }
  notebook_.needs.helpers.emplace("vector_of");
  text_.replace(at(i), fmt::format("{}_vector<{}>", loads ? "load" : "store", length));
  return true;
}

}  // namespace lockstep::sim::translation
