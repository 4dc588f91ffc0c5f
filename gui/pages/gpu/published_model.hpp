// Computes the comparison of a document's ladder with predictions, without drawing: a table for each graphics
// card in the document, the document's profiler table beside the simulator's counts, and the assumptions of
// the comparison.
#pragma once

#include <string>
#include <vector>

#include "sim/predicted_times/published_report.hpp"

namespace lockstep::gui {

struct PublishedTable {
  struct Row {
    std::string name;                                 // such as "Kernel 1"
    std::string published, predicted, ratio;          // published and predicted time or rate, and their ratio
    std::string gain, predicted_gain, gain_ratio;     // speed-up over the kernel above
    std::string over_first;                           // speed-up over the first kernel, as printed
    double published_share = 0, predicted_share = 0;  // fractions of the longest time in the table
    bool is_far_off = false;  // whether the predicted gain differs much from the published gain
    std::string details;      // text of the row's tooltip
  };
  std::string device, rates, over_first;  // column titles; empty: no such column
  std::vector<Row> rows;
};

struct ProfiledTable {
  struct Column {
    std::string title;       // such as "bank conflicts"
    bool is_change = false;  // whether the changes from kernel to kernel are compared instead of the counts
    std::size_t first = 0, end = 0;  // indices of the column's cells
  };
  struct Row {
    std::string name;
    std::vector<std::string> cells;  // for each column: published, per work-group (or change), counted
  };
  std::string title, legend;
  std::vector<Column> columns;
  std::vector<Row> rows;
};

struct PublishedModel {
  std::string heading, assumptions;
  std::vector<PublishedTable> tables;
  ProfiledTable profile;  // no rows: the document has no such table
  std::vector<std::string> remarks;
};

PublishedModel prepare_published(const sim::PublishedReport& report);

}  // namespace lockstep::gui
