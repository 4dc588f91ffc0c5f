// Names of the actions that keys and buttons request. The effects of actions are defined in the table of
// actions (gui/pages/action_table.hpp), to which the window, each page and each overlay add rows.
#pragma once

#include <string_view>

namespace lockstep::gui {

struct Action {
  std::string_view name;  // the name in reports and tests
  auto operator<=>(const Action&) const = default;
};

// The actions that buttons request or panels handle. All other actions are named only in their rows of
// the table.
namespace actions {

inline constexpr Action play_or_pause{"play-or-pause"};
inline constexpr Action step_forward{"step-forward"};
inline constexpr Action step_back{"step-back"};
inline constexpr Action go_to_start{"go-to-start"};
inline constexpr Action go_to_end{"go-to-end"};
inline constexpr Action next_event{"next-event"};
inline constexpr Action previous_event{"previous-event"};
inline constexpr Action faster{"faster"};
inline constexpr Action slower{"slower"};

inline constexpr Action zoom_in{"zoom-in"};
inline constexpr Action zoom_out{"zoom-out"};
inline constexpr Action zoom_fit{"zoom-fit"};
inline constexpr Action rows_up{"rows-up"};
inline constexpr Action rows_down{"rows-down"};
inline constexpr Action next_pass{"next-pass"};
inline constexpr Action play_passes{"play-passes"};

inline constexpr Action edit_source{"edit-source"};
inline constexpr Action find_text{"find-text"};
inline constexpr Action find_next{"find-next"};
inline constexpr Action find_previous{"find-previous"};
inline constexpr Action replace_text{"replace-text"};
inline constexpr Action show_original{"show-original"};

inline constexpr Action add_watch{"add-watch"};
inline constexpr Action find_cell{"find-cell"};
inline constexpr Action edit_condition{"edit-condition"};
inline constexpr Action fail_schedule{"fail-schedule"};

inline constexpr Action run_on_gpu{"run-on-gpu"};
inline constexpr Action step_pair{"step-pair"};
inline constexpr Action toggle_reductions{"toggle-reductions"};
inline constexpr Action toggle_scans{"toggle-scans"};
inline constexpr Action toggle_patterns{"toggle-patterns"};

inline constexpr Action row_down{"row-down"};
inline constexpr Action row_up{"row-up"};
inline constexpr Action open_row{"open-row"};

inline constexpr Action show_keys{"show-keys"};
inline constexpr Action show_why{"show-why"};
inline constexpr Action open_file{"open-file"};
inline constexpr Action new_kernel{"new-kernel"};
inline constexpr Action open_program{"open-program"};
inline constexpr Action run_program_again{"run-program-again"};
inline constexpr Action export_sheet{"export-sheet"};
inline constexpr Action start_tour{"start-tour"};
inline constexpr Action show_start{"show-start"};
inline constexpr Action show_documents{"show-documents"};
inline constexpr Action edit_talk{"edit-talk"};
inline constexpr Action speaker_window{"speaker-window"};

inline constexpr Action toggle_predict{"toggle-predict"};
inline constexpr Action predict_answer{"predict-answer"};
inline constexpr Action predict_skip{"predict-skip"};
inline constexpr Action predict_show{"predict-show"};

inline constexpr Action check_answer{"check-answer"};
inline constexpr Action answer_digits[] = {{"answer-0"}, {"answer-1"}, {"answer-2"}, {"answer-3"},
                                           {"answer-4"}, {"answer-5"}, {"answer-6"}, {"answer-7"},
                                           {"answer-8"}, {"answer-9"}};

inline constexpr Action undo_choice{"undo-choice"};
inline constexpr Action redo_choice{"redo-choice"};
inline constexpr Action back_to_own_run{"back-to-own-run"};

inline constexpr Action save_scene{"save-scene"};
inline constexpr Action save_kernel{"save-kernel"};
inline constexpr Action export_page{"export-page"};
inline constexpr Action copy_text{"copy-text"};
inline constexpr Action copy_link{"copy-link"};
inline constexpr Action open_link{"open-link"};

}  // namespace actions

}  // namespace lockstep::gui
