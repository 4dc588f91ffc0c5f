#include "sim/quiz/formats/question_json.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace lockstep::quiz {
namespace {

using Json = nlohmann::ordered_json;

Json hides_json(unsigned hides) {
  constexpr std::array kNames{"lanes", "accesses", "values", "inputs", "costs", "findings", "sentence"};
  Json list = Json::array();
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if ((hides >> i & 1) != 0) list.push_back(kNames[i]);
  return list;
}

Json answer_json(const Question& question) {
  if (question.form == Form::number) {
    const auto whole = static_cast<std::int64_t>(question.answer.number);
    return static_cast<double>(whole) == question.answer.number ? Json(whole) : Json(question.answer.number);
  }
  if (question.form == Form::choice) return question.answer.choice;
  return question.answer.items;
}

}  // namespace

Json question_json(const Question& question) {
  Json json{{"kind", name(question.kind)}, {"form", name(question.form)}, {"position", question.position},
            {"about", question.about},     {"reveal", question.reveal},   {"launch", question.launch + 1},
            {"group", question.group},     {"warp", question.warp},       {"line", question.line},
            {"text", question.text},       {"when", question.when},       {"given", question.given}};
  if (question.memory)
    json["memory"] = {{"name", question.memory->name},
                      {"local", question.memory->is_local},
                      {"elements", question.memory->elements}};
  if (question.items != 0) {
    json["items"] = question.items;
    json["single"] = question.is_single;
  }
  if (!question.choices.empty()) json["choices"] = question.choices;
  json["answer"] = answer_json(question);
  if (question.form == Form::number) json["tolerance"] = question.tolerance;
  json["answer_text"] = answer_text(question, question.answer);
  json["reason"] = question.reason;
  json["facts"] = Json::array();
  for (const Fact& fact : question.facts) json["facts"].push_back({{"item", fact.item}, {"text", fact.text}});
  json["hides"] = hides_json(question.hides);
  return json;
}

Json questions_json(const std::vector<Question>& questions) {
  Json list = Json::array();
  for (const Question& question : questions) list.push_back(question_json(question));
  return list;
}

}  // namespace lockstep::quiz
