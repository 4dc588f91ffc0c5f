// Lists the entries of a folder, or of a folder in a zip archive, without their contents.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assignment/submission/files/zip_archive.hpp"
#include "assignment/submission/submission.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

struct Listed {
  enum class Kind : std::uint8_t { file, folder, other };  // other: links, devices
  std::string name;
  Kind kind = Kind::file;
};

class Listing {
 public:
  static Result<Listing> of_folder(const std::string& path);
  // If a single folder contains everything, continues with this folder.
  static Result<Listing> of_archive(const std::string& path);
  // Returns the listing of a folder in this folder.
  Result<Listing> of(const Listed& folder) const;

  // Returns the entries in natural order, without files of operating systems and editors.
  const std::vector<Listed>& children() const { return children_; }
  const Listed* find(std::string_view name) const;
  // Reads a file. The Error is a sentence.
  Result<std::string> read(const std::string& name, std::uint64_t most) const;

  SubmissionSource source_of(const Listed& child) const;
  // Returns the source that consists of all files in this folder whose names have this beginning.
  SubmissionSource source_of_names(const std::string& beginning) const {
    return {path_, inside_ + beginning};
  }

 private:
  Listing() = default;
  void list_archive();
  void finish();

  std::string path_, inside_;
  std::shared_ptr<ZipArchive> archive_;  // null for a folder on disk
  std::vector<Listed> children_;
};

}  // namespace lockstep::assignment
