// Figures 4, 5 and 7 to 12 of the documents, drawn from runs. The content of each figure is computed here
// independently, from its caption, and compared with the rows, lines, values and labels of the drawn figure;
// each drawing is compared with its golden file (tests/gui/figures/golden).
//
// After an intended change of the drawings, inspect the difference and renew the golden files:
//   LOCKSTEP_RENEW_GOLDEN=1 build/release/figures_tests && git diff --stat tests/gui/figures/golden
#include <gmock/gmock.h>

#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>

#include "gui/canvas/svg.hpp"
#include "gui/figures/figures.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

using Cells = std::vector<std::uint64_t>;

// A value that a step must write: its source cells, and its inputs [first, last] (no inputs for
// the identity).
struct Written {
  Cells sources;
  std::uint64_t first = 1, last = 0;
};
using Step = std::map<std::uint64_t, Written>;  // by cell

class Document : public ::testing::Test {
 protected:
  void run(const char* id, std::uint64_t n, std::uint64_t group) {
    trace = record_run(id, n, group);
    figures = std::make_unique<FigureSet>(trace);
    combination = figures->combination();
    ASSERT_NE(combination, nullptr);
    const auto input = std::ranges::find(combination->rows, true, &sim::CombinationRow::initial);
    ASSERT_NE(input, combination->rows.end());
    for (const sim::CombinationCell& cell : combination->arrays[input->array].initial)
      inputs.push_back(static_cast<std::int32_t>(cell.bits));
  }

  std::size_t row_called(std::string_view array, std::string_view label, std::size_t after = 0) const {
    for (std::size_t row = after; row < combination->rows.size(); ++row)
      if (combination->array_of(row).name == array && combination->rows[row].label == label) return row;
    ADD_FAILURE() << "no row " << array << ", " << label;
    return 0;
  }

  // The row writes exactly these cells, from the array of the nearest row above that shows it.
  void expect_row(std::size_t row, const Step& step) {
    Cells written, wanted;
    for (const sim::CombinationWrite& write : combination->rows[row].writes) written.push_back(write.cell);
    for (const auto& [cell, value] : step) wanted.push_back(cell);
    EXPECT_EQ(written, wanted) << "row " << row;
    for (const sim::CombinationWrite& write : combination->rows[row].writes) {
      const auto found = step.find(write.cell);
      if (found != step.end()) expect_value(row, write, found->second);
    }
  }

  void expect_value(std::size_t row, const sim::CombinationWrite& write, const Written& wanted) {
    Cells sources;
    for (const sim::CombinationSource& source : combination->sources_of(write))
      for (std::uint64_t i = 0; i < source.count; ++i) sources.push_back(source.cell + i);
    std::ranges::sort(sources);
    EXPECT_EQ(sources, wanted.sources) << "row " << row << ", cell " << write.cell;
    std::int32_t sum = 0;
    for (std::uint64_t i = wanted.first; i <= wanted.last && wanted.first <= wanted.last; ++i)
      sum += inputs[i];
    EXPECT_EQ(static_cast<std::int32_t>(write.bits), sum) << "row " << row << ", cell " << write.cell;
    const sim::InputRuns runs = trace->provenance().runs(write.provenance);
    if (wanted.first > wanted.last) {
      EXPECT_TRUE(runs.empty()) << "row " << row << ", cell " << write.cell;
    } else if (contiguous) {
      EXPECT_EQ(runs, (sim::InputRuns{{wanted.first, wanted.last, 1}})) << "row " << row;
    }
  }

  void expect_golden(const std::string& name, std::uint64_t position) {
    CombinationView view;
    const Rect area{12, 12, 876, combination_height(*combination)};
    CanvasSvg canvas(900, area.height + 24, ThemeName::light);
    canvas.fill_rect({0, 0, 900, area.height + 24}, Role::card);
    draw_combination(canvas, area, *trace, *combination, figures->coverage_labels(),
                     {position, trace->previous(position, sim::Trace::Step::line)}, view);
    const std::string drawn = canvas.document(name),
                      path = std::string(LOCKSTEP_GOLDEN) + "/" + name + ".svg";
    if (std::getenv("LOCKSTEP_RENEW_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << drawn;
    std::ifstream file(path, std::ios::binary);
    const std::string golden{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(drawn == golden) << path << " differs: see the head of this file";
  }

  TracePtr trace;
  std::unique_ptr<FigureSet> figures;
  const sim::Combination* combination = nullptr;
  std::vector<std::int32_t> inputs;
  bool contiguous = true;  // the inputs of a value are consecutive
};

// Row d: cell t, a multiple of 2^(d+1), from t and t + 2^d.
Step tree_step(std::uint64_t n, std::uint64_t s) {
  Step step;
  for (std::uint64_t t = 0; t < n; t += 2 * s) step[t] = {{t, t + s}, t, t + 2 * s - 1};
  return step;
}

TEST_F(Document, Figure4TheReductionTree) {
  run("reduce/divergent", 8, 8);
  for (std::uint64_t s = 1; s < 8; s *= 2)
    expect_row(row_called("scratch", "s = " + std::to_string(s)), tree_step(8, s));
  expect_golden("figure-04", trace->size());
}

TEST_F(Document, Figure5InterleavedAddressing) {
  run("reduce/interleaved-global", 16, 8);
  ASSERT_EQ(combination->rows.size(), 5u);
  for (std::uint64_t d = 0; d < 4; ++d) expect_row(1 + d, tree_step(16, std::uint64_t{1} << d));
  expect_golden("figure-05", trace->size());
}

TEST_F(Document, Figure7SequentialAddressing) {
  run("reduce/sequential-global", 16, 8);
  ASSERT_EQ(combination->rows.size(), 5u);
  contiguous = false;
  std::vector<std::int32_t> sums = inputs;
  for (std::uint64_t m = 8, row = 1; m > 0; m /= 2, ++row) {
    const auto& writes = combination->rows[row].writes;
    ASSERT_EQ(writes.size(), m);
    for (std::uint64_t t = 0; t < m; ++t) {
      sums[t] += sums[t + m];
      EXPECT_EQ(writes[t].cell, t);
      EXPECT_EQ(static_cast<std::int32_t>(writes[t].bits), sums[t]);
      Cells sources;
      for (const sim::CombinationSource& source : combination->sources_of(writes[t]))
        for (std::uint64_t i = 0; i < source.count; ++i) sources.push_back(source.cell + i);
      EXPECT_EQ(sources, (Cells{t, t + m}));
    }
  }
  expect_golden("figure-07", trace->size());
}

// Work-groups of 4 reduce each block of 8 inputs; another work-group reduces the results.
TEST_F(Document, Figure8KernelDecomposition) {
  run("reduce/first-add", 16, 4);
  contiguous = false;
  const std::size_t loaded = row_called("scratch", "loaded");
  for (const sim::CombinationWrite& write : combination->rows[loaded].writes) {
    const std::uint64_t block = write.cell / 4, first = 8 * block + write.cell % 4;
    Cells sources;
    for (const sim::CombinationSource& source : combination->sources_of(write))
      sources.push_back(source.cell);
    EXPECT_EQ(sources, (Cells{first, first + 4}));
    EXPECT_EQ(static_cast<std::int32_t>(write.bits), inputs[first] + inputs[first + 4]);
  }
  const std::size_t last = row_called("scratch", "s = 1");
  expect_row(last, {{0, {{0, 1}, 0, 7}}, {4, {{4, 5}, 8, 15}}});
  expect_row(last + 1, {{0, {{0}, 0, 7}}, {1, {{4}, 8, 15}}});
  EXPECT_EQ(combination->rows.back().writes.size(), 1u);
  expect_row(combination->rows.size() - 1, {{0, {{0}, 0, 15}}});
  expect_golden("figure-08", trace->size());
}

// Each output reads itself and, if it exists, the cell 2^d before it.
TEST_F(Document, Figure9TheNaiveScan) {
  run("scan/hillis-steele-global", 8, 8);
  ASSERT_EQ(combination->rows.size(), 4u);
  for (std::uint64_t d = 0; d < 3; ++d) {
    const std::uint64_t s = std::uint64_t{1} << d;
    Step step;
    for (std::uint64_t t = 0; t < 8; ++t)
      step[t] = t < s ? Written{{t}, 0, t} : Written{{t - s, t}, t + 1 < 2 * s ? 0 : t + 1 - 2 * s, t};
    expect_row(1 + d, step);
  }
  expect_golden("figure-09", trace->size());
}

Step up_step(std::uint64_t n, std::uint64_t s) {
  Step step;
  for (std::uint64_t right = 2 * s - 1; right < n; right += 2 * s)
    step[right] = {{right - s, right}, right + 1 - 2 * s, right};
  return step;
}

TEST_F(Document, Figure10TheUpSweep) {
  run("scan/blelloch", 8, 4);
  std::uint64_t end = 0;
  for (std::uint64_t s = 1; s < 8; s *= 2) {
    const std::size_t row = row_called("scratch", "s = " + std::to_string(s));
    expect_row(row, up_step(8, s));
    end = combination->rows[row].positions.back() + 1;
  }
  expect_golden("figure-10", end);
}

// A left child gets the value of its parent; a right child gets that value combined with the old value of the
// left child.
TEST_F(Document, Figure11TheDownSweep) {
  run("scan/blelloch", 8, 4);
  const std::size_t zeroed = row_called("scratch", "identity");
  expect_row(zeroed, {{7, {}}});
  std::size_t row = zeroed;
  for (std::uint64_t s = 4; s > 0; s /= 2) {
    row = row_called("scratch", "s = " + std::to_string(s), row + 1);
    Step step;
    for (std::uint64_t left = s - 1; left < 8; left += 2 * s) {
      const std::uint64_t begin = left + 1 - s;  // of the subtree of this node
      step[left] = begin == 0 ? Written{{left + s}} : Written{{left + s}, 0, begin - 1};
      step[left + s] = {{left, left + s}, 0, left};
    }
    expect_row(row, step);
  }
  expect_golden("figure-11", combination->rows[row].positions.back() + 1);
}

// Local scans; the total of each block in a separate array; the exclusive scan of the totals; its result is
// added to each block.
TEST_F(Document, Figure12ScanOfALargeArray) {
  run("scan/blelloch", 16, 2);
  const std::size_t local = row_called("out", "level 1"), sums = row_called("sums1", "level 1");
  const std::size_t offsets = row_called("offsets1", "level 2");
  Step scanned, block_sums, scanned_sums, added;
  for (std::uint64_t i = 0; i < 16; ++i) {
    const std::uint64_t block = i / 4;
    scanned[i] = {{i, i}, 4 * block, i};  // the scan's exclusive result, and the input
    added[i] = {{}, 0, i};
    if (i % 4 == 3) block_sums[block] = {{i}, 4 * block, i};
    if (i % 4 == 0 && block > 0) scanned_sums[block] = {{block}, 0, i - 1};
  }
  expect_row(local, scanned);
  expect_row(sums, block_sums);
  scanned_sums[0] = {{0}, 1, 0};
  expect_row(offsets, scanned_sums);
  for (const sim::CombinationWrite& write : combination->rows.back().writes) {
    std::vector<std::pair<std::string, std::uint64_t>> sources;
    for (const sim::CombinationSource& source : combination->sources_of(write))
      sources.emplace_back(combination->array_of(source.row).name, source.cell);
    EXPECT_THAT(sources, ::testing::UnorderedElementsAre(
                             std::pair<std::string, std::uint64_t>{"out", write.cell},
                             std::pair<std::string, std::uint64_t>{"offsets1", write.cell / 4}));
    EXPECT_EQ(
        static_cast<std::int32_t>(write.bits),
        std::accumulate(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(write.cell) + 1, 0));
  }
  expect_golden("figure-12", trace->size());
}

}  // namespace
}  // namespace lockstep::gui
