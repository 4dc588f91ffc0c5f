#include "sim/frontend/preprocess/cuda.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/text/nesting.hpp"

namespace lockstep::sim::language {
namespace {

struct CudaName {
  enum class Kind : std::uint8_t {
    name,    // the name alone is replaced
    masked,  // a function whose first argument, a mask, is removed; `after` is appended to the call
    call,    // the entire call is replaced
    host,    // a function of the host program
  };
  Kind kind = Kind::name;
  std::string_view tokens;  // separated by blanks
  std::string_view words;   // description of the OpenCL C construct
  std::string_view after = {};
};

const std::unordered_map<std::string_view, CudaName>& cuda_names() {
  using Kind = CudaName::Kind;
  static const std::unordered_map<std::string_view, CudaName> names = {
#define READ(cuda, tokens, words) {#cuda, {Kind::name, #tokens, words}},
#define MASKED(cuda, opencl, after) {#cuda, {Kind::masked, #opencl, #opencl, after}},
#define READ_CALL(cuda, tokens, words) {#cuda, {Kind::call, tokens, words}},
#define HOST(cuda, words) {#cuda, {Kind::host, "0", words}},
#include "sim/frontend/preprocess/cuda_words.def"
  };
  return names;
}

struct CudaIndices {
  std::string_view name;
  std::string_view function;
};
constexpr std::array<CudaIndices, 4> kCudaIndices{{{"threadIdx", "get_local_id"},
                                                   {"blockIdx", "get_group_id"},
                                                   {"blockDim", "get_local_size"},
                                                   {"gridDim", "get_num_groups"}}};

std::optional<unsigned> dimension_of(const Token& member) {
  if (member.text == "x") return 0;
  if (member.text == "y") return 1;
  return member.text == "z" ? std::optional(2u) : std::nullopt;
}

// Returns the type that a function creates: "float4" for "make_float4".
std::string_view made_type(std::string_view name) {
  constexpr std::string_view kMake = "make_";
  if (!name.starts_with(kMake) || name.size() < kMake.size() + 2) return {};
  name.remove_prefix(kMake.size());
  const bool has_count = name.back() >= '2' && name.back() <= '4';
  constexpr std::array<std::string_view, 10> kElements = {"char", "uchar", "short", "ushort", "int",
                                                          "uint", "long",  "ulong", "float",  "double"};
  return has_count && std::ranges::find(kElements, name.substr(0, name.size() - 1)) != kElements.end()
             ? name
             : std::string_view{};
}

// The limit for the number of tokens between <<< and >>>.
constexpr std::size_t kMaxLaunchTokens = 1000;

bool is_of_runtime(std::string_view name) {
  return name.size() > 4 && name.starts_with("cuda") && name[4] >= 'A' && name[4] <= 'Z';
}

class Translation {
 public:
  Translation(std::vector<Token> tokens, Diagnostics& diagnostics, StringPool& pool)
      : in_(std::move(tokens)), diagnostics_(diagnostics), pool_(pool) {}

  bool is_needed() const {
    return std::ranges::any_of(in_, [](const Token& token) {
      return token.is_identifier() ? is_known(token.text) : token.text == "<<";
    });
  }

  std::vector<Token> run() {
    find_declared();
    while (at_ + 1 < in_.size()) {
      if (!translate()) keep();
      if (out_.empty()) continue;
      note_end_of_declaration();
    }
    out_.push_back(in_.back());  // the end token; a construct that is not closed ends here
    return std::move(out_);
  }

  std::vector<Token> take_unchanged() { return std::move(in_); }

 private:
  static bool is_qualifier(std::string_view name) {
    static const std::set<std::string_view> words = {
        "__global__",        "__device__", "__host__",     "__shared__",      "__constant__",
        "__launch_bounds__", "dim3",       "__noinline__", "__forceinline__", "template"};
    return words.contains(name);
  }

  static bool is_known(std::string_view name) {
    return is_qualifier(name) || name == "__ldg" || cuda_names().contains(name) || !made_type(name).empty() ||
           is_of_runtime(name) ||
           std::ranges::find(kCudaIndices, name, &CudaIndices::name) != kCudaIndices.end();
  }

  // Finds the names that the text declares. A name that follows another name is declared: `float atomicAdd(`,
  // `int warpSize`.
  void find_declared() {
    static const std::set<std::string_view> others = {
        "return",   "else",     "do",     "case",   "sizeof",  "goto",     "const",    "volatile",
        "static",   "inline",   "extern", "local",  "__local", "global",   "__global", "constant",
        "__inline", "restrict", "kernel", "struct", "typedef", "__kernel", "private",  "__private"};
    for (std::size_t i = 1; i < in_.size(); ++i)
      if (in_[i].is_identifier() && in_[i - 1].is_identifier() && !others.contains(in_[i - 1].text) &&
          !is_qualifier(in_[i - 1].text) && !is_qualifier(in_[i].text))
        declared_.insert(in_[i].text);
  }

  const Token& peek(std::size_t ahead = 0) const { return in_[std::min(at_ + ahead, in_.size() - 1)]; }
  void keep() { out_.push_back(in_[at_++]); }

  void put(std::string_view text, const SourceRange& range) {
    Token token;
    const char first = text.front();
    token.kind = is_identifier_start(first)                             ? TokenKind::identifier
                 : std::isdigit(static_cast<unsigned char>(first)) != 0 ? TokenKind::number
                                                                        : TokenKind::punctuator;
    token.text = text;
    token.range = range;
    out_.push_back(token);
  }
  void put_all(std::string_view tokens, const SourceRange& range) {
    while (!tokens.empty()) {
      const std::size_t end = std::min(tokens.find(' '), tokens.size());
      if (end != 0) put(tokens.substr(0, end), range);
      tokens.remove_prefix(std::min(end + 1, tokens.size()));
    }
  }

  void say(const SourceRange& range, std::string_view what, std::string_view is) {
    diagnostics_.error(range, fmt::format("CUDA's {} is {} in OpenCL C", what, is));
  }

  // Returns the index after the parenthesis that closes the parenthesis at `open`.
  std::size_t after_parenthesis(std::size_t open) const {
    unsigned depth = 0;
    for (std::size_t i = open; i + 1 < in_.size(); ++i) {
      if (in_[i].is("(")) ++depth;
      if (in_[i].is(")") && --depth == 0) return i + 1;
      if (in_[i].is("{") || in_[i].is("}")) break;
    }
    return open;
  }

  // Translates CUDA constructs, each of which is an error. After too many errors, the remaining text is
  // copied unchanged.
  bool translate() {
    const NestingLevel level(nesting_);
    if (level.is_too_deep() || diagnostics_.too_many()) return false;
    const Token& token = peek();
    if (token.text == "<<" && token.kind == TokenKind::punctuator) return launch();
    if (token.is("__attribute__") || token.is("__attribute")) return attribute();
    if (!token.is_identifier() || !is_known(token.text) || declared_.contains(token.text)) return false;
    const bool is_member = !out_.empty() && (out_.back().is(".") || out_.back().is("->"));
    if (is_member) return false;
    return index() || qualifier() || shared() || made() || word() || runtime();
  }

  // Copies an attribute, because its name may look like a word of CUDA: __attribute__((__noinline__)).
  bool attribute() {
    const std::size_t end = after_parenthesis(at_ + 1);
    if (end == at_ + 1) return false;
    while (at_ < end) keep();
    return true;
  }

  // Translates threadIdx.x and similar expressions.
  bool index() {
    const auto found = std::ranges::find(kCudaIndices, peek().text, &CudaIndices::name);
    if (found == kCudaIndices.end()) return false;
    const bool has_dimension = peek(1).is(".") && dimension_of(peek(2)).has_value();
    const unsigned dimension = has_dimension ? dimension_of(peek(2)).value_or(0) : 0;
    const SourceRange range = has_dimension ? join(peek().range, peek(2).range) : peek().range;
    const std::string call = fmt::format("{}({})", found->function, dimension);
    if (!has_dimension) {
      say(range, found->name, call + " for its x");
      put_all("0", range);
      ++at_;
      return true;
    }
    say(range, fmt::format("{}.{}", found->name, peek(2).text), call + whole_index(dimension));
    put(found->function, range);
    put("(", range);
    put(pool_.add(std::to_string(dimension)), range);
    put(")", range);
    at_ += 3;
    return true;
  }

  // Returns a hint for the complete expression blockIdx.x * blockDim.x + threadIdx.x; empty for
  // other expressions.
  std::string whole_index(unsigned dimension) const {
    if (!peek().is("blockIdx")) return {};
    const auto is_index = [&](std::size_t ahead, std::string_view name) {
      return peek(ahead).is(name) && peek(ahead + 1).is(".") && dimension_of(peek(ahead + 2)) == dimension;
    };
    if (!peek(3).is("*") || !is_index(4, "blockDim") || !peek(7).is("+") || !is_index(8, "threadIdx"))
      return {};
    return fmt::format(" (and blockIdx.{0} * blockDim.{0} + threadIdx.{0} is get_global_id({1}))",
                       peek(2).text, dimension);
  }

  bool qualifier() {
    const Token token = peek();
    if (token.is("__global__")) {
      say(token.range, token.text, "__kernel");
      ++at_;
      put("__kernel", token.range);
      kernel_parameters();
      return true;
    }
    if (token.is("__device__")) {
      ++at_;
      if (is_variable()) {
        say(token.range, token.text, "__global");
        put("__global", token.range);
      } else {
        diagnostics_.error(token.range, "OpenCL C has no __device__; remove this word before a function");
      }
      return true;
    }
    if (token.is("__host__")) {
      diagnostics_.error(token.range, "OpenCL C has no __host__; remove this word and the host code");
      ++at_;
      return true;
    }
    if (!token.is("__launch_bounds__")) return false;
    say(token.range, token.text, "__attribute__((reqd_work_group_size(x, y, z)))");
    at_ = std::max(at_ + 1, after_parenthesis(at_ + 1));
    return true;
  }

  // Returns whether the declaration that starts here declares a variable.
  bool is_variable() const {
    for (std::size_t i = at_; i < in_.size(); ++i) {
      if (in_[i].is("(") || in_[i].is("{")) return false;
      if (in_[i].is(";") || in_[i].is("=") || in_[i].is("[")) return true;
    }
    return false;
  }

  // Adds an address space to the pointer parameters of a kernel.
  void kernel_parameters() {
    std::size_t open = at_;
    while (open + 1 < in_.size() && !in_[open].is("(") && !in_[open].is(";") && !in_[open].is("{")) {
      if (in_[open].is("__launch_bounds__")) open = std::max(open, after_parenthesis(open + 1) - 1);
      ++open;
    }
    const std::size_t end = after_parenthesis(open);
    if (end == open) return;
    for (std::size_t i = open + 1, begin = i; i < end; ++i) {
      if (!in_[i].is(",") && i + 1 != end) continue;
      const auto is_space = [](const Token& token) {
        return token.text.starts_with("__") && !token.text.starts_with("__restrict");
      };
      const auto first = in_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = in_.begin() + static_cast<std::ptrdiff_t>(i);
      const auto star = std::find_if(first, last, [](const Token& token) { return token.is("*"); });
      const auto plain_end = std::find_if(star, last, [](const Token& t) { return !t.is("*"); });
      if (star != last && std::none_of(first, last, is_space)) {
        std::string type;
        for (auto at = first; at != plain_end; ++at)
          type += fmt::format("{}{}", at == first || at->is("*") ? "" : " ", at->text);
        const SourceRange range = join(first->range, std::prev(plain_end)->range);
        diagnostics_.error(range,
                           fmt::format("CUDA's parameter {} is __global {} in OpenCL C, because a pointer "
                                       "argument of a kernel must have an address space",
                                       type, type));
        needs_space_.insert(begin);
      }
      begin = i + 1;
    }
    copy_with_spaces(end);
  }

  // Copies the tokens up to `end`, and inserts __global before those parameters that need it.
  void copy_with_spaces(std::size_t end) {
    while (at_ < end) {
      if (needs_space_.contains(at_)) put("__global", peek().range);
      if (!translate()) keep();
    }
  }

  // Translates [extern] __shared__ float s[].
  bool shared() {
    if (!peek().is("__shared__")) return false;
    const SourceRange range = peek().range;
    const bool is_extern = (!out_.empty() && out_.back().is("extern")) || peek(1).is("extern");
    if (!is_extern) {
      say(range, "__shared__", "__local");
      put("__local", range);
      ++at_;
      return true;
    }
    const bool is_before = !out_.empty() && out_.back().is("extern");
    const SourceRange whole = is_before ? join(out_.back().range, range) : join(range, peek(1).range);
    if (is_before) out_.pop_back();
    at_ += is_before ? 1 : 2;
    say(whole, "extern __shared__",
        "an argument of the kernel, such as __local float* s, whose bytes the host passes "
        "to clSetKernelArg,");
    put("__local", whole);
    while (at_ + 1 < in_.size() && !peek().is("[") && !peek().is(";")) keep();
    if (peek().is("[") && peek(1).is("]")) {
      put("[", whole);
      put("1", whole);
      ++at_;
    }
    return true;
  }

  // Translates make_float4(…) and __ldg(p).
  bool made() {
    const Token token = peek();
    if (!peek(1).is("(")) return false;
    if (token.is("__ldg")) {
      say(token.range, "__ldg(p)", "*p, where p is a __global const pointer,");
      put("*", token.range);
      ++at_;
      return true;
    }
    const std::string_view type = made_type(token.text);
    if (type.empty()) return false;
    say(token.range, fmt::format("{}(…)", token.text), fmt::format("({})(…)", type));
    put("(", token.range);
    put(type, token.range);
    put(")", token.range);
    ++at_;
    return true;
  }

  bool word() {
    const auto found = cuda_names().find(peek().text);
    if (found == cuda_names().end() || found->second.kind == CudaName::Kind::host) return false;
    const Token token = peek();
    const CudaName& name = found->second;
    const bool is_call = peek(1).is("(");
    using Kind = CudaName::Kind;
    if (name.kind != Kind::name && !is_call) return false;
    const bool shows_call = name.kind == Kind::call;
    say(token.range, fmt::format("{}{}", token.text, shows_call ? "()" : ""), name.words);
    ++at_;
    put_all(name.tokens, token.range);
    if (name.kind == Kind::call) at_ = std::max(at_, after_parenthesis(at_));
    if (name.kind == Kind::masked) masked_arguments(name);
    return true;
  }

  // Copies the arguments (mask, value, …, width) without the mask, and also without the width if there are
  // four arguments.
  void masked_arguments(const CudaName& name) {
    const std::size_t end = after_parenthesis(at_);
    if (end == at_) return;
    std::vector<std::size_t> commas;
    unsigned depth = 0;
    for (std::size_t i = at_; i < end; ++i) {
      if (in_[i].is("(") || in_[i].is("[")) ++depth;
      if (in_[i].is(")") || in_[i].is("]")) --depth;
      if (in_[i].is(",") && depth == 1) commas.push_back(i);
    }
    if (commas.empty()) return;
    keep();
    at_ = commas[0] + 1;
    const std::size_t last = commas.size() > 2 ? commas[2] : end - 1;
    while (at_ < last)
      if (!translate()) keep();
    at_ = end - 1;
    const SourceRange range = peek().range;
    keep();
    if (!name.after.empty()) {
      put(".", range);
      put(name.after.substr(1), range);
    }
  }

  // Handles a call of CUDA's runtime. The enclosing function is host code and is omitted.
  bool runtime() {
    const Token token = peek();
    if (token.is("template")) {
      const bool has_parameters = peek(1).is("<");
      if (!has_parameters) return false;
      diagnostics_.error(
          token.range,
          "OpenCL C has no templates; use a macro that a build option defines, such as -D T=float");
      std::size_t end = at_ + 1;
      while (end + 1 < in_.size() && !in_[end].is(">")) ++end;
      at_ = end + 1;
      is_host_ = true;
      return true;
    }
    if (token.is("dim3")) {
      say(token.range, "dim3", "the size_t[3] that the host passes to clEnqueueNDRangeKernel,");
      is_host_ = true;
      while (at_ + 1 < in_.size() && !peek().is(";")) ++at_;
      return true;
    }
    if (!is_of_runtime(token.text)) return false;
    const auto found = cuda_names().find(token.text);
    const std::string_view words =
        found == cuda_names().end() ? "a call of the host program, or nothing," : found->second.words;
    diagnostics_.error(
        token.range,
        fmt::format("CUDA's {} is {} in OpenCL, where host code is a separate program", token.text, words));
    put("0", token.range);
    ++at_;
    if (peek().is("(")) skip_host_arguments();
    is_host_ = true;
    return true;
  }

  // Copies the arguments of a host call to find and report other CUDA constructs in them.
  void skip_host_arguments() {
    const std::size_t end = after_parenthesis(at_);
    const std::size_t kept = out_.size();
    while (at_ < end)
      if (!translate()) keep();
    out_.resize(kept);
  }

  // Translates kernel<<<grid, block>>>(…).
  bool launch() {
    if (!peek(1).is("<") || out_.empty() || !out_.back().is_identifier()) return false;
    if (peek(1).range.line != peek().range.line || peek(1).range.column != peek().range.end_column)
      return false;
    std::size_t end = at_ + 2;
    const std::size_t last = std::min(in_.size() - 1, end + kMaxLaunchTokens);
    while (end < last && !in_[end].is(">>") && !in_[end].is(";")) ++end;
    if (end + 1 >= in_.size()) return false;
    if (!in_[end].is(">>") || !in_[end + 1].is(">")) return false;
    const Token name = out_.back();
    diagnostics_.error(join(name.range, in_[end + 1].range),
                       fmt::format("CUDA's {}<<<…>>>(…) is clSetKernelArg and clEnqueueNDRangeKernel in the "
                                   "host program",
                                   name.text));
    out_.pop_back();
    put("0", name.range);
    at_ = end + 2;
    if (peek().is("(")) skip_host_arguments();
    is_host_ = true;
    return true;
  }

  // Called at the end of a declaration at program scope. Omits the declaration if it is possible only in a
  // host program.
  void note_end_of_declaration() {
    while (seen_ < out_.size()) {
      const Token& token = out_[seen_++];
      if (token.is("{")) ++depth_;
      const bool closes = token.is("}") && depth_ > 0 && --depth_ == 0;
      if (!closes && !(token.is(";") && depth_ == 0)) continue;
      if (is_host_) {
        out_.resize(declaration_);
        seen_ = declaration_;
      }
      is_host_ = false;
      declaration_ = seen_;
    }
  }

  std::vector<Token> in_, out_;
  std::size_t at_ = 0;
  std::size_t seen_ = 0;         // number of tokens in out_ that note_end_of_declaration() has examined
  std::size_t declaration_ = 0;  // position in out_ of the current declaration at program scope
  unsigned depth_ = 0;           // nesting depth of braces
  unsigned nesting_ = 0;         // nesting depth of translate()
  bool is_host_ = false;
  std::set<std::string_view> declared_;
  std::set<std::size_t> needs_space_;
  Diagnostics& diagnostics_;
  StringPool& pool_;
};

}  // namespace

std::vector<Token> translate_cuda(std::vector<Token> tokens, Diagnostics& diagnostics, StringPool& pool) {
  Translation translation(std::move(tokens), diagnostics, pool);
  return translation.is_needed() ? translation.run() : translation.take_unchanged();
}

}  // namespace lockstep::sim::language
