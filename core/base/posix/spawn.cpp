#include "core/base/posix/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cstring>

extern char** environ;  // NOLINT: POSIX's name

namespace lockstep {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

class FileActions {
 public:
  explicit FileActions(const Spawn& request) {
    posix_spawn_file_actions_init(&actions_);
    const std::pair<int, int> streams[] = {
        {request.in, STDIN_FILENO}, {request.out, STDOUT_FILENO}, {request.err, STDERR_FILENO}};
    for (const auto& [from, to] : streams)
      if (from >= 0) posix_spawn_file_actions_adddup2(&actions_, from, to);
    if (!request.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, request.folder.c_str());
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

class Attributes {
 public:
  explicit Attributes(const Spawn& request) {
    posix_spawnattr_init(&attributes_);
    int flags = 0;
    if (request.own_group) flags |= POSIX_SPAWN_SETPGROUP;
    if (request.takes_interrupts) flags |= POSIX_SPAWN_SETSIGDEF;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGQUIT);
    posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  read = ends[0];
  write = ends[1];
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

int spawn(Spawn request, int& pid) {
  const FileActions actions(request);
  const Attributes attributes(request);
  return posix_spawnp(&pid, request.program[0].c_str(), actions.get(), attributes.get(),
                      pointers(request.program).data(), pointers(request.environment).data());
}

std::vector<std::string> environment_with(std::vector<std::string> variables) {
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

std::string signal_text(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return fmt::format("by {} (an invalid memory access)", signal == SIGBUS ? "SIGBUS" : "SIGSEGV");
    case SIGABRT:
      return "by SIGABRT (the program aborted)";
    case SIGFPE:
      return "by SIGFPE (a division by zero)";
    case SIGILL:
      return "by SIGILL (an instruction that this processor does not have)";
    case SIGKILL:
      return "by SIGKILL (it was killed, or the machine ran out of memory)";
    default:
      return fmt::format("by signal {} ({})", signal, strsignal(signal));
  }
}

}  // namespace lockstep
