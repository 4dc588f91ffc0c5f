// The functions for features that Lockstep's devices lack: pipes, and objects of graphics libraries. Each
// function returns the error that the specification requires for such a device.
#include "runtime/api/call.hpp"
#include "runtime/objects/memory.hpp"
#include "runtime/objects/queue.hpp"

using namespace lockstep::runtime;

namespace {

constexpr const char* kNoPipes = "Lockstep's devices have no pipes";
constexpr const char* kNoGraphics = "Lockstep's contexts share nothing with graphics libraries";

// Refuses a call if its context is valid, with `code` and `reason`; otherwise, the error
// is CL_INVALID_CONTEXT.
template <class T>
T* refuse_in(const char* function, cl_context context, cl_int code, const char* reason, cl_int* error) {
  const Refusal refusal =
      find(context) ? Refusal{code, reason} : Refusal{CL_INVALID_CONTEXT, "not a valid context"};
  const cl_int reported = report(function, refusal);
  if (error) *error = reported;
  return nullptr;
}

}  // namespace

// The functions for pipes.

cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties*,
                    cl_int* error) {
  return refuse_in<_cl_mem>("clCreatePipe", context, CL_INVALID_OPERATION, kNoPipes, error);
}
cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void*, size_t*) {
  return report("clGetPipeInfo", {CL_INVALID_MEM_OBJECT, kNoPipes});
}

// The functions for objects of OpenGL.

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags, cl_GLuint, cl_int* error) {
  return refuse_in<_cl_mem>("clCreateFromGLBuffer", context, CL_INVALID_CONTEXT, kNoGraphics, error);
}
cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint,
                             cl_int* error) {
  return refuse_in<_cl_mem>("clCreateFromGLTexture", context, CL_INVALID_CONTEXT, kNoGraphics, error);
}
cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint,
                               cl_int* error) {
  return refuse_in<_cl_mem>("clCreateFromGLTexture2D", context, CL_INVALID_CONTEXT, kNoGraphics, error);
}
cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint,
                               cl_int* error) {
  return refuse_in<_cl_mem>("clCreateFromGLTexture3D", context, CL_INVALID_CONTEXT, kNoGraphics, error);
}
cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags, cl_GLuint, cl_int* error) {
  return refuse_in<_cl_mem>("clCreateFromGLRenderbuffer", context, CL_INVALID_CONTEXT, kNoGraphics, error);
}
cl_int clGetGLObjectInfo(cl_mem memory, cl_gl_object_type*, cl_GLuint*) {
  return find(memory) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}
cl_int clGetGLTextureInfo(cl_mem memory, cl_gl_texture_info, size_t, void*, size_t*) {
  return find(memory) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}
cl_int clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                                 cl_event*) {
  return find(queue) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}
cl_int clEnqueueReleaseGLObjects(cl_command_queue queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                                 cl_event*) {
  return find(queue) ? CL_INVALID_CONTEXT : CL_INVALID_COMMAND_QUEUE;
}
cl_int clGetGLContextInfoKHR(const cl_context_properties*, cl_gl_context_info, size_t, void*, size_t*) {
  return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
}
