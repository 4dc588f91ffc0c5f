// The files of one submission: from a folder, or from a zip archive.
#pragma once

#include <string>
#include <string_view>

#include "assignment/submission/files/gathering.hpp"
#include "assignment/submission/files/zip_archive.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

// Reads only files whose names begin with `inside`, which is removed from the names: "ada/" is a folder, and
// "ada_12_file_" is the beginning of one student's file names in some course systems. If `inside` is the name
// of a single file, that file is read. Empty: all files. Links, devices and pipes are omitted, each with a
// note that does not reveal their targets.
Result<Gathered> gather_folder(const std::string& folder, std::string_view inside);
Result<Gathered> gather_zip(ZipArchive& archive, const std::string& what, std::string_view inside);

// The part of the name after `inside`, as above; empty if the name does not match.
std::string_view name_within(std::string_view name, std::string_view inside);

}  // namespace lockstep::assignment
