// What a program tries that was taken over by what it executes.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace lockstep::assignment {

inline constexpr const char* kPassword = "LOCKSTEP_TEST_PASSWORD";  // in the environment of the parent

namespace attempts {

inline bool opens(const std::string& path, int how) {
  const int file = open(path.c_str(), how, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

inline bool starts_a_program() {
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/true", "true", nullptr);
    _exit(1);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

inline bool opens_a_socket() {
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

// Of the parent, where the hidden tests and the secret are.
inline bool reads_memory_of(pid_t process, const void* address) {
  char byte = 0;
  iovec here{&byte, 1}, there{const_cast<void*>(address), 1};
  return process_vm_readv(process, &here, 1, &there, 1, 0) == 1;
}

// The descriptors of a worker: input, output, errors, and one of our own for the answers.
inline bool has_other_descriptors() {
  for (int descriptor = STDERR_FILENO + 2; descriptor < 256; ++descriptor)
    if (fcntl(descriptor, F_GETFD) >= 0) return true;
  return false;
}

}  // namespace attempts

// The names of those that work. `readable`: an address of the parent.
inline std::vector<std::string> working_attempts(const std::string& hidden_file, pid_t parent,
                                                 const void* readable) {
  const std::string process = "/proc/" + std::to_string(parent);
  const struct {
    const char* name;
    bool works;
  } all[] = {{"read hidden tests", attempts::opens(hidden_file, O_RDONLY)},
             {"write a file", attempts::opens(hidden_file + ".new", O_WRONLY | O_CREAT)},
             {"read the parent's environment", attempts::opens(process + "/environ", O_RDONLY)},
             {"open the parent's memory", attempts::opens(process + "/mem", O_RDONLY)},
             {"read the parent's memory", attempts::reads_memory_of(parent, readable)},
             {"read its own environment", attempts::opens("/proc/self/environ", O_RDONLY)},
             {"inherit a password", std::getenv(kPassword) != nullptr},
             {"start a program", attempts::starts_a_program()},
             {"open a socket", attempts::opens_a_socket()},
             {"signal the parent", kill(parent, 0) == 0},
             {"use other descriptors", attempts::has_other_descriptors()}};
  std::vector<std::string> works;
  for (const auto& one : all)
    if (one.works) works.emplace_back(one.name);
  return works;
}

}  // namespace lockstep::assignment
