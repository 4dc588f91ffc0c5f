# lockstep::md4c: the Markdown parser, from the distribution's package or as a pinned release. The package's CMake file
# is not used: it also requires the HTML library, which is in a separate package.
find_path(LOCKSTEP_MD4C_HEADERS md4c.h)
find_library(LOCKSTEP_MD4C_LIBRARY md4c)
mark_as_advanced(LOCKSTEP_MD4C_HEADERS LOCKSTEP_MD4C_LIBRARY)
add_library(lockstep_md4c INTERFACE)
add_library(lockstep::md4c ALIAS lockstep_md4c)
if(LOCKSTEP_MD4C_HEADERS AND LOCKSTEP_MD4C_LIBRARY)
  target_include_directories(lockstep_md4c SYSTEM INTERFACE ${LOCKSTEP_MD4C_HEADERS})
  target_link_libraries(lockstep_md4c INTERFACE ${LOCKSTEP_MD4C_LIBRARY})
else()
  # The parser is one file. Its own build files would also build and install a command.
  lockstep_fetch(md4c https://github.com/mity/md4c.git release-0.4.8 HEADERS_ONLY)
  add_library(lockstep_own_md4c STATIC ${md4c_SOURCE_DIR}/src/md4c.c)
  target_include_directories(lockstep_own_md4c SYSTEM PUBLIC ${md4c_SOURCE_DIR}/src)
  target_compile_definitions(lockstep_own_md4c PRIVATE MD4C_USE_UTF8)
  target_link_libraries(lockstep_md4c INTERFACE lockstep_own_md4c)
endif()
