// The program to double-click. It starts lockstep-cli.exe, which is beside it, without a console, and ends
// with the exit status of that program. Therefore the zip contains the main program only once.
#include <windows.h>

#include <string>

namespace {

std::wstring own_folder() {
  std::wstring path(32768, L'\0');
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return path.substr(0, path.rfind(L'\\') + 1);
}

// Returns the command line after its first word, which may be quoted.
std::wstring own_arguments() {
  const std::wstring line = ::GetCommandLineW();
  const std::size_t end = line.starts_with(L'"') ? line.find(L'"', 1) + 1 : line.find(L' ');
  return end == 0 || end >= line.size() ? std::wstring() : line.substr(end);
}

// Returns whether the stream is a file, a pipe or a console, but not NUL or a stream of the desktop.
bool leads_somewhere(HANDLE stream) {
  DWORD mode = 0;
  const DWORD type = stream == nullptr ? FILE_TYPE_UNKNOWN : ::GetFileType(stream);
  return type == FILE_TYPE_DISK || type == FILE_TYPE_PIPE ||
         (type == FILE_TYPE_CHAR && ::GetConsoleMode(stream, &mode));
}

HANDLE inherited(HANDLE stream) {
  ::SetHandleInformation(stream, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  return stream;
}

HANDLE stream_or_nothing(DWORD name, HANDLE nothing) {
  HANDLE stream = ::GetStdHandle(name);
  return inherited(leads_somewhere(stream) ? stream : nothing);
}

std::string read_all(HANDLE pipe) {
  std::string text;
  char piece[4096];
  for (DWORD count = 0; ::ReadFile(pipe, piece, sizeof piece, &count, nullptr) && count > 0;)
    text.append(piece, count);
  return text;
}

void show_errors(const std::string& text) {
  const std::string shown = text.starts_with("lockstep: ") ? text.substr(10) : text;
  std::wstring wide(shown.size(), L'\0');
  wide.resize(static_cast<std::size_t>(::MultiByteToWideChar(
      CP_UTF8, 0, shown.data(), static_cast<int>(shown.size()), wide.data(), static_cast<int>(wide.size()))));
  ::MessageBoxW(nullptr, wide.c_str(), L"Lockstep", MB_OK | MB_ICONERROR | MB_SETFOREGROUND);
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
  HANDLE nothing = ::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                 nullptr, OPEN_EXISTING, 0, nullptr);
  HANDLE read_errors = nullptr, write_errors = nullptr;
  const bool errors_are_seen = leads_somewhere(::GetStdHandle(STD_ERROR_HANDLE));
  if (!errors_are_seen) ::CreatePipe(&read_errors, &write_errors, nullptr, 0);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = stream_or_nothing(STD_INPUT_HANDLE, nothing);
  startup.hStdOutput = stream_or_nothing(STD_OUTPUT_HANDLE, nothing);
  startup.hStdError = errors_are_seen ? inherited(::GetStdHandle(STD_ERROR_HANDLE)) : inherited(write_errors);
  PROCESS_INFORMATION made{};
  if (!::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS, nullptr,
                        nullptr, &startup, &made))
    return say_what_is_missing(program);
  ::AllowSetForegroundWindow(made.dwProcessId);
  if (write_errors != nullptr) ::CloseHandle(write_errors);
  const std::string errors = read_errors != nullptr ? read_all(read_errors) : std::string();
  ::WaitForSingleObject(made.hProcess, INFINITE);
  DWORD status = 1;
  ::GetExitCodeProcess(made.hProcess, &status);
  if (status != 0 && !errors.empty()) show_errors(errors);
  return static_cast<int>(status);
}
