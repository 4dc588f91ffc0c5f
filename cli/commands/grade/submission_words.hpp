// Reads the submissions that the command line names.
#pragma once

#include <string>
#include <vector>

#include "assignment/grading/handed_in/handed_in.hpp"

namespace lockstep::cli {

struct SubmissionWords {
  std::vector<std::string> words;
  bool is_one = false;    // a folder is one submission
  bool are_many = false;  // each file and folder in a folder is a submission
};

// Reads the submissions, and writes notes on ignored files to standard error. Returns an Error if there is no
// submission, or if an argument is invalid.
Result<std::vector<assignment::HandedIn>> read_submission_words(const assignment::Assignment& assignment,
                                                                const SubmissionWords& words,
                                                                assignment::Attempts attempts);

}  // namespace lockstep::cli
