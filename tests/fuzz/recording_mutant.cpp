#include "tests/fuzz/recording_mutant.hpp"

#include <array>
#include <cctype>
#include <fstream>
#include <random>
#include <sstream>

#include "core/base/files/whole_file.hpp"
#include "core/recording/gzip.hpp"
#include "core/recording/recording.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/machine/machine.hpp"
#include "sim/observers/finding_log.hpp"
#include "sim/observers/launch_flow.hpp"
#include "sim/observers/races/detector.hpp"
#include "tests/sim/host_programs.hpp"
#include "tests/temporary_folder.hpp"

namespace lockstep::fuzz {
namespace {

using Random = std::mt19937_64;

constexpr std::uint64_t kSteps = 20'000;
constexpr std::uint64_t kMemory = std::uint64_t{16} << 20;
// A file that a mutant tries to include.
constexpr std::string_view kSecret = "lockstep_secret_of_this_machine";

const std::string& secret_path() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const std::string made = folder.file("secret.h");
    std::ofstream(made) << kSecret << "\n";
    return made;
  }();
  return path;
}

// The stream of a recording's file, up to `sizes` bytes of it: a header line, the index, the data.
struct Contents {
  std::string index, data;
};

Contents contents_of(const Plan& plan) {
  const TemporaryFolder folder;
  Recording recording;
  recording.plan = plan;
  recording.command = {"./program"};
  const std::string path = folder.file("a.lockstep");
  static_cast<void>(write_recording(recording, path));
  std::ifstream file(path, std::ios::binary);
  GzipReader reader(file);
  static_cast<void>(reader.read_line(100));
  Contents contents;
  contents.index.resize(std::stoul(*reader.read_line(100)));
  static_cast<void>(reader.read(contents.index));
  for (char next = 0; reader.read({&next, 1});) contents.data += next;
  return contents;
}

Contents some_contents(Random& random) {
  static const std::array all{
      contents_of(sim::hillis_steele_program(16)),
      contents_of(sim::hillis_steele_program(16, {.swaps = false})),
      contents_of(sim::block_sums_program(16, 4)), contents_of([] {
        Plan plan = sim::block_sums_program(16, 4);
        plan.programs[0].source.text = "#include \"" + secret_path() + "\"\n" + plan.programs[0].source.text;
        plan.programs[0].source.text += "global int counter = 3;\n";
        plan.programs[0].options = "-cl-std=CL2.0";
        plan.buffers.push_back(plan.buffers[2]);
        plan.buffers.back().name = "counter";
        plan.buffers.back().elements = 1;
        plan.buffers.back().variable_of = 0;
        plan.launches[1].arguments[1] = BufferArgument{2, 4, 8};
        plan.host_calls.push_back({HostCall::Kind::copy, 3, "copy", "", 0, 0, 8, 1, 8});
        return plan;
      }())};
  return all[random() % all.size()];
}

std::string some_number(Random& random) {
  static constexpr std::array kNumbers{"0",
                                       "1",
                                       "2",
                                       "3",
                                       "4",
                                       "7",
                                       "64",
                                       "255",
                                       "4294967295",
                                       "4294967296",
                                       "9223372036854775808",
                                       "18446744073709551615",
                                       "-1",
                                       "1e300",
                                       "1048576"};
  return kNumbers[random() % kNumbers.size()];
}

// The digits at or after a place.
std::pair<std::size_t, std::size_t> number_near(const std::string& text, std::size_t at) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  while (at < text.size() && !is_digit(text[at])) ++at;
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return {at, end};
}

void change(std::string& text, Random& random) {
  if (text.empty()) return;
  const std::size_t at = random() % text.size(),
                    length = 1 + random() % std::min<std::size_t>(40, text.size());
  switch (random() % 16) {
    case 0:
      text[at] = static_cast<char>(random());
      return;
    case 1:
      text.erase(at, length);
      return;
    case 2:
      text.insert(random() % text.size(), text.substr(at, length));
      return;
    case 3:
      std::swap(text[at], text[random() % text.size()]);
      return;
    default: {
      const auto [begin, end] = number_near(text, at);
      text.replace(begin, end - begin, some_number(random));
    }
  }
}

std::string packed(const Contents& contents, Random& random) {
  std::string file;
  GzipWriter writer([&](std::string_view piece) -> Result<void> {
    file += piece;
    return {};
  });
  const std::string size = random() % 50 == 0 ? some_number(random) : std::to_string(contents.index.size());
  static_cast<void>(writer.write("lockstep-recording 1\n" + size + "\n" + contents.index + contents.data));
  static_cast<void>(writer.finish());
  if (random() % 10 == 0) change(file, random);
  return file;
}

RecordingReport report_of(RecordingReport::Outcome outcome, std::string sentence) {
  if (sentence.find(kSecret) != std::string::npos) outcome = RecordingReport::Outcome::read_a_file;
  return {outcome, std::move(sentence)};
}

RecordingReport run(const Plan& plan) {
  sim::MachineOptions options;
  options.step_budget = kSteps;
  options.memory_limit_bytes = kMemory;
  const auto machine = sim::compile_machine(plan, **sim::find_device_model("cc9.0"), options);
  if (!machine) return report_of(RecordingReport::Outcome::not_launched, machine.error().message);
  sim::MachineState state = machine->initial_state();
  sim::FindingLog log;
  sim::RaceDetector races(*machine, log);
  sim::LaunchFlow flow(*machine, log);
  const std::array<sim::Observer*, 3> observers{&log, &races, &flow};
  machine->run(state, observers);
  std::vector<sim::Finding> findings = log.findings();
  sim::name_launches(plan, findings);
  std::string sentences = to_json(plan);
  for (const sim::Finding& finding : findings) sentences += finding.message;
  return report_of(RecordingReport::Outcome::ran, sentences.size() > 200 ? "" : sentences);
}

}  // namespace

std::string_view outcome_name(RecordingReport::Outcome outcome) {
  switch (outcome) {
    case RecordingReport::Outcome::refused:
      return "refused";
    case RecordingReport::Outcome::not_launched:
      return "not launched";
    case RecordingReport::Outcome::ran:
      return "ran";
    case RecordingReport::Outcome::read_a_file:
      break;
  }
  return "read a file of this machine";
}

RecordingReport run_recording_mutant(std::uint64_t seed) {
  Random random(seed);
  Contents contents = some_contents(random);
  for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes)
    change(random() % 5 == 0 ? contents.data : contents.index, random);
  std::istringstream stream(packed(contents, random));
  const auto recording = read_recording(stream, "mutant", {kMemory, kMemory});
  if (!recording) return report_of(RecordingReport::Outcome::refused, recording.error().message);
  return run(recording->plan);
}

}  // namespace lockstep::fuzz
