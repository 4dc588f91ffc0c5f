// Reads the files of one submission from a folder or a zip archive.
#pragma once

#include <string>
#include <string_view>

#include "assignment/submission/files/gathering.hpp"
#include "assignment/submission/files/zip_archive.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

// Reads only the files whose names begin with `inside`, and removes this beginning from the names. For
// example, "ada/" is a folder, and "ada_12_file_" is the beginning of one student's file names in some course
// systems. If `inside` is the name of a single file, this file is read; if it is empty, all files are read.
// Links, devices and pipes are omitted, each with a note that does not reveal its target.
Result<Gathered> gather_folder(const std::string& folder, std::string_view inside);
Result<Gathered> gather_zip(ZipArchive& archive, const std::string& what, std::string_view inside);

// Returns the part of the name after `inside`; empty if the name does not match.
std::string_view name_within(std::string_view name, std::string_view inside);

}  // namespace lockstep::assignment
