#include "core/base/files/path_text.hpp"

#include <windows.h>

#include <algorithm>

#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

// Longer paths need this prefix unless long paths are enabled, which is not the default. They must then be
// absolute and contain only "\" between folders.
constexpr std::size_t kShortPath = 240;
constexpr std::wstring_view kLong = LR"(\\?\)", kLongShare = LR"(\\?\UNC\)", kShare = LR"(\\)";

std::wstring absolute(const std::wstring& path) {
  const DWORD size = ::GetFullPathNameW(path.c_str(), 0, nullptr, nullptr);
  std::wstring whole(size, L'\0');
  const DWORD length = ::GetFullPathNameW(path.c_str(), size, whole.data(), nullptr);
  if (length == 0 || length >= size) return path;
  whole.resize(length);
  return whole;
}

}  // namespace

std::wstring wide(std::string_view text) {
  const int length = static_cast<int>(text.size());
  std::wstring converted(
      static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), length, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), length, converted.data(),
                        static_cast<int>(converted.size()));
  return converted;
}

std::string narrow(std::wstring_view text) {
  const int length = static_cast<int>(text.size());
  std::string converted(static_cast<std::size_t>(::WideCharToMultiByte(CP_UTF8, 0, text.data(), length,
                                                                       nullptr, 0, nullptr, nullptr)),
                        '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, converted.data(), static_cast<int>(converted.size()),
                        nullptr, nullptr);
  return converted;
}

std::filesystem::path system_path(std::string_view text) {
  std::wstring path = wide(text);
  if (path.size() < kShortPath || path.starts_with(kLong)) return path;
  path = absolute(path);
  return path.starts_with(kShare) ? std::wstring(kLongShare) + path.substr(kShare.size())
                                  : std::wstring(kLong) + path;
}

std::string path_text(const std::filesystem::path& path) {
  std::wstring text = path.native();
  if (text.starts_with(kLongShare))
    text.replace(0, kLongShare.size(), kShare);
  else if (text.starts_with(kLong))
    text.erase(0, kLong.size());
  std::ranges::replace(text, L'\\', L'/');
  return narrow(text);
}

}  // namespace lockstep
