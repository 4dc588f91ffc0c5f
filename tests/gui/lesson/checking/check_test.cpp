// An author's mistakes: each is reported at its line, with a correction.
#include "gui/lesson/checking/check.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "gui/app/lesson_tools.hpp"
#include "gui/lesson/export/handout.hpp"
#include "gui/scene_files/scenes.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

struct WrittenLesson {
  explicit WrittenLesson(const std::string& text) { write(text); }
  void write(const std::string& text) const { std::ofstream(folder.file("lesson.md")) << text; }
  std::vector<std::string> faults() const {
    const auto loaded = load_lesson(*find_lesson(folder.path().string()));
    std::vector<std::string> all;
    for (const LessonFault& fault : check_lesson(*loaded, lesson_tools()))
      all.push_back(fault_text("lesson.md", fault));
    return all;
  }
  TemporaryFolder folder;
};

// A page with a scene that runs, followed by a mistake; the scene ends on line 5.
std::string with_scene(const std::string& rest) {
  return "# Page\n\n```scene\n{\"algorithm\": \"reduce/sequential-local\", \"n\": 16, \"group_size\": "
         "16}\n```\n\n" +
         rest + "\n";
}

struct Mistake {
  std::string name, text;
  std::string place, what, cure;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreFoundAtTheirLine) {
  const auto& [name, text, place, what, cure] = GetParam();
  const WrittenLesson lesson(text);
  EXPECT_THAT(lesson.faults(), Contains(testing::AllOf(testing::StartsWith("lesson.md:" + place + ": "),
                                                       HasSubstr(what), HasSubstr(cure))));
}

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

INSTANTIATE_TEST_SUITE_P(
    Authors, Mistakes,
    testing::Values(
        Mistake{"UnknownKey", with_scene("shwo: source"), "7:1", "The key \"shwo\" is not known",
                "Did you mean \"show:\"?"},
        Mistake{"EmptyKey", with_scene("show:"), "7:1", "has no value", "Write it after the colon"},
        Mistake{"KeyTwice", with_scene("at: end\nat: start"), "8:1", "twice; the first is in line 7",
                "Remove one"},
        Mistake{"TextBelowKey", with_scene("at: end\nText."), "8:1", "without an empty line",
                "Leave a line empty"},
        Mistake{"LessonsKeyLater", "# A\n\n---\n\n# B\n\nminutes: 5\n", "7:1", "describes the whole lesson",
                "first page"},
        Mistake{"UnknownCard", with_scene("show: source figur"), "7:7", "\"figur\" is not a card",
                "The cards are: source, figure"},
        Mistake{"UnknownCounter", with_scene("show: counters:conflicts"), "7:7", "no counter \"conflicts\"",
                "bank-conflicts"},
        Mistake{"ShowWithoutScene", "# A\n\nshow: figure\n", "3:7", "needs a scene", "```scene"},
        Mistake{"SceneIsNoJson", "# A\n\n```scene\n{\"n\": 16\n \"seed\": 2}\n```\n", "5:2", "is not JSON",
                "Check commas"},
        Mistake{"UnknownFieldOfScene", "# A\n\n```scene\n{\"n\": 16,\n \"grup_size\": 4}\n```\n", "5:2",
                "\"grup_size\" is not known", "Ctrl+S"},
        Mistake{"WrongFieldOfScene", "# A\n\n```scene\n{\"n\": \"many\"}\n```\n", "4:2", "not a whole number",
                "Ctrl+S"},
        Mistake{"UnknownAlgorithm", "# A\n\n```scene\n{\"algorithm\": \"reduce/fast\"}\n```\n", "3:1",
                "The scene does not run", "reduce/fast"},
        Mistake{"MissingSceneFile", "# A\n\n```scene figur-4.json\n```\n", "3:1", "no scene figur-4.json",
                "Ctrl+S"},
        Mistake{"TwoScenes", with_scene("```scene\n{}\n```"), "7:1", "two scenes; the first is in line 3",
                "---"},
        Mistake{"BlockWithoutEnd", "# A\n\n```question\nWhich?\n- [x] a\n- [ ] b\n", "3:1", "does not end",
                "Write ```"},
        Mistake{"UnknownQuestion", "# A\n\n```question essay\nWhy?\n```\n", "3:1",
                "no kind of question \"essay\"", "question choice, question several"},
        Mistake{"NoRightChoice", "# A\n\n```question\nWhich?\n- [ ] a\n- [ ] b\n```\n", "4:1",
                "No choice is right", "Write an x"},
        Mistake{"OneChoice", "# A\n\n```question\nWhich?\n- [x] a\n```\n", "4:1", "only one choice",
                "two or more"},
        Mistake{"ChoiceWithoutBox", "# A\n\n```question\nWhich?\n- a\n- [x] b\n```\n", "5:1", "has no box",
                "- [x]"},
        Mistake{"SameChoices", with_scene("```question\nWhich?\n- [x] {n}\n- [ ] 16\n```"), "10:1",
                "Two choices are \"16\" in this run", "Change one"},
        Mistake{"TwoOfOneKind", "# A\n\n```question choice\nWhich?\n- [x] a\n- [x] b\n```\n", "3:1",
                "several choices have an x", "question several"},
        Mistake{"NumberWithChoices", "# A\n\n```question number\nWhich?\n- [x] a\n- [ ] b\n```\n", "3:1",
                "but it has choices", "answer:"},
        Mistake{"AnswerIsNoNumber", "# A\n\n```question\nHow many?\nanswer: many\n```\n", "4:1",
                "is not a number", ""},
        Mistake{"UnknownAsk", with_scene("ask: activ-lanes at line 35"), "7:6", "perhaps active-lanes", ""},
        Mistake{"WrongWordInAsk", with_scene("ask: active-lanes at lien 35"), "7:22", "\"lien\"",
                "line, moment, start or end"},
        Mistake{"AskAboutLineThatDoesNotRun", with_scene("ask: active-lanes at line 2"), "7:6", "ine 2", ""},
        Mistake{"AskWithoutScene", "# A\n\nask: active-lanes at line 2\n", "3:6", "needs a scene",
                "```scene"},
        Mistake{"MomentThatDoesNotCome", with_scene("at: line 35, 90th time"), "7:5",
                "happens 4 times in this run, not 90", ""},
        Mistake{"LineThatIsNotThere", with_scene("at: line \"t > s\""), "7:5",
                "No line of the kernel contains", "as in the kernel's file"},
        Mistake{"UnknownValue", with_scene("The sum is {sum[0]}."), "7:1", "there is no such buffer", "\\{"},
        Mistake{"ValueWithoutScene", "# A\n\nThere are {n}.\n", "3:1", "no scene", "\\{"},
        Mistake{"BrokenLink", "# Banks\n\nSee [there](#bank).\n", "3:6", "no page #bank", "#banks"},
        Mistake{"LinkToMissingLesson", "# A\n\nSee [there](lesson:secnd-steps).\n", "3:6",
                "no lesson secnd-steps", "first-steps"},
        Mistake{"LinkToNothing", "# A\n\nSee [there](banks).\n", "3:6", "has no valid target", "#page-title"},
        Mistake{"MissingPicture", "# A\n\n![A tree](tree.svg)\n", "3:3", "no picture tree.svg",
                "Put the file there"},
        Mistake{"WrongPicture", "# A\n\n![A tree](tree.gif)\n", "3:3", "not a picture that can be shown",
                ".svg or .png"},
        Mistake{"SameTitles", "# A\n\nText.\n\n---\n\n# A\n", "6:1", "Two pages have the title \"A\"",
                "Change one"},
        Mistake{"EmptyPage", "# A\n\n---\n\n---\n\n# B\n", "4:1", "This page is empty", "Remove one"},
        Mistake{"UnknownFormula", "# A\n\n$\\lg n$\n", "3:2", "\\lg", "nearest"}),
    [](const auto& mistake) { return mistake.param.name; });

TEST(CheckLesson, FindsNothingInAGoodOne) {
  const WrittenLesson lesson(
      with_scene("{n} numbers, in line {line \"if (t < s)\"}.\n\nat: line \"if (t < s)\", second time\n\n"
                 "ask: active-lanes at line \"scratch[t] = OP\", second time"));
  EXPECT_THAT(lesson.faults(), IsEmpty());
}

TEST(CheckLesson, KnowsFiguresOfDocuments) {
  const WrittenLesson lesson(
      "# A\n\n[Figure 6](document:001/figure-6)\n\n```scene document:001/figure-6\n```\n\n{n} numbers.\n");
  EXPECT_THAT(lesson.faults(), IsEmpty());
  const WrittenLesson wrong("# A\n\n[Figure 99](document:001/figure-99)\n");
  EXPECT_THAT(wrong.faults(), testing::ElementsAre(HasSubstr("lesson.md:3:2: ")));
}

TEST(CheckLesson, PagesDifferFromTheFirstOne) {
  const WrittenLesson lesson(with_scene(
      "at: end\n\n---\n\n# B\n\n```scene\n{\"n\": 8, \"position\": 3, \"group_size\": null}\n```"));
  const auto loaded = load_lesson(*find_lesson(lesson.folder.path().string()));
  std::vector<LessonFault> faults;
  const auto scenes = lesson_scenes(*loaded, read_scene, faults);
  EXPECT_THAT(faults, IsEmpty());
  ASSERT_TRUE(scenes[1]);
  EXPECT_EQ(scenes[1]->algorithm, "reduce/sequential-local");
  EXPECT_EQ(scenes[1]->n, 8u);
  EXPECT_EQ(scenes[1]->group_size, AppState{}.group_size);
  EXPECT_EQ(scenes[1]->position, 3u);
  EXPECT_EQ(to_text(scenes[1]->show), std::string(kLessonShow));
}

// A lesson from another author must not copy the reader's files into a handout.
TEST(LessonBoundary, ReachesOnlyItsOwnFolder) {
  const WrittenLesson lesson("");
  const TemporaryFolder outside;
  std::ofstream(outside.file("secret.svg")) << "<svg/>";
  std::ofstream(outside.file("secret.cl")) << "kernel void k() {}\n";
  std::filesystem::create_symlink(outside.file("secret.svg"), lesson.folder.file("link.svg"));
  const std::string above = "../" + outside.path().filename().string() + "/secret.svg";
  for (const std::string& picture : {outside.file("secret.svg"), above, std::string("link.svg")}) {
    lesson.write("# Page\n\n![words](" + picture + ")\n");
    EXPECT_THAT(lesson.faults(), Contains(HasSubstr("lesson.md:3:3: "))) << picture;
    EXPECT_THAT(lesson.faults(), Contains(HasSubstr("is outside the folder"))) << picture;
    const auto loaded = load_lesson(*find_lesson(lesson.folder.path().string()));
    const auto made = make_handout(*loaded, lesson_tools(), {}, {});
    ASSERT_FALSE(made) << picture;
    EXPECT_THAT(made.error().message, HasSubstr("is outside the folder"));
  }
  lesson.write("# Page\n\n```scene\n{\"kernel_file\": \"" + outside.file("secret.cl") + "\"}\n```\n");
  EXPECT_THAT(lesson.faults(), Contains(HasSubstr("is outside the folder")));
}

}  // namespace
}  // namespace lockstep::gui
