#include "runtime/journal/journal.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/call_stack.hpp"
#include "core/base/json.hpp"
#include "core/base/process.hpp"
#include "core/base/text.hpp"
#include "core/recording/image_json.hpp"
#include "runtime/commands/launch.hpp"
#include "runtime/journal/included_files.hpp"
#include "runtime/journal/launch_json.hpp"
#include "runtime/report/launch_numbers.hpp"

namespace lockstep::runtime {
namespace {

using Json = nlohmann::ordered_json;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

// What a program must release; empty: it need not.
std::string counted_name(const Object& object) {
  switch (object.kind) {
    case Object::Kind::context:
      return "context";
    case Object::Kind::queue:
      return "command queue";
    case Object::Kind::memory:
      return static_cast<const _cl_mem&>(object).image ? "image" : "buffer";
    case Object::Kind::sampler:
      return "sampler";
    case Object::Kind::program:
      return "program";
    case Object::Kind::kernel:
      return "kernel";
    case Object::Kind::event:
      return "event";
    default:
      return "";
  }
}

// "program+0x1234", of the program's own call; lines are found later, by who reads the journal.
std::string place_of_call() {
  static constexpr std::string_view kLoaders[] = {"libOpenCL"};
  const auto place = caller_outside(kLoaders);
  return place ? fmt::format("{}+0x{:x}", place->file, place->offset) : "";
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

}  // namespace

struct Journal::Impl {
  std::mutex mutex;
  File lines, data;
  std::uint64_t data_size = 0;
  bool records = false;
  std::string place;  // of the program's call whose command runs
  LaunchNumbers chosen;
  std::chrono::milliseconds timeout{20'000};
  std::atomic<std::size_t> buffers = 0, programs = 0, launches = 0;
  std::map<std::pair<std::string, std::string>, std::size_t> texts;  // text and options, by number
  // Where only some launches are recorded: buffers that changed since their contents were kept.
  std::set<std::size_t> changed;

  // Call with the lock. Every line reaches the file at once: the program may crash with the next one.
  void write(const Json& line) {
    if (!lines) return;
    const std::string text = json_line(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), lines.get());
    std::fflush(lines.get());
  }

  Json keep(std::span<const std::byte> bytes) {
    if (!data) return nullptr;
    const std::uint64_t begin = data_size;
    data_size += std::fwrite(bytes.data(), 1, bytes.size(), data.get());
    return Json::array({begin, bytes.size()});
  }

  std::size_t number_of(const Launch& launch) {
    const auto [known, is_new] = texts.try_emplace({launch.text, launch.options}, texts.size());
    if (!is_new) return known->second;
    Json headers = Json::array();
    if (records)
      for (const auto& header : included_files(launch.text, launch.options))
        headers.push_back({{"name", header.name}, {"text", header.text}});
    write({{"event", "program"},
           {"id", known->second},
           {"name", launch.program->name},
           {"file", launch.program->file},
           {"options", launch.options},
           {"source", launch.text},
           {"headers", std::move(headers)}});
    return known->second;
  }

  void keep_contents(const Storage& buffer) {
    if (changed.erase(buffer.number) == 0) return;
    write({{"event", "write"},
           {"call", ""},
           {"buffer", buffer.number},
           {"offset", 0},
           {"bytes", buffer.bytes.size()},
           {"data", keep(buffer.bytes)}});
  }

  void end() {
    const std::lock_guard lock(mutex);
    std::map<std::string, std::size_t> left;
    registry::each_held([&](const Object& object) {
      if (const std::string name = counted_name(object); !name.empty()) ++left[name];
    });
    for (const auto& [name, count] : left) write({{"event", "left"}, {"kind", name}, {"count", count}});
    write({{"event", "end"}});
    if (data) std::fflush(data.get());
  }
};

Journal::Journal() : impl_(std::make_shared<Impl>()) {
  const std::string folder = variable("LOCKSTEP_JOURNAL");
  impl_->chosen = parse_launch_numbers(variable("LOCKSTEP_LAUNCHES")).value_or(LaunchNumbers{});
  if (const std::string seconds = variable("LOCKSTEP_TIMEOUT"); !seconds.empty())
    impl_->timeout = std::chrono::milliseconds(static_cast<std::int64_t>(std::atof(seconds.c_str()) * 1000));
  if (folder.empty()) return;
  const std::string base = fmt::format("{}/{}", folder, process_id());
  impl_->lines.reset(std::fopen((base + ".jsonl").c_str(), "w"));
  impl_->records = variable("LOCKSTEP_RECORD") == "1";
  if (impl_->records) impl_->data.reset(std::fopen((base + ".data").c_str(), "wb"));
  impl_->write({{"event", "start"}, {"version", 1}, {"process", process_id()}});
  std::atexit([] { of_process().impl_->end(); });
}

Journal& Journal::of_process() {
  static Journal* const journal = std::unique_ptr<Journal>(new Journal).release();
  return *journal;
}

void Journal::create(const _cl_mem& memory, std::string_view call) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  const Storage& storage = *memory.storage;
  Json line{{"event", "create"}, {"call", call}, {"buffer", storage.number}, {"bytes", storage.bytes.size()}};
  if (memory.image) line["image"] = image_json(memory.image->texels);
  const bool has_data = storage.written.empty(), keeps = impl_->chosen.is_all();
  if (has_data && keeps) line["data"] = impl_->keep(storage.bytes);
  if (has_data && !keeps) impl_->changed.insert(storage.number);
  impl_->write(line);
}

void Journal::transfer(const Transfer& transfer) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  Json line{{"event", transfer.kind}, {"call", transfer.call},     {"buffer", transfer.buffer->number},
            {"place", impl_->place},  {"offset", transfer.offset}, {"bytes", transfer.bytes}};
  if (transfer.source) {
    line["source"] = transfer.source->number;
    line["source_offset"] = transfer.source_offset;
  }
  const bool changes = !transfer.data.empty() || transfer.source;
  if (!transfer.data.empty() && impl_->chosen.is_all()) line["data"] = impl_->keep(transfer.data);
  if (changes && !impl_->chosen.is_all()) impl_->changed.insert(transfer.buffer->number);
  impl_->write(line);
}

void Journal::release(const Storage& buffer) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->write({{"event", "release"}, {"buffer", buffer.number}});
}

LaunchTicket Journal::begin_launch(const Launch& launch, std::span<const std::shared_ptr<Storage>> buffers) {
  LaunchTicket ticket;
  ticket.number = ++impl_->launches;
  ticket.checks = impl_->chosen.contains(ticket.number);
  ticket.records = ticket.checks && impl_->records;
  ticket.begin = std::chrono::steady_clock::now();
  if (!impl_->lines) return ticket;
  const std::lock_guard lock(impl_->mutex);
  for (const auto& buffer : buffers) {
    if (ticket.records) impl_->keep_contents(*buffer);
    if (!ticket.checks) impl_->changed.insert(buffer->number);
  }
  Json line = launch_json(launch);
  line["place"] = impl_->place;
  line["number"] = ticket.number;
  line["program"] = impl_->number_of(launch);
  line["recorded"] = ticket.records;
  impl_->write(line);
  return ticket;
}

void Journal::end_launch(const LaunchTicket& ticket, const Launch& launch, const sim::CountedRun& run) {
  const auto time = std::chrono::steady_clock::now() - ticket.begin;
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->lines) {
    for (const std::string& line : finding_lines(launch, run, ticket.number))
      fmt::print(stderr, "lockstep: {}\n", line);
    return;
  }
  Json line = result_json(launch, run);
  line["number"] = ticket.number;
  line["checked"] = ticket.checks;
  line["nanoseconds"] = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
  impl_->write(line);
}

void Journal::end_launch(const LaunchTicket& ticket, const Launch& launch, const std::string& error) {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->lines)
    fmt::print(stderr, "lockstep: launch {} of {}: {}\n", ticket.number, launch.kernel, error);
  impl_->write({{"event", "failed"}, {"number", ticket.number}, {"message", error}});
}

void Journal::error(std::string_view call, const Refusal& refusal) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  const std::string code = error_name(refusal.code);
  impl_->write({{"event", "error"},
                {"call", call},
                {"code", code},
                {"reason", refusal.reason},
                {"place", place_of_call()}});
}

void Journal::begin_command(const std::string& place) {
  if (!impl_->lines) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->place = place;
}

std::string Journal::place() const { return impl_->lines ? place_of_call() : ""; }
std::chrono::milliseconds Journal::timeout() const { return impl_->timeout; }
std::size_t Journal::next_buffer() { return impl_->buffers++; }
std::size_t Journal::next_program() { return impl_->programs++; }

}  // namespace lockstep::runtime
