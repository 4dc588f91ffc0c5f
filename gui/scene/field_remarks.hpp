// Remarks on the fields of a file that can still be opened: one remark for each unknown or invalid field.
#pragma once

#include <string>
#include <vector>

#include "core/base/text/object_fields.hpp"

namespace lockstep::gui {

class FieldRemarks {
 public:
  // A remark consists of `subject`, the field, what is wrong with its value, and `effect`, the
  // consequence. Examples are "The scene's " for `subject` and "it keeps its default" for `effect`.
  // Remarks are added to `remarks`.
  FieldRemarks(std::string subject, std::string effect, std::vector<std::string>& remarks)
      : subject_(std::move(subject)), effect_(std::move(effect)), remarks_(remarks) {}

  void add(const FieldMistake& mistake);
  // Adds a remark with the number of unknown keys that have no remark of their own.
  void finish();

 private:
  std::string subject_, effect_;
  std::vector<std::string>& remarks_;
  std::size_t unknown_ = 0;
};

}  // namespace lockstep::gui
