// A `default:` hides an opcode that a switch forgot: what is true of an opcode is a column of
// sim/bytecode/opcodes.def, and a switch over opcodes, where one remains, names them all.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/house/sources.hpp"

namespace lockstep::house {
namespace {

struct OpenSwitch {
  std::size_t indent = 0;
  bool of_opcodes = false;
};

// The lines of `default:` in switches whose labels are opcodes. The sources are formatted, so that labels
// stand two columns to the right of their switch.
std::vector<unsigned> defaults_for_opcodes(const std::string& text) {
  std::vector<unsigned> found;
  std::vector<OpenSwitch> open;
  for_each_line(text, [&](unsigned number, std::string_view line) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == line.npos) return;
    const std::string_view words = line.substr(indent);
    while (!open.empty() && indent <= open.back().indent) open.pop_back();
    if (words.starts_with("switch (")) return open.push_back({indent});
    if (open.empty() || indent != open.back().indent + 2) return;
    if (words.starts_with("case Opcode::") || words.starts_with("case sim::Opcode::"))
      open.back().of_opcodes = true;
    if (words.starts_with("default:") && open.back().of_opcodes) found.push_back(number);
  });
  return found;
}

TEST(Switches, OverOpcodesHaveNoDefault) {
  for (const Source& source :
       sources({"core", "sim", "runtime", "assignment", "gui", "cli"}, {".cpp", ".hpp"}))
    for (const unsigned line : defaults_for_opcodes(source.text))
      ADD_FAILURE() << source.path << ":" << line << ": a default of a switch over opcodes";
}

TEST(Switches, ADefaultIsSeenWhereTheLabelsAreOpcodes) {
  const auto with_label = [](const std::string& label) {
    return "  switch (x) {\n    case " + label + ":\n      return 1;\n    default:\n      return 2;\n  }\n";
  };
  EXPECT_EQ(defaults_for_opcodes(with_label("Opcode::add")), std::vector<unsigned>{4});
  EXPECT_EQ(defaults_for_opcodes(with_label("sim::Opcode::add")), std::vector<unsigned>{4});
  EXPECT_TRUE(defaults_for_opcodes(with_label("Shape::dab")).empty());
}

}  // namespace
}  // namespace lockstep::house
