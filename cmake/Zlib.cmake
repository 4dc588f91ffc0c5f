# lockstep::zlib: the distribution's library. A program with the property LOCKSTEP_STATIC_ZLIB links its static library,
# if it is installed, so the system's OpenGL can use another version. A program for Windows includes zlib, because only
# system DLLs are available there.
if(NOT WIN32)
  find_package(ZLIB QUIET)
endif()
add_library(lockstep_zlib INTERFACE)
add_library(lockstep::zlib ALIAS lockstep_zlib)
if(ZLIB_FOUND)
  find_library(LOCKSTEP_STATIC_ZLIB_FILE libz.a)
  mark_as_advanced(LOCKSTEP_STATIC_ZLIB_FILE)
  target_include_directories(lockstep_zlib SYSTEM INTERFACE ${ZLIB_INCLUDE_DIRS})
  if(LOCKSTEP_STATIC_ZLIB_FILE)
    target_link_libraries(lockstep_zlib INTERFACE
      $<IF:$<BOOL:$<TARGET_PROPERTY:LOCKSTEP_STATIC_ZLIB>>,${LOCKSTEP_STATIC_ZLIB_FILE},ZLIB::ZLIB>)
  else()
    target_link_libraries(lockstep_zlib INTERFACE ZLIB::ZLIB)
  endif()
else()
  # zlib's own build files would rename a header in its sources.
  lockstep_fetch(zlib https://github.com/madler/zlib.git v1.3.1 HEADERS_ONLY)
  add_library(lockstep_own_zlib STATIC
    ${zlib_SOURCE_DIR}/adler32.c ${zlib_SOURCE_DIR}/crc32.c ${zlib_SOURCE_DIR}/deflate.c ${zlib_SOURCE_DIR}/inffast.c
    ${zlib_SOURCE_DIR}/inflate.c ${zlib_SOURCE_DIR}/inftrees.c ${zlib_SOURCE_DIR}/trees.c ${zlib_SOURCE_DIR}/zutil.c)
  if(NOT WIN32)
    target_compile_definitions(lockstep_own_zlib PRIVATE HAVE_UNISTD_H)
  endif()
  target_include_directories(lockstep_own_zlib SYSTEM PUBLIC ${zlib_SOURCE_DIR})
  target_link_libraries(lockstep_zlib INTERFACE lockstep_own_zlib)
endif()
