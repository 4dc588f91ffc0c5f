// Windows passes all arguments to a program as one text, which the program splits again.
#include "core/base/windows/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <windows.h>
// Must follow windows.h.
#include <shellapi.h>

#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

std::vector<std::string> taken_apart(const std::wstring& text) {
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(text.c_str(), &count);
  std::vector<std::string> result;
  for (int i = 0; i < count; ++i) result.push_back(narrow(words[i]));
  ::LocalFree(words);
  return result;
}

TEST(CommandLine, IsTakenApartIntoTheSameWords) {
  const std::vector<std::string> words{
      "program",         "",        "two words", "quoted \"word\"", R"(C:\Übung 1\)", R"(\\server\share)",
      R"(ends with \\)", R"(a\"b)", "tab\there", "ř ß €",           R"("\\)"};
  EXPECT_EQ(taken_apart(command_line_of(words)), words);
}

TEST(EnvironmentBlock, IsSortedAndHasEachNameOnce) {
  const std::wstring block = environment_block({"b=2", "PATH=new", "A=1", "Path=old", "=C:=C:\\x"});
  const std::wstring expected =
      std::wstring(L"=C:=C:\\x") + L'\0' + L"A=1" + L'\0' + L"b=2" + L'\0' + L"PATH=new" + L'\0';
  EXPECT_EQ(block, expected);
  EXPECT_EQ(environment_block({}).size(), 1u);
}

}  // namespace
}  // namespace lockstep
