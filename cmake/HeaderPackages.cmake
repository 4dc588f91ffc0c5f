# Header-only libraries for another target system. The headers in this machine's packages are also valid for
# that system, but the folder that contains them is not. They are copied to a separate folder, which
# find_package and find_path search; missing libraries are fetched.
set(packages ${CMAKE_BINARY_DIR}/header-packages)
set(headers fmt nlohmann CLI tl CL stb)
set(descriptions nlohmann_json CLI11 tl-expected)
foreach(folder IN LISTS headers)
  if(EXISTS /usr/include/${folder} AND NOT EXISTS ${packages}/include/${folder})
    file(COPY /usr/include/${folder} DESTINATION ${packages}/include)
  endif()
endforeach()
foreach(folder IN LISTS descriptions)
  if(EXISTS /usr/share/cmake/${folder} AND NOT EXISTS ${packages}/share/cmake/${folder})
    file(COPY /usr/share/cmake/${folder} DESTINATION ${packages}/share/cmake)
  endif()
endforeach()
list(APPEND CMAKE_FIND_ROOT_PATH ${packages})
list(APPEND CMAKE_PREFIX_PATH /)
set(PKG_CONFIG_EXECUTABLE "" CACHE FILEPATH "The packages of this machine are not those of the target system" FORCE)

if(EXISTS ${packages}/include/fmt/format-inl.h)
  add_library(lockstep_fmt_headers INTERFACE)
  add_library(fmt::fmt ALIAS lockstep_fmt_headers)
  target_include_directories(lockstep_fmt_headers SYSTEM INTERFACE ${packages}/include)
  target_compile_definitions(lockstep_fmt_headers INTERFACE FMT_HEADER_ONLY=1)
  # fmt 11 calls malloc and expects the standard library's headers to declare it.
  target_compile_options(lockstep_fmt_headers INTERFACE "SHELL:-include cstdlib")
endif()
