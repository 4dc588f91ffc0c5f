# lockstep::fmt: the distribution's library, or a static library in a program with the property LOCKSTEP_STATIC_FMT,
# because each release of a distribution has a different libfmt.so. Debian has no libfmt.a, so one source file compiles
# the definitions in fmt's headers (header-only mode).
add_library(lockstep_fmt INTERFACE)
add_library(lockstep::fmt ALIAS lockstep_fmt)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_library(lockstep_static_fmt STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/static_fmt.cpp)
  get_target_property(fmt_headers fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(lockstep_static_fmt SYSTEM PRIVATE ${fmt_headers})
  target_compile_options(lockstep_static_fmt PRIVATE -fkeep-inline-functions -ffunction-sections -fPIC -O1)
  target_link_libraries(lockstep_fmt INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:LOCKSTEP_STATIC_FMT>>,lockstep_static_fmt,fmt::fmt>)
else()
  target_link_libraries(lockstep_fmt INTERFACE fmt::fmt)
endif()
