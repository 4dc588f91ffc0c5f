// Opening and saving kernels in the whole window.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/base/files/whole_file.hpp"
#include "core/recording/recording.hpp"
#include "gui/scene_links/scene_link.hpp"
#include "tests/gui/app/driven_window.hpp"
#include "tests/sim/host_programs.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Works in a separate folder that contains a kernel in a subfolder.
struct Files : testing::Test {
  fs::path before = fs::current_path();
  TemporaryFolder folder;
  void SetUp() override {
    fs::create_directories(folder.path() / "sub");
    const auto source = load_kernel(**find_algorithm("reduce/divergent"), "");
    std::ofstream(folder.file("sub/mine.cl")) << source->text << "// mine\n";
    fs::current_path(folder.path());
  }
  void TearDown() override { fs::current_path(before); }
  std::string mine() const { return folder.file("sub/mine.cl"); }
};

// Advances the clock of the window by a second.
void look_again(DrivenWindow& window) {
  window.frame({}, 1.1);
  window.pause();
}

void edit(DrivenWindow& window, const std::string& text) {
  window.press({Key::f2});
  window.press({Key::home, true});
  window.type(text);
  window.press({Key::escape});
  window.frame();
}

TEST_F(Files, TheChooserOpensAKernelByKeysAlone) {
  DrivenWindow window;
  window.press({Key::o, true});
  window.frame();
  ASSERT_TRUE(window.interface().item_place("file-sub/"));
  window.press({Key::space});
  EXPECT_FALSE(window.interface().activity().playing);
  window.type("su");
  window.press({Key::enter});
  window.frame();
  ASSERT_TRUE(window.interface().item_place("file-mine.cl"));
  window.press({Key::enter});
  window.pause();
  EXPECT_EQ(window.state().kernel_file, mine());
  EXPECT_FALSE(window.interface().item_place("file-path"));
  EXPECT_THAT(window.interface().session().original().text, HasSubstr("// mine"));
  EXPECT_FALSE(window.interface().session().failure());
}

// A link of Copy link or of `lockstep link` is pasted behind the folder in the field.
TEST_F(Files, TheChooserOpensALink) {
  AppState sent;
  sent.n = 128;
  for (const std::string page : {"https://lecture.example/lockstep.html", "lockstep.html"}) {
    const auto made = link_to(sent, page);
    ASSERT_TRUE(made);
    DrivenWindow window;
    window.press({Key::o, true});
    window.frame();
    window.set_clipboard(made->link);
    window.press({Key::v, true});
    window.frame();
    window.press({Key::enter});
    window.pause();
    EXPECT_FALSE(window.interface().item_place("file-path")) << page;
    EXPECT_EQ(window.state().n, 128u) << page;
    EXPECT_THAT(window.interface().activity().notice, HasSubstr("Opened the link")) << page;
  }
}

// Nobody has named a folder: the first file is not written without a question, and its folder is used next
// time.
TEST_F(Files, TheFirstFileAsksForItsFolder) {
  InterfaceOptions options;
  options.save_folder = folder.file("none");  // does not exist
  DrivenWindow window({}, 1600, 900, options);
  window.press({Key::s, true});
  window.frame();
  window.frame();
  ASSERT_EQ(window.interface().overlay(), "save-scene");
  window.frame({{{Key::a, true}}, {}, {}});
  window.type(folder.file("sub/first"));
  window.press({Key::enter});
  window.frame();
  EXPECT_TRUE(fs::exists("sub/first.json"));
  window.press({Key::s, true});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_TRUE(fs::exists("sub/lockstep-scene.json"));
  for (const KeyPress key : {KeyPress{Key::s, true, true}, KeyPress{Key::e, true}}) {
    DrivenWindow other({}, 1600, 900, options);
    other.press(key);
    other.frame();
    EXPECT_EQ(other.interface().overlay(), key.shift ? "save-kernel" : "export");
  }
}

TEST_F(Files, TheChooserOpensByMouseRemembersAndCloses) {
  DrivenWindow window;
  window.press({Key::o, true});
  window.frame();
  window.click("file-sub/");
  window.click("file-mine.cl");
  window.pause();
  ASSERT_EQ(window.state().kernel_file, mine());
  window.press({Key::a});
  window.press({Key::o, true});
  window.frame();
  ASSERT_TRUE(window.interface().item_place("recent-mine.cl" + folder.file("sub")));
  window.press({Key::escape});
  window.frame();
  EXPECT_FALSE(window.interface().item_place("file-path"));
  EXPECT_FALSE(window.interface().activity().is_typing());
  window.press({Key::o, true});
  window.frame();
  window.press({Key::enter});
  window.pause();
  EXPECT_EQ(window.state().kernel_file, mine()) << "the latest file is chosen at first";
}

TEST_F(Files, ACatalogueKernelIsSavedAsANewFileAndEditedThere) {
  DrivenWindow window;
  edit(window, "// one ");
  window.press({Key::s, true, true});
  window.pause();
  const std::string path = folder.file("divergent.cl");
  EXPECT_EQ(window.state().kernel_file, path);
  EXPECT_EQ(window.state().edited_text(), nullptr);
  EXPECT_THAT(window.interface().activity().notice, HasSubstr(path));
  EXPECT_THAT(*read_file(path), testing::StartsWith("// one "));
  edit(window, "// two ");
  window.press({Key::s, true, true});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "save-kernel") << "the file is not overwritten without a question";
  window.press({Key::escape});
  window.frame();
  window.press({Key::s, true});
  window.pause();
  EXPECT_THAT(*read_file(path), testing::StartsWith("// two // one ")) << "the new file is open now";
  edit(window, "// three ");
  window.press({Key::s, true});
  window.pause();
  EXPECT_THAT(*read_file(path), testing::StartsWith("// three ")) << "Ctrl+S saves what is edited";
  EXPECT_EQ(window.state().edited_text(), nullptr);
  window.press({Key::a});
  window.press({Key::a, false, true});
  EXPECT_EQ(window.state().edited_text(), nullptr) << "the catalogue's kernel is unchanged again";
  window.press({Key::s, true, true});
  window.frame();
  EXPECT_TRUE(fs::exists("divergent-2.cl")) << "no file is overwritten by accident";
}

TEST_F(Files, SavingKeepsTheUndoHistory) {
  DrivenWindow window;
  edit(window, "// one ");
  window.press({Key::s, true, true});
  window.pause();
  window.press({Key::f2});
  window.frame();
  window.press({Key::z, true});
  window.press({Key::z, true});
  window.frame();
  ASSERT_NE(window.state().edited_text(), nullptr) << "differs from the file";
  EXPECT_EQ(*window.state().edited_text(), load_kernel(**find_algorithm("reduce/divergent"), "")->text);
}

TEST_F(Files, AFileThatChangesOnDiskIsReadAgain) {
  DrivenWindow window;
  window.interface().open_file(mine());
  look_again(window);
  std::ofstream(mine(), std::ios::app) << "// from outside\n";
  look_again(window);
  EXPECT_THAT(window.interface().session().original().text, HasSubstr("// from outside"));
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("read again"));
}

TEST_F(Files, AChangedFileNeitherReplacesAnEditNorIsOverwritten) {
  DrivenWindow window;
  window.interface().open_file(mine());
  look_again(window);
  edit(window, "// edited here ");
  std::ofstream(mine(), std::ios::app) << "// from outside\n";
  look_again(window);
  EXPECT_THAT(*window.state().edited_text(), HasSubstr("// edited here"));
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("changed on disk"));
  window.press({Key::s, true});
  window.pause();
  EXPECT_THAT(*read_file(mine()), HasSubstr("// from outside"));
  EXPECT_EQ(window.state().kernel_file, mine() + ".mine.cl");
  EXPECT_THAT(*read_file(mine() + ".mine.cl"), HasSubstr("// edited here"));
}

TEST_F(Files, DiscardingAnEditShowsTheFileOnDisk) {
  DrivenWindow window;
  window.interface().open_file(mine());
  look_again(window);
  edit(window, "// edited here ");
  std::ofstream(mine(), std::ios::app) << "// from outside\n";
  look_again(window);
  window.click("revert");
  look_again(window);
  EXPECT_EQ(window.state().edited_text(), nullptr);
  EXPECT_THAT(window.interface().session().original().text, HasSubstr("// from outside"));
}

const char* const kBrokenSum =
    "kernel void mysum(global int* out, global const int* in, local int* part) {\n"
    "  int i = get_local_id(0);\n"
    "  part[i] = in[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE)\n"
    "  if (i == 0) out[get_group_id(0)] = part[0];\n"
    "}\n";

struct BrokenFiles : Files {
  void SetUp() override {
    Files::SetUp();
    std::ofstream(broken()) << kBrokenSum;
  }
  std::string broken() const { return folder.file("mysum.cl"); }
  std::string right_text() const {
    std::string text = kBrokenSum;
    return text.insert(text.find("FENCE)") + 6, ";");
  }
};

TEST_F(BrokenFiles, AFileThatIsCorrectedOnDiskGetsItsLaunchForm) {
  DrivenWindow window;
  window.interface().open_file(broken());
  window.pause();
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("as soon as the file compiles"));
  EXPECT_EQ(window.interface().overlay(), "");
  const auto& failure = window.interface().session().failure();
  ASSERT_TRUE(failure);
  ASSERT_FALSE(failure->diagnostics.empty());
  EXPECT_EQ(failure->diagnostics.front().line, 4u);
  EXPECT_EQ(window.interface().session().run(), nullptr) << "the run of another algorithm is not shown";
  look_again(window);
  std::ofstream(broken()) << right_text();
  look_again(window);
  EXPECT_EQ(window.interface().overlay(), "launch");
  ASSERT_TRUE(window.state().launch);
  EXPECT_EQ(window.state().launch->description.launches.at(0).kernel, "mysum");
  EXPECT_FALSE(window.interface().session().failure());
}

TEST_F(BrokenFiles, AFileThatIsCorrectedInTheWindowGetsItsLaunchFormAfterTyping) {
  DrivenWindow window;
  window.interface().open_file(broken());
  window.pause();
  window.press({Key::f2});
  window.press({Key::home, true});
  window.press({Key::down});
  window.press({Key::down});
  window.press({Key::down});
  window.press({Key::end});
  window.type(";");
  window.pause();
  ASSERT_TRUE(window.state().launch);
  EXPECT_FALSE(window.state().launch->is_awaited());
  EXPECT_EQ(window.interface().overlay(), "") << "the form does not take the keyboard from the editor";
  window.pause();
  EXPECT_FALSE(window.interface().session().failure());
  window.press({Key::escape});
  window.frame();
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "launch");
}

TEST_F(Files, TheUsersKernelRunsOnTheDevice) {
  DrivenWindow window;
  window.interface().open_file(mine());
  for (const measure::BenchRequest& request : benchmark_requests(window.state(), "")) {
    EXPECT_EQ(request.source.has_value(), request.id() == "reduce/divergent");
    if (request.source) {
      EXPECT_THAT(request.source->text, HasSubstr("// mine"));
    }
  }
}

TEST_F(Files, LineEndsAreKept) {
  std::ofstream(folder.file("dos.cl"), std::ios::binary) << "// a\r\n// b\r\n";
  DrivenWindow window;
  window.interface().open_file(folder.file("dos.cl"));
  window.pause();
  window.press({Key::f2});
  window.frame();
  window.frame();
  EXPECT_EQ(window.state().edited_text(), nullptr) << "looking at a file does not edit it";
  edit(window, "x");
  window.press({Key::s, true});
  EXPECT_EQ(*read_file(folder.file("dos.cl")), "x// a\r\n// b\r\n");
}

TEST_F(Files, AMissingFileIsReported) {
  DrivenWindow window;
  window.interface().open_file("nothing.cl");
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("does not exist"));
  EXPECT_EQ(window.state().kernel_file, "");
}

TEST_F(Files, TheMenuOpensSavesAndExports) {
  DrivenWindow window;
  const auto choose = [&](int row) {
    window.click("file");
    for (int i = 0; i <= row; ++i) window.press({Key::down});
    window.press({Key::enter});
    window.frame();
    window.frame();
  };
  choose(8);
  EXPECT_TRUE(fs::exists("lockstep-scene.json"));
  EXPECT_THAT(window.interface().activity().notice, HasSubstr(folder.file("lockstep-scene.json")));
  choose(9);
  EXPECT_TRUE(fs::exists("divergent.cl"));
  choose(10);
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("Exported " + folder.file("")));
  choose(5);
  EXPECT_EQ(window.interface().overlay(), "program");
  window.press({Key::escape});
  window.frame();
  choose(6);
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("There is no program"));
  choose(1);
  EXPECT_EQ(window.interface().overlay(), "files");
  window.press({Key::escape});
  window.frame();
  choose(4);
  EXPECT_EQ(window.interface().overlay(), "documents");
  window.frame();
  window.press({Key::escape});
  window.frame();
  choose(7);
  EXPECT_EQ(window.interface().overlay(), "talk");
  window.frame();
  window.press({Key::escape});
  window.frame();
  choose(11);
  EXPECT_EQ(window.interface().overlay(), "export");
  window.press({Key::escape});
  window.frame();
  choose(2);
  EXPECT_EQ(window.interface().overlay(), "launch");
  EXPECT_TRUE(fs::exists("kernel.cl"));
}

TEST_F(Files, ANewKernelRunsAsItIs) {
  DrivenWindow window;
  window.press({Key::n, true});
  window.pause();
  EXPECT_EQ(window.interface().overlay(), "launch");
  EXPECT_EQ(window.state().kernel_file, folder.file("kernel.cl"));
  window.press({Key::enter});
  window.pause();
  EXPECT_FALSE(window.interface().session().failure());
  ASSERT_NE(window.interface().session().run(), nullptr);
  EXPECT_EQ(window.interface().session().run()->trace->plan().launches.at(0).kernel, "my_kernel");
  EXPECT_TRUE(window.interface().session().run()->trace->findings().empty());
  window.press({Key::n, true});
  window.pause();
  EXPECT_EQ(window.state().kernel_file, folder.file("kernel-2.cl")) << "no file is overwritten";
}

TEST_F(Files, SavingLeavesTheClipboardAlone) {
  DrivenWindow window;
  window.set_clipboard("mine");
  window.press({Key::s, true});
  EXPECT_EQ(window.clipboard(), "mine");
}

TEST_F(Files, ANameIsAskedForAndItsFolderIsUsedNextTime) {
  DrivenWindow window;
  window.click("file");
  for (int i = 0; i < 13; ++i) window.press({Key::down});
  window.press({Key::enter});
  window.frame();
  ASSERT_EQ(window.interface().overlay(), "save-scene");
  window.frame();
  window.frame({{{Key::a, true}}, {}, {}});
  window.type(folder.file("nowhere/view"));
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "save-scene") << "there is no such folder";
  window.frame({{{Key::a, true}}, {}, {}});
  window.type(folder.file("sub/view"));
  window.press({Key::enter});
  window.frame();
  EXPECT_EQ(window.interface().overlay(), "");
  EXPECT_TRUE(fs::exists("sub/view.json"));
  EXPECT_THAT(window.interface().activity().notice, HasSubstr(folder.file("sub/view.json")));
  EXPECT_THAT(*read_file("sub/view.json"), testing::Not(HasSubstr("save-scene"))) << "the sheet is not saved";
  window.press({Key::s, true});
  EXPECT_TRUE(fs::exists("sub/lockstep-scene.json"));
}

TEST_F(Files, TheExportSheetTakesAPath) {
  DrivenWindow window;
  window.press({Key::e, true, true});
  window.frame();
  window.click("export-formatSVG");
  window.click("export-path");
  ASSERT_TRUE(window.interface().activity().is_typing());
  window.frame({{{Key::a, true}}, {}, {}});
  window.type(folder.file("sub/figure"));
  window.press({Key::enter});
  for (int i = 0; i < 4; ++i) window.frame();
  EXPECT_TRUE(fs::exists("sub/figure.svg"));
  EXPECT_THAT(window.interface().activity().notice, HasSubstr(folder.file("sub/figure.svg")));
}

TEST_F(Files, WhatTheWindowCannotEditIsRefusedAtOnce) {
  const std::string huge = folder.file("huge.cl"), binary = folder.file("binary.cl");
  std::ofstream(huge) << std::string(50 << 20, ' ');
  std::ofstream(binary, std::ios::binary) << std::string(
      "\x7f"
      "ELF\0\0",
      6);
  DrivenWindow window;
  const auto begin = std::chrono::steady_clock::now();
  window.interface().open_file(huge);
  window.frame();
  EXPECT_THAT(window.interface().activity().notice,
              HasSubstr("huge.cl is too large: at most 8 MiB can be read"));
  window.interface().open_file(binary);
  window.frame();
  EXPECT_THAT(window.interface().activity().notice, HasSubstr("binary.cl is not text"));
  EXPECT_EQ(window.state().kernel_file, "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST_F(Files, ASceneWithSuchAFileSaysWhy) {
  std::ofstream(folder.file("huge.cl")) << std::string(50 << 20, ' ');
  AppState state;
  state.kernel_file = folder.file("huge.cl");
  DrivenWindow window(state);
  window.pause();
  ASSERT_TRUE(window.interface().session().failure());
  EXPECT_THAT(window.interface().session().failure()->message, HasSubstr("is too large"));
}

// 100,000 lines: frames stay fast, also while stepping through the run.
TEST_F(Files, AFileOfManyLinesIsShownAndStepped) {
  const std::string path = folder.file("long.cl");
  {
    std::ofstream file(path);
    file << load_kernel(**find_algorithm("reduce/divergent"), "")->text;
    for (int i = 0; i < 100'000; ++i) file << "// line " << i << " of a long comment\n";
  }
  DrivenWindow window;
  window.interface().open_file(path);
  window.pause();
  ASSERT_FALSE(window.interface().session().failure());
  const auto begin = std::chrono::steady_clock::now();
  constexpr int kFrames = 10;
  for (int i = 0; i < kFrames; ++i) window.press({Key::right});
  const std::chrono::duration<double> each = (std::chrono::steady_clock::now() - begin) / kFrames;
  EXPECT_LT(each.count(), 0.5) << "seconds a frame";
  RecordProperty("milliseconds_a_frame", static_cast<int>(1000 * each.count()));
}

TEST_F(Files, AnEditThatIsNotKeptSaysSo) {
  DrivenWindow window;
  edit(window, "// one ");
  window.interface().activity().save_error = "Read-only file system";
  WrittenFrame written;
  window.interface().note_text(&written);
  window.frame();
  window.interface().note_text(nullptr);
  bool said = false;
  for (const WrittenText& text : written.texts) {
    said |= text.text.find("not kept: Read-only") != std::string::npos;
    EXPECT_EQ(text.text.find("saved with the scene"), std::string::npos);
  }
  EXPECT_TRUE(said);
}

TEST_F(Files, ARecordingOpensRunsAndIsNeverOverwritten) {
  Recording recording;
  recording.plan = sim::hillis_steele_program(16);
  const std::string path = folder.file("sub/scan.lockstep");
  ASSERT_TRUE(write_recording(recording, path));
  DrivenWindow window;
  window.press({Key::o, true});
  window.frame();
  window.click("file-sub/");
  window.click("file-scan.lockstep");
  window.pause();
  EXPECT_EQ(window.state().kernel_file, path);
  ASSERT_NE(window.interface().session().run(), nullptr);
  EXPECT_EQ(window.interface().session().run()->trace->plan().launches.size(), 4u);
  const std::string before_save = *read_file(path);
  edit(window, "// mine\n");
  window.press({Key::s, true, true});
  window.frame();
  EXPECT_EQ(*read_file(path), before_save);
  EXPECT_EQ(window.state().kernel_file, path);
}

}  // namespace
}  // namespace lockstep::gui
