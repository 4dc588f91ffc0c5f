#include "core/base/shortage.hpp"

#include <windows.h>

#include <cerrno>
#include <system_error>

#include "core/base/text/text.hpp"
#include "core/base/windows/system_error.hpp"

namespace lockstep {
namespace {

std::string advice(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE:
      return "too many files are open; close other programs";
    case ENOMEM:
      return "free memory, or choose a smaller n";
    case EAGAIN:
      return "no more processes can be started; close other programs";
    case ENOSPC:
      return "the disk is full; free some room";
    case EROFS:
      return "name a folder that can be written to";
    case ETXTBSY:
      return "another program has the file open; close it there";
    default:
      return "";
  }
}

}  // namespace

int error_of(unsigned long code) {
  switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE:
      return ENOENT;
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
      return EINVAL;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    case ERROR_ACCESS_DENIED:
    case ERROR_NETWORK_ACCESS_DENIED:
    case ERROR_PRIVILEGE_NOT_HELD:
      return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
      return ETXTBSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_WRITE_PROTECT:
      return EROFS;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
      return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES:
      return EMFILE;
    case ERROR_BAD_EXE_FORMAT:
      return ENOEXEC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
      return EPIPE;
    case ERROR_DIRECTORY:
      return ENOTDIR;
    default:
      return EIO;
  }
}

int last_error() { return error_of(::GetLastError()); }

std::string error_text(int error) {
  const std::string words = std::generic_category().message(error), help = advice(error);
  return help.empty() ? words : words + ": " + help;
}

std::string shortage_sentence(std::size_t wanted_bytes) {
  void* place = ::VirtualAlloc(nullptr, wanted_bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (place == nullptr) return as_sentence(error_text(ENOMEM));
  ::VirtualFree(place, 0, MEM_RELEASE);
  return "";
}

}  // namespace lockstep
