# Settings for our own targets only: warnings as errors, sanitizers, the include root.
add_library(lockstep_own_code INTERFACE)
target_include_directories(lockstep_own_code INTERFACE ${PROJECT_SOURCE_DIR})
# A JSON value is converted to text or a number only by an explicit call (get, get_ref), because implicit
# conversions make comparisons ambiguous with some releases of the library and of the compiler.
target_compile_definitions(lockstep_own_code INTERFACE JSON_USE_IMPLICIT_CONVERSIONS=0)
if(MSVC)
  target_compile_options(lockstep_own_code INTERFACE /utf-8 /permissive- /Zc:preprocessor /Zc:__cplusplus /bigobj /EHsc)
else()
  target_compile_options(lockstep_own_code INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # These warnings depend on what a release of GCC inlines. They are false positives for operator+ of std::string (GCC
  # bug 105651) and for std::optional (bug 80635). Sanitizers and clang find such errors instead.
  target_compile_options(lockstep_own_code INTERFACE
    -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
  if(LOCKSTEP_UNITY)
    # In a unity build each .cpp file is an included file, and GCC warns about the types that are local to it.
    target_compile_options(lockstep_own_code INTERFACE -Wno-subobject-linkage)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # std::stable_sort in GCC 12's library uses a function that the library itself declares deprecated.
  target_compile_options(lockstep_own_code INTERFACE -Wno-deprecated-declarations)
endif()
if(EMSCRIPTEN)
  # Counts and sizes have 64 bits everywhere. Sizes that do not fit in 32 bits are refused before memory is
  # allocated (sim/machine/state/options.hpp), so an index may safely drop the upper 32 bits.
  target_compile_options(lockstep_own_code INTERFACE -Wno-shorten-64-to-32)
endif()
if(WIN32)
  include(StrictPaths)
endif()
if(LOCKSTEP_WERROR AND NOT MSVC)
  target_compile_options(lockstep_own_code INTERFACE -Werror)
endif()
if(LOCKSTEP_SANITIZE)
  target_compile_options(lockstep_own_code INTERFACE
    -fsanitize=${LOCKSTEP_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lockstep_own_code INTERFACE -fsanitize=${LOCKSTEP_SANITIZE})
endif()

# Platform code is in folders with these names; only the folder of the chosen platform is compiled.
if(EMSCRIPTEN)
  set(LOCKSTEP_PLATFORM web)
elseif(WIN32)
  set(LOCKSTEP_PLATFORM windows)
else()
  set(LOCKSTEP_PLATFORM posix)
endif()

# The files that the web page shares with POSIX systems: Emscripten's library provides the calls that they use.
set(LOCKSTEP_POSIX_IN_WEB atomic_writer directories dynamic_library environment file_lock large_bytes large_pages path_text
  scratch_folder whole_file)

# Selects the files of a library that belong to this platform.
function(lockstep_platform_files result)
  set(chosen "")
  list(JOIN LOCKSTEP_POSIX_IN_WEB "|" shared)
  foreach(file IN LISTS ARGN)
    if(NOT file MATCHES "/(core/base|tests/[a-z]+(/\\.)?)/(posix|windows|web)/" OR CMAKE_MATCH_3 STREQUAL LOCKSTEP_PLATFORM OR
       (LOCKSTEP_PLATFORM STREQUAL web AND file MATCHES "/core/base/posix/(${shared})\\.cpp$"))
      list(APPEND chosen ${file})
    endif()
  endforeach()
  set(${result} ${chosen} PARENT_SCOPE)
endfunction()

# lockstep_sources(result FOLDER…): returns the .cpp files in these folders and their subfolders. A file
# belongs to the library whose folder contains it; there is no list of files. With LOCKSTEP_UNITY each folder
# is compiled as one unit.
function(lockstep_sources result)
  set(all "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    lockstep_platform_files(files ${files})
    list(APPEND all ${files})
  endforeach()
  lockstep_units(${all})
  set(${result} ${all} PARENT_SCOPE)
endfunction()

# Makes translation units of consecutive folders, up to this size in bytes, or of one larger folder. Most of
# the time for a small unit is spent on the headers and templates of libraries.
set(LOCKSTEP_UNIT_BYTES 160000)
function(lockstep_units)
  set(folders "")
  foreach(file IN LISTS ARGN)
    get_filename_component(folder ${file} DIRECTORY)
    file(SIZE ${file} bytes)
    if(NOT folder IN_LIST folders)
      list(APPEND folders ${folder})
      set(bytes_${folder} 0)
    endif()
    math(EXPR bytes_${folder} "${bytes_${folder}} + ${bytes}")
  endforeach()
  set(unit "")
  set(sum 0)
  foreach(folder IN LISTS folders)
    math(EXPR sum "${sum} + ${bytes_${folder}}")
    if(unit STREQUAL "" OR sum GREATER LOCKSTEP_UNIT_BYTES)
      set(sum ${bytes_${folder}})
      file(RELATIVE_PATH unit ${PROJECT_SOURCE_DIR} ${folder})
      string(REPLACE "/" "_" unit "${unit}")
    endif()
    set(unit_${folder} ${unit})
  endforeach()
  foreach(file IN LISTS ARGN)
    get_filename_component(folder ${file} DIRECTORY)
    set_property(SOURCE ${file} PROPERTY UNITY_GROUP ${unit_${folder}})
  endforeach()
endfunction()

# Precompiles headers that nearly every unit includes, once for each target. A compiler cache saves more time and cannot
# store units that use precompiled headers, so it takes precedence.
function(lockstep_precompile target)
  if(LOCKSTEP_UNITY AND NOT LOCKSTEP_CCACHE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
set(lockstep_common_headers
  <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <span> <string> <string_view> <vector>)

# For a library whose own code takes little time, because it uses runs, creates text or draws: less optimisation shortens
# the build. The page for browsers is compiled for size.
function(lockstep_compile_quickly target)
  if(NOT EMSCRIPTEN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# lockstep_library(name FOLDERS … SOURCES … PUBLIC … PRIVATE … PRECOMPILE): defines a static library. PRECOMPILE is
# worthwhile from about ten units.
function(lockstep_library name)
  cmake_parse_arguments(ARG "PRECOMPILE" "" "FOLDERS;SOURCES;PUBLIC;PRIVATE" ${ARGN})
  lockstep_sources(files ${ARG_FOLDERS})
  add_library(${name} STATIC ${files} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_MODE GROUP)
  target_link_libraries(${name} PUBLIC lockstep_own_code ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  if(TARGET lockstep_strict_paths)
    target_link_libraries(${name} PRIVATE lockstep_strict_paths)
  endif()
  if(ARG_PRECOMPILE)
    lockstep_precompile(${name} ${lockstep_common_headers})
  endif()
endfunction()

# Selects the test files that this platform can compile. tests/windows/left_out.txt lists the others,
# with reasons.
function(lockstep_test_files result)
  set(left_out "")
  if(LOCKSTEP_PLATFORM STREQUAL windows)
    file(STRINGS ${PROJECT_SOURCE_DIR}/tests/windows/left_out.txt left_out REGEX "^[a-z_/]+\\.cpp ")
    list(TRANSFORM left_out REPLACE " .*" "")
  endif()
  set(files "")
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} ABSOLUTE)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/tests ${name})
    if(NOT name IN_LIST left_out)
      list(APPEND files ${file})
    endif()
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# lockstep_discover_tests(program PROPERTIES): makes each GoogleTest case of a program a ctest case with two labels: the
# program's name, and the test's folder in tests/. The program lists its cases itself when ctest runs (tests/main.cpp);
# PROPERTIES is one string in the form that set_tests_properties() takes.
function(lockstep_discover_tests program properties)
  target_link_libraries(${program} PRIVATE lockstep_test_main)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${program}_list.cmake)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake)
  file(GENERATE OUTPUT ${include} CONTENT "set(program [=[$<TARGET_FILE:${program}>]=])
if(NOT EXISTS \"\${program}\")
  add_test(${program}_NOT_BUILT ${program}_NOT_BUILT)
  return()
endif()
set(list [=[${list}]=])
if(\"\${program}\" IS_NEWER_THAN \"\${list}\")  # also true if the list does not exist
  execute_process(COMMAND \"\${program}\" --ctest \"\${list}\" ${program} [=[${properties}]=] RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR \"\${program} could not list its tests: \${status}\")
  endif()
endif()
include(\"\${list}\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

# lockstep_test(name FOLDERS … SOURCES … LIBRARIES …): defines a GoogleTest program and registers its cases with ctest.
function(lockstep_test name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;SOURCES;LIBRARIES" ${ARGN})
  lockstep_sources(files ${ARG_FOLDERS})
  lockstep_test_files(files ${files})
  add_executable(${name} ${files} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_MODE GROUP)
  target_link_libraries(${name} PRIVATE lockstep_own_code ${ARG_LIBRARIES} GTest::gtest GTest::gmock)
  target_compile_definitions(${name} PRIVATE LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # The long computations are in the libraries. Without optimisation the tests compile in two thirds of
  # the time.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
  lockstep_precompile(${name} ${lockstep_common_headers} <gtest/gtest.h> <gmock/gmock.h>)
  # Tests run in parallel. If PoCL pinned its threads to processors, all tests would compete for the
  # first processors.
  lockstep_discover_tests(${name} "TIMEOUT 300 ENVIRONMENT POCL_AFFINITY=0")
endfunction()
