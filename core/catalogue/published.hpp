// Figures published in the course documents, such as throughput and a profiler's counts, for comparison with
// measured and counted values. The numbers are in assets/published/, one file for each document:
//
//   {"document": "001", "title": …,
//    "figures": [{"device", "algorithm": id, "n": elements, or null if unknown,
//                 "quantity", "value", "unit"} …],
//    "ladder": {"title", "n", "n_note": reason for n if it is not in the document,
//               "group_size", "group_note",
//               "rungs": [{"algorithm": id, "name": the name in the document} …],
//               "remarks": [{"device", "algorithm", "quantity", "text"} …]}}
//
// A remark explains how to compare a figure with ours, or what our prediction does not include. Its
// quantity is that of a figure, or "gain" for the gain over the previous rung. An empty device or algorithm
// stands for all.
//
// The quantities are: time (ms), throughput (Gelem/s or GB/s), speed_up over the "baseline"; and values of a
// profiler, with the names of our counters: divergent_branches, local_conflicts, warps. active_warps has no
// counter. Profiler values also state the "group_size" and "warp_size" of their measurement. A value is null
// if the document prints a question mark.
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
  bool is_given = true;  // false: the document prints a question mark for the value
  std::string unit;
  std::string baseline;  // of a speed-up: the algorithm to which it is relative
  std::optional<std::uint64_t> n;
  std::uint64_t group_size = 0;  // 0: unknown
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
  std::string group_note;  // empty: the document gives the group size
  std::vector<Remark> remarks;

  // The remarks about this figure, including those for all devices or rungs; empty if there are none.
  std::string remark(std::string_view device, std::string_view algorithm, std::string_view quantity) const;
  // The devices with a time or a rate, in the order of the document.
  std::vector<std::string> devices() const;
};

// All documents in the order of their names.
const std::vector<PublishedLadder>& published_ladders();
// Finds the ladder of a document such as "002"; null if no document with this name has a ladder.
const PublishedLadder* find_published_ladder(std::string_view document);
// Parses the ladder in the text of one file. None if the document has no ladder; an error names the
// invalid part.
Result<std::optional<PublishedLadder>> parse_published_ladder(std::string_view path, std::string_view text);

// All figures, with the documents in the order of their names.
const std::vector<PublishedFigure>& published_figures();
std::vector<PublishedFigure> published_for(std::string_view algorithm);
// Parses the text of one file; an error names the invalid figure.
Result<std::vector<PublishedFigure>> parse_published(std::string_view path, std::string_view text);

// Returns a profiler's count for one work-group. A profiler observes one multiprocessor, so its counts cannot
// be compared directly; the number of warps that it counted gives the number of work-groups. None if
// `figures` do not contain the number of warps.
std::optional<double> published_for_a_group(const PublishedFigure& figure,
                                            std::span<const PublishedFigure> figures);

// Returns the predicted value of a figure, in its unit; none if there is no prediction. The predictions are
// computed outside core.
using PublishedPredictor = std::function<std::optional<double>(const PublishedFigure&)>;

// {"document", "title", "device", "quantity", "value", "unit", "n"}, and "baseline", "group_size" and
// "warp_size" if the figure has them.
nlohmann::ordered_json figure_json(const PublishedFigure& figure);

}  // namespace lockstep
