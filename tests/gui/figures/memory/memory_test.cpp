#include <gmock/gmock.h>

#include "gui/figures/lab/scene_figure.hpp"
#include "gui/figures/memory/access.hpp"
#include "gui/figures/memory/index_text.hpp"
#include "tests/gui/figures/support.hpp"

namespace lockstep::gui {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kStrided = R"(
__kernel void k(__global int *out, __global const int *in, __local int *s) {
    uint t = get_local_id(0);
    s[8 * t] = in[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[t] = s[8 * t];
})";

std::optional<std::uint64_t> find_access(const sim::Trace& trace, std::uint16_t flags) {
  for (std::uint64_t p = 0; p < trace.size(); ++p) {
    if ((trace.at(p).flags & flags) == flags) return p;
  }
  return std::nullopt;
}

TEST(MemoryAccess, BankConflictsAreNamedAndCounted) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kStrided), 8, 8 * 8 * 4));
  const auto p = find_access(*trace, sim::TraceRecord::local_access);
  ASSERT_TRUE(p.has_value());
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  EXPECT_TRUE(access.present && access.upcoming && access.costs);
  EXPECT_EQ(access.passes, 2u);
  EXPECT_EQ(access.object, "s");
  ASSERT_EQ(access.asked_banks.size(), 4u);
  EXPECT_THAT(access.asked_banks[1].words, ::testing::ElementsAre(8, 40));
  EXPECT_EQ(access.sentence,
            "Banks 0, 8, 16 and 24 serve 2 different words each, so 2 passes; 28 banks stay idle.");
  EXPECT_EQ(lane_arithmetic(access, 4),
            "lane 4: s[8 * t] = [8 * 4] = [32], byte 128 / 4 = word 32, bank 32 mod 32 = 0");
  EXPECT_EQ(lane_arithmetic(access, 20), "");
}

TEST(MemoryAccess, AStoreOfAllLanesToOneWordKeepsOneValue) {
  const TracePtr trace = record_plan(
      one_group_plan("__kernel void k(__global int *out, __global const int *in, __local int *s) {\n"
                     "  s[0] = get_local_id(0);\n  out[get_local_id(0)] = in[0];\n}",
                     8, 4));
  const auto p = find_access(*trace, sim::TraceRecord::local_access);
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(prepare_memory_access(*trace, *p).sentence,
            "8 lanes write the same word, which keeps only one of their values: one pass.");
}

constexpr std::string_view kTable = R"(__constant int table[8] = {3, 1, 7};
__kernel void k(__global int *out, __global const int *in, __local int *s) {
    uint t = get_local_id(0);
    out[t] = table[t % 4] + in[t];
})";

TEST(MemoryAccess, ConstantMemoryServesOneAddressAtATime) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kTable), 32, 4));
  const auto p = find_access(*trace, sim::TraceRecord::constant_access);
  ASSERT_TRUE(p.has_value());
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  EXPECT_TRUE(access.costs);
  EXPECT_EQ(access.heading, "Constant memory · load from table");
  EXPECT_EQ(access.verdict, "4 passes");
  EXPECT_EQ(access.sentence,
            "32 lanes request 4 different addresses; constant memory serves one at a time: 4 passes.");
  ASSERT_EQ(access.addresses.size(), 4u);
  EXPECT_EQ(access.addresses[2].name, "table[2]");
  EXPECT_EQ(access.addresses[2].lanes, 0x44444444u);
  EXPECT_EQ(pass_sentence(access, 1), "Pass 2 of 4 reads table[1] for lanes 1, 5, 9 … 29.");
  EXPECT_EQ(lane_arithmetic(access, 6), "lane 6: table[t % 4] = [6 % 4] = [2], byte 8, pass 3");
}

TEST(MemoryAccess, UpdatesOfOneWordFollowOneAnother) {
  const TracePtr trace = record_run("hazards/counter-not-yet-zero", 64, 64);
  ASSERT_FALSE(trace->findings().empty());
  const MemoryAccess access = prepare_memory_access(*trace, trace->findings().front().step);
  EXPECT_EQ(access.sentence, "32 lanes update one word in bank 0, one after another: 32 passes.");
}

// The lanes before the beginning of the buffer also request memory, at the addresses that they request.
// Equal bins in several lanes: the number of sectors is that of the turns, and the words say so.
TEST(MemoryAccess, UpdatesOfOneElementInGlobalMemoryCountItsSectorAgain) {
  const auto sentence = [](const std::string& element, const std::string& update) {
    const TracePtr trace = record_plan(one_group_plan(
        "__kernel void k(__global int *out, __global const int *in, __local int *s) {\n  uint t = "
        "get_local_id(0);\n  " +
            update + "out[" + element + "]" + (update.empty() ? " = 1;" : ");") + "\n}",
        16, 4));
    const auto p = find_access(*trace, sim::TraceRecord::global_access);
    return p ? prepare_memory_access(*trace, *p).sentence : std::string();
  };
  EXPECT_THAT(sentence("t / 8 * 8", "atomic_inc(&"),
              HasSubstr("Lanes take turns; each turn counts its sector again (2 different)."));
  EXPECT_THAT(sentence("t", "atomic_inc(&"), testing::Not(HasSubstr("turn")));
  EXPECT_THAT(sentence("t / 8 * 8", ""), testing::Not(HasSubstr("turn")));
}

TEST(MemoryAccess, OutOfBoundsIsShownWhereItAsks) {
  const std::string kernel =
      "__kernel void k(__global int *out, __global const int *in, __local int *s) {\n"
      "  int t = get_local_id(0);\n  out[t] = in[t - 8];\n}";
  const TracePtr trace = record_plan(one_group_plan(kernel, 32, 128));
  const auto p = find_access(*trace, sim::TraceRecord::global_access);
  ASSERT_TRUE(p.has_value());
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  ASSERT_EQ(access.lanes.size(), 32u);
  EXPECT_EQ(access.object, "in");
  EXPECT_EQ(access.lanes[0].name, "in[-8]");
  EXPECT_EQ(access.lanes[0].offset, -32);
  ASSERT_EQ(access.segments.size(), 4u);
  EXPECT_EQ(access.segments[0].offset, -32);
  EXPECT_EQ(lane_arithmetic(access, 1),
            "lane 1: in[t - 8] = [1 - 8] = [-7], byte -28 lies in the segment -32 to -1");
}

TEST(MemoryAccess, CoalescedLoadsUseEveryByte) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const auto p = find_access(*trace, sim::TraceRecord::global_access);
  ASSERT_TRUE(p.has_value());
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  EXPECT_EQ(access.segments.size(), 4u);
  EXPECT_EQ(access.fewest_transactions, 4u);
  EXPECT_FALSE(access.costs);
  EXPECT_EQ(access.sentence,
            "4 sectors of 32 bytes for 128 bytes requested: all transferred bytes are used.");
  EXPECT_THAT(lane_arithmetic(access, 9), HasSubstr("in[g] = [9], byte 36 lies in the segment 32 to 63"));
}

// A transaction of 32 bytes is called a sector on devices that only have sectors.
TEST(MemoryAccess, UnitsAreThoseOfTheModel) {
  for (const sim::DeviceModel& model : sim::device_models()) {
    const auto trace = sim::Trace::record(one_group_plan(std::string(kStrided), 8, 8 * 8 * 4), model);
    ASSERT_TRUE(trace) << model.name;
    const auto p = find_access(**trace, sim::TraceRecord::global_access);
    ASSERT_TRUE(p.has_value()) << model.name;
    EXPECT_THAT(prepare_memory_access(**trace, *p).sentence, HasSubstr(" " + model.global.unit))
        << model.name;
  }
}

TEST(MemoryAccess, SpreadLoadsNameTheUnusedBytes) {
  const TracePtr trace = record_run("reduce/interleaved-global", 1024, 32);
  // The last access of the first warp with all lanes active and s = 16: stride 32 elements.
  std::optional<MemoryAccess> worst;
  for (std::uint64_t p = 0; p < trace->size(); ++p) {
    if ((trace->at(p).flags & sim::TraceRecord::global_access) == 0) continue;
    const MemoryAccess access = prepare_memory_access(*trace, p);
    if (!worst || access.segments.size() > worst->segments.size()) worst = access;
  }
  ASSERT_TRUE(worst.has_value());
  EXPECT_EQ(worst->segments.size(), 32u);
  EXPECT_TRUE(worst->costs);
  EXPECT_THAT(worst->sentence, HasSubstr("896 of 1024 transferred bytes are unused"));
  EXPECT_THAT(worst->sentence, HasSubstr("4 with contiguous addresses"));
}

TEST(MemoryAccess, BeforeTheFirstAccessNothingIsShown) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const MemoryAccess access = prepare_memory_access(*trace, 0);
  EXPECT_FALSE(access.present);
  EXPECT_FALSE(access.sentence.empty());
}

TEST(MemoryAccess, TheLastAccessStaysShown) {
  const TracePtr trace = record_run("reduce/divergent", 64, 64);
  const MemoryAccess access = prepare_memory_access(*trace, trace->size());
  EXPECT_TRUE(access.present);
  EXPECT_FALSE(access.upcoming);
  EXPECT_EQ(access.object, "out");
}

TEST(MemoryAccess, IsReadableWhenDrawn) {
  const TracePtr strided = record_plan(one_group_plan(std::string(kStrided), 64, 64 * 8 * 4));
  const TracePtr spread = record_run("reduce/interleaved-global", 256, 32);
  for (const TracePtr& trace : {strided, spread}) {
    for (std::uint64_t p = 0; p <= trace->size(); ++p) {
      if (p < trace->size() &&
          (trace->at(p).flags & (sim::TraceRecord::global_access | sim::TraceRecord::local_access)) == 0)
        continue;
      const MemoryAccess access = prepare_memory_access(*trace, p);
      for (const float width : {800.0f, 560.0f}) {
        const Rect area{5, 5, width, memory_access_height(access, width)};
        for (const int pass : {-1, 0, 1}) {
          CanvasRecorder canvas;
          MemoryAccessView view;
          view.pass = pass;
          draw_memory_access(canvas, area, access, view);
          expect_readable(canvas, area);
        }
      }
    }
  }
}

// Sentences and titles are complete, and all rows of banks are shown.
TEST(MemoryAccess, NoWordIsCutInALowCard) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kStrided), 8, 8 * 8 * 4));
  const auto p = find_access(*trace, sim::TraceRecord::local_access);
  ASSERT_TRUE(p.has_value());
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  for (const float height : {150.0f, 400.0f}) {
    CanvasRecorder canvas;
    MemoryAccessView view;
    draw_memory_access(canvas, {0, 0, 420, height}, access, view);
    EXPECT_EQ(canvas.find_text("…"), nullptr) << height;
    EXPECT_NE(canvas.find_text("byte 128 / 4 = word 32"), nullptr) << height;
    EXPECT_NE(canvas.find_text("0"), nullptr) << height;
    EXPECT_NE(canvas.find_text("32"), nullptr) << height;
  }
}

// Behind each row of the tile, whose words are in all rows of banks.
// In a low card the boxes of the addresses are lower, and the sentence is below them.
TEST(MemoryAccess, TheSentenceDoesNotCoverTheAddressesInALowCard) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kTable), 32, 4));
  const auto p = find_access(*trace, sim::TraceRecord::constant_access);
  ASSERT_TRUE(p.has_value());
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  for (float height = 112; height <= memory_access_height(access, 560); height += 4) {
    CanvasRecorder canvas;
    MemoryAccessView view;
    draw_memory_access(canvas, {0, 0, 560, height}, access, view);
    const DrawnItem* const sentence = canvas.find_text("32 lanes request");
    const DrawnItem* const address = canvas.find_text("table[0]");
    ASSERT_TRUE(sentence != nullptr && address != nullptr) << height;
    EXPECT_LE(address->bounds.bottom(), sentence->bounds.y + 2) << height;
  }
}

TEST(MemoryAccess, ThePaddingOfATileIsHatchedInAllItsRows) {
  constexpr std::uint64_t side = 32;
  const auto report =
      lab::evaluate(**lab::find_scene("padded-tile"), {{{"padding", "1"}}, *sim::find_device_model("cc2.0")});
  ASSERT_TRUE(report);
  const LabFigure figure = prepare_lab_figure(*report);
  for (const float seen : {kSeesAll, 420.0f}) {
    CanvasRecorder canvas;
    LabFigureView view;
    const float height = lab_figure_height(figure, 900, seen);
    draw_lab_figure(canvas, {0, 0, 900, height}, figure, view, {}, seen);
    // Its last word is behind the last element of the column. The tile written by rows is one row of banks.
    EXPECT_EQ(canvas.count(DrawnItem::Kind::hatch_rect, Role::second_ink), side - 1) << seen;
    EXPECT_NE(canvas.find_text("Hatched: unused words"), nullptr);
  }
}

// Each lane has a transaction of its own for the same bytes: no bytes are left out between them, and each
// transaction moves bytes that its lane does not use.
TEST(MemoryAccess, TransactionsOfTheSameBytesHaveNoGap) {
  const auto report =
      lab::evaluate(**lab::find_scene("coalescing"),
                    {{{"active", "0-15"}, {"order", "swapped"}}, *sim::find_device_model("cc1.0")});
  ASSERT_TRUE(report);
  const LabFigure figure = prepare_lab_figure(*report);
  const MemoryAccess& access = figure.accesses.front();
  ASSERT_EQ(access.segments.size(), 16u);
  for (const AccessSegment& segment : access.segments) EXPECT_EQ(segment.used_bytes, 4u);
  CanvasRecorder canvas;
  MemoryAccessView view;
  draw_memory_access(canvas, {0, 0, 900, memory_access_height(access, 900)}, access, view);
  for (const DrawnItem& item : canvas.items())
    EXPECT_FALSE(item.kind == DrawnItem::Kind::text && item.text == "…");
}

TEST(MemoryAccess, LabelsOfSegmentsAreWholeOrLeftOut) {
  const TracePtr trace = record_run("reduce/interleaved-global", 256, 32);
  const auto p = find_access(*trace, sim::TraceRecord::global_access);
  const MemoryAccess access = prepare_memory_access(*trace, *p);
  for (float height = memory_access_height(access, 800); height > 100; height -= 5) {
    CanvasRecorder canvas;
    MemoryAccessView view;
    draw_memory_access(canvas, {5, 5, 800, height}, access, view);
    for (const DrawnItem& item : canvas.items()) {
      const bool is_label = item.kind == DrawnItem::Kind::text && item.style.align == Align::centre;
      if (!is_label || item.bounds.y > item.clip.bottom()) continue;
      EXPECT_LE(item.bounds.bottom(), item.clip.bottom() + 1) << item.text << " at height " << height;
    }
  }
}

TEST(MemoryAccess, ThePlayedPassIsHighlighted) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kStrided), 8, 8 * 8 * 4));
  const MemoryAccess access =
      prepare_memory_access(*trace, *find_access(*trace, sim::TraceRecord::local_access));
  const Rect area{0, 0, 800, memory_access_height(access, 800)};
  CanvasRecorder canvas;
  MemoryAccessView view;
  view.pass = 1;
  draw_memory_access(canvas, area, access, view);
  EXPECT_EQ(canvas.count(DrawnItem::Kind::fill_rect, Role::costs), 4u);
  EXPECT_EQ(canvas.count(DrawnItem::Kind::fill_rect, Role::costs_pale), 4u);
  EXPECT_NE(canvas.find_text("pass 2 of 2"), nullptr);
}

TEST(MemoryAccess, APassNamesItsLanes) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kStrided), 8, 8 * 8 * 4));
  const MemoryAccess access =
      prepare_memory_access(*trace, *find_access(*trace, sim::TraceRecord::local_access));
  EXPECT_EQ(pass_sentence(access, 1),
            "Pass 2 of 2 serves lanes 4, 5, 6 and 7 from banks 0, 8, 16 and 24; 28 banks are idle.");
  MemoryAccessView view;
  view.pass = 1;
  CanvasRecorder canvas;
  draw_memory_access(canvas, {0, 0, 800, memory_access_height(access, 800)}, access, view);
  EXPECT_NE(canvas.find_text("serves lanes 4, 5, 6 and 7"), nullptr);
  EXPECT_NE(canvas.find_text("lane 4: s[8 * t]"), nullptr) << "the arithmetic of a lane in this pass";
}

TEST(MemoryAccess, ThePlayedPassIsScrolledIntoView) {
  const TracePtr trace = record_plan(one_group_plan(std::string(kStrided), 32, 32 * 8 * 4));
  const MemoryAccess access =
      prepare_memory_access(*trace, *find_access(*trace, sim::TraceRecord::local_access));
  ASSERT_EQ(access.passes, 8u);
  for (int pass = 0; pass < 8; ++pass) {
    MemoryAccessView view;
    view.pass = pass;
    CanvasRecorder canvas;
    draw_memory_access(canvas, {0, 0, 595, 140}, access, view);
    EXPECT_EQ(canvas.count(DrawnItem::Kind::fill_rect, Role::costs), 4u) << pass;
  }
}

TEST(IndexText, IsParsedAndEvaluated) {
  const ValueOf value_of = [](std::string_view name) -> std::optional<std::int64_t> {
    if (name == "t") return 4;
    if (name == "s") return 28;
    return std::nullopt;
  };
  using testing::ElementsAre;
  EXPECT_THAT(indices_of("OP(scratch[t], scratch[t + s])", "scratch"), ElementsAre("t", "t + s"));
  EXPECT_THAT(indices_of("a[b[t]] = b[a[s]]", "a"), ElementsAre("b[t]", "s"));
  EXPECT_THAT(indices_of("other_a[t]", "a"), ElementsAre());
  EXPECT_EQ(evaluate_index("2 * (t + 1) - 1", value_of), 9);
  EXPECT_EQ(evaluate_index("s - t - 1", value_of), 23) << "from the left";
  EXPECT_EQ(evaluate_index("t << 1 | 1", value_of), 9);
  EXPECT_EQ(evaluate_index("s / 8 % 2", value_of), 1);
  EXPECT_EQ(evaluate_index("-t", value_of), -4);
  for (const char* index : {"PAD(t)", "t +", "(t", "u", "t / 0", "", "1.5"})
    EXPECT_EQ(evaluate_index(index, value_of), std::nullopt) << index;
  EXPECT_EQ(with_values("2 * (t + 1) + PAD(s)", value_of), "2 * (4 + 1) + PAD(28)");
}

TEST(IndexText, IsChosenByTheAccessedElements) {
  const auto lane = [](std::int64_t t, std::int64_t element) {
    return IndexedLane{[t](std::string_view name) { return name == "t" ? std::optional(t) : std::nullopt; },
                       element};
  };
  const std::vector<std::string> indices{"t", "t + 2"};
  EXPECT_EQ(choose_index(indices, {lane(0, 2), lane(1, 3)}), "t + 2");
  EXPECT_EQ(choose_index(indices, {lane(0, 0), lane(1, 1)}), "t");
  EXPECT_EQ(choose_index(indices, {lane(0, 5)}), "");
  EXPECT_EQ(choose_index({"PAD(t)"}, {lane(0, 5)}), "PAD(t)")
      << "the only candidate, although it cannot be checked";
  EXPECT_EQ(choose_index({"PAD(t)", "F(t)"}, {lane(0, 5)}), "");
}

// Every access of the catalogue's kernels is explained, and the values of its index give the
// accessed element.
TEST(IndexText, LeadsToTheElementInEveryAlgorithm) {
  for (const char* id :
       {"reduce/divergent", "scan/blelloch", "scan/kogge-stone", "reduce/sequential-local"}) {
    const TracePtr trace = record_run(id, 64, 64);
    std::size_t seen = 0, known = 0;
    for (std::uint64_t p = 0; p < trace->size(); ++p) {
      if ((trace->at(p).flags & (sim::TraceRecord::local_access | sim::TraceRecord::global_access)) == 0)
        continue;
      const MemoryAccess access = prepare_memory_access(*trace, p);
      if (access.lanes.empty()) continue;
      ++seen;
      known += access.index.empty() ? 0 : 1;
      const auto none = [](std::string_view) { return std::optional<std::int64_t>(); };
      for (const AccessLane& lane : access.lanes) {
        const auto value = evaluate_index(lane.index, none);
        if (!value) continue;
        EXPECT_TRUE(lane.name.ends_with("[" + std::to_string(*value) + "]")) << id << p;
      }
    }
    EXPECT_EQ(known, seen) << id;
  }
}

}  // namespace
}  // namespace lockstep::gui
