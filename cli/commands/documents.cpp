// lockstep documents: lists the figures, tables, formulas, listings, examples and exercises of the
// course documents.
#include "core/catalogue/documents.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/json.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "core/catalogue/listings.hpp"
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
  Json json{{"name", entry.name()},
            {"kind", name(entry.kind)},
            {"title", entry.title},
            {"where", entry.where},
            {"scene", entry.scene}};
  if (const DocumentListing* const listing = listing_of(entry))
    json["cuda"] = {{"name", entry.name() + std::string(kListingEnding)},
                    {"file", listing->path()},
                    {"remarks", listing->remarks}};
  return json;
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

void add_rows(Table& table, const DocumentEntry& entry) {
  table.add({entry.name(), std::string(name(entry.kind)), entry.where, entry.title});
  if (entry.kind == EntryKind::listing && listing_of(entry) != nullptr)
    table.add(
        {entry.name() + std::string(kListingEnding), "listing", entry.where, "the same in CUDA, as printed"});
}

void print_document(const CourseDocument& document, const DocumentsOptions& options) {
  Table table({Table::Align::left, Table::Align::left, Table::Align::left, Table::Align::left});
  table.add({"name", "kind", "where", "title"});
  for (const DocumentEntry& entry : document.entries)
    if (is_wanted(entry, options)) add_rows(table, entry);
  const bool has_rows = std::ranges::any_of(
      document.entries, [&](const DocumentEntry& entry) { return is_wanted(entry, options); });
  if (!has_rows) return;
  fmt::print("{}  {}\n{}\n\n{}\n", document.name, document.title, document.summary, table.text());
}

Result<int> open_entry(const DocumentEntry& entry, bool in_cuda, bool as_json) {
  if (as_json) {
    Json json = entry_json(entry);
    json["view"] = parse_json_line(built_in_scene(entry.scene));
    if (const DocumentListing* const listing = listing_of(entry))
      json["cuda"]["text"] = source_of(*listing).text;
    fmt::print("{}\n", json.dump(2));
    return kDone;
  }
  gui::AppArguments arguments;
  arguments.scene = std::string(kDocumentPrefix) + entry.name();
  if (in_cuda) arguments.scene += kListingEnding;
  return gui::run_app(arguments);
}

Result<int> run(const DocumentsOptions& options) {
  if (options.name.find('/') != std::string::npos) {
    const auto entry = find_document_entry(options.name);
    if (!entry) return tl::unexpected(entry.error());
    return open_entry(**entry, names_listing(options.name), options.json);
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
      "lockstep documents NAME opens an entry in the window; lockstep shot {0}NAME picture.png draws it, "
      "and\n"
      "trace, counters, explain and simulate also accept {0}NAME. With {1} after it, an entry runs\n"
      "the document's own kernel.\n",
      kDocumentPrefix, kListingEnding);
  return kDone;
}

}  // namespace

Command add_documents(CLI::App& program) {
  auto options = std::make_shared<DocumentsOptions>();
  CLI::App* app = program.add_subcommand(
      "documents", "Figures, tables, formulas, listings, examples and exercises of the course documents");
  app->add_option(
      "NAME", options->name,
      "A document, such as 001: lists its entries; an entry, such as 001/figure-6: opens it in the window; "
      "002/kernel-1.cu: with the document's own kernel in CUDA");
  std::vector<std::string> kinds;
  for (const EntryKind kind : kEntryKinds) kinds.emplace_back(name(kind));
  app->add_option("--kind", options->kind, "List only entries of this kind")->check(CLI::IsMember(kinds));
  app->add_flag("--json", options->json, "Print JSON; for an entry, also its scene");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
