# For CMake's --toolchain: Emscripten's toolchain with WebAssembly exceptions. Every unit needs this flag, including
# those of fetched libraries.
foreach(language IN ITEMS C CXX EXE_LINKER)
  set(CMAKE_${language}_FLAGS_INIT "-fwasm-exceptions")
endforeach()
set(lockstep_emscripten_cmake cmake/Modules/Platform/Emscripten.cmake)
foreach(root IN ITEMS $ENV{EMSDK}/upstream/emscripten /usr/share/emscripten)
  if(EXISTS ${root}/${lockstep_emscripten_cmake})
    include(${root}/${lockstep_emscripten_cmake})
    return()
  endif()
endforeach()
message(FATAL_ERROR "Emscripten was not found: install the package emscripten (4.0.12 or newer), or set EMSDK")
