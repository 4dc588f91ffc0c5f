# Writes files into one C++ file, byte for byte (as numbers, so that no character needs escaping): the definition
# of lockstep::FUNCTION, declared in core/catalogue/embedded.hpp.
# cmake -D OUTPUT=… -D ROOT=… -D FUNCTION=… -D FILES=a;b -P embed_files.cmake
set(arrays "")
set(table "")
set(number 0)
foreach(file IN LISTS FILES)
  file(RELATIVE_PATH path ${ROOT} ${file})
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char file_${number}[] = {\n    ${bytes}'\\0'};\n")
  string(APPEND table "    {\"${path}\", {file_${number}, sizeof file_${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Generated from ${ROOT}.
#include \"core/catalogue/embedded.hpp\"

namespace {
${arrays}
constexpr lockstep::EmbeddedFile table[] = {
${table}};
}  // namespace

std::span<const lockstep::EmbeddedFile> lockstep::${FUNCTION}() { return table; }
")
