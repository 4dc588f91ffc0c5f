// Remarks on the fields of a file that opens in spite of them: a sentence for each that was not understood.
#pragma once

#include <string>
#include <vector>

#include "core/base/text/object_fields.hpp"

namespace lockstep::gui {

class FieldRemarks {
 public:
  // `subject` is what stands before a field's name, "The scene's ", and `effect` what becomes of a wrong one:
  // "it keeps its default".
  FieldRemarks(std::string subject, std::string effect, std::vector<std::string>& remarks)
      : subject_(std::move(subject)), effect_(std::move(effect)), remarks_(remarks) {}

  void add(const FieldMistake& mistake);
  // How many more keys were unknown.
  void finish();

 private:
  std::string subject_, effect_;
  std::vector<std::string>& remarks_;
  std::size_t unknown_ = 0;
};

}  // namespace lockstep::gui
