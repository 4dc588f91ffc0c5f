// What a key or a button asks for, by name. What it does is a row of the table of actions
// (gui/pages/action_table.hpp): the window, each page and each overlay add their rows to it.
#pragma once

#include <string_view>

namespace lockstep::gui {

struct Action {
  std::string_view name;  // in reports and tests
  auto operator<=>(const Action&) const = default;

  // Those that buttons ask for, or that a panel answers to. All others are named by their row alone.
  static const Action play_or_pause, step_forward, step_back, go_to_start, go_to_end, next_event,
      previous_event, faster, slower;
  static const Action zoom_in, zoom_out, zoom_fit, rows_up, rows_down, next_pass, play_passes;
  static const Action edit_source, find_text, find_next, find_previous, show_original;
  static const Action add_watch, find_cell, edit_condition, fail_schedule;
  static const Action run_on_gpu, step_pair, toggle_reductions, toggle_scans, toggle_patterns;
  static const Action row_down, row_up, open_row;
  static const Action show_keys, show_why, open_file, open_program, run_program_again, export_sheet,
      start_tour, show_start, show_documents, edit_talk, speaker_window;
  static const Action toggle_predict, predict_answer, predict_skip, predict_show;
  static const Action save_scene, save_kernel, export_page;
};

inline constexpr Action Action::play_or_pause{"play-or-pause"};
inline constexpr Action Action::step_forward{"step-forward"};
inline constexpr Action Action::step_back{"step-back"};
inline constexpr Action Action::go_to_start{"go-to-start"};
inline constexpr Action Action::go_to_end{"go-to-end"};
inline constexpr Action Action::next_event{"next-event"};
inline constexpr Action Action::previous_event{"previous-event"};
inline constexpr Action Action::faster{"faster"};
inline constexpr Action Action::slower{"slower"};
inline constexpr Action Action::zoom_in{"zoom-in"};
inline constexpr Action Action::zoom_out{"zoom-out"};
inline constexpr Action Action::zoom_fit{"zoom-fit"};
inline constexpr Action Action::rows_up{"rows-up"};
inline constexpr Action Action::rows_down{"rows-down"};
inline constexpr Action Action::next_pass{"next-pass"};
inline constexpr Action Action::play_passes{"play-passes"};
inline constexpr Action Action::edit_source{"edit-source"};
inline constexpr Action Action::find_text{"find-text"};
inline constexpr Action Action::find_next{"find-next"};
inline constexpr Action Action::find_previous{"find-previous"};
inline constexpr Action Action::show_original{"show-original"};
inline constexpr Action Action::add_watch{"add-watch"};
inline constexpr Action Action::find_cell{"find-cell"};
inline constexpr Action Action::edit_condition{"edit-condition"};
inline constexpr Action Action::fail_schedule{"fail-schedule"};
inline constexpr Action Action::run_on_gpu{"run-on-gpu"};
inline constexpr Action Action::step_pair{"step-pair"};
inline constexpr Action Action::toggle_reductions{"toggle-reductions"};
inline constexpr Action Action::toggle_scans{"toggle-scans"};
inline constexpr Action Action::toggle_patterns{"toggle-patterns"};
inline constexpr Action Action::row_down{"row-down"};
inline constexpr Action Action::row_up{"row-up"};
inline constexpr Action Action::open_row{"open-row"};
inline constexpr Action Action::show_keys{"show-keys"};
inline constexpr Action Action::show_why{"show-why"};
inline constexpr Action Action::open_file{"open-file"};
inline constexpr Action Action::open_program{"open-program"};
inline constexpr Action Action::run_program_again{"run-program-again"};
inline constexpr Action Action::export_sheet{"export-sheet"};
inline constexpr Action Action::start_tour{"start-tour"};
inline constexpr Action Action::show_start{"show-start"};
inline constexpr Action Action::show_documents{"show-documents"};
inline constexpr Action Action::edit_talk{"edit-talk"};
inline constexpr Action Action::speaker_window{"speaker-window"};
inline constexpr Action Action::toggle_predict{"toggle-predict"};
inline constexpr Action Action::predict_answer{"predict-answer"};
inline constexpr Action Action::predict_skip{"predict-skip"};
inline constexpr Action Action::predict_show{"predict-show"};
inline constexpr Action Action::save_scene{"save-scene"};
inline constexpr Action Action::save_kernel{"save-kernel"};
inline constexpr Action Action::export_page{"export-page"};

}  // namespace lockstep::gui
