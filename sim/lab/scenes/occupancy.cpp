// The scene of latency and occupancy. It shows how many work-groups one multiprocessor holds, and how their
// warps hide each other's waits for memory.
#include "sim/predicted_times/occupancy/occupancy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text/text.hpp"
#include "sim/lab/scene.hpp"
#include "sim/predicted_times/measured_occupancy.hpp"

namespace lockstep::lab {
namespace {

constexpr std::uint64_t kMaxLocalBytes = 256 * 1024;

struct OccupancySettings {
  sim::OccupancyRequest group;
  sim::LoadLoop loop;
};

OccupancySettings read_settings(const SettingReader& reader) {
  OccupancySettings read;
  read.group = {reader.count("group"), reader.count("local-bytes"),
                static_cast<unsigned>(reader.count("registers"))};
  read.loop.instructions = static_cast<double>(reader.count("instructions"));
  read.loop.load_bytes = static_cast<double>(reader.count("load-bytes"));
  read.loop.loads = reader.count("loads");
  if (const std::uint64_t latency = reader.count("latency"); latency != 0)
    read.loop.latency_cycles = static_cast<double>(latency);
  return read;
}

// The waits of the warps on a model whose latency is known or was given.
struct LatencyAnswer {
  sim::RoundTime round;
  sim::Timeline timeline;
  unsigned hiding = 0;  // warps that would hide the latency
};

// The results for one model.
struct OccupancyAnswer {
  sim::Occupancy occupancy;
  Result<LatencyAnswer> latency;
};

Result<LatencyAnswer> latency_of(const sim::DeviceModel& model, unsigned warps, const sim::LoadLoop& loop) {
  LatencyAnswer answer;
  const auto round = sim::round_time(model, warps, loop);
  if (!round) return tl::unexpected(round.error());
  auto timeline = sim::timeline_of(model, warps, loop);
  if (!timeline) return tl::unexpected(timeline.error());
  answer.round = *round;
  answer.timeline = std::move(*timeline);
  answer.hiding = sim::warps_that_hide(model, loop).value_or(0);
  return answer;
}

Result<OccupancyAnswer> answer_of(const sim::DeviceModel& model, const OccupancySettings& settings) {
  const auto occupancy = sim::occupancy_of(model, settings.group);
  if (!occupancy) return tl::unexpected(occupancy.error());
  return OccupancyAnswer{*occupancy, latency_of(model, occupancy->warps, settings.loop)};
}

std::string cycles_text(double cycles) { return count_text(static_cast<std::uint64_t>(cycles + 0.5)); }
std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string occupancy_text(const OccupancySettings& settings, const sim::DeviceModel& model,
                           const sim::Occupancy& it) {
  return fmt::format("A multiprocessor of {} holds {} of {}: {} of {} warps ({}), limited by {}.", model.name,
                     plural(it.groups, "work-group"), plural(settings.group.group_size, "work-item"),
                     it.warps, it.max_warps, percent(it.share()), it.deciding_text());
}

std::string latency_text(const LatencyAnswer& answer, const sim::Occupancy& occupancy) {
  const std::string wait =
      fmt::format("A warp waits {} cycles for each load", cycles_text(answer.timeline.latency_cycles));
  switch (answer.round.limit()) {
    case sim::RoundTime::Limit::latency:
      return fmt::format("{}: these warps are too few to hide it, {} would be enough{}.", wait, answer.hiding,
                         answer.hiding > occupancy.max_warps ? ", more than a multiprocessor holds" : "");
    case sim::RoundTime::Limit::issue:
      return fmt::format("{}, and the others hide it: the schedulers always have a warp to issue.", wait);
    case sim::RoundTime::Limit::bandwidth:
      return fmt::format("{}, and the others hide it: the memory bandwidth is the limit.", wait);
  }
  return wait + ".";
}

ReportTable resources_table(const sim::DeviceModel& model, const OccupancyAnswer& answer) {
  const sim::OccupancyLimits& limits = *model.occupancy;
  const sim::Occupancy& it = answer.occupancy;
  ReportTable table;
  table.title = fmt::format("Limits on {}", model.name);
  table.columns = {"resource", "a work-group takes", "a multiprocessor has", "enough for"};
  const std::uint64_t takes[] = {it.warps_of_group, 1, it.registers_of_group, it.local_bytes_of_group};
  const std::uint64_t has[] = {limits.warps, limits.groups, limits.registers, limits.local_bytes};
  for (std::size_t i = 0; i < sim::kResources; ++i) {
    const auto resource = static_cast<sim::Resource>(i);
    const bool bytes = resource == sim::Resource::local_memory;
    table.rows.push_back(
        {{capitalised(sim::name(resource)), bytes ? bytes_text(takes[i]) : count_text(takes[i]),
          bytes ? bytes_text(has[i]) : count_text(has[i]),
          it.suffices_for[i] ? plural(*it.suffices_for[i], "work-group") : "any number"},
         it.decides(resource)});
  }
  table.note =
      "The resources of a work-group are rounded up to the device's allocation units and include those "
      "that the system reserves.";
  return table;
}

using Numbers = std::map<std::string, double, std::less<>>;

// Returns the results for a model on which no work-group fits: zeros if the limits of the model are known,
// otherwise nothing.
Numbers no_groups(const sim::DeviceModel& model) {
  return model.occupancy ? Numbers{{"groups", 0}, {"warps", 0}} : Numbers{};
}

void add_model(Report& report, ReportTable& table, const sim::DeviceModel& model,
               const OccupancyAnswer& answer, bool chosen) {
  const sim::Occupancy& it = answer.occupancy;
  ReportTable::Row row{
      {model.name, std::to_string(it.groups), fmt::format("{} of {}", it.warps, it.max_warps),
       percent(it.share()), it.deciding_text()},
      chosen};
  ModelValues values{
      &model,
      {{"groups", it.groups}, {"warps", it.warps}, {"most_warps", it.max_warps}, {"occupancy", it.share()}},
      ""};
  if (const auto& latency = answer.latency) {
    for (std::string cell : {cycles_text(latency->timeline.latency_cycles), std::to_string(latency->hiding),
                             std::string(sim::name(latency->round.limit()))})
      row.cells.push_back(std::move(cell));
    values.values.insert({{"latency_cycles", latency->timeline.latency_cycles},
                          {"round_cycles", latency->round.cycles()},
                          {"warps_that_hide", latency->hiding}});
  } else {
    row.cells.insert(row.cells.end(), {"not known", "–", "–"});
    values.problem = latency.error().message;
  }
  table.rows.push_back(std::move(row));
  report.values_by_model.push_back(std::move(values));
}

ReportTable models_table(Report& report, const sim::DeviceModel& chosen, const OccupancySettings& settings) {
  ReportTable table;
  table.title = "The same work-groups on all models";
  table.columns = {"model",      "work-groups",      "warps",     "occupancy",
                   "limited by", "cycles of a wait", "hidden by", "the loop's limit"};
  std::vector<std::string> others;
  for (const sim::DeviceModel& model : sim::device_models()) {
    const Result<OccupancyAnswer> answer = answer_of(model, settings);
    const bool is_chosen = model.name == chosen.name;
    if (answer) {
      add_model(report, table, model, *answer, is_chosen);
      continue;
    }
    report.values_by_model.push_back({&model, no_groups(model), answer.error().message});
    if (model.occupancy)
      table.rows.push_back({{model.name, answer.error().message}, is_chosen});
    else
      others.push_back(model.name);
  }
  table.note = fmt::format(
      "Hidden by: the number of warps needed, each with one load at a time. \"Not known\": no source gives "
      "the latency; "
      "enter one. "
      "The limits of a compute unit of {} are not known.",
      fmt::join(others, ", "));
  return table;
}

// Returns the numbers of warps in the table: 1, 2, 4 …, the number of resident warps, and the maximum.
std::vector<unsigned> numbers_of_warps(const sim::Occupancy& occupancy) {
  std::vector<unsigned> numbers{occupancy.warps, occupancy.max_warps};
  for (unsigned warps = 1; warps < occupancy.max_warps; warps *= 2) numbers.push_back(warps);
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  return numbers;
}

ReportTable warps_table(const sim::DeviceModel& model, const sim::Occupancy& occupancy,
                        const OccupancySettings& settings) {
  ReportTable table;
  table.title = fmt::format("More and fewer warps at one time on {}", model.name);
  table.columns = {"warps", "cycles for one load of each", "loads in 1,000 cycles", "speed-up over one warp",
                   "limited by"};
  double alone = 0;
  for (const unsigned warps : numbers_of_warps(occupancy)) {
    const auto round = sim::round_time(model, warps, settings.loop);
    if (!round) continue;
    const double rate = 1000 * warps / round->cycles();
    if (alone == 0) alone = rate;
    table.rows.push_back({{std::to_string(warps), cycles_text(round->cycles()), fmt::format("{:.3g}", rate),
                           fmt::format("{:.3g}", rate / alone), std::string(sim::name(round->limit()))},
                          warps == occupancy.warps});
  }
  table.note =
      "A warp issues its instructions, the last of which is a load, and waits for the value (no cache, one "
      "load of a warp at a time). Bytes in flight = bandwidth × latency (Little's law). The latency is "
      "that of a busy device.";
  return table;
}

// Returns the number of operations of the measured loop whose number of instructions is nearest
// to `instructions`.
unsigned nearest_operations(double instructions) {
  const auto& all = sim::measured_occupancies();
  return std::ranges::min_element(all, {},
                                  [&](const sim::MeasuredOccupancy& measured) {
                                    return std::abs(measured.loop.instructions - instructions);
                                  })
      ->operations;
}

ReportTable measured_table(const OccupancySettings& settings) {
  const unsigned operations = nearest_operations(settings.loop.instructions);
  ReportTable table;
  table.title = fmt::format("Measured on {} and predicted: one kernel, {} between two loads",
                            sim::measured_device().rates.product,
                            operations == 0 ? "no operations" : plural(operations, "operation"));
  table.columns = {"warps",     "instructions for a load", "measured",
                   "predicted", "predicted / measured",    "limited by"};
  for (const sim::MeasuredOccupancy& measured : sim::measured_occupancies()) {
    if (measured.operations != operations || !measured.is_one_wave()) continue;
    const auto time = sim::predict_kernel(sim::measured_device(), measured.shape, measured.loop);
    if (!time) continue;
    table.rows.push_back(
        {{std::to_string(measured.resident_warps()), fmt::format("{:.3g}", measured.loop.instructions),
          time_text(measured.ns), time_text(time->ns), fmt::format("{:.2f}", time->ns / measured.ns),
          std::string(sim::name(time->limit))},
         false});
  }
  table.note =
      "The kernel sums 2^28 elements; local memory that it does not use limits the work-groups. Its "
      "operations depend on each other, which the model ignores.";
  return table;
}

void fill_report(Report& report, const Request& request, const OccupancySettings& settings,
                 const OccupancyAnswer& answer) {
  const sim::Occupancy& it = answer.occupancy;
  report.sentence = occupancy_text(settings, *request.model, it) + " ";
  report.values = {{"groups", it.groups},
                   {"resident_warps", it.warps},
                   {"most_warps", it.max_warps},
                   {"occupancy", it.share()}};
  report.tables = {resources_table(*request.model, answer)};
  if (!answer.latency) {
    report.sentence += as_sentence(answer.latency.error().message);
    return;
  }
  const LatencyAnswer& latency = *answer.latency;
  report.sentence += latency_text(latency, it);
  report.timeline = WarpTimeline{it.warps, request.model->rates.schedulers, latency.timeline};
  report.values.insert({{"latency_cycles", latency.timeline.latency_cycles},
                        {"round_cycles", latency.round.cycles()},
                        {"issue_share", latency.timeline.issue_share},
                        {"bandwidth_share", latency.timeline.bandwidth_share},
                        {"warps_that_hide", latency.hiding}});
  report.tables.push_back(warps_table(*request.model, it, settings));
}

void refuse(Report& report, const sim::DeviceModel& model, const std::string& reason) {
  report.sentence = as_sentence(reason);
  report.values = no_groups(model);
}

// Computes the report. If the limits of the chosen model are not known, or if the model cannot hold the
// group, the sentence states the reason; the other models are still shown.
Result<Report> evaluate_occupancy(const std::vector<Setting>& settings, const Request& request) {
  const OccupancySettings read = read_settings(SettingReader(settings, request.values));
  Report report;
  if (const Result<OccupancyAnswer> answer = answer_of(*request.model, read))
    fill_report(report, request, read, *answer);
  else
    refuse(report, *request.model, answer.error().message);
  report.tables.push_back(models_table(report, *request.model, read));
  report.tables.push_back(measured_table(read));
  return report;
}

std::vector<Setting> occupancy_settings() {
  return {
      count_setting("group", "work-group", "Work-items of a work-group", 256, 1, 1024,
                    {"32", "64", "128", "192", "256", "512", "1024"}),
      count_setting("local-bytes", "local memory", "Bytes of local memory of a work-group", 0, 0,
                    kMaxLocalBytes, {"0", "1Ki", "4Ki", "8Ki", "16Ki", "32Ki", "48Ki"}),
      count_setting("registers", "registers", "Registers (of 32 bits) of a work-item", 32, 1, 255,
                    {"16", "24", "32", "40", "64", "128", "255"}),
      count_setting("instructions", "instructions", "Instructions of a warp per load, including the load", 8,
                    1, 1000, {"1", "4", "8", "16", "32", "64", "256"}),
      count_setting("load-bytes", "bytes of a load", "Bytes that one load of a warp moves from memory", 128,
                    32, 4096, {"32", "128", "512"}),
      count_setting("latency", "latency",
                    "Cycles from a load until its value arrives; 0: the device's latency", 0, 0, 10'000,
                    {"0", "200", "400", "600", "800"}),
      count_setting("loads", "loads", "Loads of each warp on the timeline", 4, 1, 16, {"1", "2", "4", "8"}),
  };
}

}  // namespace

Scene occupancy_scene() {
  Scene scene;
  scene.name = "occupancy";
  scene.title = "Latency and occupancy";
  scene.origin = "GPU-computing assignment on reduction and scan, sections 1 and 2";
  scene.summary =
      "How many work-groups a multiprocessor holds, and how their warps hide the waits for memory.";
  scene.settings = occupancy_settings();
  scene.presets = {
      {"full", "256 work-items, nothing limits", {}, ""},
      {"one-warp", "Work-groups of one warp", {{"group", "32"}}, ""},
      {"local-memory", "16 KiB of local memory", {{"local-bytes", "16Ki"}}, ""},
      {"registers", "128 registers", {{"registers", "128"}}, ""},
      {"arithmetic", "64 instructions for each load", {{"instructions", "64"}}, ""},
      {"rest", "768 work-items leave a remainder", {{"group", "768"}, {"registers", "24"}}, ""},
      {"assignment", "400 cycles, as the assignment says", {{"latency", "400"}}, "cc2.0"},
  };
  scene.evaluate = [settings = scene.settings](const Request& request, const std::stop_token&) {
    return evaluate_occupancy(settings, request);
  };
  return scene;
}

}  // namespace lockstep::lab
