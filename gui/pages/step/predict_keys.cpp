// The keys of Predict mode. While a question is open, these keys take precedence over the keys that move
// through the run, also in a presentation.
#include "gui/pages/step/page.hpp"

namespace lockstep::gui {
namespace {

bool asks(const ActionContext& context) { return context.predict.asks(); }
bool is_on(const ActionContext& context) { return context.predict.is_on(); }

void toggle_predict(ActionContext& context) {
  AppState& state = context.state;
  const bool is_seen = state.tab == kStepPage;
  state.predict.on = !state.predict.on || !is_seen;
  state.tab = kStepPage;
  context.activity.playing = false;
  if (!state.predict.on) return;
  bring_to_front(state, "inspector");
  context.predict.go_on(state);
  if (context.session.run() == nullptr)
    context.activity.notify("Questions are asked as soon as there is a run.");
}

// Returns the row of a key that changes the answer. The key is available if `asks` returns true; otherwise it
// keeps its usual meaning.
ActionRow draft_row(std::string_view name, std::vector<KeyPress> keys, std::string label, std::string what,
                    std::function<void(AnswerDraft&)> change) {
  return {{name},
          std::move(keys),
          std::move(label),
          std::move(what),
          [change = std::move(change)](ActionContext& context) { change(context.predict.draft()); },
          KeysHold::presenting,
          asks};
}

ActionRow letter_row(std::string_view name, Key key, char letter) {
  return draft_row(name, {{key}}, "", "", [letter](AnswerDraft& draft) { draft.type(letter); });
}

std::vector<ActionRow> letter_rows() {
  return {letter_row("predict-1", Key::digit1, '1'),
          letter_row("predict-2", Key::digit2, '2'),
          letter_row("predict-3", Key::digit3, '3'),
          letter_row("predict-4", Key::digit4, '4'),
          letter_row("predict-5", Key::digit5, '5'),
          letter_row("predict-6", Key::digit6, '6'),
          letter_row("predict-7", Key::digit7, '7'),
          letter_row("predict-8", Key::digit8, '8'),
          letter_row("predict-9", Key::digit9, '9'),
          letter_row("predict-comma", Key::comma, ','),
          letter_row("predict-minus", Key::minus, '-'),
          letter_row("predict-period", Key::period, '.'),
          draft_row("predict-all", {{Key::a, true}}, "Ctrl+A", "All lanes, warps or cells",
                    [](AnswerDraft& draft) { draft.type('a'); }),
          draft_row("predict-extend", {{Key::right, false, true}}, "Shift+→ …", "Choose all on the way",
                    [](AnswerDraft& draft) { draft.extend(1, 0); }),
          draft_row("predict-extend-left", {{Key::left, false, true}}, "", "",
                    [](AnswerDraft& draft) { draft.extend(-1, 0); }),
          draft_row("predict-extend-up", {{Key::up, false, true}}, "", "",
                    [](AnswerDraft& draft) { draft.extend(0, -1); }),
          draft_row("predict-extend-down", {{Key::down, false, true}}, "", "",
                    [](AnswerDraft& draft) { draft.extend(0, 1); }),
          draft_row("predict-erase", {{Key::backspace}}, "", "", [](AnswerDraft& draft) { draft.erase(); })};
}

// Returns the keys that answer a question. In a list of choices, Space only selects a choice, so that the
// user does not answer by accident.
std::vector<ActionRow> answer_rows() {
  std::vector<ActionRow> rows{
      {actions::predict_answer,
       {{Key::enter}},
       "Enter",
       "Answer; then the next question",
       [](ActionContext& context) { context.predict.answer_or_go_on(context.state); },
       KeysHold::presenting,
       is_on},
      draft_row("predict-0", {{Key::digit0}}, "0 to 9 - ,", "Type a number, or items: 0-3,8",
                [](AnswerDraft& draft) { draft.type('0'); }),
      draft_row("predict-left", {{Key::left}}, "← ↑ → ↓", "Move to a lane, a cell or a choice",
                [](AnswerDraft& draft) { draft.move(-1, 0); }),
      draft_row("predict-right", {{Key::right}}, "", "", [](AnswerDraft& draft) { draft.move(1, 0); }),
      draft_row("predict-up", {{Key::up}}, "", "", [](AnswerDraft& draft) { draft.move(0, -1); }),
      draft_row("predict-down", {{Key::down}}, "", "", [](AnswerDraft& draft) { draft.move(0, 1); }),
      draft_row("predict-choose", {{Key::space}}, "Space", "Choose it, or take it back",
                [](AnswerDraft& draft) { draft.press(); }),
      {actions::predict_skip,
       {{Key::s}},
       "S",
       "Skip the question",
       [](ActionContext& context) { context.predict.skip(context.state); },
       KeysHold::presenting,
       asks},
      {actions::predict_show,
       {{Key::r}},
       "R",
       "Show the answer",
       [](ActionContext& context) { context.predict.show(context.state); },
       KeysHold::presenting,
       asks},
      {{"leave-predict"},
       {{Key::escape}},
       "Esc",
       "Leave Predict mode",
       [](ActionContext& context) { context.state.predict.on = false; },
       KeysHold::presenting,
       is_on}};
  for (ActionRow& row : letter_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace

std::vector<ActionGroup> predict_actions() {
  return {{"Moving through the run",
           "",
           {{actions::toggle_predict,
             {{Key::q}},
             "Q",
             "Predict: questions before each step",
             toggle_predict,
             KeysHold::presenting,
             [](const ActionContext& context) { return !context.talk.is_running(); }}}},
          {"Answering a question (Q)", kStepPage, answer_rows()}};
}

}  // namespace lockstep::gui
