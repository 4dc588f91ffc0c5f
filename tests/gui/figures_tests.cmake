# Figures are tested without a window: what was prepared, and what was drawn on a canvas that records.
lockstep_test(figures_tests SOURCES
  ${CMAKE_CURRENT_LIST_DIR}/figures_combination_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_combination_builder_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_combination_columns_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_combination_draw_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_combination_labels_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_lanes_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_memory_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/figures_timeline_test.cpp
  LIBRARIES lockstep_figures lockstep_canvas)

# The documents' figures, as data and as SVG that was looked at.
lockstep_test(documents_tests SOURCES ${CMAKE_CURRENT_LIST_DIR}/documents_test.cpp
  LIBRARIES lockstep_figures lockstep_canvas)
target_compile_definitions(documents_tests PRIVATE LOCKSTEP_GOLDEN="${CMAKE_CURRENT_LIST_DIR}/golden")
