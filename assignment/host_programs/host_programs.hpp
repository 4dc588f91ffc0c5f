// Submitted host programs, as recordings of their launches. No output of a program is trusted: it receives
// inputs, and only its launches are used, which are repeated with other inputs.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assignment/judging/host_request.hpp"
#include "core/base/sandbox.hpp"

namespace lockstep::assignment {

// The programs of one submission: each is built once, and identical requests are run once.
class HostPrograms {
 public:
  // `lockstep`: the program that records; empty: this program.
  explicit HostPrograms(std::string lockstep = {}, SandboxOptions options = {})
      : lockstep_(std::move(lockstep)), options_(std::move(options)) {}
  HostAnswer run(const HostRequest& request);
  // The sandbox's name; empty until a sandbox is needed.
  std::string sandbox() const { return sandbox_ ? sandbox_->name() : std::string(); }
  // Prepares for the next submission.
  void renew();

 private:
  struct Built {
    std::vector<SourceText> files;
    std::string program;
    std::string binary;
    HostAnswer problem;  // if there is no binary
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
