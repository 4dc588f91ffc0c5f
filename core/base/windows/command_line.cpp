#include "core/base/windows/command_line.hpp"

#include <windows.h>

#include <algorithm>

#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

// Backslashes are literal except before a quotation mark.
// https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments
std::wstring quoted(const std::wstring& word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == word.npos) return word;
  std::wstring text = L"\"";
  std::size_t slashes = 0;
  for (const wchar_t letter : word) {
    if (letter == L'"') text.append(slashes + 1, L'\\');
    slashes = letter == L'\\' ? slashes + 1 : 0;
    text += letter;
  }
  text.append(slashes, L'\\');
  return text + L'"';
}

std::wstring name_of(const std::wstring& variable) {
  // Variables such as "=C:" begin with this sign.
  return variable.substr(0, variable.find(L'=', 1));
}

bool is_before(const std::wstring& left, const std::wstring& right) {
  return ::CompareStringOrdinal(left.c_str(), -1, right.c_str(), -1, TRUE) == CSTR_LESS_THAN;
}

}  // namespace

std::wstring command_line_of(const std::vector<std::string>& words) {
  std::wstring text;
  for (const std::string& word : words) text += (text.empty() ? L"" : L" ") + quoted(wide(word));
  return text;
}

std::wstring environment_block(const std::vector<std::string>& variables) {
  std::vector<std::wstring> sorted;
  for (const std::string& variable : variables) sorted.push_back(wide(variable));
  std::ranges::stable_sort(sorted, is_before, name_of);
  std::wstring block, last;
  for (const std::wstring& variable : sorted) {
    const std::wstring name = name_of(variable);
    if (!block.empty() && !is_before(last, name)) continue;
    block += variable + L'\0';
    last = name;
  }
  return block.empty() ? std::wstring(1, L'\0') : block;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  wchar_t* const block = ::GetEnvironmentStringsW();
  for (const wchar_t* at = block; at != nullptr && *at != L'\0'; at += std::wstring_view(at).size() + 1)
    variables.push_back(narrow(at));
  if (block != nullptr) ::FreeEnvironmentStringsW(block);
  return variables;
}

}  // namespace lockstep
