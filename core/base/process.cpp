#include "core/base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <system_error>
#include <thread>

extern char** environ;  // NOLINT: POSIX's name

namespace lockstep {
namespace {

constexpr std::size_t kMostErrorBytes = 16 * 1024;
constexpr auto kGrace = std::chrono::milliseconds(2000);
constexpr auto kGlance = std::chrono::milliseconds(50);  // at the stop
constexpr int kWritePatience = 10'000;                   // milliseconds

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    read = ends[0];
    write = ends[1];
  }
  bool is_open() const { return read >= 0; }
};

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

// Later variables win, as they stand in front.
std::vector<std::string> environment_with(std::vector<std::string> variables) {
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

// In a process group of its own, so that all it starts can be ended with it.
int spawn(std::vector<std::string> program, std::vector<std::string> environment, int in, int out, int err,
          int& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error = posix_spawnp(&pid, program[0].c_str(), &actions, &attributes, pointers(program).data(),
                                 pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

std::string signal_text(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return fmt::format("by {} (an access to memory that is not its own)",
                         signal == SIGBUS ? "SIGBUS" : "SIGSEGV");
    case SIGABRT:
      return "by SIGABRT (it gave up by itself)";
    case SIGFPE:
      return "by SIGFPE (a division by zero)";
    case SIGILL:
      return "by SIGILL (an instruction that this processor does not have)";
    case SIGKILL:
      return "by SIGKILL (somebody ended it, or the machine ran out of memory)";
    default:
      return fmt::format("by signal {} ({})", signal, strsignal(signal));
  }
}

}  // namespace

Result<std::unique_ptr<Child>> Child::start(const std::vector<std::string>& program,
                                            const std::vector<std::string>& variables) {
  Pipe in, out, err;
  if (!in.is_open() || !out.is_open() || !err.is_open())
    return failure(fmt::format("{} cannot be started: no pipe can be opened.", program[0]));
  std::unique_ptr<Child> child(new Child);
  const int error = spawn(program, environment_with(variables), in.read, out.write, err.write, child->pid_);
  close(in.read);
  close(out.write);
  close(err.write);
  child->in_ = in.write;
  fcntl(child->in_, F_SETFL, O_NONBLOCK);
  child->out_ = out.read;
  child->err_ = err.read;
  if (error == 0) return child;
  child->pid_ = -1;
  return failure(
      fmt::format("{} cannot be started: {}.", program[0], std::generic_category().message(error)));
}

Child::~Child() {
  close_if_open(in_);
  if (!ends_within(given_up_ ? std::chrono::milliseconds(0) : kGrace)) {
    kill(-pid_, SIGTERM);
    if (!ends_within(kGrace)) kill_now();
  }
  close_if_open(out_);
  close_if_open(err_);
}

bool Child::has_ended() {
  if (pid_ <= 0 || status_) return true;
  int status = 0;
  const int ended = waitpid(pid_, &status, WNOHANG);
  if (ended == pid_ || (ended < 0 && errno == ECHILD)) status_ = status;
  return status_.has_value();
}

bool Child::ends_within(std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!has_ended()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

void Child::interrupt() {
  if (!has_ended()) kill(pid_, SIGINT);
}

void Child::kill_now() {
  if (has_ended()) return;
  kill(-pid_, SIGKILL);
  // One that a driver holds in the operating system dies when that lets it go; nobody waits for it.
  ends_within(kGrace);
}

std::string Child::how_it_ended() {
  if (!ends_within(kGrace) || !status_) return "";
  if (WIFSIGNALED(*status_)) return signal_text(WTERMSIG(*status_));
  return fmt::format("with status {}", WEXITSTATUS(*status_));
}

// Little by little, as a child that does not read must not stop this program.
bool Child::write_all(std::string_view text) {
  while (!text.empty()) {
    pollfd ready{in_, POLLOUT, 0};
    if (poll(&ready, 1, kWritePatience) <= 0) return false;
    const ssize_t written = write(in_, text.data(), text.size());
    if (written < 0 && errno != EAGAIN) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<void> Child::write_line(const std::string& line) {
  // A child that has ended must not end this program with its broken pipe.
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
  while (read_some(100) && std::chrono::steady_clock::now() < until) {
  }
  return failure(last_words());
}

bool Child::read_some(int milliseconds) {
  std::array<pollfd, 2> ready{{{out_, POLLIN, 0}, {err_, POLLIN, 0}}};
  if (poll(ready.data(), ready.size(), milliseconds) <= 0) return true;
  std::array<char, 4096> bytes;
  bool open = true;
  if (ready[0].revents != 0) {
    const ssize_t count = read(out_, bytes.data(), bytes.size());
    if (count > 0) unread_.append(bytes.data(), static_cast<std::size_t>(count));
    open = count > 0;
  }
  if (ready[1].revents != 0) {
    const ssize_t count = read(err_, bytes.data(), bytes.size());
    if (count > 0) errors_.append(bytes.data(), static_cast<std::size_t>(count));
    if (errors_.size() > kMostErrorBytes) errors_.erase(0, errors_.size() - kMostErrorBytes);
    if (count <= 0) close_if_open(err_);  // poll() passes over it from now on
  }
  return open;
}

// Without the rules that programs draw around their messages.
std::string Child::said() const {
  std::string words;
  std::istringstream lines(errors_);
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of("-=* \t\r") == line.npos) continue;
    words += (words.empty() ? "" : " ") + line;
  }
  return words;
}

std::string Child::last_words() const {
  const std::string words = said();
  return words.empty() ? "It ended without a word." : words;
}

Heard Child::listen(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    if (const std::size_t end = unread_.find('\n'); end != unread_.npos) {
      Heard heard{Heard::Kind::line, unread_.substr(0, end)};
      unread_.erase(0, end + 1);
      return heard;
    }
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    if (left <= 0) return {};
    if (!read_some(static_cast<int>(left))) return {Heard::Kind::end, ""};
  }
}

Result<std::string> Child::read_line(std::stop_token stop, std::chrono::seconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    const bool late = std::chrono::steady_clock::now() > until;
    Heard heard = listen(stop.stop_requested() || late ? std::chrono::milliseconds(0) : kGlance);
    if (heard.kind == Heard::Kind::line) return std::move(heard.line);
    if (heard.kind == Heard::Kind::end) return failure(last_words());
    given_up_ = stop.stop_requested() || late;
    if (stop.stop_requested()) return failure("Cancelled.");
    if (given_up_) return failure(fmt::format("It has not answered for {} seconds.", patience.count()));
  }
}

}  // namespace lockstep
