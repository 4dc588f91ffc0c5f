# lockstep::imgui: Dear ImGui, which needs no display. lockstep::imgui_window (with LOCKSTEP_GUI): its GLFW and OpenGL 3
# backends and the two libraries that they need; only the window library links it. Debian's static library contains both
# parts, but its package has a pkg-config file instead of a CMake file. On other systems both parts are built here.
if(LOCKSTEP_GUI AND EMSCRIPTEN)
  # GLFW for the web page. GLFW's own build file defines two libraries where one is enough.
  set(glfw3_VERSION 3.4.0)
  lockstep_fetch(glfw https://github.com/pongasoft/emscripten-glfw.git v3.4.0.20260301 HEADERS_ONLY)
  file(GLOB files ${glfw_SOURCE_DIR}/src/cpp/*.cpp ${glfw_SOURCE_DIR}/src/cpp/emscripten/glfw3/*.cpp)
  list(FILTER files EXCLUDE REGEX "/Joystick\\.cpp$")
  add_library(glfw STATIC ${files})
  target_include_directories(glfw SYSTEM PUBLIC ${glfw_SOURCE_DIR}/external ${glfw_SOURCE_DIR}/include)
  target_compile_definitions(glfw PUBLIC
    EMSCRIPTEN_USE_PORT_CONTRIB_GLFW3=34020260301 EMSCRIPTEN_GLFW3_DISABLE_JOYSTICK
    EMSCRIPTEN_GLFW3_DISABLE_MULTI_WINDOW_SUPPORT EMSCRIPTEN_GLFW3_DISABLE_WARNING)
  target_link_options(glfw PUBLIC "SHELL:--js-library ${glfw_SOURCE_DIR}/src/js/lib_emscripten_glfw3.js")
  add_library(OpenGL::GL INTERFACE IMPORTED)
  set_target_properties(OpenGL::GL PROPERTIES
    INTERFACE_LINK_OPTIONS "-lGL;-sMIN_WEBGL_VERSION=2;-sMAX_WEBGL_VERSION=2"
    INTERFACE_COMPILE_DEFINITIONS IMGUI_IMPL_OPENGL_ES3)
elseif(LOCKSTEP_GUI)
  if(WIN32)  # a system library: the linker needs only its name
    add_library(OpenGL::GL INTERFACE IMPORTED)
    set_target_properties(OpenGL::GL PROPERTIES INTERFACE_LINK_LIBRARIES opengl32)
  else()
    # Every system with OpenGL has libGL.so, but libOpenGL.so is in a separate package.
    set(OpenGL_GL_PREFERENCE LEGACY)
    find_package(OpenGL REQUIRED)
  endif()

  find_package(glfw3 QUIET)
  if(NOT glfw3_FOUND)
    set(GLFW_BUILD_DOCS OFF CACHE INTERNAL "")
    set(GLFW_BUILD_TESTS OFF CACHE INTERNAL "")
    set(GLFW_BUILD_EXAMPLES OFF CACHE INTERNAL "")
    set(GLFW_INSTALL OFF CACHE INTERNAL "")
    set(glfw3_VERSION 3.3.8)
    if(WIN32)  # earlier releases search for gamepads with a DLL and unload it while its threads run
      set(glfw3_VERSION 3.4)
    endif()
    lockstep_fetch(glfw https://github.com/glfw/glfw.git ${glfw3_VERSION})
  endif()
endif()

find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(LOCKSTEP_IMGUI QUIET IMPORTED_TARGET imgui)
endif()
find_path(LOCKSTEP_IMGUI_BACKENDS imgui_impl_opengl3.h PATH_SUFFIXES imgui/backends)
# A shared library with the backends would require OpenGL in every program that uses it.
find_library(LOCKSTEP_STATIC_IMGUI libimgui.a)
mark_as_advanced(LOCKSTEP_IMGUI_BACKENDS LOCKSTEP_STATIC_IMGUI)

if(LOCKSTEP_IMGUI_FOUND AND LOCKSTEP_IMGUI_BACKENDS AND LOCKSTEP_STATIC_IMGUI)
  add_library(lockstep_imgui INTERFACE)
  target_link_libraries(lockstep_imgui INTERFACE PkgConfig::LOCKSTEP_IMGUI)
  # The package of libstb.so has different names in Debian 12 and Debian 13, so the static library is linked.
  find_library(LOCKSTEP_STATIC_STB libstb.a)
  mark_as_advanced(LOCKSTEP_STATIC_STB)
  if(LOCKSTEP_STATIC_STB)
    get_target_property(libraries PkgConfig::LOCKSTEP_IMGUI INTERFACE_LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "stb")
    set_target_properties(PkgConfig::LOCKSTEP_IMGUI PROPERTIES
      INTERFACE_LINK_LIBRARIES "${libraries};${LOCKSTEP_STATIC_STB}")
  endif()
  if(LOCKSTEP_GUI)
    add_library(lockstep_imgui_window INTERFACE)
    target_include_directories(lockstep_imgui_window SYSTEM INTERFACE ${LOCKSTEP_IMGUI_BACKENDS})
    target_link_libraries(lockstep_imgui_window INTERFACE lockstep_imgui glfw OpenGL::GL ${CMAKE_DL_LIBS})
  endif()
else()
  lockstep_fetch(imgui https://github.com/ocornut/imgui.git v1.92.2b HEADERS_ONLY)
  add_library(lockstep_imgui STATIC
    ${imgui_SOURCE_DIR}/imgui.cpp
    ${imgui_SOURCE_DIR}/imgui_draw.cpp
    ${imgui_SOURCE_DIR}/imgui_tables.cpp
    ${imgui_SOURCE_DIR}/imgui_widgets.cpp)
  target_include_directories(lockstep_imgui SYSTEM PUBLIC ${imgui_SOURCE_DIR})
  if(EMSCRIPTEN)  # WebGL 2 has no base vertex, and large figures have more vertices than 16 bits can number
    target_compile_definitions(lockstep_imgui PUBLIC "ImDrawIdx=unsigned int")
  endif()
  if(LOCKSTEP_GUI)
    add_library(lockstep_imgui_window STATIC
      ${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp
      ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
    target_include_directories(lockstep_imgui_window SYSTEM PUBLIC ${imgui_SOURCE_DIR}/backends)
    target_link_libraries(lockstep_imgui_window PUBLIC lockstep_imgui glfw OpenGL::GL ${CMAKE_DL_LIBS})
  endif()
endif()
add_library(lockstep::imgui ALIAS lockstep_imgui)
if(LOCKSTEP_GUI)
  add_library(lockstep::imgui_window ALIAS lockstep_imgui_window)
endif()
