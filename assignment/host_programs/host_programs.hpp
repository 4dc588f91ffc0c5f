// Runs submitted host programs and records their launches. The output of a program is not trusted: the
// program receives inputs, and only its launches are used, which are repeated with other inputs.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assignment/judging/host_request.hpp"
#include "core/base/sandbox.hpp"

namespace lockstep::assignment {

// The programs of one submission. Each program is built once, and identical requests are run once.
class HostPrograms {
 public:
  // `lockstep` is the path of the program that records; empty: this program.
  explicit HostPrograms(std::string lockstep = {}, SandboxOptions options = {})
      : lockstep_(std::move(lockstep)), options_(std::move(options)) {}
  HostAnswer run(const HostRequest& request);
  // Returns the name of the sandbox; empty until a sandbox is needed.
  std::string sandbox() const { return sandbox_ ? sandbox_->name() : std::string(); }
  // Prepares for the next submission.
  void renew();

 private:
  struct Built {
    std::vector<SourceText> files;
    std::string program;
    std::string binary;
    HostAnswer problem;  // the reason if the program has no executable
  };
  const Built& build(const HostRequest& request);
  HostAnswer answer_to(const HostRequest& request);
  HostAnswer run_built(const HostRequest& request, const Built& built);

  Result<Sandbox> find_sandbox() const;

  std::string lockstep_;
  SandboxOptions options_;
  std::optional<Sandbox> sandbox_;
  std::optional<Built> built_;
  std::vector<std::pair<HostRequest, HostAnswer>> answers_;
};

}  // namespace lockstep::assignment
