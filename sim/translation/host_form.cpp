#include "sim/translation/host_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/catalogue/embedded.hpp"

namespace lockstep::sim::translation {
namespace {

// The start of a function in a source file: a file and words of the line that contains the function's name.
// An implementation has an anchor for each of its functions, in reading order.
struct Anchor {
  std::string_view file, words;
};
struct Anchors {
  std::string_view id;
  std::vector<Anchor> anchors;
};

const std::vector<Anchors>& all_anchors() {
  static const std::vector<Anchors> all{
      {"cpu/sequential", {{"loops.hpp", "reduce_part("}}},
      {"cpu/sequential-scan", {{"loops.hpp", "scan_part("}}},
      {"cpu/openmp", {{"openmp.cpp", "#define LOCKSTEP_REDUCE"}, {"openmp.cpp", "T reduce_clause("}}},
      {"cpu/openmp-false-sharing",
       {{"openmp_partials.cpp", "T reduce_partials("}, {"openmp_partials.cpp", "void reduce("}}},
      {"cpu/openmp-padded",
       {{"openmp_partials.cpp", "T reduce_partials("}, {"openmp_partials.cpp", "void reduce("}}},
      {"cpu/mpi-reduce",
       {{"mpi_ranks.cpp", "MPI_Op mpi_operation("},
        {"mpi_ranks.cpp", "void reduce("},
        {"loops.hpp", "reduce_part("}}},
      {"cpu/openmp-scan",
       {{"openmp.cpp", "#define LOCKSTEP_INCLUSIVE_SCAN"},
        {"openmp.cpp", "T inclusive_scan("},
        {"loops.hpp", "void scan_blocks("}}},
      {"cpu/mpi-scan",
       {{"mpi_ranks.cpp", "MPI_Op mpi_operation("},
        {"mpi_ranks.cpp", "void scan("},
        {"loops.hpp", "reduce_part("},
        {"loops.hpp", "scan_part("}}},
  };
  return all;
}

// The exclusive scan has separate functions if the directive differs.
const std::vector<Anchor> kOpenmpExclusive{{"openmp.cpp", "#define LOCKSTEP_EXCLUSIVE_SCAN"},
                                           {"openmp.cpp", "T exclusive_scan("},
                                           {"loops.hpp", "void scan_blocks("}};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

bool belongs_before(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(begin).starts_with("//") || line.substr(begin).starts_with("template");
}

// Returns the function or macro at the anchor, including the comment above it.
std::optional<SourcePiece> piece_of(const Anchor& anchor) {
  const auto files = embedded_host_sources();
  const auto file = std::ranges::find(files, anchor.file, &EmbeddedFile::path);
  if (file == files.end()) return std::nullopt;
  const std::vector<std::string_view> lines = lines_of(file->text);
  const auto found = std::ranges::find_if(
      lines, [&](std::string_view line) { return line.find(anchor.words) != std::string_view::npos; });
  if (found == lines.end()) return std::nullopt;
  auto first = found;
  while (first != lines.begin() && belongs_before(*(first - 1))) --first;
  const bool is_macro = anchor.words.starts_with("#define");
  int braces = 0;
  auto last = found;
  for (; last != lines.end(); ++last) {
    braces += static_cast<int>(std::ranges::count(*last, '{') - std::ranges::count(*last, '}'));
    if (is_macro ? last->find("\\\n") == std::string_view::npos
                 : braces == 0 && last->find('}') != std::string_view::npos)
      break;
  }
  SourcePiece piece{fmt::format("core/host_implementations/{}", anchor.file),
                    static_cast<std::size_t>(first - lines.begin()) + 1,
                    {}};
  for (auto line = first; line != lines.end() && line <= last; ++line) piece.text += *line;
  return piece;
}

Result<HostForm> form_of(std::string_view id, const std::vector<Anchor>& anchors) {
  HostForm form{find_host_implementation(id), {}};
  for (const Anchor& anchor : anchors)
    if (auto piece = piece_of(anchor)) form.pieces.push_back(std::move(*piece));
  if (form.implementation == nullptr || form.pieces.size() != anchors.size())
    return failure(fmt::format("The source of {} is not in this program.", id));
  return form;
}

}  // namespace

std::string HostForm::text() const {
  std::string text =
      fmt::format("// {}: {}.\n// {}\n", implementation->id, implementation->title, implementation->summary);
  for (const SourcePiece& piece : pieces) {
    const auto count = static_cast<std::size_t>(std::ranges::count(piece.text, '\n'));
    text += fmt::format("\n// {}, lines {} to {}\n{}", piece.file, piece.first, piece.first + count - 1,
                        piece.text);
  }
  return text;
}

Result<HostForm> host_form(std::string_view id) {
  const auto found = std::ranges::find(all_anchors(), id, &Anchors::id);
  if (found == all_anchors().end()) return usage_error(fmt::format("There is no source for '{}'.", id));
  return form_of(id, found->anchors);
}

Result<HostForm> host_form(const Plan& plan, SourceForm form) {
  const std::string_view library = title(form);
  if (!plan.expectation)
    return failure(
        fmt::format("{}: the result that this kernel computes is not known, so there is no {} source for it.",
                    plan.id, library));
  using enum Expectation::Kind;
  const Expectation& expected = *plan.expectation;
  const bool scan = expected.kind == inclusive_scan || expected.kind == exclusive_scan;
  if (expected.kind != reduction && !scan)
    return failure(fmt::format("{} has no {} source: only reductions and scans have one.", plan.id, library));
  const std::string_view id = form == SourceForm::openmp ? (scan ? "cpu/openmp-scan" : "cpu/openmp")
                                                         : (scan ? "cpu/mpi-scan" : "cpu/mpi-reduce");
  const HostImplementation* implementation = find_host_implementation(id);
  if (implementation != nullptr && !implementation->any_order.empty() && !is_commutative(expected.op))
    return failure(fmt::format("{} has no {} source with the operator {}: {}.", plan.id, library,
                               lockstep::name(expected.op), implementation->any_order));
  if (id == "cpu/openmp-scan" && expected.kind == exclusive_scan) return form_of(id, kOpenmpExclusive);
  return host_form(id);
}

}  // namespace lockstep::sim::translation
