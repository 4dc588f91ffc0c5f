// Writes the report of `lockstep run` as JSON.
#pragma once

#include <string>

#include "runtime/report/report_text.hpp"

namespace lockstep::cli {

std::string report_json(const runtime::ProgramRun& run);

}  // namespace lockstep::cli
