#include "core/packed_text/packed_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace lockstep {
namespace {

using testing::HasSubstr;

TEST(PackedText, ComesBack) {
  std::mt19937 random(1);
  for (const std::size_t size : {0u, 1u, 2u, 3u, 100u, 10'000u}) {
    std::string text(size, ' ');
    for (char& c : text) c = static_cast<char>(random());
    const auto packed = pack_text(text);
    ASSERT_TRUE(packed);
    EXPECT_TRUE(looks_packed(*packed)) << *packed;
    const auto back = unpack_text(*packed);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, text);
  }
}

TEST(PackedText, SaysWhatIsWrong) {
  const std::string packed = pack_text(std::string(1000, 'x') + "0123456789").value();
  EXPECT_THAT(unpack_text("").error().message, HasSubstr("cut off"));
  EXPECT_THAT(unpack_text(packed.substr(0, packed.size() - 3)).error().message, HasSubstr("cut off"));
  EXPECT_THAT(unpack_text(packed + "AAAA").error().message, HasSubstr("damaged"));
  EXPECT_THAT(unpack_text(packed + "%").error().message, HasSubstr("character"));
  EXPECT_THAT(unpack_text("Ag" + packed.substr(2)).error().message, HasSubstr("newer Lockstep"));
  EXPECT_THAT(unpack_text(std::string(kMaxPackedLetters + 1, 'A')).error().message, HasSubstr("too long"));
  EXPECT_FALSE(looks_packed("section-2.1"));
  EXPECT_FALSE(looks_packed(""));
}

TEST(PackedText, InflatesNoMoreThanItsLimit) {
  const std::string packed = pack_text(std::string(kMaxPackedBytes, '\0')).value();
  EXPECT_LT(packed.size(), 10'000u);
  EXPECT_TRUE(unpack_text(packed));
  EXPECT_FALSE(pack_text(std::string(kMaxPackedBytes + 1, '\0')));
}

}  // namespace
}  // namespace lockstep
