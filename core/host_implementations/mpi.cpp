// MPI on the cores of this machine: this program's side of the protocol in mpi_program.hpp.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "core/base/files/path_text.hpp"
#include "core/base/large_bytes.hpp"
#include "core/base/process.hpp"
#include "core/base/shared_memory.hpp"
#include "core/host_implementations/libraries.hpp"
#include "core/host_implementations/mpi_program.hpp"

namespace lockstep::host {
namespace {

constexpr auto kStartTimeout = std::chrono::seconds(60);
constexpr auto kRunTimeout = std::chrono::seconds(600);

tl::unexpected<Error> mpi_failure(const Error& error) { return failure("MPI did not run. " + error.message); }

// Returns the rest of a line that begins with `word`.
Result<std::string> expect(Child& ranks, std::string_view word, const std::stop_token& stop,
                           std::chrono::seconds timeout) {
  const auto line = ranks.read_line(stop, timeout);
  if (!line) return mpi_failure(line.error());
  if (!line->starts_with(word))
    return failure(fmt::format("The MPI ranks sent '{}' instead of '{}'.", *line, word));
  return line->substr(word.size());
}

class MpiSession final : public Session {
 public:
  MpiSession(const Job& job, std::unique_ptr<SharedArray> in, std::unique_ptr<SharedArray> out,
             std::shared_ptr<Child> ranks)
      : job_(job), in_(std::move(in)), out_(std::move(out)), ranks_(std::move(ranks)) {}

  Result<void> announce(std::string_view form) {
    copy_bytes(job_.in, in_->bytes());
    return ranks_
        ->write_line(fmt::format("{}{} {} {} {} {} {}", kJob, form, opencl_name(job_.type), name(job_.op),
                                 job_.in.size() / size_bytes(job_.type), in_->path(), out_->path()))
        .map_error([](const Error& error) { return mpi_failure(error).value(); });
  }

  Result<std::uint64_t> run(std::stop_token stop) override {
    if (!ready_) {
      if (auto ready = expect(*ranks_, kReady, stop, kStartTimeout); !ready)
        return tl::unexpected(ready.error());
      ready_ = true;
    }
    copy_bytes(job_.out, out_->bytes());
    if (auto sent = ranks_->write_line(std::string(kRun)); !sent) return mpi_failure(sent.error());
    const auto rest = expect(*ranks_, kRan, stop, kRunTimeout);
    if (!rest) return tl::unexpected(rest.error());
    std::uint64_t nanoseconds = 0;
    const auto read = std::from_chars(rest->data(), rest->data() + rest->size(), nanoseconds);
    if (read.ec != std::errc() || read.ptr != rest->data() + rest->size())
      return failure(fmt::format("The MPI ranks sent '{}', which is not a time.", *rest));
    copy_bytes(out_->bytes(), job_.out);
    return nanoseconds;
  }

 private:
  Job job_;
  std::unique_ptr<SharedArray> in_, out_;
  std::shared_ptr<Child> ranks_;
  bool ready_ = false;
};

template <Algorithm::Family family>
Result<std::unique_ptr<Session>> open(const Job& job) {
  const auto ranks = start_ranks(job.threads);
  if (!ranks) return tl::unexpected(ranks.error());
  return open_on_ranks(*ranks, job, family);
}

}  // namespace

std::string ranks_program() {
  const std::filesystem::path ranks = system_path(own_program()).parent_path() / system_path(kRanksProgram);
  std::error_code ignored;
  return std::filesystem::is_regular_file(ranks, ignored) ? path_text(ranks) : "";
}

// There may be more ranks than cores, and root may start them, as in a container. All ranks run on this
// machine, without a cluster's launcher.
const std::vector<std::string>& mpi_settings() {
  static const std::vector<std::string> settings{"OMPI_ALLOW_RUN_AS_ROOT=1",
                                                 "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                                 "OMPI_MCA_rmaps_base_oversubscribe=1",
                                                 "OMPI_MCA_hwloc_base_use_hwthreads_as_cpus=1",
                                                 "OMPI_MCA_plm=isolated",
                                                 "OMPI_MCA_btl_vader_single_copy_mechanism=none",
                                                 "OMPI_MCA_btl_base_warn_component_unused=0",
                                                 "OMPI_MCA_orte_base_help_aggregate=1",
                                                 "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"};
  return settings;
}

std::string mpi_launcher() { return program_in_path("mpirun"); }

std::string mpi_missing(const std::string& ranks, const std::string& launcher) {
  if (ranks.empty())
    return "This program was built without MPI: install libopenmpi-dev and openmpi-bin, then build it again.";
  if (launcher.empty()) return "mpirun, which MPI needs, is missing: install openmpi-bin.";
  return "";
}

Result<std::shared_ptr<Child>> start_ranks(unsigned count) {
  auto child = Child::start({mpi_launcher(), "-n", std::to_string(count), ranks_program()}, mpi_settings());
  if (!child) return tl::unexpected(child.error());
  return std::shared_ptr<Child>(std::move(*child));
}

Result<std::unique_ptr<Session>> open_on_ranks(const std::shared_ptr<Child>& ranks, const Job& job,
                                               Algorithm::Family family) {
  auto in = SharedArray::make("lockstep-input", job.in.size());
  if (!in) return tl::unexpected(in.error());
  auto out = SharedArray::make("lockstep-output", job.out.size());
  if (!out) return tl::unexpected(out.error());
  auto session = std::make_unique<MpiSession>(job, std::move(*in), std::move(*out), ranks);
  const std::string_view scan = job.exclusive ? "exclusive" : "inclusive";
  const auto announced = session->announce(family == Algorithm::Family::scan ? scan : "reduce");
  if (!announced) return tl::unexpected(announced.error());
  return session;
}

Opener mpi_reduce() {
  return {&open<Algorithm::Family::reduction>, mpi_missing(ranks_program(), mpi_launcher())};
}
Opener mpi_scan() { return {&open<Algorithm::Family::scan>, mpi_missing(ranks_program(), mpi_launcher())}; }

}  // namespace lockstep::host
