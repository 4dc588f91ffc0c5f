// A text that is compiled again while its program is in use.
#include <gtest/gtest.h>

#include <fstream>

#include "sim/compiler/compile.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::sim::language {
namespace {

TEST(KnownPrograms, ATextIsCompiledOnceAsLongAsItsProgramIsInUse) {
  const KernelSource source{"a.cl", "kernel void k(global int *a) { a[0] = X; }"};
  const auto first = compile(source, "-DX=1");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*compile(source, "-DX=1"), *first);
  EXPECT_NE(*compile(source, "-DX=2"), *first);
  EXPECT_NE(*compile({"b.cl", source.text}, "-DX=1"), *first);  // messages contain the file name
}

TEST(KnownPrograms, AnIncludedFileThatHasChangedIsReadAgain) {
  const TemporaryFolder folder;
  const KernelSource source{folder.file("a.cl"),
                            "#include \"x.h\"\nkernel void k(global int *a) { a[0] = X; }",
                            path_text(folder.path())};
  std::ofstream(folder.file("x.h")) << "#define X 1\n";
  const auto first = compile(source, "");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*compile(source, ""), *first);
  std::ofstream(folder.file("x.h")) << "#define X 2\n";
  EXPECT_NE(*compile(source, ""), *first);
}

// Files that are included in a closed source are part of it: no file is read, whatever the path looks like.
TEST(KnownPrograms, FilesThatCameWithASourceAreAPartOfIt) {
  KernelSource source{"a.cl", "#include \"./x.h\"\nkernel void k(global int *a) { a[0] = X; }"};
  source.headers = {{"x.h", "#define X 1\n"}};
  source.is_closed = true;
  const auto first = compile(source, "");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*compile(source, ""), *first);
  source.headers[0].text = "#define X 2\n";
  EXPECT_NE(*compile(source, ""), *first);
}

}  // namespace
}  // namespace lockstep::sim::language
