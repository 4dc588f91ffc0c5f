# lockstep::minizip: zip archives, from the distribution's package or from the contrib folder of zlib's
# release. The package of the shared library has different names in Debian 12 and 13, so the static library is
# used if it is installed.
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
  # Our own code reads the files; the library's file functions are not available on every system.
  target_compile_definitions(lockstep_own_minizip PRIVATE MINIZIP_FOPEN_NO_64 IOAPI_NO_64)
  target_link_libraries(lockstep_own_minizip PUBLIC lockstep::zlib)
  target_link_libraries(lockstep_minizip INTERFACE lockstep_own_minizip)
endif()
