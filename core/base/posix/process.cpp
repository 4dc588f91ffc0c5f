#include "core/base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/posix/keeper.hpp"
#include "core/base/shortage.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMaxErrorBytes = 16 * 1024;
constexpr auto kGrace = std::chrono::milliseconds(2000);
constexpr int kWriteTimeout = 10'000;  // milliseconds

std::string if_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path.string() : "";
}

}  // namespace

struct Child::Handle {
  Kept program;
  int in = -1, out = -1, err = -1;
};

Child::Child() : handle_(std::make_unique<Handle>()) {}

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& program,
                                            const std::vector<std::string>& variables,
                                            ChildEnvironment environment) {
  Pipe in, out, err;
  int error = in.is_open() && out.is_open() && err.is_open() ? 0 : errno;
  std::unique_ptr<Child> child(new Child);
  Handle& handle = *child->handle_;
  if (error == 0)
    error = handle.program.start(
        {.program = program,
         .environment = environment == ChildEnvironment::empty ? variables : environment_with(variables),
         .in = in.read,
         .out = out.write,
         .err = err.write,
         .own_group = true});
  for (int* end : {&in.read, &out.write, &err.write}) close_if_open(*end);
  handle.in = in.write;
  if (handle.in >= 0) fcntl(handle.in, F_SETFL, O_NONBLOCK);
  handle.out = out.read;
  handle.err = err.read;
  if (error == 0) return child;
  return failure(fmt::format("{} cannot be started: {}.", program[0], error_text(error)));
}

Child::~Child() {
  close_if_open(handle_->in);
  if (!ends_within(given_up_ ? std::chrono::milliseconds(0) : kGrace)) {
    handle_->program.ask_to_end();
    if (!ends_within(kGrace)) kill_now();
  }
  close_if_open(handle_->out);
  close_if_open(handle_->err);
}

bool Child::ends_within(std::chrono::milliseconds time) { return handle_->program.ends_within(time); }

void Child::interrupt() { handle_->program.interrupt(); }

// A process inside a driver's system call ends when the call returns; this program does not wait for it.
void Child::kill_now() {
  handle_->program.kill_all();
  ends_within(kGrace);
}

std::string Child::how_it_ended() {
  if (!ends_within(kGrace) || !handle_->program.status()) return "";
  const int status = *handle_->program.status();
  if (WIFSIGNALED(status)) return signal_text(WTERMSIG(status));
  return fmt::format("with status {}", WEXITSTATUS(status));
}

// In small pieces: a child that does not read must not block this program.
bool Child::write_all(std::string_view text) {
  while (!text.empty()) {
    pollfd ready{handle_->in, POLLOUT, 0};
    if (poll(&ready, 1, kWriteTimeout) <= 0) return false;
    const ssize_t written = write(handle_->in, text.data(), text.size());
    if (written < 0 && errno != EAGAIN) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<void> Child::write_line(const std::string& line) {
  // The broken pipe of a child that has ended must not end this program.
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const bool written = write_all(line + "\n");
  if (!written) {
    const timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (written) return {};
  const auto until = std::chrono::steady_clock::now() + kGrace;
  while (read_some(std::chrono::milliseconds(100)) && std::chrono::steady_clock::now() < until) {
  }
  return failure(last_words());
}

bool Child::read_some(std::chrono::milliseconds timeout) {
  std::array<pollfd, 2> ready{{{handle_->out, POLLIN, 0}, {handle_->err, POLLIN, 0}}};
  if (poll(ready.data(), ready.size(), static_cast<int>(timeout.count())) <= 0) return true;
  std::array<char, 65536> bytes;
  bool open = true;
  if (ready[0].revents != 0) {
    const ssize_t count = read(handle_->out, bytes.data(), bytes.size());
    if (count > 0) unread_.bytes.append(bytes.data(), static_cast<std::size_t>(count));
    open = count > 0;
  }
  if (ready[1].revents != 0) {
    const ssize_t count = read(handle_->err, bytes.data(), bytes.size());
    if (count > 0) errors_.append(bytes.data(), static_cast<std::size_t>(count));
    if (errors_.size() > kMaxErrorBytes) errors_.erase(0, errors_.size() - kMaxErrorBytes);
    if (count <= 0) close_if_open(handle_->err);  // poll() ignores it from now on
  }
  return open;
}

Parent::Parent() : in_(STDIN_FILENO), out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

std::optional<std::string> Parent::read_line() {
  while (true) {
    if (auto line = unread_.take_line()) return line;
    std::array<char, 65536> bytes;
    const ssize_t count = read(static_cast<int>(in_), bytes.data(), bytes.size());
    if (count <= 0) return std::nullopt;
    unread_.bytes.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

bool Parent::write_line(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = write(static_cast<int>(out_), rest.data(), rest.size());
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::uint64_t process_id() { return static_cast<std::uint64_t>(getpid()); }

std::string own_program() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "" : self.string();
}

std::string program_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (std::string found = if_file(std::filesystem::path(rest.substr(0, end)) / name); !found.empty())
      return found;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

Error become(const std::vector<std::string>& program) {
  std::vector<std::string> words = program;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers.front(), pointers.data());
  return {Error::Kind::failed, fmt::format("{} cannot be started: {}.", program.front(), error_text(errno))};
}

void end_process(int status) { _exit(status); }

}  // namespace lockstep
