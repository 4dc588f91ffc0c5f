// Submissions as a command line names them.
#pragma once

#include <string>
#include <vector>

#include "assignment/grading/handed_in/handed_in.hpp"

namespace lockstep::cli {

struct SubmissionWords {
  std::vector<std::string> words;
  bool is_one = false;    // a folder is one submission
  bool are_many = false;  // each file and folder in a folder is one
};

// What was left out goes to standard error. The Error: there is none, or a word is wrong.
Result<std::vector<assignment::HandedIn>> read_submission_words(const assignment::Assignment& assignment,
                                                                const SubmissionWords& words,
                                                                assignment::Attempts attempts);

}  // namespace lockstep::cli
