#include "gui/lesson/export/handout_style.hpp"

namespace lockstep::gui {

// The colours are those of the light theme (gui/canvas/theme.cpp). In the document the text comes before the
// figures, so that phones and screen readers present both in this order. On slides, a wide screen shows text
// and figures side by side.
std::string_view handout_style() {
  return R"(:root { --ink: #1b1f24; --second: #5b6470; --line: #d9dee5; --ground: #f6f7f9; --acts: #0072b2; --mark: #fff6c9; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1rem; max-width: 48rem; color: var(--ink); background: #fff;
  font: 1rem/1.5 Inter, system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .75rem; }
h3, h4, h5, h6 { font-size: 1.1rem; margin: 1rem 0 .5rem; }
a { color: var(--acts); }
code, pre { font-family: "JetBrains Mono", "DejaVu Sans Mono", monospace; font-size: .9em;
  font-variant-ligatures: none; }
pre { background: var(--ground); padding: .75rem; border-radius: .4rem; overflow-x: auto; line-height: 1.4; }
.source b { background: var(--mark); font-weight: 600; }
.number { color: var(--second); }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
table { border-collapse: collapse; margin: .75rem 0; }
th, td { padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th.right, td.right { text-align: right; }
th.centre, td.centre { text-align: center; }
img { max-width: 100%; height: auto; }
section { padding: 1.5rem 0; border-top: 1px solid var(--line); }
figure { margin: 1rem 0; }
.wide { overflow-x: auto; }
figure svg { display: block; max-width: 100%; min-width: 34rem; height: auto; }
.sentence { color: var(--second); }
.question { margin: 1rem 0; padding: .75rem 1rem; background: var(--ground); border-left: 4px solid var(--acts); border-radius: .4rem; }
.question p { margin: 0 0 .4rem; }
.choices { list-style-type: lower-alpha; }
.given { color: var(--second); font-size: .92em; }
.blank::after { content: ""; display: inline-block; width: 12rem; max-width: 60%; border-bottom: 1px solid var(--second); margin-left: .5rem; }
nav ol { columns: 2 16rem; }
dt { margin-top: .75rem; }
dd { margin-left: 1.2rem; }
.slides { max-width: none; padding: 0; scroll-snap-type: y proximity; }
.slides section { min-height: 100vh; padding: 4vh 4vw; scroll-snap-align: start; border-top: 0; border-bottom: 1px solid var(--line); font-size: 1.25rem; }
.slides .shown { font-size: 1rem; }
@media (min-width: 60rem) {
  .slides section { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 3vw; align-content: start; }
  .slides section.plain { display: block; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
  section { padding: .5rem 0; }
  h1, h2, h3 { break-after: avoid; }
  figure, .question, .source, table { break-inside: avoid; }
  figure svg { min-width: 0; }
  .wide, pre { overflow: visible; white-space: pre-wrap; }
  #solutions { break-before: page; }
  .slides section { min-height: 0; break-after: page; border: 0; font-size: 12pt; }
}
)";
}

}  // namespace lockstep::gui
