#include "tests/sim/memory_rules/table.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace lockstep::sim {

namespace {

std::vector<std::string> split_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

}  // namespace

std::vector<Row> read_table(const std::string& file) {
  std::ifstream in(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/data/" + file);
  std::string line;
  EXPECT_TRUE(std::getline(in, line)) << "cannot read " << file;
  const std::vector<std::string> names = split_fields(line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = split_fields(line);
    EXPECT_EQ(fields.size(), names.size()) << line;
    Row row;
    for (std::size_t i = 0; i < std::min(fields.size(), names.size()); ++i) row[names[i]] = fields[i];
    rows.push_back(row);
  }
  return rows;
}

}  // namespace lockstep::sim
