// A document's ladder beside predictions, prepared without drawing: a table for each card that the document
// measured, its profiler's table beside the simulator's counts, and what one must know to compare them.
#pragma once

#include <string>
#include <vector>

#include "sim/predicted_times/published_report.hpp"

namespace lockstep::gui {

struct PublishedTable {
  struct Row {
    std::string name;                                 // "Kernel 1"
    std::string published, predicted, ratio;          // the time or the rate
    std::string gain, predicted_gain, gain_ratio;     // over the kernel above
    std::string over_first;                           // speed-up over the first kernel, as printed
    double published_share = 0, predicted_share = 0;  // of the longest time of the table
    bool is_far_off = false;                          // the gain
    std::string details;                              // for its tooltip
  };
  std::string device, rates, over_first;  // title of its column; empty: there is none
  std::vector<Row> rows;
};

struct ProfiledTable {
  struct Column {
    std::string title;               // "bank conflicts"
    bool is_change = false;          // its counts are compared by their change from kernel to kernel
    std::size_t first = 0, end = 0;  // its cells
  };
  struct Row {
    std::string name;
    std::vector<std::string> cells;  // of each column: published, of a work-group (or change), counted
  };
  std::string title, legend;
  std::vector<Column> columns;
  std::vector<Row> rows;
};

struct PublishedModel {
  std::string heading, assumptions;
  std::vector<PublishedTable> tables;
  ProfiledTable profile;  // no rows: the document has none
  std::vector<std::string> remarks;
};

PublishedModel prepare_published(const sim::PublishedReport& report);

}  // namespace lockstep::gui
