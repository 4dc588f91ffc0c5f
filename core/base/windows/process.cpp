// A started program inherits only the three pipes. It is in its own job, which ends it and all processes that
// it started when this process ends for any reason.
#include "core/base/process.hpp"

#include <fmt/format.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "core/base/files/path_text.hpp"
#include "core/base/shortage.hpp"
#include "core/base/windows/command_line.hpp"
#include "core/base/windows/output_filter.hpp"
#include "core/base/windows/pipes.hpp"
#include "core/base/windows/stop_event.hpp"
#include "core/base/windows/system_error.hpp"
#include "core/base/windows/wide.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMaxErrorBytes = 16 * 1024;
constexpr auto kGrace = std::chrono::milliseconds(2000);
constexpr auto kWritePatience = std::chrono::milliseconds(10'000);
constexpr DWORD kKilled = 0x102;  // differs from the status of every fault

// Returns "" if there is no such program. Windows also searches the current folder, which may contain any
// file; this function does not.
std::wstring program_file(const std::string& name) {
  if (name.find_first_of("/\\:") != name.npos) return system_path(name).wstring();
  return wide(program_in_path(name));
}

std::vector<std::string> environment_for(std::vector<std::string> variables, ChildEnvironment environment) {
  std::vector<std::string> own = own_environment();
  // System libraries are not found without these two variables.
  if (environment == ChildEnvironment::empty)
    std::erase_if(own, [](const std::string& variable) {
      return !variable.starts_with("SystemRoot=") && !variable.starts_with("SystemDrive=");
    });
  variables.insert(variables.end(), own.begin(), own.end());
  return variables;
}

Handle make_job() {
  Handle job(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  ::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

// The next process inherits only these handles.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::array<HANDLE, 3> handles) : handles_(handles) {
    for (HANDLE handle : handles_) ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    SIZE_T bytes = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    list_.resize(bytes);
    ::InitializeProcThreadAttributeList(get(), 1, 0, &bytes);
    ::UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                handles_.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  ~InheritedHandles() { ::DeleteProcThreadAttributeList(get()); }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;

  LPPROC_THREAD_ATTRIBUTE_LIST get() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(list_.data()); }
  const std::array<HANDLE, 3>& handles() const { return handles_; }

 private:
  std::array<HANDLE, 3> handles_;
  std::vector<std::byte> list_;
};

std::string fault_text(DWORD status) {
  switch (status) {
    case EXCEPTION_ACCESS_VIOLATION:
    case EXCEPTION_IN_PAGE_ERROR:
      return "an invalid memory access";
    case 0xC0000374:  // STATUS_HEAP_CORRUPTION
      return "a damaged heap";
    case EXCEPTION_STACK_OVERFLOW:
      return "the stack is exhausted";
    case 0xC0000409:  // STATUS_STACK_BUFFER_OVERRUN, also of abort()
      return "the program aborted";
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
      return "a division by zero";
    case EXCEPTION_ILLEGAL_INSTRUCTION:
      return "an instruction that this processor does not support";
    case 0xC0000135:  // STATUS_DLL_NOT_FOUND
      return "a DLL that the program needs was not found";
    default:
      return "a fault";
  }
}

}  // namespace

struct Child::Handle {
  lockstep::Handle job, process;
  DWORD id = 0;
  Arrivals arrivals;
  std::unique_ptr<PipeWriter> in;
  std::unique_ptr<PipeReader> out, err;
};

Child::Child() : handle_(std::make_unique<Handle>()) {}

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& program,
                                            const std::vector<std::string>& variables,
                                            ChildEnvironment environment) {
  const auto not_started = [&](int error) {
    return failure(fmt::format("{} cannot be started: {}.", program[0], error_text(error)));
  };
  const std::wstring file = program_file(program[0]);
  if (file.empty()) return not_started(ENOENT);
  PipeEnds in, out, err;
  if (!in.read || !out.read || !err.read) return not_started(last_error());
  std::unique_ptr<Child> child(new Child);
  Handle& handle = *child->handle_;
  handle.job = make_job();
  InheritedHandles inherited({in.read.get(), out.write.get(), err.write.get()});
  STARTUPINFOEXW startup{};
  startup.StartupInfo.cb = sizeof startup;
  startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  startup.StartupInfo.hStdInput = in.read.get();
  startup.StartupInfo.hStdOutput = out.write.get();
  startup.StartupInfo.hStdError = err.write.get();
  startup.lpAttributeList = inherited.get();
  std::wstring words = command_line_of(program);
  std::wstring block = environment_block(environment_for(variables, environment));
  PROCESS_INFORMATION made{};
  // The program gets no visible console, and Ctrl+C in this console does not reach it.
  constexpr DWORD kFlags = EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT | CREATE_SUSPENDED |
                           CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP;
  if (!::CreateProcessW(file.c_str(), words.data(), nullptr, nullptr, TRUE, kFlags, block.data(), nullptr,
                        &startup.StartupInfo, &made))
    return not_started(last_error());
  handle.process = lockstep::Handle(made.hProcess);
  handle.id = made.dwProcessId;
  const lockstep::Handle thread(made.hThread);
  ::AssignProcessToJobObject(handle.job.get(), made.hProcess);
  ::ResumeThread(thread.get());
  for (lockstep::Handle* end : {&in.read, &out.write, &err.write}) *end = lockstep::Handle();
  handle.in = std::make_unique<PipeWriter>(std::move(in.write));
  handle.out = std::make_unique<PipeReader>(std::move(out.read), handle.arrivals, handle.arrivals.output);
  handle.err = std::make_unique<PipeReader>(std::move(err.read), handle.arrivals, handle.arrivals.errors);
  return child;
}

Child::~Child() {
  Handle& handle = *handle_;
  if (!handle.process) return;
  handle.in->close();
  if (!ends_within(given_up_ ? std::chrono::milliseconds(0) : kGrace)) {
    interrupt();
    if (!ends_within(kGrace)) kill_now();
  }
  ::TerminateJobObject(handle.job.get(), kKilled);  // remaining processes would keep the pipes open
}

bool Child::ends_within(std::chrono::milliseconds time) {
  return !handle_->process ||
         ::WaitForSingleObject(handle_->process.get(), static_cast<DWORD>(time.count())) == WAIT_OBJECT_0;
}

void Child::interrupt() {
  const lockstep::Handle event(::OpenEventW(EVENT_MODIFY_STATE, FALSE, stop_event_name(handle_->id).c_str()));
  if (event) ::SetEvent(event.get());
}

void Child::kill_now() {
  ::TerminateJobObject(handle_->job.get(), kKilled);
  ends_within(kGrace);
}

std::string Child::how_it_ended() {
  DWORD status = 0;
  if (!ends_within(kGrace) || !::GetExitCodeProcess(handle_->process.get(), &status)) return "";
  if (status >= 0x80000000) return fmt::format("by {:#x} ({})", status, fault_text(status));
  if (status == kKilled) return "by force (it was killed)";
  return fmt::format("with status {}", status);
}

bool Child::write_all(std::string_view text) { return handle_->in->write(text, kWritePatience); }

Result<void> Child::write_line(const std::string& line) {
  if (write_all(line + "\n")) return {};
  const auto until = std::chrono::steady_clock::now() + kGrace;
  while (read_some(std::chrono::milliseconds(100)) && std::chrono::steady_clock::now() < until) {
  }
  return failure(last_words());
}

bool Child::read_some(std::chrono::milliseconds timeout) {
  Arrivals& arrivals = handle_->arrivals;
  std::unique_lock lock(arrivals.mutex);
  arrivals.wait_for(timeout, lock);
  const bool is_open = arrivals.output.is_open || !arrivals.output.bytes.empty();
  unread_.bytes += std::exchange(arrivals.output.bytes, {});
  errors_ += std::exchange(arrivals.errors.bytes, {});
  if (errors_.size() > kMaxErrorBytes) errors_.erase(0, errors_.size() - kMaxErrorBytes);
  return is_open;
}

Parent::Parent()
    : in_(reinterpret_cast<std::intptr_t>(::GetStdHandle(STD_INPUT_HANDLE))),
      out_(take_unfiltered_output()) {}

std::optional<std::string> Parent::read_line() {
  while (true) {
    if (auto line = unread_.take_line()) return line;
    std::array<char, 65536> bytes;
    DWORD count = 0;
    if (!::ReadFile(reinterpret_cast<HANDLE>(in_), bytes.data(), static_cast<DWORD>(bytes.size()), &count,
                    nullptr) ||
        count == 0)
      return std::nullopt;
    unread_.bytes.append(bytes.data(), count);
  }
}

bool Parent::write_line(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  for (std::string_view rest = text; !rest.empty();) {
    DWORD written = 0;
    const auto piece = static_cast<DWORD>(std::min<std::size_t>(rest.size(), 1u << 20));
    if (!::WriteFile(reinterpret_cast<HANDLE>(out_), rest.data(), piece, &written, nullptr) || written == 0)
      return false;
    rest.remove_prefix(written);
  }
  return true;
}

std::uint64_t process_id() { return ::GetCurrentProcessId(); }

std::string own_program() {
  std::wstring path(32768, L'\0');
  const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  path.resize(length);
  return path_text(path);
}

std::string program_in_path(const std::string& name) {
  const std::vector<std::string> variables = own_environment();
  const auto path = std::ranges::find_if(
      variables, [](const std::string& variable) { return ::_strnicmp(variable.c_str(), "PATH=", 5) == 0; });
  std::string_view rest = path == variables.end() ? std::string_view() : std::string_view(*path).substr(5);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    for (const char* ending : {"", ".exe"}) {
      const auto file = system_path(rest.substr(0, end)) / system_path(name + ending);
      std::error_code ignored;
      const bool is_program = end > 0 && file.extension() == ".exe";
      if (is_program && std::filesystem::is_regular_file(file, ignored)) return path_text(file);
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

// Windows cannot replace a process: this process waits for the new one and ends with its status.
Error become(const std::vector<std::string>& program) {
  std::wstring words = command_line_of(program);
  const std::wstring file = program_file(program.front());
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  PROCESS_INFORMATION made{};
  if (file.empty() || !::CreateProcessW(file.c_str(), words.data(), nullptr, nullptr, TRUE, 0, nullptr,
                                        nullptr, &startup, &made))
    return {Error::Kind::failed, fmt::format("{} cannot be started: {}.", program.front(),
                                             error_text(file.empty() ? ENOENT : last_error()))};
  ::WaitForSingleObject(made.hProcess, INFINITE);
  DWORD status = 1;
  ::GetExitCodeProcess(made.hProcess, &status);
  end_process(static_cast<int>(status));
}

// ExitProcess() would wait for locks that a driver's threads may hold.
void end_process(int status) {
  ::TerminateProcess(::GetCurrentProcess(), static_cast<UINT>(status));
  std::abort();
}

}  // namespace lockstep
