#include "core/host/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <sstream>
#include <system_error>
#include <thread>

extern char** environ;  // NOLINT: POSIX's name

namespace lockstep::host {
namespace {

constexpr std::size_t kMostErrorBytes = 16 * 1024;
constexpr auto kGrace = std::chrono::milliseconds(2000);

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

bool has_ended(int pid) {
  const int ended = waitpid(pid, nullptr, WNOHANG);
  return ended == pid || (ended < 0 && errno == ECHILD);
}

bool ends_within(int pid, std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!has_ended(pid)) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
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
  child->out_ = out.read;
  child->err_ = err.read;
  if (error == 0) return child;
  child->pid_ = -1;
  return failure(
      fmt::format("{} cannot be started: {}.", program[0], std::generic_category().message(error)));
}

Child::~Child() {
  close_if_open(in_);
  if (pid_ > 0 && !ends_within(pid_, given_up_ ? std::chrono::milliseconds(0) : kGrace)) {
    kill(-pid_, SIGTERM);
    if (!ends_within(pid_, kGrace)) {
      kill(-pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  close_if_open(out_);
  close_if_open(err_);
}

Result<void> Child::write_line(const std::string& line) {
  const std::string text = line + "\n";
  // A child that has ended must not end this program with its broken pipe.
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  const ssize_t written = write(in_, text.data(), text.size());
  if (written < 0) {
    const timespec at_once{};
    sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (written == static_cast<ssize_t>(text.size())) return {};
  while (read_some(100)) {
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
    if (count > 0 && errors_.size() < kMostErrorBytes)
      errors_.append(bytes.data(), static_cast<std::size_t>(count));
    if (count <= 0) close_if_open(err_);  // poll() passes over it from now on
  }
  return open;
}

// In one line, without the rules that programs draw around their messages.
std::string Child::last_words() const {
  std::string words;
  std::istringstream lines(errors_);
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of("-=* \t\r") == line.npos) continue;
    words += (words.empty() ? "" : " ") + line;
  }
  return words.empty() ? "It ended without a word." : words;
}

Result<std::string> Child::read_line(std::stop_token stop, std::chrono::seconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (true) {
    if (const std::size_t end = unread_.find('\n'); end != unread_.npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    given_up_ = stop.stop_requested() || std::chrono::steady_clock::now() > until;
    if (stop.stop_requested()) return failure("Cancelled.");
    if (given_up_) return failure(fmt::format("It has not answered for {} seconds.", patience.count()));
    if (!read_some(50)) return failure(last_words());
  }
}

}  // namespace lockstep::host
