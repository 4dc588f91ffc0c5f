# lockstep::giflib writes animated GIFs. On a desktop it is optional; for the web page and for Windows the pinned
# release is built, without its command-line tools. Its own build files support only make.
find_package(GIF QUIET)
if(GIF_FOUND)
  add_library(lockstep::giflib ALIAS GIF::GIF)
elseif(EMSCRIPTEN OR WIN32)
  lockstep_fetch(giflib https://git.code.sf.net/p/giflib/code 5.2.1 HEADERS_ONLY)
  add_library(lockstep_own_giflib STATIC
    ${giflib_SOURCE_DIR}/egif_lib.c ${giflib_SOURCE_DIR}/gifalloc.c ${giflib_SOURCE_DIR}/gif_err.c ${giflib_SOURCE_DIR}/gif_hash.c
    ${giflib_SOURCE_DIR}/openbsd-reallocarray.c)
  target_include_directories(lockstep_own_giflib SYSTEM PUBLIC ${giflib_SOURCE_DIR})
  add_library(lockstep::giflib ALIAS lockstep_own_giflib)
else()
  message(STATUS "giflib: not found, so the program will not write animated GIFs (libgif-dev)")
endif()
