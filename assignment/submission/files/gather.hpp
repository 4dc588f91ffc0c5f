// The files of one submission: from a folder, or from a zip archive.
#pragma once

#include <string>
#include <string_view>

#include "assignment/submission/files/gathering.hpp"
#include "assignment/submission/files/zip_archive.hpp"
#include "core/base/result.hpp"

namespace lockstep::assignment {

// Only what has a name that begins with `inside`, which is taken from it: "ada/" is a folder, "ada_12_file_"
// is how some course systems begin the names of one student's files. The name of a single file stands for
// that file. Empty: everything. Links, devices and pipes are left out, each with a note that tells nothing of
// what they lead to.
Result<Gathered> gather_folder(const std::string& folder, std::string_view inside);
Result<Gathered> gather_zip(ZipArchive& archive, const std::string& what, std::string_view inside);

// The part of the name behind `inside`, as above; empty: the name is not part of it.
std::string_view name_within(std::string_view name, std::string_view inside);

}  // namespace lockstep::assignment
