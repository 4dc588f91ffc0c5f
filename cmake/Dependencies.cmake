# Libraries come from the distribution's packages; if a package is missing, a pinned release is fetched. In
# both cases their headers are system headers, so our warning options do not apply to these headers.
include(FetchContent)
set(FETCHCONTENT_QUIET OFF)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# LOCKSTEP_SOURCES: a folder with unpacked sources, each in a subfolder with the name used below (imgui, md4c
# …). If the variable is set, nothing is downloaded.
set(LOCKSTEP_SOURCES "" CACHE PATH "Folder with the sources of libraries that have no package; empty: they are fetched")
if(LOCKSTEP_SOURCES)
  set(FETCHCONTENT_FULLY_DISCONNECTED ON)
  file(GLOB folders LIST_DIRECTORIES true ${LOCKSTEP_SOURCES}/*)
  foreach(folder IN LISTS folders)
    get_filename_component(name ${folder} NAME)
    string(TOUPPER ${name} name)
    set(FETCHCONTENT_SOURCE_DIR_${name} ${folder})
  endforeach()
endif()

# lockstep_fetch(name repository tag [HEADERS_ONLY]): downloads a release and adds it to the build. With
# HEADERS_ONLY only the sources are used, not the release's build files.
macro(lockstep_fetch name repository tag)
  message(STATUS "${name}: no package found, fetching ${tag} of ${repository}")
  if("${ARGN}" STREQUAL "HEADERS_ONLY")
    # This subfolder has no CMakeLists.txt, so FetchContent only downloads.
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW OFF SOURCE_SUBDIR none)
  else()
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON)
  endif()
  FetchContent_MakeAvailable(${name})
endmacro()

# Headers of a fetched library are system headers, like those of a package.
function(lockstep_system_headers)
  foreach(target IN LISTS ARGN)
    get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
    set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
  endforeach()
endfunction()

if(CMAKE_CROSSCOMPILING)
  include(HeaderPackages)
endif()

if(NOT TARGET fmt::fmt)
  find_package(fmt QUIET)
endif()
if(NOT TARGET fmt::fmt)
  lockstep_fetch(fmt https://github.com/fmtlib/fmt.git 9.1.0)
  lockstep_system_headers(fmt)
endif()

include(StaticFmt)

find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  set(JSON_BuildTests OFF CACHE INTERNAL "")
  lockstep_fetch(nlohmann_json https://github.com/nlohmann/json.git v3.11.2)
  lockstep_system_headers(nlohmann_json)
endif()

find_package(CLI11 QUIET)
if(NOT CLI11_FOUND)
  lockstep_fetch(CLI11 https://github.com/CLIUtils/CLI11.git v2.1.2)
  lockstep_system_headers(CLI11)
endif()

find_package(tl-expected QUIET)
if(NOT tl-expected_FOUND)
  lockstep_fetch(tl_expected https://github.com/TartanLlama/expected.git v1.1.0 HEADERS_ONLY)
  add_library(lockstep_tl_expected INTERFACE)
  add_library(tl::expected ALIAS lockstep_tl_expected)
  target_include_directories(lockstep_tl_expected SYSTEM INTERFACE ${tl_expected_SOURCE_DIR}/include)
endif()

if(LOCKSTEP_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND OR NOT TARGET GTest::gmock)
    set(INSTALL_GTEST OFF CACHE INTERNAL "")
    lockstep_fetch(googletest https://github.com/google/googletest.git release-1.12.1)
    lockstep_system_headers(gtest gmock)
  endif()
endif()

if(LOCKSTEP_BENCH)
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    set(BENCHMARK_ENABLE_TESTING OFF CACHE INTERNAL "")
    set(BENCHMARK_ENABLE_INSTALL OFF CACHE INTERNAL "")
    lockstep_fetch(benchmark https://github.com/google/benchmark.git v1.7.1)
    lockstep_system_headers(benchmark)
  endif()
endif()

include(OpenclHeaders)
include(Stb)
include(Zlib)
include(Minizip)
include(Md4c)
include(Giflib)
include(DearImGui)
