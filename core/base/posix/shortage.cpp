#include "core/base/shortage.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

template <class Resource>
std::string limit_text(Resource which, bool is_bytes) {
  rlimit limit{};
  if (::getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return "no limit is set";
  return "it is " + (is_bytes ? bytes_text(limit.rlim_cur) : count_text(limit.rlim_cur)) + " now";
}

std::string advice(int error) {
  switch (error) {
    case EMFILE:
      return fmt::format("raise the limit of open files (ulimit -n; {})", limit_text(RLIMIT_NOFILE, false));
    case ENFILE:
      return "the whole system has no more open files; close other programs";
    case ENOMEM:
      return fmt::format("free memory, choose a smaller n, or raise the limit of memory (ulimit -v; {})",
                         limit_text(RLIMIT_AS, true));
    case EAGAIN:
      return fmt::format(
          "no more processes can be started; close other programs, or raise the limit (ulimit "
          "-u; {})",
          limit_text(RLIMIT_NPROC, false));
    case ENOSPC:
    case EDQUOT:
      return "the disk is full; free some room";
    case EROFS:
      return "name a folder that can be written to";
    default:
      return "";
  }
}

constexpr unsigned kWantedFiles = 6;  // a driver has at least this many open at the same time

// The error number of opening `count` files at the same time; 0 if they can be opened.
int error_of_opening(unsigned count) {
  if (count == 0) return 0;
  const int file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int error = error_of_opening(count - 1);
  ::close(file);
  return error;
}

}  // namespace

std::string error_text(int error) {
  const std::string words = std::generic_category().message(error), help = advice(error);
  return help.empty() ? words : words + ": " + help;
}

std::string shortage_sentence(std::size_t wanted_bytes) {
  if (const int error = error_of_opening(kWantedFiles); error == EMFILE || error == ENFILE)
    return as_sentence(error_text(error));
  void* place = ::mmap(nullptr, wanted_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return as_sentence(error_text(ENOMEM));
  ::munmap(place, wanted_bytes);
  return "";
}

}  // namespace lockstep
