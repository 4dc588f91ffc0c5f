// lockstep list: prints the catalogue, the host implementations, and the hazards.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "cli/target.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/published.hpp"
#include "core/host_implementations/implementations.hpp"

namespace lockstep::cli {

namespace {

struct ListOptions {
  RequestOptions request;
  bool json = false;
};

std::string operators_text(const Algorithm& algorithm) {
  std::string text;
  for (const Operator op : algorithm.operators) text += (text.empty() ? "" : " ") + std::string(name(op));
  return text;
}

std::string types_text(const Algorithm& algorithm) {
  std::string text;
  for (const ElementType type : algorithm.types)
    text += (text.empty() ? "" : " ") + std::string(opencl_name(type));
  return text;
}

// Returns the number of launches for the requested sizes, on which it depends; "-" if the request cannot run.
std::string launches_text(const Algorithm& algorithm, const Request& request) {
  const Result<Plan> plan = plan_for(algorithm, request);
  return plan ? std::to_string(plan->launches.size()) : "-";
}

std::string_view family_name(Algorithm::Family family) {
  switch (family) {
    case Algorithm::Family::reduction:
      return "reduction";
    case Algorithm::Family::scan:
      return "scan";
    case Algorithm::Family::pattern:
      return "pattern";
    case Algorithm::Family::hazard:
      break;
  }
  return "hazard";
}

Json entry(const Algorithm& algorithm, const Request& request) {
  Json json{{"id", algorithm.id},
            {"title", algorithm.title},
            {"family", family_name(algorithm.family)},
            {"kernel_file", algorithm.kernel_file},
            {"summary", algorithm.summary},
            {"commutative_only", algorithm.commutative_only},
            {"power_of_two_group", algorithm.power_of_two_group},
            {"operators", Json::array()},
            {"types", Json::array()}};
  for (const Operator op : algorithm.operators) json["operators"].push_back(name(op));
  for (const ElementType type : algorithm.types) json["types"].push_back(opencl_name(type));
  if (const Result<Plan> plan = plan_for(algorithm, request)) json["launches"] = plan->launches.size();
  if (const auto& hazard = algorithm.hazard) {
    json["broken"] = hazard->broken;
    json["twin"] = hazard->twin;
    json["finding"] = hazard->finding;
  }
  return json;
}

Json entries(const std::vector<Algorithm>& algorithms, const Request& request) {
  Json json = Json::array();
  for (const Algorithm& algorithm : algorithms) json.push_back(entry(algorithm, request));
  return json;
}

void print_algorithms(const std::vector<Algorithm>& algorithms, const Request& request) {
  using enum Table::Align;
  Table table({left, left, right, left, left});
  table.add({"id", "title", "launches", "operators", "types"});
  for (const Algorithm& algorithm : algorithms)
    table.add({algorithm.id, algorithm.title, launches_text(algorithm, request), operators_text(algorithm),
               types_text(algorithm)});
  fmt::print("{}\n", table.text());
  for (const Algorithm& algorithm : algorithms) fmt::print("{}\n    {}\n", algorithm.id, algorithm.summary);
}

Json entry(const host::Implementation& implementation) {
  return {{"id", implementation.id},
          {"title", implementation.title},
          {"family", family_name(implementation.family)},
          {"summary", implementation.summary},
          {"available", implementation.is_there()},
          {"missing", implementation.missing}};
}

Json entry(const PublishedLadder& ladder) {
  Json rungs = Json::array();
  for (const PublishedLadder::Rung& rung : ladder.rungs)
    rungs.push_back({{"id", rung.algorithm}, {"name", rung.name}});
  return {{"id", ladder.document},
          {"title", ladder.title},
          {"document", ladder.document_title},
          {"n", ladder.n},
          {"rungs", std::move(rungs)}};
}

void print_ladders() {
  if (published_ladders().empty()) return;
  fmt::print("\nLadders of the documents: `lockstep ladder {}` shows one with its published figures.\n\n",
             published_ladders().front().document);
  Table table({Table::Align::left, Table::Align::left, Table::Align::left});
  table.add({"id", "title", "from"});
  for (const PublishedLadder& ladder : published_ladders())
    table.add({ladder.document, ladder.title, ladder.document_title});
  fmt::print("{}", table.text());
}

void print_ways() {
  fmt::print(
      "\nHost implementations of reduction and scan, without OpenCL: `lockstep bench` measures them on the "
      "same input.\n\n");
  Table table({Table::Align::left, Table::Align::left});
  table.add({"id", "title"});
  for (const host::Implementation& implementation : host::implementations())
    table.add({implementation.id, implementation.title});
  fmt::print("{}\n", table.text());
  for (const host::Implementation& implementation : host::implementations()) {
    fmt::print("{}\n    {}\n", implementation.id, implementation.summary);
    if (!implementation.is_there()) fmt::print("    {}\n", implementation.missing);
  }
}

// Prints each pair of kernels as one entry: the error of the first kernel, and the repair in the
// second kernel.
void print_hazards() {
  using enum Table::Align;
  Table table({left, left, left});
  table.add({"id", "title", "finding"});
  for (const Algorithm& algorithm : hazards())
    if (algorithm.hazard->broken) table.add({algorithm.id, algorithm.title, algorithm.hazard->finding});
  fmt::print(
      "\nHazards: kernels that are wrong on purpose. Each has a repaired twin, its id with "
      "-repaired.\n\n{}\n",
      table.text());
  for (const Algorithm& algorithm : hazards())
    if (algorithm.hazard->broken)
      fmt::print("{}\n    {}\n    Repaired: {}\n", algorithm.id, algorithm.summary,
                 (*find_algorithm(algorithm.hazard->twin))->summary);
}

Result<int> run(const ListOptions& options) {
  const Result<Request> request = parse_request(options.request);
  if (!request) return tl::unexpected(request.error());
  if (options.json) {
    Json ways = Json::array();
    for (const host::Implementation& implementation : host::implementations())
      ways.push_back(entry(implementation));
    Json ladders = Json::array();
    for (const PublishedLadder& ladder : published_ladders()) ladders.push_back(entry(ladder));
    const Json json{{"n", request->plan.n},
                    {"group_size", request->plan.group_size},
                    {"algorithms", entries(catalogue(), *request)},
                    {"techniques", entries(techniques(), *request)},
                    {"patterns", entries(patterns(), *request)},
                    {"ladders", std::move(ladders)},
                    {"host_ways", std::move(ways)},
                    {"hazards", entries(hazards(), *request)}};
    fmt::print("{}\n", json.dump(2));
    return kDone;
  }
  print_algorithms(catalogue(), *request);
  fmt::print("\nTechniques: rungs of `lockstep ladder`, made from the texts of the tuned kernels.\n\n");
  print_algorithms(techniques(), *request);
  fmt::print("\nPatterns: applications of reductions and scans, and also convolutions and transposes.\n\n");
  print_algorithms(patterns(), *request);
  fmt::print("\nLaunches are those for n = {} in work-groups of {}.\n", count_text(request->plan.n),
             request->plan.group_size);
  print_ladders();
  print_ways();
  print_hazards();
  return kDone;
}

}  // namespace

Command add_list(CLI::App& program) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* app = program.add_subcommand("list", "The catalogue, with operators, types and launches");
  app->add_option("--n", options->request.n, "Number of elements for which launches are counted")
      ->capture_default_str();
  app->add_option("--group", options->request.group, "Work-group size for which launches are counted")
      ->capture_default_str();
  app->add_option("--kernel-dir", options->request.kernel_dir, "Read kernel files from this folder");
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
