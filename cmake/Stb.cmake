# lockstep::stb: the headers of stb, such as <stb_image_write.h>; one of our source files defines the implementation.
find_path(LOCKSTEP_STB stb_image_write.h PATH_SUFFIXES stb)
mark_as_advanced(LOCKSTEP_STB)

if(LOCKSTEP_STB)
  set(stb_folder ${LOCKSTEP_STB})
else()
  # stb has no releases: this is the commit that Debian 12 packages.
  lockstep_fetch(stb https://github.com/nothings/stb.git 8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55 HEADERS_ONLY)
  set(stb_folder ${stb_SOURCE_DIR})
endif()

add_library(lockstep_stb INTERFACE)
add_library(lockstep::stb ALIAS lockstep_stb)
target_include_directories(lockstep_stb SYSTEM INTERFACE ${stb_folder})
