// One token after the other: words, vectors and calls. Nothing here looks at more than a statement.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/forms/cuda_text.hpp"
#include "sim/frontend/builtins/functions.hpp"

namespace lockstep::sim::forms {
namespace {

struct CallRule {
  std::string_view name;
  std::size_t arguments;
  std::string_view text, helper;
};
#define KEEP(name)
#define CALL(name, arguments, text, helper) {#name, arguments, text, helper},
#define NONE(name, reason)
constexpr CallRule kCalls[] = {
#include "sim/forms/cuda_words.def"
};
#undef KEEP
#undef CALL
#undef NONE

#define KEEP(name) #name,
#define CALL(name, arguments, text, helper)
#define NONE(name, reason)
constexpr std::string_view kKept[] = {
#include "sim/forms/cuda_words.def"
};
#undef KEEP
#undef CALL
#undef NONE

struct Refusal {
  std::string_view name, reason;
};
#define KEEP(name)
#define CALL(name, arguments, text, helper)
#define NONE(name, reason) {#name, reason},
constexpr Refusal kRefused[] = {
#include "sim/forms/cuda_words.def"
};
#undef KEEP
#undef CALL
#undef NONE

// Words that C++ keeps for itself.
constexpr std::string_view kKeywordsOfCpp[] = {
    "class",   "new",      "delete",   "template",  "typename", "this",     "operator", "namespace",
    "using",   "virtual",  "public",   "protected", "friend",   "try",      "catch",    "throw",
    "typeid",  "mutable",  "explicit", "export",    "and",      "or",       "not",      "xor",
    "concept", "requires", "auto",     "decltype",  "nullptr",  "constexpr"};

// Macros that OpenCL C predefines for what CUDA always has, and for what it does not have.
constexpr std::string_view kAlwaysThere[] = {"cl_khr_fp64",
                                             "__opencl_c_fp64",
                                             "__opencl_c_int64",
                                             "cl_khr_global_int32_base_atomics",
                                             "cl_khr_global_int32_extended_atomics",
                                             "cl_khr_local_int32_base_atomics",
                                             "cl_khr_local_int32_extended_atomics",
                                             "cl_khr_int64_base_atomics",
                                             "cl_khr_int64_extended_atomics",
                                             "cl_khr_byte_addressable_store",
                                             "cl_khr_subgroups",
                                             "cl_khr_subgroup_ballot",
                                             "cl_khr_subgroup_shuffle",
                                             "cl_khr_subgroup_shuffle_relative",
                                             "__opencl_c_subgroups",
                                             "__opencl_c_atomic_order_acq_rel",
                                             "__opencl_c_atomic_order_seq_cst",
                                             "__opencl_c_atomic_scope_device",
                                             "__opencl_c_generic_address_space",
                                             "__opencl_c_program_scope_global_variables"};

constexpr std::string_view kTypedefs[] = {"uchar", "ushort", "uint", "ulong"};

constexpr std::string_view kTypesWithoutForm[] = {"half",
                                                  "event_t",
                                                  "sampler_t",
                                                  "image1d_t",
                                                  "image1d_buffer_t",
                                                  "image1d_array_t",
                                                  "image2d_t",
                                                  "image2d_array_t",
                                                  "image3d_t",
                                                  "queue_t",
                                                  "ndrange_t",
                                                  "clk_event_t",
                                                  "reserve_id_t",
                                                  "pipe",
                                                  "atomic_flag"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_integer_type(std::string_view type) {
  constexpr std::string_view kTypes[] = {"int",   "uint",   "unsigned", "long",
                                         "ulong", "size_t", "short",    "ushort"};
  return is_one_of(type, kTypes);
}

}  // namespace

// --- what stands around a token

std::string CudaText::expanded(const Token& token) const {
  const auto macro = facts_.macros.find(token.text);
  return macro == facts_.macros.end() || macro->second.empty() ? std::string(token.text) : macro->second;
}

// The value of one token: a literal, or a macro of one.
std::optional<std::uint64_t> CudaText::number(std::size_t begin, std::size_t end) const {
  if (end != begin + 1) return std::nullopt;
  std::string text = expanded(at(begin));
  while (!text.empty() &&
         (text.back() == 'u' || text.back() == 'U' || text.back() == 'l' || text.back() == 'L'))
    text.pop_back();
  std::uint64_t value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<CudaText::Call> CudaText::call_of(std::size_t name) const {
  if (!is(name + 1, "(")) return std::nullopt;
  Call call;
  call.open = name + 1;
  int depth = 0;
  for (std::size_t i = call.open; i < tokens_->size(); ++i) {
    if (is(i, "(") || is(i, "[") || is(i, "{")) ++depth;
    if (is(i, ")") || is(i, "]") || is(i, "}")) --depth;
    if (depth == 1 && is(i, ",")) call.commas.push_back(i);
    if (depth != 0) continue;
    call.close = i;
    return call;
  }
  return std::nullopt;
}

void CudaText::problem(const Token& token, std::string message) {
  notebook_.problems.push_back({token.range, std::move(message)});
}

void CudaText::consume(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) done_[i] = true;
}

// Between the parentheses.
void CudaText::replace_arguments(const Call& call, std::string text) {
  text_.replace_between(at(call.open), at(call.close), std::move(text));
  consume(call.open, call.close + 1);
}

// --- tokens

void CudaText::fragment(const Fragment& tokens, bool in_macro) {
  tokens_ = &tokens;
  in_macro_ = in_macro;
  done_.assign(tokens.size(), false);
  depth_.assign(tokens.size(), 0);
  parens_.assign(tokens.size(), 0);
  int braces = 0, parentheses = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is(i, "}")) --braces;
    if (is(i, ")") || is(i, "]")) --parentheses;
    depth_[i] = static_cast<std::uint8_t>(std::clamp(braces, 0, 255));
    parens_[i] = static_cast<std::uint8_t>(std::clamp(parentheses, 0, 255));
    if (is(i, "{")) ++braces;
    if (is(i, "(") || is(i, "[")) ++parentheses;
  }
  if (!in_macro && (braces != 0 || parentheses != 0) && !tokens.empty())
    problem(tokens.back(),
            "the branches of an #if open and close different braces, so that declarations cannot be found");
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (done_[i]) continue;
    if (at(i).is_identifier())
      word(i);
    else if (is(i, "("))
      vector_literal(i);
    else if (at(i).kind == TokenKind::string && at(i).text.find("%v") != std::string_view::npos)
      problem(at(i), "CUDA's printf does not print vectors");
    else if (is(i, "^") && is(i + 1, "{"))
      problem(at(i), "CUDA has no blocks");
  }
}

void CudaText::use_type(std::string_view type, const Token& place) {
  const bool is_atomic = type.starts_with("atomic_") && type.size() > 7;
  if (is_one_of(type, kTypedefs) || is_atomic) notebook_.needs.types.emplace(type);
  if (type == "long") notebook_.needs.types.emplace(type);
  if (is_one_of(type, kTypesWithoutForm)) problem(place, fmt::format("the type {} has no form here", type));
  if (vector_element(type).empty()) return;
  if (is_cuda_vector(type))
    notebook_.needs.vectors.emplace(type);
  else if (type.ends_with("3"))
    problem(place,
            fmt::format("{0} has 12 bytes in CUDA and 16 in OpenCL C: use {1}4", type, vector_element(type)));
  else
    problem(place, fmt::format("CUDA has no type {}", type));
}

void CudaText::word(std::size_t i) {
  const Token& token = at(i);
  if (i > 0 && (is(i - 1, ".") || is(i - 1, "->"))) return member(i);
  for (const std::string_view kernel : {"__kernel", "kernel"})
    if (token.is(kernel)) return text_.replace(token, "extern \"C\" __global__");
  if (token.text == "restrict") return text_.replace(token, "__restrict__");
  if (token.text == "__attribute__") return attribute(i);
  for (const std::string_view space : {"global", "constant", "local", "private", "generic"})
    if (token.text == space || (token.text.starts_with("__") && token.text.substr(2) == space))
      return address_space(i);
  if (token.text == "__OPENCL_VERSION__" || token.text == "__OPENCL_C_VERSION__")
    return text_.replace(token, fmt::format("{}", facts_.version));
  if (is_one_of(token.text, kAlwaysThere)) return text_.replace(token, "__CUDACC__");
  if (token.text == "__IMAGE_SUPPORT__" || token.text == "__opencl_c_images")
    return text_.replace(token, "0");
  if (token.text.starts_with("memory_order_"))
    return text_.replace(token, fmt::format("cuda::{}", token.text));
  if (token.text == "MAXFLOAT") return text_.replace(token, "FLT_MAX");
  if (token.text.starts_with("M_") && token.text.ends_with("_F"))
    return text_.replace(token, fmt::format("((float){})", token.text.substr(0, token.text.size() - 2)));
  if (token.text.starts_with("CLK_") || token.text.starts_with("memory_scope_") ||
      token.text == "kernel_exec")
    return problem(token,
                   fmt::format("{} has no form in CUDA outside of the calls that take it", token.text));
  if (is_one_of(token.text, kKeywordsOfCpp)) return text_.replace(token, fmt::format("{}_", token.text));
  if (facts_.declared.contains(token.text)) {
    if (kernel_names_.contains(token.text) && is(i + 1, "(") && depth_[i] > 0)
      problem(token, "CUDA's kernels cannot call each other: make a function of what both do");
    return;
  }
  if (call(i)) return;
  use_type(expanded(token), token);
  // A literal atomic type is a plain one in CUDA; those that macros put together get a typedef.
  if (token.text.starts_with("atomic_") && token.text.size() > 7 && !is(i + 1, "(") && !in_macro_)
    text_.replace(token, std::string(token.text.substr(7))),
        notebook_.needs.types.emplace(token.text.substr(7));
}

// .s0 … .s3 are .x … .w; other swizzles of four components become a function.
void CudaText::member(std::size_t i) {
  const std::string_view name = at(i).text;
  constexpr std::string_view kLetters = "xyzw";
  if (name.size() == 2 && (name[0] == 's' || name[0] == 'S') && name[1] >= '0' && name[1] <= '9') {
    if (name[1] > '3') return problem(at(i), fmt::format("CUDA has no vector with a component .{}", name));
    return text_.replace(at(i), std::string(1, kLetters[static_cast<std::size_t>(name[1] - '0')]));
  }
  for (const std::string_view part : {"lo", "hi", "even", "odd"})
    if (name == part && is(i - 1, "."))
      return problem(at(i), fmt::format("CUDA has no .{} of a vector: write its components", name));
  const bool letters = name.size() > 1 && name.find_first_not_of(kLetters) == std::string_view::npos;
  if (!letters) return;
  const bool simple = i >= 2 && at(i - 2).is_identifier() && (i < 3 || !(is(i - 3, ".") || is(i - 3, "->")));
  bool assigned = false;
  for (const std::string_view word : {"=", "+=", "-=", "*=", "/=", "++", "--"})
    assigned = assigned || is(i + 1, word);
  if (name.size() != 4 || !simple || assigned)
    return problem(at(i), fmt::format("CUDA has no swizzle .{}: write the components one by one", name));
  std::string numbers;
  for (const char c : name) numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", kLetters.find(c));
  notebook_.needs.helpers.emplace("swizzle");
  text_.replace(at(i - 2), at(i), fmt::format("swizzle<{}>({})", numbers, at(i - 2).text));
}

void CudaText::address_space(std::size_t i) {
  const std::string_view text = at(i).text;
  const std::string_view space = text.starts_with("__") ? text.substr(2) : text;
  // A declaration by itself: a variable there, or a pointer to there.
  const bool declares = parens_[i] == 0;
  bool is_pointer = false, is_typedef = false;
  for (std::size_t k = i + 1; declares && k < tokens_->size(); ++k) {
    if (is(k, ";") || is(k, "=") || is(k, ",") || is(k, "[") || is(k, "(")) break;
    is_pointer = is_pointer || is(k, "*");
  }
  for (std::size_t k = i; k-- > 0 && !is(k, ";") && !is(k, "}");) is_typedef = is_typedef || is(k, "typedef");
  const bool is_outer = declares && depth_[i] == 0 && !in_macro_ && !is_typedef;
  if (space == "local" && declares && !is_pointer && !is_typedef) return text_.replace(at(i), "__shared__");
  if (space == "constant") {
    if (is_outer && !is_pointer) return text_.replace(at(i), "__constant__");
    if (parens_[i] == 1 && depth_[i] == 0 && !in_macro_)
      notebook_.note(
          "A kernel parameter in constant memory is a pointer to const in CUDA: only variables of the file's "
          "own, of a "
          "fixed size, can be __constant__.");
    const bool is_const = is(i + 1, "const") || (i > 0 && is(i - 1, "const"));
    return is_const ? text_.drop(at(i)) : text_.replace(at(i), "const");
  }
  if (space == "global" && is_outer && depth_[i] == 0) {
    // Parameters have parentheses around them: this is a variable.
    return text_.replace(at(i), "__device__");
  }
  text_.drop(at(i));
}

// __attribute__((reqd_work_group_size(X, Y, Z))) is __launch_bounds__(X * Y * Z); hints go.
void CudaText::attribute(std::size_t i) {
  const std::optional<Call> outer = call_of(i);
  if (!outer) return;
  consume(i, outer->close + 1);
  const std::string_view name = at(std::min(i + 3, outer->close)).text;
  if (name == "aligned" || name == "packed" || name == "unused") return;
  if (name == "reqd_work_group_size" || name == "__reqd_work_group_size__") {
    std::string sizes;
    for (std::size_t k = i + 5; k < outer->close && !is(k, ")"); ++k)
      sizes += is(k, ",") ? " * " : std::string(at(k).text);
    return text_.replace(at(i), at(outer->close), fmt::format("__launch_bounds__({})", sizes));
  }
  if (name == "opencl_unroll_hint") return text_.replace(at(i), at(outer->close), "_Pragma(\"unroll\")");
  text_.replace(at(i), at(outer->close), "");
}

// (int4)(a, b, c, d) is make_int4(a, b, c, d), also where the type is a macro.
void CudaText::vector_literal(std::size_t i) {
  if (!is(i + 2, ")") || !at(i + 1).is_identifier()) return;
  const std::string type = expanded(at(i + 1));
  if (vector_element(type).empty() || (i > 0 && is(i - 1, "sizeof"))) return;
  use_type(type, at(i + 1));
  if (!is(i + 3, "("))
    return problem(at(i), fmt::format("write the value behind ({}) in parentheses", at(i + 1).text));
  const std::optional<Call> values = call_of(i + 2);
  const std::size_t length = type.ends_with("4") ? 4 : 2;
  if (values && values->count() != 1 && values->count() != length)
    return problem(at(i), fmt::format("CUDA makes a vector of {} from {} numbers, not from shorter vectors",
                                      length, length));
  if (type != at(i + 1).text) notebook_.needs.makers.emplace(at(i + 1).text, type);
  const bool is_splat = values && values->count() == 1;
  text_.replace(at(i), at(i + 2), fmt::format("{}_{}", is_splat ? "splat" : "make", at(i + 1).text));
  consume(i, i + 3);
}

// --- calls

bool CudaText::call(std::size_t i) {
  const std::string_view name = at(i).text;
  const std::optional<Call> call = call_of(i);
  if (!call || !language::is_builtin_function(name)) return false;
  if (is_one_of(name, kKept)) {
    if (name == "printf") notebook_.needs.helpers.emplace(name);
    if (name == "min" || name == "max") notebook_.needs.operators.emplace(name);
    return true;
  }
  const bool in_warp = name.starts_with("sub_group_") || name.find("sub_group") != std::string_view::npos;
  if (in_warp && facts_.is_told_warp && facts_.warp != 1 && facts_.warp != 32) {
    problem(at(i),
            fmt::format(
                "this plan is for {} lanes that run together, and CUDA's warps have 32: choose a model of "
                "NVIDIA",
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
                     ? fmt::format("{} has no form by rule: {}", name, refused->reason)
                     : fmt::format("{} has no form by rule in CUDA", name));
  return true;
}

// The pieces of `text` between the arguments replace the name, the commas and the parentheses.
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

// Whether a 32-bit unsigned value between these tokens means what OpenCL C's size_t means: it is assigned,
// indexes, or is compared with a literal, as it is or after a division by a positive number.
bool CudaText::is_kept_as_it_is(std::size_t begin, std::size_t end) const {
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

// get_global_id(0) and its like. They have the type size_t there and unsigned here, so that a cast keeps what
// a calculation with them gives, except where the value is only assigned, an index or compared.
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
        fmt::format("{} of a dimension that is not a constant: CUDA has the members x, y and z", name));
  if (name == "get_global_offset") return whole("0");
  const bool is_size = name.ends_with("size") || name.ends_with("groups");
  if (*dimension > 2) return whole(is_size ? "1" : "0");
  const char axis = "xyz"[*dimension];
  const bool kept = is_kept_as_it_is(i, call.close + 1);
  const bool is_cast = i >= 3 && is(i - 1, ")") && is(i - 3, "(") && is_integer_type(at(i - 2).text);
  // (size_t)L * get_group_id(0): the product is a size_t already.
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
    return problem(at(i), fmt::format("{} has no form by rule in CUDA", name));
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
          "Line {}: {}({}) orders only what its flags name; __syncthreads() orders all memory of the "
          "block, so that a race in local memory does not exist in CUDA.",
          at(i).range.line, name, flags));
    if (is_device || is_system) function = "__threadfence(), __syncthreads";
  }
  text_.replace(at(i), std::move(function));
  replace_arguments(call, "");
  done_[i] = true;
}

namespace {

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

// atomic_fetch_add_explicit(p, 1u, order, scope) is atomic_at<scope>(p).fetch_add(1u, order).
bool CudaText::c11_atomic(std::size_t i, const Call& call) {
  std::string_view name = at(i).text;
  if (name.ends_with("_explicit")) name.remove_suffix(9);
  const auto found = std::ranges::find(kMethods, name, &Method::name);
  if (found == std::end(kMethods)) return false;
  std::string_view scope = "cuda::thread_scope_device";
  std::size_t last = call.count();  // arguments that stay
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

// Functions with a type or a length in their name: as_uint, convert_float, vload4, vstore4.
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
      problem(at(i),
              fmt::format(
                  "{} has no form by rule: CUDA's rounding and saturating conversions depend on both types",
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

}  // namespace lockstep::sim::forms
