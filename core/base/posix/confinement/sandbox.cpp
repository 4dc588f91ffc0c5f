#include "core/base/sandbox.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/files/scratch_folder.hpp"
#include "core/base/process.hpp"

namespace lockstep {
namespace {

constexpr const char* kProgram = "bwrap";
constexpr auto kSandboxGlance = std::chrono::milliseconds(50);

void append(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

}  // namespace

Result<Sandbox> Sandbox::find(SandboxOptions options) {
  if (program_in_path(kProgram).empty())
    return failure("There is no sandbox on this system: install bubblewrap (apt-get install bubblewrap).");
  Sandbox sandbox("bubblewrap", std::move(options));
  const auto nothing = ScratchFolder::create();
  if (!nothing) return tl::unexpected(nothing.error());
  const auto tried = sandbox.run("echo yes", nothing->path());
  if (!tried) return tl::unexpected(tried.error());
  if (tried->output == "yes\n") return sandbox;
  return failure(fmt::format("The sandbox does not start on this system: {}",
                             tried->output.substr(0, tried->output.find('\n'))));
}

std::vector<std::string> Sandbox::command(const std::string& script, const std::string& given) const {
  const std::string memory = fmt::format("{}", options_.files_bytes);
  std::vector<std::string> words{
      kProgram, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"};
  append(words,
         {"--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", kWork, "--setenv", "LC_ALL", "C.UTF-8"});
  append(words, {"--ro-bind", "/usr", "/usr"});
  for (const std::string folder : {"bin", "lib", "lib64", "sbin"})
    append(words, {"--symlink", "usr/" + folder, "/" + folder});
  for (const std::string file : {"/etc/alternatives", "/etc/ld.so.cache"})
    append(words, {"--ro-bind-try", file, file});
  append(words, {"--proc", "/proc", "--dev", "/dev"});
  if (options_.has_devices) {
    for (const std::string path : {"/etc/OpenCL", "/sys/devices", "/sys/class", "/sys/bus", "/sys/dev"})
      append(words, {"--ro-bind-try", path, path});
    for (const std::string path : {"/dev/dri", "/dev/kfd", "/dev/nvidiactl", "/dev/nvidia-uvm",
                                   "/dev/nvidia0", "/dev/nvidia1", "/dev/nvidia2", "/dev/nvidia3"})
      append(words, {"--dev-bind-try", path, path});
  }
  for (const std::string folder : {"/tmp", kWork, kScratch})
    append(words, {"--size", memory, "--tmpfs", folder});
  append(words, {"--chdir", kWork, "--ro-bind", given, kGiven});
  for (const auto& [outside, inside] : options_.given) append(words, {"--ro-bind", outside, inside});
  append(words,
         {"--", "/usr/bin/prlimit",  // soft limit: a signal that states the reason; hard limit: SIGKILL
          fmt::format("--cpu={}:{}", options_.processor_time.count(), options_.processor_time.count() + 1),
          fmt::format("--data={}", options_.memory_bytes), fmt::format("--fsize={}", options_.files_bytes),
          fmt::format("--nproc={}", options_.processes), "--core=0"});
  append(words, {"--", "/bin/sh", "-c", script});
  return words;
}

Result<SandboxEnd> Sandbox::run(const std::string& script, const std::string& given) const {
  auto guest = Guest::start({.program = command(script, given)});
  if (!guest) return tl::unexpected(guest.error());
  SandboxEnd ended;
  const auto late = std::chrono::steady_clock::now() + options_.wait;
  const auto add = [&](std::string piece) {
    ended.output += piece;
    ended.has_too_much_output = ended.output.size() > options_.output_bytes;
    return !piece.empty() && !ended.has_too_much_output;
  };
  std::optional<GuestEnd> end;
  while (!(end = (*guest)->end())) {
    add((*guest)->read(kSandboxGlance));
    if (ended.has_too_much_output)
      (*guest)->stop();
    else if (std::chrono::steady_clock::now() > late)
      (*guest)->stop(true);
  }
  while (add((*guest)->read(std::chrono::milliseconds(0)))) {
  }
  ended.end = *end;
  return ended;
}

}  // namespace lockstep
