// The tables of tests/data: comma-separated, with a line of column names, and quotes around fields with
// commas.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lockstep::sim {

using Row = std::map<std::string, std::string>;

// Fails the running test if the table cannot be read.
std::vector<Row> read_table(const std::string& file);

}  // namespace lockstep::sim
