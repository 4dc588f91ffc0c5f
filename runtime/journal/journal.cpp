#include "runtime/journal/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <tuple>

#include "core/base/call_stack.hpp"
#include "core/base/interpreter_place.hpp"
#include "core/base/process.hpp"
#include "runtime/journal/included_files.hpp"
#include "runtime/journal/launch_numbers.hpp"

namespace lockstep::runtime {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

// Returns "program+0x1234" for the program's own call and, on further lines, for the callers of this call,
// because the call may be in a header of the bindings. The reader of the journal resolves these places. In a
// program that an interpreter runs, returns "=" and the place in the interpreted source.
std::string place_of_call() {
  static constexpr std::string_view kLoaders[] = {"libOpenCL"};
  constexpr std::size_t kMaxCallers = 6;
  if (const std::string interpreted = interpreter_place(); !interpreted.empty()) return "=" + interpreted;
  std::string places;
  for (const CodePlace& place : callers_outside(kLoaders, kMaxCallers))
    places += fmt::format("{}{}+0x{:x}", places.empty() ? "" : "\n", place.file, place.offset);
  return places;
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

// Creates a new file in every case, because a process may execute another program under the same process id.
File create_file(const std::string& base, const char* ending) {
  constexpr unsigned kMaxPrograms = 1000;
  for (unsigned i = 1; i <= kMaxPrograms; ++i) {
    const std::string name = i == 1 ? base : fmt::format("{}-{}", base, i);
    if (File file{std::fopen((name + ending).c_str(), "wxb")}) return file;
  }
  return nullptr;
}

// Whether both lines report the same error. Two findings of a loop differ only in their bytes.
bool is_same(const HostFindingLine& a, const HostFindingLine& b) {
  return a.kind == b.kind && a.first == b.first && a.second == b.second &&
         (!a.first.place.empty() || a.message == b.message);
}

std::uint64_t now() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

}  // namespace

struct Journal::Impl {
  std::mutex mutex;
  std::string folder;
  std::uint64_t process = 0;  // the process that owns the files
  File lines, data;
  std::uint64_t data_size = 0;
  bool records = false;
  std::string place;  // of the program's call whose command is running
  LaunchNumbers chosen;
  std::chrono::milliseconds timeout{0};
  std::atomic<std::size_t> buffers = 0, programs = 0;
  std::size_t launches = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> texts;  // text and options, with number
  // If only some launches are recorded: the buffers that changed after their contents were last stored.
  std::set<std::size_t> changed;
  std::vector<HostFindingLine> host_findings;
  std::map<std::tuple<std::string, unsigned, std::string_view>, std::size_t> said;  // per line, kind
  std::function<std::map<std::string, std::size_t>()> count_left;

  // The data file is unbuffered, because a forked process would write the contents of the buffer a
  // second time.
  void open() {
    process = process_id();
    const std::string base = fmt::format("{}/{}", folder, process);
    lines = create_file(base, ".jsonl");
    if (records) data = create_file(base, ".data");
    if (data) std::setvbuf(data.get(), nullptr, _IONBF, 0);
    write(StartLine{.process = process, .began = now()});
  }

  // Opens a new journal if the process has been forked, so that the journal of its parent does not change.
  // Call with the lock held, before any other operation.
  void open_if_forked() {
    if (folder.empty() || process == process_id()) return;
    static_cast<void>(lines.release());
    static_cast<void>(data.release());
    data_size = launches = 0;
    texts.clear();
    changed.clear();
    open();
  }

  // Writes every line to the file immediately, because the program may crash. Call with the lock held.
  void write(const JournalLine& line) {
    if (!lines) return;
    const std::string text = to_text(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), lines.get());
    std::fflush(lines.get());
  }

  // Whether to print the finding. Without a report, the first findings of each line and kind are printed.
  // Call with the lock held.
  bool is_printed(const LaunchTicket& ticket, const sim::Finding& finding) {
    constexpr std::size_t kMostOfLine = 8;
    return ++said[{ticket.program, finding.first.range.line, sim::kind_name(finding.kind)}] <= kMostOfLine;
  }

  std::optional<HostLine::Data> keep(std::span<const std::byte> bytes) {
    if (!data) return std::nullopt;
    const std::uint64_t begin = data_size;
    data_size += std::fwrite(bytes.data(), 1, bytes.size(), data.get());
    return HostLine::Data{begin, bytes.size()};
  }

  std::size_t number_of(ProgramLine line) {
    KernelSource& source = line.program.source;
    const auto [known, is_new] = texts.try_emplace({source.text, line.program.options}, texts.size());
    if (!is_new) return known->second;
    if (records) source.headers = included_files(source.text, line.program.options);
    write(line);
    return known->second;
  }

  void keep_contents(const BufferBytes& buffer) {
    if (changed.erase(buffer.number) == 0) return;
    HostCall call;
    call.buffer = buffer.number;
    call.bytes = buffer.bytes.size();
    write(HostLine{call, keep(buffer.bytes)});
  }

  void end() {
    const std::lock_guard lock(mutex);
    if (process != process_id()) return;  // a forked process that has not used the device
    if (count_left)
      for (const auto& [kind, count] : count_left()) write(LeftLine{kind, count});
    write(EndLine{});
    if (data) std::fflush(data.get());
  }
};

Journal::Journal() : impl_(std::make_shared<Impl>()) {
  impl_->folder = variable("LOCKSTEP_JOURNAL");
  impl_->chosen = parse_launch_numbers(variable("LOCKSTEP_LAUNCHES")).value_or(LaunchNumbers{});
  if (const std::string seconds = variable("LOCKSTEP_TIMEOUT"); !seconds.empty())
    impl_->timeout = std::chrono::milliseconds(static_cast<std::int64_t>(std::atof(seconds.c_str()) * 1000));
  if (impl_->folder.empty()) return;
  impl_->records = variable("LOCKSTEP_RECORD") == "1";
  impl_->open();
  std::atexit([] { of_process().impl_->end(); });
}

Journal& Journal::of_process() {
  static Journal* const journal = std::unique_ptr<Journal>(new Journal).release();
  return *journal;
}

void Journal::create(const HostCall& call, const std::optional<ImageDescription>& image,
                     std::span<const std::byte> data) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  HostLine line{.call = call, .image = image};
  line.moves_bytes = !data.empty() && impl_->chosen.is_all();
  if (line.moves_bytes) line.data = impl_->keep(data);
  if (!data.empty() && !line.moves_bytes) impl_->changed.insert(call.buffer);
  impl_->write(line);
}

void Journal::transfer(HostCall call, std::span<const std::byte> data) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  call.place = impl_->place;
  HostLine line{.call = std::move(call)};
  const bool changes = !data.empty() || line.call.kind == HostCall::Kind::copy;
  if (!data.empty() && impl_->chosen.is_all()) line.data = impl_->keep(data);
  if (changes && !impl_->chosen.is_all()) impl_->changed.insert(line.call.buffer);
  impl_->write(line);
}

void Journal::release(std::size_t buffer) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  HostLine line;
  line.moves_bytes = false;
  line.call.kind = HostCall::Kind::release;
  line.call.buffer = buffer;
  impl_->write(line);
}

LaunchTicket Journal::begin_launch(LaunchLine line, const ProgramLine& program,
                                   std::span<const BufferBytes> buffers) {
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  LaunchTicket ticket;
  ticket.number = ++impl_->launches;
  ticket.checks = impl_->chosen.contains(ticket.number);
  ticket.records = ticket.checks && impl_->records;
  ticket.kernel = line.launch.kernel;
  ticket.program = program.program.source.path;
  ticket.begin = std::chrono::steady_clock::now();
  if (!impl_->lines) return ticket;
  for (const BufferBytes& buffer : buffers) {
    if (ticket.records) impl_->keep_contents(buffer);
    if (!ticket.checks) impl_->changed.insert(buffer.number);
  }
  line.number = ticket.number;
  line.is_recorded = ticket.records;
  line.launch.place = impl_->place;
  line.launch.program = impl_->number_of(program);
  impl_->write(line);
  return ticket;
}

void Journal::end_launch(const LaunchTicket& ticket, const sim::CountedRun& run) {
  const auto time = std::chrono::steady_clock::now() - ticket.begin;
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->lines) {
    for (const sim::Finding& finding : run.findings)
      if (finding.severity == Severity::error && impl_->is_printed(ticket, finding))
        fmt::print(stderr, "lockstep: launch {} of kernel {}, {}:{}: {}: {}\n", ticket.number, ticket.kernel,
                   ticket.program, finding.first.range.line, sim::kind_name(finding.kind), finding.message);
    return;
  }
  ResultLine line{.number = ticket.number, .is_checked = ticket.checks};
  line.ended_early = run.early_end != sim::EarlyEnd::none;
  line.nanoseconds =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  line.counters = run.total;
  for (const sim::Finding& finding : run.findings) line.findings.push_back(reported(finding));
  impl_->write(line);
}

void Journal::end_launch(const LaunchTicket& ticket, const std::string& error) {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->lines)
    fmt::print(stderr, "lockstep: launch {} of {}: {}\n", ticket.number, ticket.kernel, error);
  impl_->write(ResultLine{.number = ticket.number, .failure = error});
}

void Journal::error(std::string_view call, const std::string& code, const std::string& reason) {
  if (!impl_->lines) return;
  const ErrorLine line{std::string(call), code, reason, place_of_call()};
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  impl_->write(line);
}

void Journal::finding(const HostFindingLine& finding) {
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  const bool is_known = std::ranges::any_of(
      impl_->host_findings, [&](const HostFindingLine& known) { return is_same(known, finding); });
  if (is_known) return;
  impl_->host_findings.push_back(finding);
  if (impl_->lines)
    impl_->write(finding);
  else
    fmt::print(stderr, "lockstep: {}: {}\n", finding.kind, sentence_of(finding));
}

void Journal::on_end(std::function<std::map<std::string, std::size_t>()> count_left) {
  const std::lock_guard lock(impl_->mutex);
  impl_->count_left = std::move(count_left);
}

void Journal::begin_command(const std::string& place) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->open_if_forked();
  impl_->place = place;
}

std::string Journal::place_of_command() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->place;
}

std::string Journal::place() const { return impl_->lines ? place_of_call() : ""; }
std::chrono::milliseconds Journal::timeout() const { return impl_->timeout; }
std::size_t Journal::next_buffer() { return impl_->buffers++; }
std::size_t Journal::next_program() { return impl_->programs++; }

}  // namespace lockstep::runtime
