// The program to click: it starts lockstep-cli.exe beside it without a console, and ends as that one does. So
// the zip has the program once.
#include <windows.h>

#include <string>

namespace {

std::wstring own_folder() {
  std::wstring path(32768, L'\0');
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return path.substr(0, path.rfind(L'\\') + 1);
}

// Behind the first word of the command line, which may be quoted.
std::wstring own_arguments() {
  const std::wstring line = ::GetCommandLineW();
  const std::size_t end = line.starts_with(L'"') ? line.find(L'"', 1) + 1 : line.find(L' ');
  return end == 0 || end >= line.size() ? std::wstring() : line.substr(end);
}

void keep_streams(STARTUPINFOW& startup) {
  startup.hStdInput = ::GetStdHandle(STD_INPUT_HANDLE);
  startup.hStdOutput = ::GetStdHandle(STD_OUTPUT_HANDLE);
  startup.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
  if (startup.hStdOutput != nullptr || startup.hStdError != nullptr) startup.dwFlags |= STARTF_USESTDHANDLES;
}

int say_what_is_missing(const std::wstring& program) {
  const std::wstring text =
      program + L" cannot be started. Unpack the whole zip, and start lockstep.exe in its folder.";
  ::MessageBoxW(nullptr, text.c_str(), L"Lockstep", MB_OK | MB_ICONERROR);
  return 1;
}

}  // namespace

int WINAPI WinMain(HINSTANCE, HINSTANCE, LPSTR, int) {
  const std::wstring program = own_folder() + L"lockstep-cli.exe";
  std::wstring line = L"\"" + program + L"\"" + own_arguments();
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  keep_streams(startup);
  PROCESS_INFORMATION made{};
  if (!::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS, nullptr,
                        nullptr, &startup, &made))
    return say_what_is_missing(program);
  ::AllowSetForegroundWindow(made.dwProcessId);
  ::WaitForSingleObject(made.hProcess, INFINITE);
  DWORD status = 1;
  ::GetExitCodeProcess(made.hProcess, &status);
  return static_cast<int>(status);
}
