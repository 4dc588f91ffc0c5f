# For CMake's --toolchain: Debian's mingw-w64. The libraries of mingw-w64 are linked statically, so a program
# needs only the DLLs of Windows. Windows 10 is the oldest supported release. A program's stack is as large as
# on Linux.
# Builds are reproducible.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(lockstep_mingw x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${lockstep_mingw}-gcc-posix)
set(CMAKE_CXX_COMPILER ${lockstep_mingw}-g++-posix)
set(CMAKE_RC_COMPILER ${lockstep_mingw}-windres)
set(CMAKE_FIND_ROOT_PATH /usr/${lockstep_mingw})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind IN ITEMS LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
foreach(language IN ITEMS C CXX)
  set(CMAKE_${language}_FLAGS_INIT "-D_WIN32_WINNT=0x0A00 -DWIN32_LEAN_AND_MEAN -DNOMINMAX -Wa,-mbig-obj")
endforeach()
# Tests run in Wine if it is installed.
find_program(LOCKSTEP_WINE wine)
mark_as_advanced(LOCKSTEP_WINE)
if(LOCKSTEP_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${LOCKSTEP_WINE})
endif()
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--stack,8388608 -Wl,--no-insert-timestamp -Wl,--gc-sections -s")
