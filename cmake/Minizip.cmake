# lockstep::minizip: zip archives, from the distribution's package or from zlib's release, whose contrib folder is its
# home. Debian 12 and 13 have its shared library under different package names, so a static one is used where there is
# one.
find_path(LOCKSTEP_MINIZIP_HEADERS unzip.h PATH_SUFFIXES minizip)
find_library(LOCKSTEP_MINIZIP_LIBRARY NAMES libminizip.a minizip)
mark_as_advanced(LOCKSTEP_MINIZIP_HEADERS LOCKSTEP_MINIZIP_LIBRARY)
add_library(lockstep_minizip INTERFACE)
add_library(lockstep::minizip ALIAS lockstep_minizip)
if(LOCKSTEP_MINIZIP_HEADERS AND LOCKSTEP_MINIZIP_LIBRARY)
  target_include_directories(lockstep_minizip SYSTEM INTERFACE ${LOCKSTEP_MINIZIP_HEADERS})
  target_link_libraries(lockstep_minizip INTERFACE ${LOCKSTEP_MINIZIP_LIBRARY} lockstep::zlib)
else()
  if(NOT zlib_SOURCE_DIR)
    lockstep_fetch(zlib https://github.com/madler/zlib.git v1.3.1 HEADERS_ONLY)
  endif()
  set(minizip ${zlib_SOURCE_DIR}/contrib/minizip)
  add_library(lockstep_own_minizip STATIC ${minizip}/ioapi.c ${minizip}/unzip.c ${minizip}/zip.c)
  target_include_directories(lockstep_own_minizip SYSTEM PUBLIC ${minizip})
  # Files are read by our own code; the library's way would need functions that not every system has.
  target_compile_definitions(lockstep_own_minizip PRIVATE MINIZIP_FOPEN_NO_64 IOAPI_NO_64)
  target_link_libraries(lockstep_own_minizip PUBLIC lockstep::zlib)
  target_link_libraries(lockstep_minizip INTERFACE lockstep_own_minizip)
endif()
