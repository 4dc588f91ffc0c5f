// lockstep documents: the figures, tables, formulas, listings, examples and exercises of the course
// documents.
#include "core/catalogue/documents.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "gui/app/app.hpp"

namespace lockstep::cli {

namespace {

struct DocumentsOptions {
  std::string name, kind;
  bool json = false;
};

bool is_wanted(const DocumentEntry& entry, const DocumentsOptions& options) {
  return options.kind.empty() || name(entry.kind) == options.kind;
}

Json entry_json(const DocumentEntry& entry) {
  return {{"name", entry.name()},
          {"kind", name(entry.kind)},
          {"title", entry.title},
          {"where", entry.where},
          {"scene", entry.scene}};
}

Json document_json(const CourseDocument& document, const DocumentsOptions& options) {
  Json entries = Json::array();
  for (const DocumentEntry& entry : document.entries)
    if (is_wanted(entry, options)) entries.push_back(entry_json(entry));
  return {{"name", document.name},
          {"title", document.title},
          {"summary", document.summary},
          {"entries", std::move(entries)}};
}

void print_document(const CourseDocument& document, const DocumentsOptions& options) {
  Table table({Table::Align::left, Table::Align::left, Table::Align::left, Table::Align::left});
  table.add({"name", "kind", "where", "title"});
  for (const DocumentEntry& entry : document.entries)
    if (is_wanted(entry, options))
      table.add({entry.name(), std::string(name(entry.kind)), entry.where, entry.title});
  fmt::print("{}  {}\n{}\n\n{}\n", document.name, document.title, document.summary, table.text());
}

Result<int> open_entry(const DocumentEntry& entry, bool as_json) {
  if (as_json) {
    Json json = entry_json(entry);
    json["view"] = parse_json_line(built_in_scene(entry.scene));
    fmt::print("{}\n", json.dump(2));
    return kDone;
  }
  gui::AppArguments arguments;
  arguments.scene = std::string(kDocumentPrefix) + entry.name();
  return gui::run_app(arguments);
}

Result<int> run(const DocumentsOptions& options) {
  if (options.name.find('/') != std::string::npos) {
    const auto entry = find_document_entry(options.name);
    if (!entry) return tl::unexpected(entry.error());
    return open_entry(**entry, options.json);
  }
  std::vector<const CourseDocument*> wanted;
  if (options.name.empty()) {
    for (const CourseDocument& document : course_documents()) wanted.push_back(&document);
  } else {
    const auto document = find_course_document(options.name);
    if (!document) return tl::unexpected(document.error());
    wanted.push_back(*document);
  }
  if (options.json) {
    Json documents = Json::array();
    for (const CourseDocument* document : wanted) documents.push_back(document_json(*document, options));
    fmt::print("{}\n", Json{{"documents", std::move(documents)}}.dump(2));
    return kDone;
  }
  for (const CourseDocument* document : wanted) print_document(*document, options);
  fmt::print(
      "lockstep documents NAME opens an entry in the window; lockstep shot {}NAME picture.png draws it.\n",
      kDocumentPrefix);
  return kDone;
}

}  // namespace

Command add_documents(CLI::App& program) {
  auto options = std::make_shared<DocumentsOptions>();
  CLI::App* app = program.add_subcommand(
      "documents", "Figures, tables, formulas, listings, examples and exercises of the course documents");
  app->add_option(
      "NAME", options->name,
      "A document, such as 001: lists its entries; an entry, such as 001/figure-6: opens it in the window");
  std::vector<std::string> kinds;
  for (const EntryKind kind : kEntryKinds) kinds.emplace_back(name(kind));
  app->add_option("--kind", options->kind, "List only entries of this kind")->check(CLI::IsMember(kinds));
  app->add_flag("--json", options->json, "As JSON; of an entry also its scene");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
