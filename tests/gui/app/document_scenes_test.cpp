// The scenes of assets/scenes, which reproduce the documents' figures and examples: each opens without a
// remark, runs, is legible in the window, and can be exported. The lists of assets/documents name everything
// that the documents number, and each entry opens.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/catalogue/documents.hpp"
#include "core/catalogue/listings.hpp"
#include "gui/app/shot.hpp"
#include "gui/overlays/documents_sheet.hpp"
#include "gui/pages/step/model/story.hpp"
#include "gui/scene_files/scenes.hpp"
#include "gui/session/original_source.hpp"
#include "gui/session/run_maker.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/gui/app/frame_faults.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

const std::string kFolder = LOCKSTEP_SOURCE_DIR "/assets/scenes/";

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

LoadedScene scene_of(const std::string& name) {
  auto scene = load_scene(kFolder + name + ".json");
  EXPECT_TRUE(scene) << name << ": " << (scene ? "" : scene.error().message);
  return scene ? *scene : LoadedScene{};
}

// With the text that the scene contains, if there is one.
tl::expected<Run, RunFailure> scene_run_of(const AppState& state) {
  RunRequest request = run_request(state);
  request.text = state.edited_text() ? *state.edited_text()
                 : state.listing()   ? source_of(*state.listing()).text
                                     : load_kernel(**find_algorithm(state.algorithm), "")->text;
  return make_run(request);
}

// Figure 6 and the hazards show a wrong result. Exercises are not solved yet, except the one whose result is
// correct but slow.
bool may_be_wrong(const std::string& name, const AppState& state) {
  return state.algorithm.starts_with("hazards/") || name.starts_with("exercise-");
}

class DocumentScene : public testing::TestWithParam<std::string> {};

TEST_P(DocumentScene, OpensRunsAndTellsItsStory) {
  const LoadedScene scene = scene_of(GetParam());
  EXPECT_THAT(scene.remarks, testing::IsEmpty());
  EXPECT_NE(scene.state.title, "");
  if (scene.state.tab != kStepPage) {
    EXPECT_THAT(scene.state.story,
                testing::Not(testing::HasSubstr("{")));  // there is no run to take values from
    return;
  }
  const auto run = scene_run_of(scene.state);
  ASSERT_TRUE(run) << run.error().message;
  if (!may_be_wrong(GetParam(), scene.state)) {
    EXPECT_FALSE(run->verdict.is_wrong()) << run->verdict.message;
  }
  const ToldStory story = told_story(scene.state, *run, playhead(scene.state, *run));
  EXPECT_FALSE(story.is_wrong) << story.text;
  EXPECT_THAT(story.text, testing::Not(testing::HasSubstr("{")));
}

TEST_P(DocumentScene, IsLegible) {
  for (const WindowSize& size : {WindowSize{1600, 900, 1}, WindowSize{1280, 720, 1}})
    for (const ThemeName theme : {ThemeName::light, ThemeName::projector}) {
      AppState state = scene_of(GetParam()).state;
      state.theme = theme;
      Headless window(std::move(state), size.width, size.height);
      settle(window);
      WrittenFrame frame;
      window.interface().note_text(&frame);
      window.frame();
      window.interface().note_text(nullptr);
      EXPECT_GT(frame.texts.size(), 20u) << to_text(size);
      if (window.interface().state().tab == "lab") {
        const auto answer = window.interface().lab().answer();
        ASSERT_NE(answer, nullptr);
        EXPECT_TRUE(answer->report) << answer->report.error().message;
      }
      for (const std::string& fault : text_faults(frame, theme))
        ADD_FAILURE() << to_text(size) << ": " << fault;
      for (const std::string& fault : item_faults(window.interface().places(), frame))
        ADD_FAILURE() << to_text(size) << ": " << fault;
    }
}

TEST_P(DocumentScene, IsDrawnAsAFile) {
  const TemporaryFolder folder;
  ShotArguments arguments;
  arguments.scene = kFolder + GetParam() + ".json";
  arguments.output = folder.file("figure.svg");
  const AppState state = scene_of(GetParam()).state;
  const auto made = make_shot(arguments);
  if (!made && (state.tab == "gpu" || state.tab == "compare")) {
    // A table of measurements or counts; no other drawing replaces it.
    EXPECT_THAT(made.error().message, testing::HasSubstr("has no drawing of this scene; name a .png"));
    return;
  }
  ASSERT_TRUE(made) << made.error().message;
  std::ifstream file(arguments.output);
  const std::string drawn{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(drawn, testing::HasSubstr("<svg"));
  if (state.tab == kStepPage) {
    EXPECT_THAT(drawn, testing::HasSubstr(">" + state.title + "<"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, DocumentScene, testing::ValuesIn(scene_names()), [](const auto& name) {
  std::string word = name.param;
  std::ranges::replace(word, '-', '_');
  return word;
});

// The numbers printed in the documents.
std::vector<std::int32_t> result_of(const std::string& name) {
  const auto run = scene_run_of(scene_of(name).state);
  if (!run) return {};
  const std::size_t buffer = run->trace->plan().expectation->result_buffer;
  const auto end = run->trace->seek(run->trace->size());
  const std::vector<std::byte>& bytes = end->machine.buffers[buffer];
  std::vector<std::int32_t> values(bytes.size() / sizeof(std::int32_t));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(DocumentScenes, GiveTheDocumentsNumbers) {
  using testing::ElementsAre;
  EXPECT_THAT(result_of("bread"), ElementsAre(3, 8, 10, 17, 45, 49, 52, 52, 60, 61));
  EXPECT_THAT(result_of("table-1-inclusive"), ElementsAre(3, 14, 16, 21, 28, 28, 37, 40));
  EXPECT_THAT(result_of("table-1-exclusive"), ElementsAre(0, 3, 14, 16, 21, 28, 28, 37));
  EXPECT_THAT(result_of("camp-slots"), ElementsAre(0, 4, 6, 12, 13, 16, 18, 23));
  EXPECT_THAT(result_of("scan-example"), ElementsAre(3, 4, 11, 11, 15, 16, 22, 25));
  EXPECT_THAT(result_of("sequential-scan"), ElementsAre(3, 14, 16, 21, 28, 28, 37, 40));
  EXPECT_THAT(result_of("powers"), ElementsAre(2, 4, 8, 16, 32, 64, 128, 256));
  EXPECT_THAT(result_of("nesting"), ElementsAre(1, 2, 1, 2, 3, 2, 1, 0));
  // The lecture's products 1 4 9 8 5, 4 9 16 15 12, 9 16 25 24 21, 8 15 24 21 16 and 5 12 21 16 5.
  const std::vector<std::int32_t> inside = result_of("convolution-2d-inside");
  ASSERT_EQ(inside.size(), 49u);
  EXPECT_EQ(inside[2 * 7 + 2], 321);
}

TEST(DocumentScenes, AHazardShowsItsWrongResult) {
  for (const char* name :
       {"figure-6", "in-place-decomposition", "missing-barrier", "last-warp", "half-grid"}) {
    const auto run = scene_run_of(scene_of(name).state);
    ASSERT_TRUE(run) << name;
    EXPECT_TRUE(run->verdict.is_wrong() || !run->trace->findings().empty()) << name;
  }
}

TEST(DocumentScenes, AMomentIsNamedByTheRowThatIsComplete) {
  const AppState state = scene_of("figure-10").state;
  ASSERT_TRUE(state.after_row);
  const auto run = scene_run_of(state);
  ASSERT_TRUE(run);
  const sim::CombinationRow& last = run->figures->combination()->rows[*state.after_row - 1];
  EXPECT_EQ(last.label, "s = 4");  // of the up-sweep
  EXPECT_EQ(playhead(state, *run), last.positions.back() + 1);
  AppState moved = state;
  moved.position = 3;
  EXPECT_EQ(playhead(moved, *run), 3u);
}

TEST(DocumentScenes, SayWhatIsLeftOfTheBread) {
  DrivenWindow window(scene_of("bread").state);
  const auto told = [&] {
    const auto& session = window.interface().session();
    return told_story(window.state(), *session.run(), window.position()).text;
  };
  EXPECT_THAT(told(), testing::HasSubstr("39 inches are left"));
  window.press({Key::home});
  EXPECT_THAT(told(), testing::HasSubstr("… inches are left"));
  window.click("end-story");
  window.frame();
  EXPECT_EQ(window.state().title + window.state().story, "");
}

// The lists.

TEST(CourseDocuments, AreListedWithoutAFault) {
  std::vector<std::string> names;
  for (const CourseDocument& document : course_documents()) names.push_back(document.name);
  EXPECT_THAT(names, testing::ElementsAre("001", "002", "003", "004"));
  for (const auto& file : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/assets/documents")) {
    if (file.path().extension() != ".json") continue;
    std::ifstream stream(file.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto document = parse_course_document(file.path().string(), text);
    EXPECT_TRUE(document) << document.error().message;
  }
}

TEST(CourseDocuments, EveryEntryOpensItsScene) {
  std::set<std::string> used;
  for (const CourseDocument& document : course_documents())
    for (const DocumentEntry& entry : document.entries) {
      used.insert(entry.scene);
      const auto scene = load_scene(std::string(kDocumentPrefix) + entry.name());
      ASSERT_TRUE(scene) << entry.name() << ": " << scene.error().message;
      EXPECT_THAT(scene->remarks, testing::IsEmpty()) << entry.name();
      EXPECT_EQ(scene->state.document, entry.name());
      EXPECT_THAT(scene->state.title, testing::HasSubstr(entry.title));
      EXPECT_NE(scene->state.story, "") << entry.name();
      const bool step = scene->state.tab == kStepPage;
      if (!step) {
        EXPECT_THAT(scene->state.story, testing::Not(testing::HasSubstr("{"))) << entry.name();
      }
      if (step && !entry.story.empty()) {
        const auto run = scene_run_of(scene->state);
        ASSERT_TRUE(run) << entry.name();
        const ToldStory story = told_story(scene->state, *run, playhead(scene->state, *run));
        EXPECT_FALSE(story.is_wrong) << entry.name() << ": " << story.text;
      }
    }
  for (const std::string& name : scene_names())
    EXPECT_TRUE(used.contains(name)) << name << " is no entry's scene";
}

// Everything that the documents number or announce by name, read from the documents.
TEST(CourseDocuments, HaveAllThatTheDocumentsNumber) {
  std::vector<std::string> assignment{"figure-1a", "figure-1b", "figure-1c",         "figure-1d",
                                      "figure-2a", "figure-2b", "figure-2c",         "figure-2d",
                                      "figure-2e", "figure-2f", "table-1-inclusive", "table-1-exclusive",
                                      "evaluation"};
  for (int figure = 3; figure <= 12; ++figure) assignment.push_back("figure-" + std::to_string(figure));
  for (const char* task : {"interleaved", "sequential", "decomposition", "extra"})
    assignment.push_back(std::string("task-1-") + task);
  for (const char* task : {"naive", "local", "large-arrays"})
    assignment.push_back(std::string("task-2-") + task);
  for (const char* id : {"example-super-linear", "task-1-host-loop"}) assignment.push_back(id);
  std::vector<std::string> second = assignment;
  second.insert(second.end(), {"task-1-unrolled", "task-2-bank-conflicts"});
  std::vector<std::string> kernels{"table-rates", "table-profiler", "formula-isoefficiency"};
  for (int kernel = 1; kernel <= 6; ++kernel)
    for (const char* what : {"", "-rates"}) kernels.push_back("kernel-" + std::to_string(kernel) + what);
  const std::map<std::string, std::vector<std::string>> expected{{"001", assignment},
                                                                 {"002", kernels},
                                                                 {"003", second},
                                                                 {"004",
                                                                  {"table-1d",
                                                                   "table-2d",
                                                                   "table-latencies",
                                                                   "listing-basic",
                                                                   "listing-tiled",
                                                                   "listing-cached",
                                                                   "listing-better",
                                                                   "listing-mask",
                                                                   "listing-allocate",
                                                                   "listing-host",
                                                                   "listing-shift",
                                                                   "listing-output",
                                                                   "listing-write",
                                                                   "listing-block-size",
                                                                   "example-temporal-coherence",
                                                                   "example-quicksort",
                                                                   "example-string-comparison",
                                                                   "example-polynomial",
                                                                   "example-recurrence",
                                                                   "example-tree-operations",
                                                                   "example-allocation",
                                                                   "example-bread",
                                                                   "example-camp-slots",
                                                                   "example-scan",
                                                                   "figure-kogge-stone-1",
                                                                   "figure-kogge-stone-2",
                                                                   "figure-kogge-stone-3",
                                                                   "figure-double-buffering"}}};
  for (const auto& [document, ids] : expected)
    for (const std::string& id : ids) {
      const auto entry = find_document_entry(document + "/" + id);
      EXPECT_TRUE(entry) << entry.error().message;
    }
}

TEST(CourseDocuments, AreFoundByNameOrRefusedWithAHint) {
  EXPECT_TRUE(find_document_entry("document:001/figure-6"));
  const auto unknown = find_document_entry("001/figure-66");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, testing::HasSubstr("Did you mean figure-6"));
  EXPECT_THAT(find_document_entry("005/figure-1").error().message, testing::HasSubstr("001, 002, 003, 004"));
  EXPECT_FALSE(load_scene("document:001"));
}

// Titles that are equal to the words come first, then those that begin with them or contain them in this
// order.
TEST(DocumentsSheet, ListsTheBestMatchesFirst) {
  for (const CourseDocument& document : course_documents())
    for (const DocumentEntry& entry : document.entries) {
      const std::vector<DocumentLine> lines = document_lines(entry.title, std::nullopt);
      ASSERT_GE(lines.size(), 2u) << entry.title;
      ASSERT_NE(lines[1].entry, nullptr) << entry.title;
      EXPECT_EQ(lines[1].entry->title, entry.title);
    }
  const std::vector<DocumentLine> lines = document_lines("figure 6", std::nullopt);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_THAT(lines[1].entry->title, testing::StartsWith("Figure 6"));
  EXPECT_EQ(document_lines("", std::nullopt)[0].document, &course_documents().front());
}

TEST(DocumentsSheet, ListsWhatContainsAllWords) {
  const auto count = [](std::string_view filter, std::optional<EntryKind> kind = std::nullopt) {
    std::size_t entries = 0;
    for (const DocumentLine& line : document_lines(filter, kind)) entries += line.entry != nullptr ? 1 : 0;
    return entries;
  };
  EXPECT_EQ(count("001/Figure-6"), 1u);
  EXPECT_EQ(count("no such entry"), 0u);
  EXPECT_EQ(document_lines("no such entry", std::nullopt).size(), 0u);
  EXPECT_GT(count("", EntryKind::exercise), 10u);
  EXPECT_GT(count(""), 200u);
}

TEST(DocumentsSheet, OpensAnEntryByKeysAndByAPress) {
  DrivenWindow window;
  window.press({Key::d, true, true});
  EXPECT_EQ(window.interface().overlay(), "documents");
  window.frame();
  window.type("001 figure 5");
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_EQ(window.state().document, "001/figure-5");
  window.press({Key::d, true, true});
  window.frame();
  window.press({Key::down});
  window.press({Key::escape});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_EQ(window.state().document, "001/figure-5");
  window.press({Key::d, true, true});
  window.frame();
  window.type("002 table profiler");
  window.click("document-002/table-profiler");
  window.frame();
  EXPECT_EQ(window.state().document, "002/table-profiler");
}

TEST(DocumentsSheet, AnExerciseKeepsTheUsersOwnText) {
  DrivenWindow window;
  window.interface().open_file("document:001/task-1-interleaved");
  const std::string skeleton = window.interface().session().original().text;
  AppState solved = window.state();
  solved.edited_texts[solved.source_key(0)] = skeleton + "// mine\n";
  DrivenWindow again(solved);
  again.interface().open_file("document:003/task-1-interleaved");
  ASSERT_NE(again.state().edited_text(), nullptr);
  EXPECT_EQ(*again.state().edited_text(), skeleton + "// mine\n");
  EXPECT_THAT(again.interface().activity().notice, testing::HasSubstr("your own text"));
}

TEST(DocumentsSheet, RevertInAnExerciseNeverShowsTheSolution) {
  DrivenWindow window;
  window.interface().open_file("document:001/task-1-interleaved");
  window.pause();
  const auto& original = window.interface().session().original().text;
  EXPECT_THAT(original, testing::HasSubstr("To do"));
  EXPECT_EQ(window.state().edited_text(), nullptr) << "nothing is written yet";
  window.press({Key::f2});
  window.press({Key::home, true});
  window.type("// mine ");
  window.press({Key::escape});
  window.pause();
  ASSERT_NE(window.state().edited_text(), nullptr);
  const std::string mine = *window.state().edited_text();
  window.click("revert");
  window.pause();
  EXPECT_EQ(window.state().edited_text(), nullptr);
  EXPECT_THAT(window.interface().session().run()->request.text, testing::HasSubstr("To do"));
  window.press({Key::z, true});
  window.pause();
  ASSERT_NE(window.state().edited_text(), nullptr) << "Ctrl+Z restores the text";
  EXPECT_EQ(*window.state().edited_text(), mine);
}

TEST(DocumentsSheet, AnExercisesTextStaysInTheExercise) {
  AppState state = load_scene("document:001/task-1-interleaved")->state;
  ASSERT_FALSE(state.exercise.empty());
  state.edited_texts[state.source_key(0)] = "half of it";
  const std::string id = state.algorithm;
  EXPECT_EQ(replacing_text(state, id), "half of it");
  const auto kept = parse_scene(to_scene(state));
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->state, state);
  choose_algorithm(state, id);
  EXPECT_EQ(state.edited_text(), nullptr);
  EXPECT_EQ(replacing_text(state, id), std::nullopt);
  EXPECT_EQ(original_of(state, "")->text, load_kernel(**find_algorithm(id), "")->text);
}

}  // namespace
}  // namespace lockstep::gui
