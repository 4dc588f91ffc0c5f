#include "gui/lesson/reading/parse_lesson.hpp"

#include <gmock/gmock.h>

#include "gui/lesson/reading/formula.hpp"
#include "gui/lesson/reading/markdown.hpp"

namespace lockstep::gui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using BlockKind = LessonBlock::Kind;

std::vector<std::string> texts(const LessonBlocks& blocks) {
  std::vector<std::string> result;
  for (const LessonBlock& block : blocks) result.push_back(block.marker + plain_text(block.text));
  return result;
}

TEST(ParseLesson, DividesPagesAndNamesThem) {
  const ParsedLesson parsed = parse_lesson(
      "# Banks & words\n\nminutes: 12\nsummary: One sentence.\n\nText.\n\n---\n\n## Two lanes, one "
      "bank\n\n---\nText.\n");
  EXPECT_THAT(parsed.faults, IsEmpty());
  const Lesson& lesson = parsed.lesson;
  EXPECT_EQ(lesson.title, "Banks & words");
  EXPECT_EQ(lesson.minutes, 12u);
  EXPECT_EQ(lesson.summary, "One sentence.");
  ASSERT_THAT(lesson.pages, SizeIs(3));
  EXPECT_EQ(lesson.pages[0].name, "banks-words");
  EXPECT_EQ(lesson.pages[1].name, "two-lanes-one-bank");
  EXPECT_EQ(lesson.pages[2].title, "Page 3");
  EXPECT_EQ(find_page(lesson, "two-lanes-one-bank"), 1u);
  EXPECT_EQ(find_page(lesson, "three"), std::nullopt);
  EXPECT_EQ(lesson.pages[2].place, (LessonPlace{13, 1}));
}

TEST(ParseLesson, PartsBeginWhereTheTextSays) {
  const ParsedLesson parsed = parse_lesson(
      "# A\n\npart: First\nclass: A projector.\nalone: Paper.\n\nText.\n\n---\n\n# B\n\n---\n\n# C\n\npart: "
      "Second\n\nask: race\n");
  EXPECT_THAT(parsed.faults, IsEmpty());
  EXPECT_EQ(parsed.lesson.with_class, "A projector.");
  EXPECT_EQ(parsed.lesson.alone, "Paper.");
  const std::vector<LessonPart> parts = parts_of(parsed.lesson);
  ASSERT_THAT(parts, SizeIs(2));
  EXPECT_EQ(parts[0].title, "First");
  EXPECT_EQ(pages_text(parts[0]), "pages 1 to 2");
  EXPECT_EQ(parts[1].first, 2u);
  EXPECT_EQ(parts[1].questions, 1u);
  EXPECT_THAT(texts(parsed.lesson.pages[2].blocks), testing::Contains("Part 2: Second"));
  EXPECT_TRUE(parts_of(parse_lesson("# A\n").lesson).empty());
  EXPECT_THAT(parse_lesson("# A\n\n---\n\n# B\n\npart: X\n").faults, SizeIs(1));
}

// Lists and tables of contents show them without a run.
TEST(ParseLesson, TitlesAndSummariesHaveNoValues) {
  const ParsedLesson parsed = parse_lesson(
      "# Adding {n} numbers\n\nsummary: {n} become one.\nclass: For {group_size} people.\nalone: {n}\n\n{n} "
      "numbers.\n\n---\n\n# B\n\npart: {n}\n\n{n}\n");
  std::vector<std::string> faults;
  for (const LessonFault& fault : parsed.faults) faults.push_back(fault.what);
  EXPECT_THAT(faults, testing::IsSupersetOf({testing::StartsWith("The title has the value {n}"),
                                             testing::StartsWith("\"summary:\" has the value {n}"),
                                             testing::StartsWith("\"class:\" has the value {group_size}"),
                                             testing::StartsWith("\"alone:\" has the value {n}"),
                                             testing::StartsWith("\"part:\" has the value {n}")}));
}

TEST(ParseLesson, KeepsTextInItsOrder) {
  const ParsedLesson parsed = parse_lesson(
      "# Title\n\nBefore.\n\n```question\nWhich?\n- [x] a\n- [ ] b\n```\n\nBetween.\n\nask: passes at line "
      "3\n\n```\n---\nask: no\n```\n");
  EXPECT_THAT(parsed.faults, IsEmpty());
  const LessonPage& page = parsed.lesson.pages.front();
  std::vector<BlockKind> kinds;
  for (const LessonBlock& block : page.blocks) kinds.push_back(block.kind);
  EXPECT_THAT(kinds, ElementsAre(BlockKind::heading, BlockKind::paragraph, BlockKind::question,
                                 BlockKind::paragraph, BlockKind::question, BlockKind::code));
  EXPECT_EQ(page.blocks.back().code, "---\nask: no\n");
  ASSERT_THAT(page.questions, SizeIs(2));
  EXPECT_EQ(page.questions[1].ask, "passes at line 3");
  EXPECT_EQ(page.questions[1].place, (LessonPlace{13, 6}));
}

TEST(ParseLesson, ReadsListsTablesAndStyles) {
  const ParsedLesson parsed = parse_lesson(
      "1. one\n2. *two*\n   - deep **er**\n\n> quoted `code`\n\n| a | b |\n|---|--:|\n| 1 | [x](#title) |\n");
  EXPECT_THAT(parsed.faults, IsEmpty());
  const LessonBlocks& blocks = parsed.lesson.pages.front().blocks;
  ASSERT_THAT(blocks, SizeIs(5));
  EXPECT_THAT(texts(blocks), ElementsAre("1.one", "2.two", "•deep er", "quoted code", ""));
  EXPECT_EQ(blocks[2].level, 2u);
  EXPECT_TRUE(blocks[1].text.front().emphasis);
  EXPECT_TRUE(blocks[2].text.back().strong);
  EXPECT_TRUE(blocks[3].quoted);
  EXPECT_EQ(blocks[3].text.back().kind, LessonInline::Kind::code);
  EXPECT_THAT(blocks[4].columns, ElementsAre(Align::left, Align::right));
  ASSERT_THAT(blocks[4].rows, SizeIs(2));
  ASSERT_THAT(blocks[4].rows[1][1], SizeIs(1));
  EXPECT_EQ(blocks[4].rows[1][1].front().target, "#title");
  EXPECT_EQ(blocks[4].rows[1][1].front().place, (LessonPlace{9, 8}));
}

TEST(ParseLesson, ReadsQuestions) {
  const ParsedLesson parsed = parse_lesson(
      "```question\nHow many?\n\n- [ ] 8\n  Half of them rest.\n- [x] {n / 4}\nwhy: Because\n  of line "
      "3.\n```\n\n"
      "```question several\nWhich?\n- [x] a\n- [x] b\n- [ ] c\n```\n\n```question\nHow many?\nanswer: "
      "{steps}\n```\n");
  EXPECT_THAT(parsed.faults, IsEmpty());
  const auto& questions = parsed.lesson.pages.front().questions;
  ASSERT_THAT(questions, SizeIs(3));
  EXPECT_EQ(questions[0].form, LessonQuestion::Form::choice);
  EXPECT_EQ(plain_text(questions[0].choices[0].reply), "Half of them rest.");
  EXPECT_EQ(plain_text(questions[0].why), "Because of line 3.");
  EXPECT_TRUE(questions[0].choices[1].right);
  EXPECT_EQ(questions[1].form, LessonQuestion::Form::several);
  EXPECT_EQ(questions[2].form, LessonQuestion::Form::number);
  EXPECT_EQ(questions[2].number, "{steps}");
}

TEST(ParseLesson, ReadsScenesAndKeys) {
  const ParsedLesson parsed = parse_lesson(
      "# A\n\n```scene figure.json\n{\"n\": 8}\n```\n\nat: line \"x\", third time\nshow: source\n  "
      "figure:large\nnote: one\nsteps: yes\n");
  EXPECT_THAT(parsed.faults, IsEmpty());
  const LessonPage& page = parsed.lesson.pages.front();
  ASSERT_TRUE(page.scene);
  EXPECT_EQ(page.scene->file, "figure.json");
  EXPECT_EQ(page.scene->json, "{\"n\": 8}\n");
  EXPECT_EQ(page.scene->json_place, (LessonPlace{4, 1}));
  EXPECT_EQ(page.at->value, "line \"x\", third time");
  EXPECT_EQ(page.show->value, "source figure:large");
  ASSERT_TRUE(page.note);
  EXPECT_EQ(page.note->value, "one");
  EXPECT_TRUE(page.steps);
  EXPECT_EQ(page.markdown, "# A\n\n");
}

TEST(ParseLesson, CommentsAndEscapedBracesAreNoText) {
  const ParsedLesson parsed = parse_lesson("a <!-- note\nnote --> b \\{n\\} `\\{`\n");
  EXPECT_EQ(plain_text(parsed.lesson.pages.front().blocks.front().text),
            "a b " + std::string(kOpenBrace) + "n" + std::string(kCloseBrace) + " \\{");
}

std::string formula(std::string_view latex) {
  std::vector<LessonFault> faults;
  std::string result;
  for (const LessonInline& piece : parse_formula(latex, {}, faults))
    result += piece.script > 0   ? "^(" + piece.text + ")"
              : piece.script < 0 ? "_(" + piece.text + ")"
                                 : piece.text;
  for (const LessonFault& fault : faults) result += " | " + fault.what;
  return result;
}

// Recursion is limited for every lesson.
TEST(Formula, IsRefusedWhereItIsNestedTooDeeply) {
  for (const char* opening : {"{", "\\frac{", "^", "x_{", "\\log_"}) {
    std::string latex;
    for (int i = 0; i < 100'000; ++i) latex += opening;
    std::vector<LessonFault> faults;
    parse_formula(latex, {}, faults);
    ASSERT_FALSE(faults.empty()) << opening;
    EXPECT_THAT(faults.front().what, testing::HasSubstr("levels deep")) << opening;
  }
}

TEST(ParseLesson, ReadsFormulas) {
  EXPECT_EQ(formula("2^{k+1} \\le n"), "2^(k+1) ≤ n");
  EXPECT_EQ(formula("\\log_2 n"), "log_(2) n");
  EXPECT_EQ(formula("S = \\frac{T_1}{T_p}"), "S = T_(1) / T_(p)");
  EXPECT_EQ(formula("\\sum_{d=0}^{\\log_2 n-1} 2^d"), "Σ_(d=0)^(log₂ n−1) 2^(d)")
      << "an index within another";
  EXPECT_EQ(formula("2^{2^{10}}"), "2^(2¹⁰)");
  EXPECT_EQ(formula("x_{i_k}"), "x_(i_k)");
  EXPECT_EQ(formula("\\frac{n - 1}{2}"), "(n − 1) / 2");
  EXPECT_EQ(formula("\\Theta(n \\log n)"), "Θ(n log n)");
  EXPECT_EQ(formula("\\lceil m / L \\rceil \\cdot x_i"), "⌈ m / L ⌉ · x_(i)");
  EXPECT_EQ(formula("\\oplsu"), "\\oplsu | The formula contains the unknown command \\oplsu.");
}

}  // namespace
}  // namespace lockstep::gui
