// The table of functions that the loader calls, and the search for functions by name. Null entries of the
// table belong to extensions that are not supported.
#include <string_view>

#include "runtime/api/call.hpp"
#include "runtime/api/command_buffer.hpp"
#include "runtime/objects/platform.hpp"

using namespace lockstep::runtime;

namespace lockstep::runtime {
namespace {

cl_icd_dispatch make_table() {
  cl_icd_dispatch table{};
  table.clGetExtensionFunctionAddress = clGetExtensionFunctionAddress;
  table.clGetExtensionFunctionAddressForPlatform = clGetExtensionFunctionAddressForPlatform;
  table.clGetPlatformIDs = clGetPlatformIDs;
  table.clGetPlatformInfo = clGetPlatformInfo;
  table.clGetDeviceIDs = clGetDeviceIDs;
  table.clGetDeviceInfo = clGetDeviceInfo;
  table.clCreateContext = clCreateContext;
  table.clCreateContextFromType = clCreateContextFromType;
  table.clRetainContext = clRetainContext;
  table.clReleaseContext = clReleaseContext;
  table.clGetContextInfo = clGetContextInfo;
  table.clCreateCommandQueue = clCreateCommandQueue;
  table.clRetainCommandQueue = clRetainCommandQueue;
  table.clReleaseCommandQueue = clReleaseCommandQueue;
  table.clGetCommandQueueInfo = clGetCommandQueueInfo;
  table.clSetCommandQueueProperty = clSetCommandQueueProperty;
  table.clCreateBuffer = clCreateBuffer;
  table.clCreateImage2D = clCreateImage2D;
  table.clCreateImage3D = clCreateImage3D;
  table.clRetainMemObject = clRetainMemObject;
  table.clReleaseMemObject = clReleaseMemObject;
  table.clGetSupportedImageFormats = clGetSupportedImageFormats;
  table.clGetMemObjectInfo = clGetMemObjectInfo;
  table.clGetImageInfo = clGetImageInfo;
  table.clCreateSampler = clCreateSampler;
  table.clRetainSampler = clRetainSampler;
  table.clReleaseSampler = clReleaseSampler;
  table.clGetSamplerInfo = clGetSamplerInfo;
  table.clCreateProgramWithSource = clCreateProgramWithSource;
  table.clCreateProgramWithBinary = clCreateProgramWithBinary;
  table.clRetainProgram = clRetainProgram;
  table.clReleaseProgram = clReleaseProgram;
  table.clBuildProgram = clBuildProgram;
  table.clUnloadCompiler = clUnloadCompiler;
  table.clGetProgramInfo = clGetProgramInfo;
  table.clGetProgramBuildInfo = clGetProgramBuildInfo;
  table.clCreateKernel = clCreateKernel;
  table.clCreateKernelsInProgram = clCreateKernelsInProgram;
  table.clRetainKernel = clRetainKernel;
  table.clReleaseKernel = clReleaseKernel;
  table.clSetKernelArg = clSetKernelArg;
  table.clGetKernelInfo = clGetKernelInfo;
  table.clGetKernelWorkGroupInfo = clGetKernelWorkGroupInfo;
  table.clWaitForEvents = clWaitForEvents;
  table.clGetEventInfo = clGetEventInfo;
  table.clRetainEvent = clRetainEvent;
  table.clReleaseEvent = clReleaseEvent;
  table.clGetEventProfilingInfo = clGetEventProfilingInfo;
  table.clFlush = clFlush;
  table.clFinish = clFinish;
  table.clEnqueueReadBuffer = clEnqueueReadBuffer;
  table.clEnqueueWriteBuffer = clEnqueueWriteBuffer;
  table.clEnqueueCopyBuffer = clEnqueueCopyBuffer;
  table.clEnqueueReadImage = clEnqueueReadImage;
  table.clEnqueueWriteImage = clEnqueueWriteImage;
  table.clEnqueueCopyImage = clEnqueueCopyImage;
  table.clEnqueueCopyImageToBuffer = clEnqueueCopyImageToBuffer;
  table.clEnqueueCopyBufferToImage = clEnqueueCopyBufferToImage;
  table.clEnqueueMapBuffer = clEnqueueMapBuffer;
  table.clEnqueueMapImage = clEnqueueMapImage;
  table.clEnqueueUnmapMemObject = clEnqueueUnmapMemObject;
  table.clEnqueueNDRangeKernel = clEnqueueNDRangeKernel;
  table.clEnqueueTask = clEnqueueTask;
  table.clEnqueueNativeKernel = clEnqueueNativeKernel;
  table.clEnqueueMarker = clEnqueueMarker;
  table.clEnqueueWaitForEvents = clEnqueueWaitForEvents;
  table.clEnqueueBarrier = clEnqueueBarrier;
  table.clCreateFromGLBuffer = clCreateFromGLBuffer;
  table.clCreateFromGLTexture2D = clCreateFromGLTexture2D;
  table.clCreateFromGLTexture3D = clCreateFromGLTexture3D;
  table.clCreateFromGLRenderbuffer = clCreateFromGLRenderbuffer;
  table.clGetGLObjectInfo = clGetGLObjectInfo;
  table.clGetGLTextureInfo = clGetGLTextureInfo;
  table.clEnqueueAcquireGLObjects = clEnqueueAcquireGLObjects;
  table.clEnqueueReleaseGLObjects = clEnqueueReleaseGLObjects;
  table.clGetGLContextInfoKHR = clGetGLContextInfoKHR;
  table.clSetEventCallback = clSetEventCallback;
  table.clCreateSubBuffer = clCreateSubBuffer;
  table.clSetMemObjectDestructorCallback = clSetMemObjectDestructorCallback;
  table.clCreateUserEvent = clCreateUserEvent;
  table.clSetUserEventStatus = clSetUserEventStatus;
  table.clEnqueueReadBufferRect = clEnqueueReadBufferRect;
  table.clEnqueueWriteBufferRect = clEnqueueWriteBufferRect;
  table.clEnqueueCopyBufferRect = clEnqueueCopyBufferRect;
  table.clCreateSubDevices = clCreateSubDevices;
  table.clRetainDevice = clRetainDevice;
  table.clReleaseDevice = clReleaseDevice;
  table.clCreateImage = clCreateImage;
  table.clCreateProgramWithBuiltInKernels = clCreateProgramWithBuiltInKernels;
  table.clCompileProgram = clCompileProgram;
  table.clLinkProgram = clLinkProgram;
  table.clUnloadPlatformCompiler = clUnloadPlatformCompiler;
  table.clGetKernelArgInfo = clGetKernelArgInfo;
  table.clEnqueueFillBuffer = clEnqueueFillBuffer;
  table.clEnqueueFillImage = clEnqueueFillImage;
  table.clEnqueueMigrateMemObjects = clEnqueueMigrateMemObjects;
  table.clEnqueueMarkerWithWaitList = clEnqueueMarkerWithWaitList;
  table.clEnqueueBarrierWithWaitList = clEnqueueBarrierWithWaitList;
  table.clCreateFromGLTexture = clCreateFromGLTexture;
  table.clCreateCommandQueueWithProperties = clCreateCommandQueueWithProperties;
  table.clCreatePipe = clCreatePipe;
  table.clGetPipeInfo = clGetPipeInfo;
  table.clSVMAlloc = clSVMAlloc;
  table.clSVMFree = clSVMFree;
  table.clEnqueueSVMFree = clEnqueueSVMFree;
  table.clEnqueueSVMMemcpy = clEnqueueSVMMemcpy;
  table.clEnqueueSVMMemFill = clEnqueueSVMMemFill;
  table.clEnqueueSVMMap = clEnqueueSVMMap;
  table.clEnqueueSVMUnmap = clEnqueueSVMUnmap;
  table.clCreateSamplerWithProperties = clCreateSamplerWithProperties;
  table.clSetKernelArgSVMPointer = clSetKernelArgSVMPointer;
  table.clSetKernelExecInfo = clSetKernelExecInfo;
  table.clGetKernelSubGroupInfoKHR = clGetKernelSubGroupInfoKHR;
  table.clCloneKernel = clCloneKernel;
  table.clCreateProgramWithIL = clCreateProgramWithIL;
  table.clEnqueueSVMMigrateMem = clEnqueueSVMMigrateMem;
  table.clGetDeviceAndHostTimer = clGetDeviceAndHostTimer;
  table.clGetHostTimer = clGetHostTimer;
  table.clGetKernelSubGroupInfo = clGetKernelSubGroupInfo;
  table.clSetDefaultDeviceCommandQueue = clSetDefaultDeviceCommandQueue;
  table.clSetProgramReleaseCallback = clSetProgramReleaseCallback;
  table.clSetProgramSpecializationConstant = clSetProgramSpecializationConstant;
  table.clCreateBufferWithProperties = clCreateBufferWithProperties;
  table.clCreateImageWithProperties = clCreateImageWithProperties;
  table.clSetContextDestructorCallback = clSetContextDestructorCallback;
  return table;
}

}  // namespace

cl_icd_dispatch& dispatch_table() {
  static cl_icd_dispatch table = make_table();
  return table;
}

}  // namespace lockstep::runtime

void* clGetExtensionFunctionAddress(const char* name) {
  const std::string_view wanted = name ? name : "";
  if (wanted == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(clIcdGetPlatformIDsKHR);
  if (wanted == "clGetKernelSubGroupInfoKHR") return reinterpret_cast<void*>(clGetKernelSubGroupInfoKHR);
  // Some loaders request these functions by name because the symbols of the library are hidden from them.
  if (wanted == "clGetPlatformInfo") return reinterpret_cast<void*>(clGetPlatformInfo);
  return command_buffer_function(wanted);
}

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* name) {
  return find(platform) ? clGetExtensionFunctionAddress(name) : nullptr;
}
