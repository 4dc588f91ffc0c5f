// On Windows a process can give up writing, starting programs and its privileges, but not reading: that would
// require another token from the start. Therefore neither of the two parts that prevent reading is in force
// on Windows.
#include "core/base/confinement.hpp"

#include <windows.h>

namespace lockstep {
namespace {

// Open until the process ends: closing it would lift the limits.
bool set_limits(const ConfinementLimits& limits) {
  HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  if (job == nullptr) return false;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION wanted{};
  auto& basic = wanted.BasicLimitInformation;
  basic.LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  basic.ActiveProcessLimit = 1;
  if (limits.memory_bytes > 0) {
    basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    wanted.ProcessMemoryLimit = limits.memory_bytes;
  }
  if (limits.processor_time.count() > 0) {
    basic.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_TIME;
    basic.PerProcessUserTimeLimit.QuadPart = limits.processor_time.count() * 10'000'000;  // in 100 ns
  }
  return ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &wanted, sizeof wanted) &&
         ::AssignProcessToJobObject(job, ::GetCurrentProcess());
}

void give_up_privileges() {
  HANDLE token = nullptr;
  if (!::OpenProcessToken(::GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_ADJUST_DEFAULT, &token))
    return;
  ::AdjustTokenPrivileges(token, TRUE, nullptr, 0, nullptr, nullptr);
  SID_IDENTIFIER_AUTHORITY authority = SECURITY_MANDATORY_LABEL_AUTHORITY;
  TOKEN_MANDATORY_LABEL label{};
  label.Label.Attributes = SE_GROUP_INTEGRITY;
  if (::AllocateAndInitializeSid(&authority, 1, SECURITY_MANDATORY_UNTRUSTED_RID, 0, 0, 0, 0, 0, 0, 0,
                                 &label.Label.Sid)) {
    ::SetTokenInformation(token, TokenIntegrityLevel, &label, sizeof label);
    ::FreeSid(label.Label.Sid);
  }
  ::CloseHandle(token);
}

}  // namespace

Result<Confinement> confine_this_process(const ConfinementLimits& limits) {
  give_up_privileges();
  if (!set_limits(limits))
    return failure("This process cannot be confined: it is in a job that allows no other limits.");
  Confinement holds;
  holds.has_limits = true;
  return holds;
}

}  // namespace lockstep
