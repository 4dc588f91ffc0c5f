// lockstep lesson: lists the lessons, checks a lesson, or exports a lesson as HTML or PDF.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/run_control.hpp"
#include "core/base/files/atomic_writer.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/table.hpp"
#include "core/base/text/text.hpp"
#include "gui/app/lesson_tools.hpp"
#include "gui/app/pdf_library.hpp"
#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/export/handout.hpp"
#include "gui/lesson/export/sheets.hpp"

namespace lockstep::cli {

namespace {

struct LessonOptions {
  std::string action, lesson, output, solutions = "end";
  bool json = false, slides = false, pdf = false;
};

struct ListedLesson {
  gui::LoadedLesson loaded;
  std::vector<std::string> languages;
};

std::vector<ListedLesson> listed_lessons() {
  std::vector<ListedLesson> lessons;
  for (const gui::LessonFolder& folder : gui::lesson_folders())
    if (auto loaded = gui::load_lesson(folder)) lessons.push_back({std::move(*loaded), folder.languages()});
  return lessons;
}

nlohmann::ordered_json parts_json(const gui::Lesson& lesson) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const gui::LessonPart& part : gui::parts_of(lesson))
    rows.push_back({{"title", part.title},
                    {"page", part.first + 1},
                    {"pages", part.pages},
                    {"questions", part.questions}});
  return rows;
}

void print_json(const std::vector<ListedLesson>& lessons) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& [loaded, languages] : lessons)
    rows.push_back({{"name", loaded.folder.name},
                    {"title", loaded.lesson.title},
                    {"summary", loaded.lesson.summary},
                    {"pages", loaded.lesson.pages.size()},
                    {"languages", languages},
                    {"minutes", loaded.lesson.minutes},
                    {"parts", parts_json(loaded.lesson)},
                    {"class", loaded.lesson.with_class},
                    {"alone", loaded.lesson.alone},
                    {"path", loaded.folder.path}});
  fmt::print("{}\n", json_text(nlohmann::ordered_json{{"lessons", std::move(rows)}}));
}

// Prints the parts of a lesson and the time that the lesson takes.
void print_needs(const gui::Lesson& lesson) {
  const std::vector<gui::LessonPart> parts = gui::parts_of(lesson);
  if (parts.empty() && lesson.with_class.empty() && lesson.alone.empty()) return;
  fmt::print("\n{}\n", lesson.title);
  for (std::size_t i = 0; i < parts.size(); ++i)
    fmt::print("  part {}: {} ({}, {})\n", i + 1, parts[i].title, gui::pages_text(parts[i]),
               plural(parts[i].questions, "question"));
  if (!lesson.with_class.empty()) fmt::print("  with a class of 30: {}\n", lesson.with_class);
  if (!lesson.alone.empty()) fmt::print("  alone: {}\n", lesson.alone);
}

Result<int> list(const LessonOptions& options) {
  const std::vector<ListedLesson> lessons = listed_lessons();
  if (options.json) {
    print_json(lessons);
    return kDone;
  }
  using enum Table::Align;
  Table table({left, left, right, right, left});
  table.add({"lesson", "title", "pages", "minutes", "languages"});
  for (const auto& [loaded, languages] : lessons)
    table.add({loaded.folder.is_built_in() ? loaded.folder.name : loaded.folder.path, loaded.lesson.title,
               std::to_string(loaded.lesson.pages.size()),
               loaded.lesson.minutes == 0 ? "" : std::to_string(loaded.lesson.minutes),
               fmt::format("{}", fmt::join(languages, " "))});
  fmt::print("{}", table.text());
  for (const ListedLesson& listed : lessons) print_needs(listed.loaded.lesson);
  return kDone;
}

Result<gui::LoadedLesson> named_lesson(const LessonOptions& options) {
  if (options.lesson.empty())
    return usage_error(fmt::format("lesson {}: name a lesson, or the path of its folder.", options.action));
  const auto folder = gui::find_lesson(options.lesson);
  if (!folder) return tl::unexpected(folder.error());
  return gui::load_lesson(*folder);
}

Result<int> check(const LessonOptions& options) {
  const auto loaded = named_lesson(options);
  if (!loaded) return tl::unexpected(loaded.error());
  const std::size_t pages = loaded->lesson.pages.size();
  std::vector<gui::LessonFault> faults;
  {
    RunControl control{std::chrono::milliseconds(0)};
    faults = gui::check_lesson(*loaded, gui::lesson_tools(), [&](std::size_t page) {
      control.show(fmt::format("Page {} of {}", page, pages));
    });
  }
  if (options.json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const gui::LessonFault& fault : faults)
      rows.push_back({{"file", loaded->path()},
                      {"line", fault.place.line},
                      {"column", fault.place.column},
                      {"what", fault.what},
                      {"cure", fault.cure}});
    fmt::print("{}\n", json_text(nlohmann::ordered_json{{"lesson", loaded->folder.name},
                                                        {"faults", std::move(rows)}}));
  } else {
    for (const gui::LessonFault& fault : faults) fmt::print("{}\n", fault_text(loaded->path(), fault));
    if (faults.empty()) fmt::print("{}: {}, no faults.\n", loaded->lesson.title, plural(pages, "page"));
  }
  return faults.empty() ? kDone : kFailed;
}

// Returns the path to which solutions are written: "banks-solutions.html" for "banks.html".
std::string beside(const std::string& path) {
  const std::filesystem::path whole = system_path(path);
  return path_text(whole.parent_path() / whole.stem()) + "-solutions" + path_text(whole.extension());
}

Result<int> write_both(const std::string& path, const Result<std::string>& text,
                       const Result<std::string>& solutions) {
  for (const auto& [to, content] : {std::pair(path, &text), std::pair(beside(path), &solutions)}) {
    if (!*content) return tl::unexpected(content->error());
    if ((*content)->empty()) continue;
    if (const auto written = write_atomically(to, **content); !written)
      return tl::unexpected(written.error());
  }
  return kDone;
}

// Calls make(show_page), which reports its progress by calling show_page. If it fails, the Error names the
// command that lists all mistakes in the lesson.
template <class Make>
auto with_progress(const LessonOptions& options, const gui::LoadedLesson& loaded, Make make)
    -> decltype(make([](std::size_t) {})) {
  const std::size_t pages = loaded.lesson.pages.size();
  RunControl control{std::chrono::milliseconds(0)};
  auto made = make([&](std::size_t page) { control.show(fmt::format("Page {} of {}", page, pages)); });
  if (made) return made;
  return failure(
      fmt::format("{} `lockstep lesson check {}` lists all mistakes.", made.error().message, options.lesson));
}

Result<int> export_html(const LessonOptions& options, const gui::LoadedLesson& loaded) {
  const gui::HandoutOptions handout{options.slides, *gui::parse_solutions(options.solutions),
                                    path_text(system_path(options.output).filename())};
  const auto made = with_progress(options, loaded, [&](const auto& show_page) {
    return gui::make_handout(loaded, gui::lesson_tools(), handout, show_page);
  });
  if (!made) return tl::unexpected(made.error());
  return write_both(options.output, made->html, made->solutions);
}

Result<int> export_pdf(const LessonOptions& options, const gui::LoadedLesson& loaded) {
  const auto made = with_progress(options, loaded, [&](const auto& show_page) {
    return gui::make_sheets(loaded, gui::lesson_tools(), *gui::parse_solutions(options.solutions), show_page);
  });
  if (!made) return tl::unexpected(made.error());
  const std::string& title = loaded.lesson.title;
  return write_both(options.output, gui::pdf_of(made->sheets, title),
                    made->solutions.empty() ? Result<std::string>() : gui::pdf_of(made->solutions, title));
}

// If the PDF library cannot be loaded, the same pages are written as HTML, which a browser can print to PDF.
LessonOptions as_html(LessonOptions options) {
  const std::string pdf = options.output;
  options.output.replace(pdf.size() - 4, 4, ".html");
  options.slides = true;
  options.pdf = false;
  fmt::print(stderr, "No PDF can be written: {}. {} is written instead; a browser can print it to PDF.\n",
             gui::why_no_pdf(), options.output);
  return options;
}

Result<int> export_lesson(LessonOptions options) {
  const auto loaded = named_lesson(options);
  if (!loaded) return tl::unexpected(loaded.error());
  if (options.pdf && options.output.empty()) options.output = loaded->folder.name + ".pdf";
  if (options.output.ends_with(".pdf")) {
    if (gui::why_no_pdf().empty()) return export_pdf(options, *loaded);
    options = as_html(options);
  }
  if (!options.output.ends_with(".html") || options.pdf)
    return usage_error(options.pdf
                           ? "lesson export --pdf: name a file that ends in .pdf, such as lesson.pdf."
                           : "lesson export: name the file to write, such as lesson.html or lesson.pdf.");
  return export_html(options, *loaded);
}

Result<int> run(const LessonOptions& options) {
  if (options.action == "list") return list(options);
  if (options.action == "export") return export_lesson(options);
  return check(options);
}

}  // namespace

Command add_lesson(CLI::App& program) {
  auto options = std::make_shared<LessonOptions>();
  CLI::App* app = program.add_subcommand(
      "lesson", "List lessons, check a lesson that you write, or export a lesson as HTML or PDF");
  app->add_option(
         "ACTION", options->action,
         "list: all lessons; check: the mistakes in a lesson by file, line and column; export: a lesson as "
         "HTML that needs no network, or as PDF")
      ->required()
      ->check(CLI::IsMember({"list", "check", "export"}));
  app->add_option("LESSON", options->lesson, "Name of the lesson, or path of its folder or its file");
  app->add_option("OUTPUT", options->output, "File to export to (.html or .pdf)");
  app->add_flag("--slides", options->slides, "One page per screen and per sheet of paper");
  app->add_flag("--pdf", options->pdf, "One PDF of all pages, one per sheet; OUTPUT may be omitted");
  app->add_option(
         "--solutions", options->solutions,
         "Where to put answers: at the end, after each page, apart (in OUTPUT-solutions.html) or none")
      ->check(CLI::IsMember({"end", "after", "apart", "none"}))
      ->capture_default_str();
  app->add_flag("--json", options->json, "As JSON");
  return {app, [options] { return run(*options); }};
}

}  // namespace lockstep::cli
