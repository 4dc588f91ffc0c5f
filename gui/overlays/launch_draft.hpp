// The launch that the form edits, without drawing: what its buttons do to the description, and the mistakes
// that it has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/session/own_launch.hpp"

namespace lockstep::gui {

// "64,4" as sizes in up to three dimensions; the Error says what to write.
Result<std::vector<std::uint64_t>> read_extents(const std::string& text);

class LaunchDraft {
 public:
  LaunchDraft() = default;
  // The state's launch, else a proposed one.
  explicit LaunchDraft(const AppState& state);

  const OwnLaunch& own() const { return own_; }
  void set_plan_file(const std::string& path) { own_.plan_file = path; }
  // What is edited here is checked by check().
  LaunchDescription& all() { return own_.description; }
  DescribedLaunch& launch() { return all().launches[shown_]; }
  std::size_t shown() const { return shown_; }  // the launch whose arguments are shown
  void show(std::size_t launch) {
    shown_ = launch;
    typed_over_.reset();
  }

  const KernelSource& source() const { return source_; }
  const std::vector<OwnKernel>& kernels() const { return kernels_; }
  const OwnKernel* kernel() const;  // of the shown launch; null: the file has no such kernel
  std::vector<std::string> buffer_names() const;

  void check();
  const std::vector<DescriptionError>& errors() const { return errors_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // Another launch of the file's kernel that is not launched yet, else of the same one, which continues where
  // the last one stopped. Its buffers are new where their names are not known.
  void add_launch();
  void remove_launch();  // the shown one
  void choose_kernel(const std::string& name);
  void add_buffer();  // like the last one
  // With the buffers that are most likely meant: the first with content, and the last without.
  void expect(DescribedExpectation::Kind kind, Operator op, bool by_group = false);
  // The others do not check. Sizes in one to three dimensions. Local memory that had so many bytes for each
  // work-item keeps them while a local size is typed.
  void set_global_size(const std::vector<std::uint64_t>& sizes);
  void set_local_size(const std::vector<std::uint64_t>& sizes);
  void set_local_bytes(std::size_t argument, std::uint64_t bytes);
  void set_options(const std::string& options);
  void rename_buffer(std::size_t index, const std::string& name);  // arguments and swaps follow its name

 private:
  void propose(const std::string& kernel);
  void add_missing_buffers(const LaunchDescription& proposed);

  OwnLaunch own_;
  KernelSource source_;
  std::string model_;
  std::vector<OwnKernel> kernels_;
  std::size_t shown_ = 0;
  std::optional<DescribedLaunch> typed_over_;  // the shown launch before another local size was typed
  std::vector<DescriptionError> errors_;
  std::vector<std::string> notes_;
};

}  // namespace lockstep::gui
