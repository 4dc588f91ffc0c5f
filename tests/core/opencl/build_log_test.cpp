// Each driver has its own name for the program text; all of them are replaced by the name of the
// kernel's file.
#include "core/opencl/build_log.hpp"

#include <gtest/gtest.h>

namespace lockstep::opencl {
namespace {

constexpr std::string_view path = "reduce/mine.cl";

TEST(BuildLog, Pocl) {
  EXPECT_EQ(
      map_build_log("error: /root/.cache/pocl/kcache/tempfile_1hkdPG.cl:3:5: expected expression\n", path),
      "reduce/mine.cl:3:5: error: expected expression");
}

TEST(BuildLog, Nvidia) {
  EXPECT_EQ(
      map_build_log("<kernel>:4:12: error: use of undeclared identifier 'x'\n    a[0] = x;\n           ^\n",
                    path),
      "reduce/mine.cl:4:12: error: use of undeclared identifier 'x'\n    a[0] = x;\n           ^");
}

TEST(BuildLog, AmdAndIntel) {
  EXPECT_EQ(map_build_log("/tmp/comgr-8f/input/CompileSource:7:1: warning: unused", path),
            "reduce/mine.cl:7:1: warning: unused");
  EXPECT_EQ(map_build_log("1:7:1: error: unknown type name", path),
            "reduce/mine.cl:7:1: error: unknown type name");
}

TEST(BuildLog, IncludedFilesKeepTheirNames) {
  EXPECT_EQ(map_build_log("error: /home/me/common.cl:3:5: no", path), "/home/me/common.cl:3:5: error: no");
}

TEST(BuildLog, OtherTextStays) {
  for (const char* text : {"", "error: ", "note: 1:", "<", "<kernel", "<kernel>:", "<kernel>:1", "a:1:2",
                           ":1:2: x", "In file included from common.cl:2:", "    a[0] = x ? 1 : 2;"})
    EXPECT_EQ(map_build_log(text, path),
              std::string(text).substr(0, std::string(text).find_last_not_of(' ') + 1));
  EXPECT_EQ(map_build_log("4 errors generated.\n", path), "4 errors generated.");
  EXPECT_EQ(map_build_log(std::string(1 << 20, 'x'), path).size(), 1u << 20);
  EXPECT_EQ(map_build_log("<kernel>:1:1: error: $1", "a$1.cl"), "a$1.cl:1:1: error: $1");
}

}  // namespace
}  // namespace lockstep::opencl
