// Translates single tokens: words and vectors. No rule in this file examines more than one statement.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "sim/translation/to_cuda/cuda_text.hpp"

namespace lockstep::sim::translation {
namespace {

// Words that are reserved in C++.
constexpr std::string_view kKeywordsOfCpp[] = {
    "class",   "new",      "delete",   "template",  "typename", "this",     "operator", "namespace",
    "using",   "virtual",  "public",   "protected", "friend",   "try",      "catch",    "throw",
    "typeid",  "mutable",  "explicit", "export",    "and",      "or",       "not",      "xor",
    "concept", "requires", "auto",     "decltype",  "nullptr",  "constexpr"};

// Feature macros of OpenCL C: the first list contains features that CUDA always has, the second list features
// that CUDA lacks.
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

}  // namespace

// --- the context of a token

std::string CudaText::expanded(const Token& token) const {
  const auto macro = facts_.macros.find(token.text);
  return macro == facts_.macros.end() || macro->second.empty() ? std::string(token.text) : macro->second;
}

// Returns the value of one token, which must be a literal or a macro that expands to a literal.
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

// Replaces the text between the parentheses.
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
  if (is_one_of(type, kTypesWithoutForm))
    problem(place, fmt::format("the type {} cannot be translated to CUDA", type));
  if (vector_element(type).empty()) return;
  if (is_cuda_vector(type))
    notebook_.needs.vectors.emplace(type);
  else if (type.ends_with("3"))
    problem(place,
            fmt::format("{0} has 12 bytes in CUDA and 16 in OpenCL C; use {1}4", type, vector_element(type)));
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
    return problem(token, fmt::format("{} can be translated only as an argument of a function that takes it",
                                      token.text));
  if (is_one_of(token.text, kKeywordsOfCpp)) return text_.replace(token, fmt::format("{}_", token.text));
  if (facts_.declared.contains(token.text)) {
    if (kernel_names_.contains(token.text) && is(i + 1, "(") && depth_[i] > 0)
      problem(token, "CUDA's kernels cannot call each other; move the common code to a function");
    return;
  }
  if (call(i)) return;
  use_type(expanded(token), token);
  // An atomic type in the text becomes a plain type. An atomic type whose name a macro composes gets
  // a typedef.
  if (token.text.starts_with("atomic_") && token.text.size() > 7 && !is(i + 1, "(") && !in_macro_)
    text_.replace(token, std::string(token.text.substr(7))),
        notebook_.needs.types.emplace(token.text.substr(7));
}

// Translates .s0 … .s3 to .x … .w, and other swizzles of four components to a function call.
void CudaText::member(std::size_t i) {
  const std::string_view name = at(i).text;
  constexpr std::string_view kLetters = "xyzw";
  if (name.size() == 2 && (name[0] == 's' || name[0] == 'S') && name[1] >= '0' && name[1] <= '9') {
    if (name[1] > '3') return problem(at(i), fmt::format("CUDA has no vector with a component .{}", name));
    return text_.replace(at(i), std::string(1, kLetters[static_cast<std::size_t>(name[1] - '0')]));
  }
  for (const std::string_view part : {"lo", "hi", "even", "odd"})
    if (name == part && is(i - 1, "."))
      return problem(at(i), fmt::format("CUDA has no .{} of a vector; write the components", name));
  const bool letters = name.size() > 1 && name.find_first_not_of(kLetters) == std::string_view::npos;
  if (!letters) return;
  const bool simple = i >= 2 && at(i - 2).is_identifier() && (i < 3 || !(is(i - 3, ".") || is(i - 3, "->")));
  bool assigned = false;
  for (const std::string_view word : {"=", "+=", "-=", "*=", "/=", "++", "--"})
    assigned = assigned || is(i + 1, word);
  if (name.size() != 4 || !simple || assigned)
    return problem(at(i), fmt::format("CUDA has no swizzle .{}; write the components one by one", name));
  std::string numbers;
  for (const char c : name) numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", kLetters.find(c));
  notebook_.needs.helpers.emplace("swizzle");
  text_.replace(at(i - 2), at(i), fmt::format("swizzle<{}>({})", numbers, at(i - 2).text));
}

void CudaText::address_space(std::size_t i) {
  const std::string_view text = at(i).text;
  const std::string_view space = text.starts_with("__") ? text.substr(2) : text;
  // An address space outside of parentheses declares a variable in this memory, or a pointer to it.
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
          "A kernel parameter in constant memory is a pointer to const in CUDA, because only variables at "
          "program scope with a fixed size can be __constant__.");
    const bool is_const = is(i + 1, "const") || (i > 0 && is(i - 1, "const"));
    return is_const ? text_.drop(at(i)) : text_.replace(at(i), "const");
  }
  if (space == "global" && is_outer && depth_[i] == 0) {
    // A parameter would be inside parentheses, so this is a variable.
    return text_.replace(at(i), "__device__");
  }
  text_.drop(at(i));
}

// Translates __attribute__((reqd_work_group_size(X, Y, Z))) to __launch_bounds__(X * Y * Z) and
// removes hints.
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

// Translates (int4)(a, b, c, d) to make_int4(a, b, c, d), also if the type is a macro.
void CudaText::vector_literal(std::size_t i) {
  if (!is(i + 2, ")") || !at(i + 1).is_identifier()) return;
  const std::string type = expanded(at(i + 1));
  if (vector_element(type).empty() || (i > 0 && is(i - 1, "sizeof"))) return;
  use_type(type, at(i + 1));
  if (!is(i + 3, "("))
    return problem(at(i), fmt::format("write the value after ({}) in parentheses", at(i + 1).text));
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

}  // namespace lockstep::sim::translation
