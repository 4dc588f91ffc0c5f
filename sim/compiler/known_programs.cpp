#include "sim/compiler/known_programs.hpp"

#include <algorithm>
#include <utility>

#include "core/base/files/normal_path.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"

namespace lockstep::sim::language {
namespace {

// Returns whether the included files have the same text as before. Files that came with the source are
// already compared with the source; a closed source reads no other files.
bool is_unchanged(const KnownProgram& known) {
  if (known.source.is_closed) return true;
  return std::ranges::all_of(known.included, [&](const SourceFile& file) {
    const std::string name = path_text(normal_path(system_path(file.path)));
    const auto& headers = known.source.headers;
    if (std::ranges::find(headers, name, &KernelSource::Header::name) != headers.end()) return true;
    const auto text = read_text_file(file.path);
    return text && *text == file.text;
  });
}

}  // namespace

std::shared_ptr<const Program> KnownPrograms::find(const KernelSource& source, const std::string& options) {
  const std::lock_guard lock(mutex_);
  for (const KnownProgram& known : known_) {
    if (known.options != options || known.source != source) continue;
    auto program = known.program.lock();
    if (program && is_unchanged(known)) return program;
  }
  return nullptr;
}

void KnownPrograms::add(KnownProgram known) {
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [](const KnownProgram& other) { return other.program.expired(); });
  known_.push_front(std::move(known));
  if (known_.size() > kMost) known_.pop_back();
}

}  // namespace lockstep::sim::language
