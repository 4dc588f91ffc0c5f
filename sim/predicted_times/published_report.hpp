// Compares a document's ladder with predictions. Each published time, rate and speed-up is compared with the
// prediction from the counts and the rates of the product, and the counts of a profiler are compared with the
// counts of the simulator.
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
  // Returns the time, or the rate if the document gives no time; null if it gives neither.
  const PublishedValue* main_value() const;
  // Returns the document's speed-up over the ladder's first kernel; null if the document gives none.
  const PublishedFigure* over_first(const PublishedLadder& ladder) const;
};

struct PublishedProduct {
  std::string device;                       // "GeForce GTX 460"
  const sim::DeviceModel* model = nullptr;  // with this product's rates; null: no model has them
  std::vector<PublishedRung> rungs;

  // Returns a figure with the unit in which the document gives the times or rates of the kernels on this
  // device; null if it gives none.
  const PublishedFigure* unit() const;
};

// Counts per work-group. A profiler observes one multiprocessor; the number of warps launched on this
// multiprocessor gives the number of work-groups that the profiler counted.
struct ProfiledCount {
  const PublishedFigure* figure = nullptr;
  std::optional<double> published, counted;
  // The changes relative to the previous rung. Sums over cycles can be compared only in this way.
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

// Compares a ladder. Counting the kernels takes about a second. After a stop, kernels that have not been
// counted have no prediction.
PublishedReport compare_published(const PublishedLadder& ladder, const std::string& kernel_dir = {},
                                  const std::stop_token& stop = {});

// Returns a predictor with the predictions of these reports, which it copies.
PublishedPredictor predictor_of(std::vector<PublishedReport> reports);
// Returns the reports of all documents.
std::vector<PublishedReport> compare_all_published(const std::string& kernel_dir = {},
                                                   const std::stop_token& stop = {});

// If a predicted speed-up from kernel to kernel is wrong by at least this factor, a remark explains
// the difference.
inline constexpr double kFarOff = 1.5;

// Returns the report as text: for each product a title such as "GeForce GTX 460 (7 compute units …)" and a
// table, then the profiler's table and the notes.
std::string published_report_text(const PublishedReport& report);
nlohmann::ordered_json published_report_json(const PublishedReport& report);

// The following functions are used by texts and by the window.

// Returns the n and the work-group sizes of the predictions.
std::string assumptions_text(const PublishedLadder& ladder);
// Returns the title of a count in the profiler's table, such as "divergent branches" or "active warps".
std::string profiled_title(const std::string& quantity);
std::string profiled_legend(const PublishedReport& report);
// Returns a text such as "7.41 ms", "2.16 GB/s" or "9.36 Gelem/s".
std::string published_value_text(double value, const PublishedFigure& figure);
// Returns the prediction in the unit of the device's other kernels; empty if there is no prediction.
std::string predicted_text(const PublishedReport& report, const PublishedProduct& product,
                           const PublishedRung& rung);
// Returns the speed-up over the first kernel, such as "4.5×"; empty if the document gives none.
std::string over_first_text(const PublishedReport& report, const PublishedRung& rung);
// Returns "over Kernel 1"; empty if the document gives no speed-ups over the first kernel.
std::string over_first_title(const PublishedReport& report);
// Returns a count such as "112,344", or "???", as in the document, if it gives no count.
std::string profiled_text(const PublishedFigure& figure);
// Returns the remarks, each listed once, with the kernels that they concern.
std::vector<std::string> remarks_of(const PublishedReport& report);

}  // namespace lockstep::sim
