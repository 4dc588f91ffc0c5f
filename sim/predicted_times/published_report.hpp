// Compares a document's ladder with predictions: each published time, rate and speed-up with the
// prediction from the counts and the rates of that product, and the counts of a profiler with the counts
// of the simulator.
//
// A prediction uses the n, the work-group size and the 4-byte elements of the document. If one of these is
// not given, the ladder's note states what is assumed. Nothing is fitted to the published figures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/published.hpp"
#include "sim/device_models/device_model.hpp"

namespace lockstep::sim {

struct PublishedValue {
  const PublishedFigure* figure = nullptr;  // a time, a rate or a speed-up
  std::optional<double> predicted;          // in the figure's unit
  std::string no_prediction;                // why `predicted` is absent
  std::optional<double> ratio() const;      // predicted / published
};

// A kernel on one device.
struct PublishedRung {
  const Algorithm* algorithm = nullptr;
  std::string name;                    // "Kernel 1"
  std::vector<PublishedValue> values;  // empty: the document gives no values
  std::optional<double> published_ns, predicted_ns;
  std::optional<double> gain, predicted_gain;  // over the previous rung
  std::string remark;                          // from the document's data file

  std::optional<double> gain_ratio() const;  // predicted / published
  // The time, or the rate if the document gives no time; null if it gives neither.
  const PublishedValue* main_value() const;
  // The document's speed-up over the ladder's first kernel; null if the document gives none.
  const PublishedFigure* over_first(const PublishedLadder& ladder) const;
};

struct PublishedProduct {
  std::string device;                       // "GeForce GTX 460"
  const sim::DeviceModel* model = nullptr;  // with this product's rates; null: no model has them
  std::vector<PublishedRung> rungs;

  // The unit in which the document gives the kernels of this device; null if it gives no kernels.
  const PublishedFigure* unit() const;
};

// Counts of one work-group: a profiler observes one multiprocessor, and the number of warps launched there
// gives the number of work-groups that it counted.
struct ProfiledCount {
  const PublishedFigure* figure = nullptr;
  std::optional<double> published, counted;
  // Relative to the previous rung. Sums over cycles can only be compared in this way.
  std::optional<double> published_change, counted_change;
};

struct ProfiledRung {
  const Algorithm* algorithm = nullptr;
  std::string name;
  std::vector<ProfiledCount> counts;  // in the order of the document
  std::string remark;
};

struct PublishedReport {
  const PublishedLadder* ladder = nullptr;
  std::vector<PublishedProduct> products;
  std::string profiled_on;            // the device; empty: the document has no profiler's table
  std::vector<ProfiledRung> profile;  // rungs with counts
};

// Counts the kernels, which takes about a second. After a stop, kernels that were not counted have no
// prediction.
PublishedReport compare_published(const PublishedLadder& ladder, const std::string& kernel_dir = {},
                                  const std::stop_token& stop = {});

// Returns a predictor with the predictions of these reports, which it copies.
PublishedPredictor predictor_of(std::vector<PublishedReport> reports);
// The reports of all documents.
std::vector<PublishedReport> compare_all_published(const std::string& kernel_dir = {},
                                                   const std::stop_token& stop = {});

// If a predicted speed-up from kernel to kernel is wrong by at least this factor, a remark explains
// the difference.
inline constexpr double kFarOff = 1.5;

// "GeForce GTX 460 (7 compute units …)" and a table for each product, the profiler's table, and the notes.
std::string published_report_text(const PublishedReport& report);
nlohmann::ordered_json published_report_json(const PublishedReport& report);

// The following functions are used by texts and by the window.

// The n and the work-group sizes of the predictions.
std::string assumptions_text(const PublishedLadder& ladder);
// The title of a count in the profiler's table: "divergent branches", "active warps".
std::string profiled_title(const std::string& quantity);
std::string profiled_legend(const PublishedReport& report);
// "7.41 ms", "2.16 GB/s", "9.36 Gelem/s".
std::string published_value_text(double value, const PublishedFigure& figure);
// The prediction in the unit of the device's other kernels; empty if there is none.
std::string predicted_text(const PublishedReport& report, const PublishedProduct& product,
                           const PublishedRung& rung);
// "4.5×"; empty if the document gives none.
std::string over_first_text(const PublishedReport& report, const PublishedRung& rung);
// "over Kernel 1"; empty if the document gives no speed-ups over the first kernel.
std::string over_first_title(const PublishedReport& report);
// "112,344", or "???", as in the document, if it gives no count.
std::string profiled_text(const PublishedFigure& figure);
// The remarks, each listed once, with the kernels that they concern.
std::vector<std::string> remarks_of(const PublishedReport& report);

}  // namespace lockstep::sim
