// Syntax trees as short text, for comparison in tests.
#pragma once

#include <string>

#include "sim/frontend/frontend.hpp"

namespace lockstep::sim::language {

// (op:type operands…); literals and variables by value and name.
std::string tree_text(const Expr& expr);

// Analyses a text as test.cl; returns the message of the error if it fails.
Result<TranslationUnit> analyse_text(const std::string& text, const std::string& options = "");

// The tree of `expression`, written in a scope with these declarations:
//   int i, j; uint u; long l; ulong ul; char c; uchar uc; short s; bool b; float f; double d;
//   float4 v; float3 v3; int4 n; uint4 m; uchar4 w; __global int* p; __local float* q; __global float4* pv;
//   int a[4]; float t[2][3]; struct { int x; float y[2]; float4 z; } r, *pr; __constant int k[2] = {1, 2};
// or the first line of the error without its position.
std::string tree_of(const std::string& expression, const std::string& options = "");

}  // namespace lockstep::sim::language
