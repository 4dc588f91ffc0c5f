# lockstep::opencl_headers: CL/cl.h and CL/opencl.hpp, without a library. The program opens the ICD loader at run time,
# so it also starts on a machine without a loader.
find_path(LOCKSTEP_CL_H CL/cl.h)
find_path(LOCKSTEP_OPENCL_HPP CL/opencl.hpp)
mark_as_advanced(LOCKSTEP_CL_H LOCKSTEP_OPENCL_HPP)

if(LOCKSTEP_CL_H)
  set(cl_h_folder ${LOCKSTEP_CL_H})
else()
  lockstep_fetch(opencl_headers https://github.com/KhronosGroup/OpenCL-Headers.git v2023.02.06 HEADERS_ONLY)
  set(cl_h_folder ${opencl_headers_SOURCE_DIR})
endif()
if(LOCKSTEP_OPENCL_HPP)
  set(opencl_hpp_folder ${LOCKSTEP_OPENCL_HPP})
else()
  lockstep_fetch(opencl_clhpp https://github.com/KhronosGroup/OpenCL-CLHPP.git v2023.02.06 HEADERS_ONLY)
  set(opencl_hpp_folder ${opencl_clhpp_SOURCE_DIR}/include)
endif()

add_library(lockstep_opencl_headers INTERFACE)
add_library(lockstep::opencl_headers ALIAS lockstep_opencl_headers)
target_include_directories(lockstep_opencl_headers SYSTEM INTERFACE ${cl_h_folder} ${opencl_hpp_folder})
target_link_libraries(lockstep_opencl_headers INTERFACE ${CMAKE_DL_LIBS})
