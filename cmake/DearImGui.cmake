# lockstep::imgui: Dear ImGui with its GLFW and OpenGL 3 backends; also the targets glfw and OpenGL::GL.
# Debian's library holds the backends but brings no CMake file, only pkg-config; elsewhere it is built here.
# libGL.so, which every system with OpenGL has; libOpenGL.so is a package of its own.
set(OpenGL_GL_PREFERENCE LEGACY)
find_package(OpenGL REQUIRED)

find_package(glfw3 QUIET)
if(NOT glfw3_FOUND)
  set(GLFW_BUILD_DOCS OFF CACHE INTERNAL "")
  set(GLFW_BUILD_TESTS OFF CACHE INTERNAL "")
  set(GLFW_BUILD_EXAMPLES OFF CACHE INTERNAL "")
  set(GLFW_INSTALL OFF CACHE INTERNAL "")
  lockstep_fetch(glfw https://github.com/glfw/glfw.git 3.3.8)
endif()

find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(LOCKSTEP_IMGUI QUIET IMPORTED_TARGET imgui)
endif()
find_path(LOCKSTEP_IMGUI_BACKENDS imgui_impl_opengl3.h PATH_SUFFIXES imgui/backends)
mark_as_advanced(LOCKSTEP_IMGUI_BACKENDS)

if(LOCKSTEP_IMGUI_FOUND AND LOCKSTEP_IMGUI_BACKENDS)
  add_library(lockstep_imgui INTERFACE)
  target_include_directories(lockstep_imgui SYSTEM INTERFACE ${LOCKSTEP_IMGUI_BACKENDS})
  target_link_libraries(lockstep_imgui INTERFACE PkgConfig::LOCKSTEP_IMGUI glfw OpenGL::GL ${CMAKE_DL_LIBS})
  # Debian 13 has another package of libstb.so than Debian 12.
  find_library(LOCKSTEP_STATIC_STB libstb.a)
  mark_as_advanced(LOCKSTEP_STATIC_STB)
  if(LOCKSTEP_STATIC_STB)
    get_target_property(libraries PkgConfig::LOCKSTEP_IMGUI INTERFACE_LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "stb")
    set_target_properties(PkgConfig::LOCKSTEP_IMGUI PROPERTIES
      INTERFACE_LINK_LIBRARIES "${libraries};${LOCKSTEP_STATIC_STB}")
  endif()
else()
  lockstep_fetch(imgui https://github.com/ocornut/imgui.git v1.92.2b HEADERS_ONLY)
  add_library(lockstep_imgui STATIC
    ${imgui_SOURCE_DIR}/imgui.cpp
    ${imgui_SOURCE_DIR}/imgui_draw.cpp
    ${imgui_SOURCE_DIR}/imgui_tables.cpp
    ${imgui_SOURCE_DIR}/imgui_widgets.cpp
    ${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp
    ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
  target_include_directories(lockstep_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR} ${imgui_SOURCE_DIR}/backends)
  target_link_libraries(lockstep_imgui PUBLIC glfw OpenGL::GL ${CMAKE_DL_LIBS})
endif()
add_library(lockstep::imgui ALIAS lockstep_imgui)
