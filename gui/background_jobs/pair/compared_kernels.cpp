#include "gui/background_jobs/pair/compared_kernels.hpp"

#include "gui/session/original_source.hpp"

namespace lockstep::gui {
namespace {

ComparedKernel plain_kernel(const AppState& state, const Algorithm& algorithm) {
  ComparedKernel kernel;
  kernel.key = kernel.algorithm = algorithm.id;
  kernel.label = algorithm.id.substr(algorithm.id.find('/') + 1);
  kernel.family = algorithm.family;
  kernel.request.run = run_request(state);
  kernel.request.run.algorithm = algorithm.id;
  kernel.request.run.kernel_file.clear();
  kernel.request.run.listings.clear();
  kernel.request.run.launch.reset();
  return kernel;
}

ComparedKernel with_text(ComparedKernel kernel, const std::string& text, std::string note) {
  kernel.key += '*';
  kernel.note = std::move(note);
  kernel.request.own_text = true;
  kernel.request.run.text = text;
  return kernel;
}

ComparedKernel own_file(const AppState& state, ComparedKernel kernel, const std::string& own_text) {
  const std::string* edited = state.edited_text();
  kernel =
      with_text(std::move(kernel), edited ? *edited : own_text, edited ? "your file, edited" : "your file");
  kernel.kernel_file = kernel.request.run.kernel_file = kernel.key = state.kernel_file;
  kernel.label = state.kernel_file.substr(state.kernel_file.rfind('/') + 1);
  return kernel;
}

}  // namespace

std::vector<ComparedKernel> compared_kernels(const AppState& state, const std::string& own_text) {
  std::vector<ComparedKernel> kernels;
  const auto add = [&](const Algorithm& algorithm) {
    const ComparedKernel plain = plain_kernel(state, algorithm);
    kernels.push_back(plain);
    const bool is_exercise = !state.exercise.empty() && state.algorithm == algorithm.id;
    if (const auto text = replacing_text(state, algorithm.id))
      kernels.push_back(with_text(plain, *text, is_exercise ? "exercise" : "edited"));
    // A kernel with its own launch does not replace the kernel of an algorithm, so it is not compared.
    if (state.has_own_kernel() && !state.launch && state.algorithm == algorithm.id)
      kernels.push_back(own_file(state, plain, own_text));
  };
  for (const Algorithm& algorithm : catalogue()) add(algorithm);
  for (const Algorithm& algorithm : patterns()) add(algorithm);
  return kernels;
}

}  // namespace lockstep::gui
