# Figures are a library of their own, so that the command line can export one without the window.
set(LOCKSTEP_FIGURES_SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/combination.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_builder.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_columns.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_draw.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_labels.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_layout.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_lines.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_prepare.cpp
  ${CMAKE_CURRENT_LIST_DIR}/combination_rows.cpp
  ${CMAKE_CURRENT_LIST_DIR}/coverage.cpp
  ${CMAKE_CURRENT_LIST_DIR}/drawing.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures.cpp
  ${CMAKE_CURRENT_LIST_DIR}/index_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lane_values.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lane_variable.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lanes.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lanes_draw.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lanes_items.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lanes_layout.cpp
  ${CMAKE_CURRENT_LIST_DIR}/lanes_stack.cpp
  ${CMAKE_CURRENT_LIST_DIR}/memory_access.cpp
  ${CMAKE_CURRENT_LIST_DIR}/memory_access_draw.cpp
  ${CMAKE_CURRENT_LIST_DIR}/memory_banks.cpp
  ${CMAKE_CURRENT_LIST_DIR}/memory_object.cpp
  ${CMAKE_CURRENT_LIST_DIR}/memory_segments.cpp
  ${CMAKE_CURRENT_LIST_DIR}/memory_words.cpp
  ${CMAKE_CURRENT_LIST_DIR}/source_text.cpp
  ${CMAKE_CURRENT_LIST_DIR}/timeline.cpp
  ${CMAKE_CURRENT_LIST_DIR}/timeline_draw.cpp)
lockstep_library(lockstep_figures SOURCES ${LOCKSTEP_FIGURES_SOURCES}
  PUBLIC lockstep_sim lockstep_core PRIVATE fmt::fmt)
