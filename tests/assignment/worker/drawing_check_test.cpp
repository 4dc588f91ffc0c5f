#include "assignment/worker/drawing_check.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::assignment {
namespace {

std::string drawing(const std::string& inside) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" "
         "height=\"10\" viewBox=\"0 0 10 10\" role=\"img\">\n<title>a &lt; b</title>\n" +
         inside + "</svg>\n";
}

TEST(DrawingCheck, WhatFiguresHaveIsPlain) {
  for (const char* inside :
       {"", "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#ffffff\"/>",
        "<g clip-path=\"url(#clip-0)\"><text x=\"1\" y=\"2\" font-family=\"Inter, 'DejaVu Sans'\" "
        "xml:space=\"preserve\" style=\"font-variant-ligatures:none\">a: b</text></g>",
        "<path d=\"M0 0 C1 1 2 2 3 3\" fill=\"none\" stroke=\"#000000\" stroke-dasharray=\"3 3\"/>"})
    EXPECT_TRUE(is_plain_drawing(drawing(inside))) << inside;
}

TEST(DrawingCheck, NothingThatActsOrLoadsIsPlain) {
  for (const char* inside :
       {"<script>alert(1)</script>", "<rect onload=\"alert(1)\"/>", "<a href=\"x\"><rect/></a>",
        "<image href=\"http://example.org/x.png\"/>", "<rect fill=\"url(http://example.org/x)\"/>",
        "<rect fill=\"url(#a) url(//example.org)\" href=\"x\"/>",
        "<text style=\"background:url(x)\">a</text>", "<foreignObject></foreignObject>", "<style>*{}</style>",
        "<!DOCTYPE svg>", "<?xml-stylesheet href=\"x\"?>", "<rect x='1'/>", "<rect x=1/>", "<rect x=\"1\"",
        "<use xlink:href=\"#a\"/>", "<!-- -->", "<svg xmlns=\"http://www.w3.org/1999/xhtml\"/>",
        "<rect fill=\"javascript:x\"/>"})
    EXPECT_FALSE(is_plain_drawing(drawing(inside))) << inside;
  EXPECT_FALSE(is_plain_drawing("<svg></svg>"));
  EXPECT_FALSE(is_plain_drawing(""));
  EXPECT_FALSE(is_plain_drawing(drawing(std::string(kMaxDrawing, ' '))));
}

}  // namespace
}  // namespace lockstep::assignment
