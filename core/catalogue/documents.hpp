// The course documents on which the catalogue is based: every figure, table, formula, listing, example and
// exercise, each with the scene that shows it. The lists are in assets/documents/, one file for each
// document, and the scenes in assets/scenes/:
//
//   {"name": "001", "title": …, "summary": …,
//    "entries": [{"id": "figure-6", "kind": "figure", "title": …, "where": "3.3.1", "scene": "figure-6",
//                 "story": replaces that of the scene; optional,
//                 "lines": parts of the relevant source lines; optional,
//                 "shows": contents of its picture: rows, values, numbers of a table} …]}
//
// The source panel shows the first of these lines at its top and marks all of them. A test opens each entry
// and checks its lines and the contents of its picture.
//
// Lists and scenes are built into the program. Wherever a scene file can be given,
// "document:001/figure-6" names an entry. "document:002/kernel-1.cu" is the same entry with the
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
  std::string story;                    // replaces the story of the scene unless empty
  std::vector<std::string> lines;       // of the source; the first line is visible when the entry is opened
  std::vector<std::string> shows;       // texts in the picture, complete or as words of a longer text
  std::vector<std::string> cuda_lines;  // lines of the listing
  std::vector<std::string> cuda_shows;  // texts in the picture of the listing's run; empty: as in `shows`
  // The moment in the listing's run, if it differs from the moment in the scene.
  std::optional<std::uint64_t> cuda_position;
  // "001/figure-6"
  std::string name() const { return document + "/" + id; }
};

// A kernel as printed in a document. It is equivalent to a kernel of the catalogue. Its text is in the
// file assets/listings/002/kernel-1.cu.
//
//   {"id": "kernel-1", "algorithm": …, "kernel": "reductKern5<{group}>", "arguments": [0, 1, 2], "type": …,
//    "variables": {"M": 2}, "options": "-D TILE_SIZE={6}", "shared_elements": 64, "in_place": true,
//    "remarks": [a sentence …]}
//
// Numbers are positions of arguments of the algorithm's kernel: "arguments" has the argument for each
// parameter, and "variables" the contents of each __constant__ variable. A number in braces is replaced by
// the value of this argument, and {group} by the work-group size.
struct DocumentListing {
  std::string document;                   // "002"
  std::string id;                         // "kernel-1", also the id of its entry
  std::string algorithm;                  // the algorithm whose kernel it replaces
  std::string kernel;                     // its name, with braces
  std::vector<std::uint64_t> arguments;   // the last one may be the dynamic shared memory
  ElementType type = ElementType::int32;  // the only type that it supports
  std::map<std::string, std::uint64_t> variables;
  std::string options;                // build options, with braces
  std::uint64_t shared_elements = 0;  // least number of elements of dynamic shared memory
  bool in_place = false;              // the kernel's first argument is the input and becomes the result
  std::vector<std::string> remarks;   // misprints, their corrections, and additions
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

// All documents in the order of their names.
const std::vector<CourseDocument>& course_documents();
// Finds a document; the usage error lists all documents.
Result<const CourseDocument*> find_course_document(std::string_view name);
// Finds an entry by a name such as "001/figure-6", optionally with kDocumentPrefix before it and, if there is
// a listing, with kListingEnding after it. The usage error says which part is unknown, and suggests entries.
Result<const DocumentEntry*> find_document_entry(std::string_view name);

inline bool names_document_entry(std::string_view path) { return path.starts_with(kDocumentPrefix); }

inline constexpr std::string_view kListingEnding = ".cu";
inline bool names_listing(std::string_view entry) { return entry.ends_with(kListingEnding); }
// The document's listing for the algorithm; null if there is none.
const DocumentListing* find_listing(std::string_view document, std::string_view algorithm);
// The listing for the algorithm of the entry's scene.
const DocumentListing* listing_of(const DocumentEntry& entry);

// The text of a file of assets/scenes, named without its ending; empty if there is no such file.
std::string_view built_in_scene(std::string_view name);

// Returns the text with which such a scene replaces an algorithm's kernel; none if the scene does not
// replace it.
std::optional<std::string> built_in_scene_text(std::string_view name, const std::string& algorithm);

// Parses the text of one list; an error names the invalid entry.
Result<CourseDocument> parse_course_document(std::string_view path, std::string_view text);

}  // namespace lockstep
