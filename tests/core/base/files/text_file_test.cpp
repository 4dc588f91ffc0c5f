#include "core/base/files/text_file.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace lockstep {
namespace {

using testing::HasSubstr;

struct TextFiles : testing::Test {
  TemporaryFolder folder;
  std::string file(const std::string& bytes) const {
    std::ofstream(folder.file("a.cl"), std::ios::binary) << bytes;
    return folder.file("a.cl");
  }
  static std::string wrong(const std::string& path, std::uint64_t most = kMaxSourceBytes) {
    const Result<std::string> text = read_text_file(path, most);
    return text ? "read" : text.error().message;
  }
};

TEST_F(TextFiles, AreReadWhole) {
  const std::string text(3'000'000, 'x');
  EXPECT_EQ(read_text_file(file(text)), text);
  EXPECT_EQ(read_text_file(file("")), "");
  EXPECT_EQ(read_text_file(file("// Gr\xfc\xdf"
                                "e\n")),
            "// Gr\xfc\xdf"
            "e\n")
      << "Latin-1 in a comment";
}

TEST_F(TextFiles, HaveALimit) {
  EXPECT_EQ(read_text_file(file(std::string(1024, 'x')), 1024)->size(), 1024u);
  EXPECT_THAT(wrong(file(std::string(1025, 'x')), 1024),
              HasSubstr("is too large: at most 1 KiB can be read"));
  EXPECT_THAT(wrong("/dev/zero", 1024), HasSubstr("is a device")) << "it never ends";
}

TEST_F(TextFiles, HaveNoZeroBytes) {
  EXPECT_THAT(wrong(file(std::string("a\nb\0c", 5))), HasSubstr("is not text: line 2 has a zero byte"));
}

TEST_F(TextFiles, ThatCannotBeReadSayWhy) {
  EXPECT_THAT(wrong(folder.file("none.cl")), HasSubstr("No such file"));
  EXPECT_THAT(wrong(folder.path().string()), HasSubstr("is a folder"));
}

}  // namespace
}  // namespace lockstep
