// The launch that the form edits. Makes the changes that the buttons of the form request, and checks the
// description. This class draws nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/session/own_launch.hpp"

namespace lockstep::gui {

// Reads sizes in up to three dimensions, such as "64,4". An Error says what to enter.
Result<std::vector<std::uint64_t>> read_extents(const std::string& text);

class LaunchDraft {
 public:
  LaunchDraft() = default;
  // Starts with the launch of the state, or with a proposed launch.
  explicit LaunchDraft(const AppState& state);

  const OwnLaunch& own() const { return own_; }
  void set_plan_file(const std::string& path) { own_.plan_file = path; }
  // The description of all launches and buffers. Call check() after a change of it.
  LaunchDescription& all() { return own_.description; }
  DescribedLaunch& launch() { return all().launches[shown_]; }
  std::size_t shown() const { return shown_; }  // the launch whose arguments are shown
  void show(std::size_t launch) {
    shown_ = launch;
    typed_over_.reset();
  }

  const KernelSource& source() const { return source_; }
  const std::vector<OwnKernel>& kernels() const { return kernels_; }
  const OwnKernel* kernel() const;  // kernel of the shown launch; null: the file has no such kernel
  std::vector<std::string> buffer_names() const;

  void check();
  const std::vector<DescriptionError>& errors() const { return errors_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // Adds a launch of a kernel of the file that has no launch yet. If every kernel has a launch, adds a launch
  // of the shown kernel that continues after the last launch. Buffers with unknown names are created.
  void add_launch();
  void remove_launch();  // removes the shown launch
  void choose_kernel(const std::string& name);
  void add_buffer();  // adds a buffer with the properties of the last buffer
  // Sets the expected result, with the most likely buffers: as input the first buffer with content, as output
  // the last buffer without content.
  void expect(DescribedExpectation::Kind kind, Operator op, bool by_group = false);
  // The following functions do not call check(). Sizes have one to three dimensions. If the local size
  // changes, local memory keeps its number of bytes for each work-item.
  void set_global_size(const std::vector<std::uint64_t>& sizes);
  void set_local_size(const std::vector<std::uint64_t>& sizes);
  void set_local_bytes(std::size_t argument, std::uint64_t bytes);
  void set_options(const std::string& options);
  void rename_buffer(std::size_t index,
                     const std::string& name);  // also renames the buffer in arguments and swaps

 private:
  void propose(const std::string& kernel);
  void keep_expectation(const DescribedExpectation& before);  // after another kernel was proposed
  void add_missing_buffers(const LaunchDescription& proposed);

  OwnLaunch own_;
  KernelSource source_;
  std::string model_;
  std::vector<OwnKernel> kernels_;
  std::size_t shown_ = 0;
  std::optional<DescribedLaunch> typed_over_;  // the shown launch before a new local size was typed
  std::vector<DescriptionError> errors_;
  std::vector<std::string> notes_;
};

}  // namespace lockstep::gui
