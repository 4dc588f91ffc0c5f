// What the documents that the catalogue comes from have published: throughput and a profiler's counts, for
// comparison with what is measured and counted here. The numbers are in assets/published/, a file a document:
//
//   {"document": "001", "title": …, "figures": [{"device", "algorithm": id, "n": elements or null if not
//   said, "quantity", "value", "unit"} …],
//    "ladder": {"title", "n", "n_note": why this n where the document gives none, "group_size", "group_note",
//               "rungs": [{"algorithm": id, "name": as the document calls it} …],
//               "remarks": [{"device", "algorithm", "quantity", "text"} …]}}
//
// A remark says what to know when comparing a figure with ours, or what our prediction lacks; its quantity is
// that of a figure, or "gain" over the rung before it. An empty device or algorithm stands for all.
//
// Quantities: time (ms), throughput (Gelem/s or GB/s), speed_up over the "baseline"; and of a profiler, named
// as the counters are: divergent_branches, local_conflicts, warps; active_warps has no counter. Those also
// say which "group_size" and "warp_size" they were taken with. Their value is null where the document prints
// a question mark.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

struct PublishedFigure {
  std::string document;  // "001"
  std::string title;     // of the document
  std::string device;
  std::string algorithm;  // id in the catalogue
  std::string quantity;
  double value = 0;
  bool is_given = true;  // false: the document has the row, with a question mark for the value
  std::string unit;
  std::string baseline;  // of a speed-up: the algorithm that it is relative to
  std::optional<std::uint64_t> n;
  std::uint64_t group_size = 0;  // 0: not said
  std::uint64_t warp_size = 0;
  bool is_of_profiler() const { return warp_size != 0; }
};

// The kernels of a document in its own order, from the first to the fastest.
struct PublishedLadder {
  struct Rung {
    std::string algorithm;  // id in the catalogue
    std::string name;       // "Kernel 1"
  };
  struct Remark {
    std::string device, algorithm, quantity, text;
  };
  std::string document;        // "002", the name of the ladder
  std::string document_title;  // as PublishedFigure::title
  std::string title;           // "Kernels 1 to 6"
  std::vector<Rung> rungs;
  std::uint64_t n = 0;
  std::string n_note;  // empty: the document gives n
  std::uint64_t group_size = 0;
  std::string group_note;  // empty: the document gives it
  std::vector<Remark> remarks;

  // The text about this figure, and about what holds for all devices or rungs; empty: none.
  std::string remark(std::string_view device, std::string_view algorithm, std::string_view quantity) const;
  // Those with a time or a rate, in the order of the document.
  std::vector<std::string> devices() const;
};

// Documents in order of their names.
const std::vector<PublishedLadder>& published_ladders();
// "002"; null: no document of this name has a ladder.
const PublishedLadder* find_published_ladder(std::string_view document);
// Empty if the document has none; an error names what is invalid.
Result<std::optional<PublishedLadder>> parse_published_ladder(std::string_view path, std::string_view text);

// All of them, documents in order of their names.
const std::vector<PublishedFigure>& published_figures();
std::vector<PublishedFigure> published_for(std::string_view algorithm);
// The text of one file; an error names the invalid figure.
Result<std::vector<PublishedFigure>> parse_published(std::string_view path, std::string_view text);

// A profiler watches one multiprocessor, so that its counts alone say nothing. The number of warps that it
// saw gives the number of work-groups; this is the count for one of them. None if `figures` do not hold the
// number of warps.
std::optional<double> published_for_a_group(const PublishedFigure& figure,
                                            std::span<const PublishedFigure> figures);

// What is predicted for a figure, in its unit; none: there is no prediction. core predicts nothing itself.
using PublishedPredictor = std::function<std::optional<double>(const PublishedFigure&)>;

// {"document", "title", "device", "quantity", "value", "unit", "n"}, and "baseline", "group_size" and
// "warp_size" where the figure has them.
nlohmann::ordered_json figure_json(const PublishedFigure& figure);

}  // namespace lockstep
