// Changes to a talk's list of pages. Indices refer to the list before the change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "gui/talk/talk.hpp"

namespace lockstep::gui {

// Makes a page from the view, without an open overlay and without edits of kernels that the
// view does not show.
inline TalkPage page_of_view(const AppState& view) {
  TalkPage page;
  page.scene = view;
  page.scene.overlay = {};
  page.scene.presentation = false;
  std::erase_if(page.scene.edited_texts, [&](const auto& entry) {
    return entry.first != view.source_key(0) && !entry.first.starts_with(view.source_id() + "#");
  });
  return page;
}

// Inserts the page before page `at`, or at the end if there is no page `at`.
inline void insert_page(Talk& talk, std::size_t at, TalkPage page) {
  at = std::min(at, talk.pages.size());
  talk.pages.insert(talk.pages.begin() + static_cast<std::ptrdiff_t>(at), std::move(page));
}

inline void remove_page(Talk& talk, std::size_t at) {
  if (at < talk.pages.size()) talk.pages.erase(talk.pages.begin() + static_cast<std::ptrdiff_t>(at));
}

// Moves page `from` to the position `to`.
inline void move_page(Talk& talk, std::size_t from, std::size_t to) {
  if (from >= talk.pages.size() || to >= talk.pages.size()) return;
  const auto at = [&](std::size_t index) { return talk.pages.begin() + static_cast<std::ptrdiff_t>(index); };
  if (from < to)
    std::rotate(at(from), at(from) + 1, at(to) + 1);
  else
    std::rotate(at(to), at(from), at(from) + 1);
}

}  // namespace lockstep::gui
