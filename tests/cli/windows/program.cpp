// There is no shell: the words are taken apart here, as a POSIX shell does it.
#include "tests/cli/program.hpp"

#include <windows.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "core/base/windows/command_line.hpp"
#include "core/base/windows/wide.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::cli {

namespace {

const TemporaryFolder& folder() {
  static const TemporaryFolder the_folder;
  return the_folder;
}

std::string contents(const std::string& path) {
  std::ifstream file(system_path(path), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Quotation marks of both kinds, and comments. A backslash means itself: it is in paths.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  char mark = '\0';
  bool is_in_word = false;
  for (const char letter : line) {
    if (mark == '\0' && (letter == ' ' || letter == '\t' || letter == '\n')) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word && letter == '#') break;
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (letter == mark)
      mark = '\0';
    else if (mark == '\0' && (letter == '\'' || letter == '"'))
      mark = letter;
    else
      words.back() += letter;
  }
  return words;
}

HANDLE opened(const std::string& path, DWORD access, DWORD how) {
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  return ::CreateFileW(wide(path).c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, how, 0,
                       nullptr);
}

int status_of(std::wstring words, const std::vector<std::string>& variables, HANDLE out, HANDLE err) {
  HANDLE in = opened("NUL", GENERIC_READ, OPEN_EXISTING);
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = in;
  startup.hStdOutput = out;
  startup.hStdError = err;
  PROCESS_INFORMATION made{};
  std::wstring block = environment_block(variables);
  DWORD status = 127;
  if (::CreateProcessW(nullptr, words.data(), nullptr, nullptr, TRUE, CREATE_UNICODE_ENVIRONMENT,
                       block.data(), nullptr, &startup, &made)) {
    ::WaitForSingleObject(made.hProcess, INFINITE);
    ::GetExitCodeProcess(made.hProcess, &status);
    ::CloseHandle(made.hProcess);
    ::CloseHandle(made.hThread);
  }
  ::CloseHandle(in);
  return static_cast<int>(status);
}

}  // namespace

Output run_lockstep(const std::string& arguments) { return run_program(LOCKSTEP_EXECUTABLE, arguments); }

Output run_program(const std::string& program, const std::string& arguments) {
  const std::string out = folder().file("stdout"), err = folder().file("stderr");
  std::vector<std::string> words = words_of(arguments);
  words.insert(words.begin(), program);
  // The tests must not write into the results of the person who runs them, nor read the state of a window.
  std::vector<std::string> variables{"XDG_DATA_HOME=" + folder().file("data"),
                                     "XDG_STATE_HOME=" + folder().file("state")};
  for (const std::string& own : own_environment()) variables.push_back(own);
  HANDLE const out_file = opened(out, GENERIC_WRITE, CREATE_ALWAYS),
               err_file = opened(err, GENERIC_WRITE, CREATE_ALWAYS);
  Output output;
  output.status = status_of(command_line_of(words), variables, out_file, err_file);
  ::CloseHandle(out_file);
  ::CloseHandle(err_file);
  output.out = contents(out);
  output.err = contents(err);
  return output;
}

std::string grade_unconfined() { return " --unconfined"; }

std::string write_file(const std::string& name, const std::string& text) {
  const std::string path = folder().file(name);
  std::filesystem::create_directories(system_path(path).parent_path());
  std::ofstream(system_path(path), std::ios::binary) << text;
  return path;
}

}  // namespace lockstep::cli
