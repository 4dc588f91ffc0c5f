// The course documents that the catalogue comes from: every figure, table, formula, listing, example and
// exercise, each with the scene that shows it. The lists are in assets/documents/, a file a document, and the
// scenes in assets/scenes/:
//
//   {"name": "001", "title": …, "summary": …,
//    "entries": [{"id": "figure-6", "kind": "figure", "title": …, "where": "3.3.1", "scene": "figure-6",
//                 "story": in place of the scene's own; may be missing,
//                 "lines": pieces of the source lines that it is about; may be missing,
//                 "shows": what its picture contains: rows, values, numbers of a table} …]}
//
// The source panel begins at the first of the lines and marks all of them. A test opens each entry and looks
// for its lines and for what it shows.
//
// Both are built into the program, so an installed program has them as well. Wherever a scene file may be
// named, "document:001/figure-6" names an entry. "document:002/kernel-1.cu" is the same entry with the
// document's own kernel in CUDA C++ (listings.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/plan/element.hpp"
#include "core/plan/language.hpp"

namespace lockstep {

enum class EntryKind : std::uint8_t { figure, table, formula, listing, example, exercise };
inline constexpr EntryKind kEntryKinds[] = {EntryKind::figure,  EntryKind::table,   EntryKind::formula,
                                            EntryKind::listing, EntryKind::example, EntryKind::exercise};
std::string_view name(EntryKind kind);

struct DocumentEntry {
  std::string document;  // "001"
  std::string id;        // "figure-6", unique in its document
  EntryKind kind = EntryKind::figure;
  std::string title;                    // "Figure 6: a read that comes too early"
  std::string where;                    // section or slide: "3.3.1", "Access pattern for M"
  std::string scene;                    // a file of assets/scenes without its ending
  std::string story;                    // replaces that of the scene; empty: the scene's own
  std::vector<std::string> lines;       // of the source; the first one is in view when the entry is opened
  std::vector<std::string> shows;       // texts that are drawn, as a whole or as words of a longer one
  std::vector<std::string> cuda_lines;  // lines of the listing
  std::vector<std::string> cuda_shows;  // what is drawn of its run; empty: the same
  // Moment of the listing's run, where the scene has one of the catalogue's.
  std::optional<std::uint64_t> cuda_position;
  // "001/figure-6"
  std::string name() const { return document + "/" + id; }
};

// A kernel as the document prints it, which does what one of the catalogue does. Its text is the file
// assets/listings/002/kernel-1.cu.
//
//   {"id": "kernel-1", "algorithm": …, "kernel": "reductKern5<{group}>", "arguments": [0, 1, 2], "type": …,
//    "variables": {"M": 2}, "options": "-D TILE_SIZE={6}", "shared_elements": 64, "in_place": true,
//    "remarks": [a sentence …]}
//
// Numbers are positions among the arguments of the algorithm's kernel: what each parameter takes, and the
// contents of each __constant__ variable. In braces stand the size of a work-group or the value of such an
// argument.
struct DocumentListing {
  std::string document;                   // "002"
  std::string id;                         // "kernel-1", of the entry that is about it
  std::string algorithm;                  // whose place it takes
  std::string kernel;                     // its name, with braces
  std::vector<std::uint64_t> arguments;   // of dynamic shared memory, too: the last one
  ElementType type = ElementType::int32;  // the only one that it takes
  std::map<std::string, std::uint64_t> variables;
  std::string options;                // of the build, with braces
  std::uint64_t shared_elements = 0;  // that dynamic shared memory has at least
  bool in_place = false;              // its first argument is the input and becomes the result
  std::vector<std::string> remarks;   // slips of the print and their repair, and what is added
  // "002/kernel-1.cu"
  std::string path() const { return document + "/" + id + ".cu"; }
};

struct CourseDocument {
  std::string name;                    // "001"
  std::string title;                   // "GPU-computing assignment on reduction and scan (2015)"
  std::string summary;                 // one sentence
  std::vector<DocumentEntry> entries;  // in the order of the document
  std::vector<DocumentListing> listings;
};

// In order of their names.
const std::vector<CourseDocument>& course_documents();
// A usage error names the documents.
Result<const CourseDocument*> find_course_document(std::string_view name);
// "001/figure-6", also with kDocumentPrefix before it, and with kListingEnding behind it where there is a
// listing. A usage error says which part is not known, and names entries.
Result<const DocumentEntry*> find_document_entry(std::string_view name);

inline bool names_document_entry(std::string_view path) { return path.starts_with(kDocumentPrefix); }

inline constexpr std::string_view kListingEnding = ".cu";
inline bool names_listing(std::string_view entry) { return entry.ends_with(kListingEnding); }
// In the document, of the algorithm; null: the document prints none.
const DocumentListing* find_listing(std::string_view document, std::string_view algorithm);
// Of what the entry's scene runs.
const DocumentListing* listing_of(const DocumentEntry& entry);

// The text of a file of assets/scenes, named without its ending; empty if there is no such file.
std::string_view built_in_scene(std::string_view name);

// The text that such a scene puts in place of an algorithm's kernel; none: it leaves it as it is.
std::optional<std::string> built_in_scene_text(std::string_view name, const std::string& algorithm);

// The text of one list; an error names the invalid entry.
Result<CourseDocument> parse_course_document(std::string_view path, std::string_view text);

}  // namespace lockstep
