# Libraries come from the distribution's packages; where one is missing, a pinned release is fetched.
include(FetchContent)
find_package(Threads REQUIRED)
find_package(fmt QUIET)
find_package(nlohmann_json QUIET)
find_package(CLI11 QUIET)
find_package(tl-expected QUIET)
find_package(GTest QUIET)
