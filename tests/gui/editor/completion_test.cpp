// Completions of a typed name, and the list with its keys.
#include "gui/editor/completion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gui/editor/completion_list.hpp"
#include "gui/editor/declared_names.hpp"
#include "gui/editor/text_words.hpp"
#include "tests/gui/app/driven_window.hpp"

namespace lockstep::gui {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// A text with `|` at the cursor's position.
struct Marked {
  std::vector<std::string> lines;
  TextPlace cursor;
};
Marked marked(std::string text) {
  const std::size_t at = text.find('|');
  text.erase(at, 1);
  const std::string before = text.substr(0, at);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t begin = before.rfind('\n') == std::string::npos ? 0 : before.rfind('\n') + 1;
  return {split_lines(text), {line, at - begin}};
}

std::vector<std::string> offered(const std::string& text, Language language = Language::opencl_c) {
  const Marked place = marked(text);
  const auto typed = typed_name(place.lines, place.cursor);
  std::vector<std::string> names;
  if (!typed) return names;
  for (const Completion& word : completions(place.lines, place.cursor, *typed, language))
    names.push_back(word.name);
  return names;
}

constexpr const char* kKernel = R"(#define SIZE 64
#define ADD(a, b) ((a) + (b))
int sum_of(int left, int right) { int total = left + right; return total; }
__kernel void reduce(__global const int *input, __local int *scratch) {
  const uint lane = get_local_id(0), warp = lane / 32;
  for (uint stride = SIZE / 2; stride > 0; stride /= 2) {
    int other[2];
    |
    int later = 0;
  }
}
)";

std::vector<std::string> declared_at(std::string text) {
  const Marked place = marked(std::move(text));
  std::vector<std::string> all;
  for (const DeclaredName& name : declared_names(place.lines, place.cursor)) all.push_back(name.declaration);
  return all;
}

TEST(DeclaredNames, AreThoseThatMayBeUsedThere) {
  EXPECT_EQ(declared_at(kKernel),
            (std::vector<std::string>{"#define SIZE 64", "#define ADD(a, b) ((a) + (b))",
                                      "int sum_of(int left, int right)",
                                      "__kernel void reduce(__global const int *input, __local int *scratch)",
                                      "__global const int *input", "__local int *scratch", "const uint lane",
                                      "const uint warp", "uint stride", "int other[2]"}));
}

TEST(DeclaredNames, AreReadFromTextThatDoesNotCompile) {
  EXPECT_THAT(declared_at("void f(int alpha { int beta = ; if (beta|"), Not(Contains("int missing")));
  EXPECT_THAT(declared_at("kernel void f(global int *data) { int count = data[0]; count + (|"),
              Contains("int count"));
  EXPECT_TRUE(declared_at("{ } ) ( int|").empty());
  EXPECT_THAT(declared_at("struct pair { int a, b; };\nvoid f() { struct pair both; | }"),
              Contains("struct pair both"));
}

TEST(Completion, OffersNamesOfTheTextBeforeThoseOfTheLanguage) {
  std::string text = kKernel;
  text.replace(text.find('|'), 1, "s|");
  EXPECT_EQ(offered(text).at(0), "stride");
  EXPECT_EQ(offered(text).at(1), "scratch");
  text.replace(text.find("s|"), 2, "get_l|");
  EXPECT_THAT(offered(text), Contains("get_local_id"));
  EXPECT_THAT(offered(text), Not(Contains("get_global_id")));
  text.replace(text.find("get_l|"), 6, "local_id|");
  EXPECT_THAT(offered(text), Contains("get_local_id")) << "its middle is known, too";
  text.replace(text.find("local_id|"), 9, "CLK|");
  EXPECT_THAT(offered(text), Contains("CLK_LOCAL_MEM_FENCE"));
  text.replace(text.find("CLK|"), 4, "flo|");
  EXPECT_THAT(offered(text), Contains("float4"));
  text.replace(text.find("flo|"), 4, "ret|");
  EXPECT_EQ(offered(text).at(0), "return");
}

TEST(Completion, IsNotOfferedInCommentsStringsAndNumbers) {
  EXPECT_TRUE(offered("int a; // get_l|").empty());
  EXPECT_TRUE(offered("/* get_l| */").empty());
  EXPECT_TRUE(offered("printf(\"get_l|\")").empty());
  EXPECT_TRUE(offered("x = 0xfl|;").empty());
  EXPECT_TRUE(offered("get_l|ocal_id").empty()) << "within a name";
  EXPECT_FALSE(offered("int a; /* a */ get_l|").empty());
}

TEST(Completion, WritesAFunctionsParenthesis) {
  const auto completed = [](const std::string& text, const std::string& name) {
    const Marked place = marked(text);
    TextBuffer buffer;
    buffer.reset(join_lines(place.lines));
    buffer.place(place.cursor, false);
    const TypedName typed = *typed_name(place.lines, place.cursor);
    const std::vector<Completion> words = completions(place.lines, place.cursor, typed);
    complete(buffer, typed, *std::ranges::find(words, name, &Completion::name));
    const std::string after = buffer.text();
    EXPECT_TRUE(buffer.undo());
    EXPECT_EQ(buffer.text(), join_lines(place.lines)) << "one undo step";
    return after;
  };
  EXPECT_EQ(completed("x = get_glob|;", "get_global_id"), "x = get_global_id(;");
  EXPECT_EQ(completed("x = get_glob|(0);", "get_global_id"), "x = get_global_id(0);");
  EXPECT_EQ(completed("x = get_work|;", "get_work_dim"), "x = get_work_dim();");
  EXPECT_EQ(completed("flo|", "float"), "float");
}

// The list as the editor uses it.
struct ListFixture : testing::Test {
  EditorOutcome type(std::string letters) { return list.edit(buffer, {{}, std::move(letters), {}}); }
  EditorOutcome press(KeyPress key) { return list.edit(buffer, {{key}, {}, {}}); }
  TextBuffer buffer;
  CompletionList list;
};

TEST_F(ListFixture, OpensAtTheSecondLetter) {
  type("g");
  EXPECT_FALSE(list.is_open());
  type("e");
  EXPECT_TRUE(list.is_open());
  type(" ");
  EXPECT_FALSE(list.is_open());
  press({Key::space, true});
  EXPECT_TRUE(list.is_open()) << "Ctrl+Space asks for it without a letter";
}

TEST_F(ListFixture, HasItsKeysOnlyWhileItIsOpen) {
  type("get_global_");
  ASSERT_TRUE(list.is_open());
  const std::string first = list.words().front().name;
  press({Key::down});
  EXPECT_EQ(list.chosen(), 1u);
  press({Key::up});
  press({Key::enter});
  EXPECT_EQ(buffer.text(), first + "(");
  EXPECT_FALSE(list.is_open());
  press({Key::enter});
  EXPECT_EQ(buffer.lines().size(), 2u) << "Enter is the text's again";
  type("ge");
  EXPECT_FALSE(press({Key::escape}).leave) << "Esc closes the list";
  EXPECT_TRUE(press({Key::escape}).leave) << "and then ends editing";
}

TEST_F(ListFixture, EnterAfterACompleteNameIsALineBreak) {
  type("return");
  press({Key::enter});
  EXPECT_EQ(buffer.text(), "return\n");
  type("float");
  press({Key::enter});
  EXPECT_EQ(buffer.text(), "return\nfloat\n");
}

TEST_F(ListFixture, FollowsBackspaceAndClosesWhereTheCursorLeaves) {
  type("get_loc");
  const std::size_t few = list.words().size();
  press({Key::backspace});
  ASSERT_TRUE(list.is_open());
  EXPECT_GE(list.words().size(), few);
  press({Key::left});
  EXPECT_FALSE(list.is_open());
}

TEST(CompletionInTheWindow, TheListIsBelowTheCursorAndARowCanBeClicked) {
  DrivenWindow window;
  window.press({Key::f2});
  window.press({Key::end, true});
  window.press({Key::enter});
  window.type("get_gl");
  window.frame();
  const auto row = window.interface().item_place("completion0");
  const auto text = window.interface().item_place("source-text");
  ASSERT_TRUE(row && text);
  EXPECT_GE(row->x, text->x);
  EXPECT_LE(row->right(), text->right());
  window.click("completion0");
  window.frame();
  ASSERT_NE(window.state().edited_text(), nullptr);
  EXPECT_THAT(*window.state().edited_text(), HasSubstr("get_global_"));
  EXPECT_TRUE(window.interface().activity().is_typing()) << "the text keeps the keyboard";
  EXPECT_FALSE(window.interface().item_place("completion0"));
}

constexpr const char* kCudaKernel = R"(template <class T, int Size>
__device__ T sum_of(const T& left, const T& right) { T total = left + right; return total; }
template <class T>
__global__ void __launch_bounds__(256) reduce(const T* input, T* output) {
  __shared__ T scratch[64];
  const unsigned lane = threadIdx.x % warpSize;
  |
}
)";

TEST(Completion, OfCudaOffersItsWords) {
  const auto at = [](const std::string& letters) {
    std::string text = kCudaKernel;
    return offered(text.replace(text.find('|'), 1, letters + "|"), Language::cuda);
  };
  EXPECT_THAT(at("__sync"), Contains("__syncthreads"));
  EXPECT_THAT(at("__sh"), Contains("__shared__"));
  EXPECT_THAT(at("atomic"), Contains("atomicAdd"));
  EXPECT_THAT(at("thread"), Contains("threadIdx"));
  EXPECT_THAT(at("make_"), Contains("make_float4"));
  EXPECT_THAT(at("floa"), Contains("float4"));
  EXPECT_THAT(at("barr"), Not(Contains("barrier")));
  EXPECT_THAT(at("get_lo"), Not(Contains("get_local_id")));
}

TEST(Completion, OfCudaKnowsTheNamesOfTheText) {
  const Marked place = marked(kCudaKernel);
  std::vector<std::string> all;
  for (const DeclaredName& name : declared_names(place.lines, place.cursor, Language::cuda))
    all.push_back(name.declaration);
  EXPECT_THAT(all, Contains("__device__ T sum_of(const T& left, const T& right)"));
  EXPECT_THAT(all, Contains("const T* input"));
  EXPECT_THAT(all, Contains("__shared__ T scratch[64]"));
  EXPECT_THAT(all, Contains("const unsigned lane"));
}

TEST(Completion, OfCudaShowsSignatures) {
  const Marked place = marked("__syncth|");
  const auto typed = typed_name(place.lines, place.cursor);
  const std::vector<Completion> words = completions(place.lines, place.cursor, *typed, Language::cuda);
  ASSERT_FALSE(words.empty());
  EXPECT_EQ(words.front().name, "__syncthreads");
  EXPECT_EQ(words.front().detail, "void __syncthreads()");
}

}  // namespace
}  // namespace lockstep::gui
