# On Windows std::filesystem silently decodes text with the system's code page
# (core/base/files/path_text.hpp). Therefore the compiler's header gets an additional condition: std::string
# and std::string_view do not convert to paths. Literals still convert, and so do pointers to characters,
# which CLI11 passes. Tests do not use this header, because their file names are ASCII. Unknown releases of
# the header are not changed.
add_library(lockstep_strict_paths INTERFACE)
set(header "")
foreach(folder IN LISTS CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
  if(EXISTS ${folder}/bits/fs_path.h)
    set(header ${folder}/bits/fs_path.h)
  endif()
endforeach()
if(header)
  file(READ ${header} text)
  set(known "    using _Path = enable_if_t<__is_path_src<_Tp>, path>;")
  string(FIND "${text}" "${known}" place)
  if(NOT place EQUAL -1)
    string(REPLACE "  template<typename _Tp>\n${known}" "  template<typename _Tp>
    inline constexpr bool __is_no_plain_text = true;
  template<>
    inline constexpr bool __is_no_plain_text<std::string> = false;
  template<>
    inline constexpr bool __is_no_plain_text<std::string_view> = false;
  template<typename _Tp>
    using _Path = enable_if_t<__is_path_src<_Tp> && __is_no_plain_text<remove_cvref_t<_Tp>>, path>;" text "${text}")
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/strict-paths/bits/fs_path.h CONTENT "${text}" @ONLY)
    target_include_directories(lockstep_strict_paths BEFORE INTERFACE ${CMAKE_BINARY_DIR}/strict-paths)
  endif()
endif()
