// Commands as typed by users, and as shown to a user who must decide whether to run them.
#include "core/base/text/command_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(CommandWords, AreSeparatedByBlanks) {
  EXPECT_THAT(*command_words("  ./sums  1024\tright "), ElementsAre("./sums", "1024", "right"));
  EXPECT_THAT(*command_words("  "), IsEmpty());
}

TEST(CommandWords, QuotesKeepBlanksTogether) {
  EXPECT_THAT(*command_words(R"("my program" 'a b' c\ d e"f g"h '')"),
              ElementsAre("my program", "a b", "c d", "ef gh", ""));
  EXPECT_THAT(*command_words(R"("a\"b" "c\d" '\')"), ElementsAre("a\"b", "c\\d", "\\"));
}

TEST(CommandWords, NothingIsExpanded) {
  EXPECT_THAT(*command_words("./p $HOME *.cl > out | tee"),
              ElementsAre("./p", "$HOME", "*.cl", ">", "out", "|", "tee"));
}

TEST(CommandWords, AnOpenQuoteIsAnError) {
  EXPECT_THAT(command_words("./p 'a").error().message, HasSubstr("' is not closed"));
  EXPECT_THAT(command_words("./p \"a").error().message, HasSubstr("\" is not closed"));
  EXPECT_THAT(command_words("./p \\").error().message, HasSubstr("ends with \\"));
}

TEST(CommandWords, TheTextOfWordsHasTheSameWords) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"./p", "1024"}, {"a b", "c'd", "", "e\"f", "g\\h", "$x", "é"}})
    EXPECT_EQ(*command_words(command_text(words)), words);
  EXPECT_EQ(command_text({"./p", "a b"}), "./p 'a b'");
}

}  // namespace
}  // namespace lockstep
