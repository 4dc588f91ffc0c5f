#include "tests/runtime/api_fuzz.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <random>

#include "runtime/objects/cl.hpp"

namespace lockstep::runtime {
namespace {

constexpr const char* kTexts[] = {
    "kernel void set(global int* out, int n, int value) {"
    "  int i = get_global_id(0); if (out && i < n) out[i] = value; }"
    "kernel void local_sum(global int* out, int n, local int* t) {"
    "  int l = get_local_id(0); t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); if (out && l == 0) out[0] = t[0] + "
    "n; }",
    "kernel void paint(write_only image2d_t out, read_only image2d_t in, sampler_t s) {"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));"
    "  if (at.x < get_image_width(out) && at.y < get_image_height(out))"
    "    write_imagef(out, at, read_imagef(in, s, convert_float2(at) * 0.7f)); }",
    "kernel void broken( {", "kernel void option(global int* out) { if (out) out[0] = N; }", ""};
constexpr const char* kKernelNames[] = {"set", "local_sum", "option", "paint", "none", ""};
constexpr const char* kOptions[] = {nullptr, "", "-DN=3", "-cl-fast-relaxed-math", "-what"};

// What a call must do.
enum class Must { succeed, fail, any };
Must worse(Must a, Must b) {
  if (a == Must::fail || b == Must::fail) return Must::fail;
  return a == Must::any || b == Must::any ? Must::any : Must::succeed;
}

template <class T>
struct Item {
  T handle = nullptr;
  cl_context context = nullptr;
  unsigned references = 1;
  std::size_t size = 0;                 // of buffers
  bool is_user = false;                 // event
  bool is_part = false;                 // sub-buffer
  cl_mem_object_type image = 0;         // 0: a buffer
  std::array<std::size_t, 3> extent{};  // of an image
  bool paints = false;                  // kernel: its arguments are two images and a sampler
};

template <class T>
struct Picked {
  T handle = nullptr;
  Must must = Must::fail;
  Item<T>* item = nullptr;  // of a valid handle
};

class Fuzzer {
 public:
  explicit Fuzzer(std::uint64_t seed) : random_(seed) {
    clGetPlatformIDs(1, &platform_, nullptr);
    std::array<cl_device_id, 4> devices{};
    clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 4, devices.data(), nullptr);
    device_ = devices[0];
    other_device_ = devices[1];
    create_context();
    create_queue();
  }

  ApiFuzz run(unsigned calls) {
    using Step = void (Fuzzer::*)();
    constexpr Step kSteps[] = {&Fuzzer::create_context,
                               &Fuzzer::create_queue,
                               &Fuzzer::create_buffer,
                               &Fuzzer::create_buffer,
                               &Fuzzer::create_part,
                               &Fuzzer::create_image,
                               &Fuzzer::create_image,
                               &Fuzzer::create_sampler,
                               &Fuzzer::create_program,
                               &Fuzzer::build,
                               &Fuzzer::build,
                               &Fuzzer::compile,
                               &Fuzzer::link,
                               &Fuzzer::create_kernel,
                               &Fuzzer::create_kernel,
                               &Fuzzer::clone_kernel,
                               &Fuzzer::set_argument,
                               &Fuzzer::set_argument,
                               &Fuzzer::set_argument,
                               &Fuzzer::launch,
                               &Fuzzer::launch,
                               &Fuzzer::launch,
                               &Fuzzer::read_or_write,
                               &Fuzzer::read_or_write,
                               &Fuzzer::copy,
                               &Fuzzer::fill,
                               &Fuzzer::rectangle,
                               &Fuzzer::map,
                               &Fuzzer::unmap,
                               &Fuzzer::read_or_write_image,
                               &Fuzzer::read_or_write_image,
                               &Fuzzer::fill_image,
                               &Fuzzer::copy_image,
                               &Fuzzer::copy_image_and_buffer,
                               &Fuzzer::map_image,
                               &Fuzzer::formats,
                               &Fuzzer::migrate,
                               &Fuzzer::marker,
                               &Fuzzer::create_user,
                               &Fuzzer::set_user,
                               &Fuzzer::callback,
                               &Fuzzer::wait,
                               &Fuzzer::finish,
                               &Fuzzer::query,
                               &Fuzzer::query,
                               &Fuzzer::retain,
                               &Fuzzer::release,
                               &Fuzzer::release,
                               &Fuzzer::absent};
    for (unsigned i = 0; i < calls; ++i) (this->*kSteps[below(std::size(kSteps))])();
    end();
    return std::move(result_);
  }

 private:
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T, std::size_t n>
  T one_of(const T (&list)[n]) {
    return list[below(n)];
  }

  void check(const char* call, Must must, cl_int code) {
    ++result_.calls;
    if (code != CL_SUCCESS) ++result_.refused;
    if ((must == Must::fail && code == CL_SUCCESS) || (must == Must::succeed && code != CL_SUCCESS))
      result_.mistakes.push_back(fmt::format("call {}: {} returned {}, which must {}", result_.calls, call,
                                             code, must == Must::fail ? "fail" : "succeed"));
  }

  // Handles.

  template <class T>
  std::vector<Item<T>>& items() {
    if constexpr (std::is_same_v<T, cl_context>)
      return contexts_;
    else if constexpr (std::is_same_v<T, cl_command_queue>)
      return queues_;
    else if constexpr (std::is_same_v<T, cl_mem>)
      return buffers_;
    else if constexpr (std::is_same_v<T, cl_sampler>)
      return samplers_;
    else if constexpr (std::is_same_v<T, cl_program>)
      return programs_;
    else if constexpr (std::is_same_v<T, cl_kernel>)
      return kernels_;
    else
      return events_;
  }

  template <class T>
  T of_another_kind() {
    if constexpr (!std::is_same_v<T, cl_context>)
      if (!contexts_.empty() && chance(50)) return reinterpret_cast<T>(contexts_.front().handle);
    if constexpr (!std::is_same_v<T, cl_mem>)
      if (!buffers_.empty() && chance(50)) return reinterpret_cast<T>(buffers_.front().handle);
    return chance(50) ? reinterpret_cast<T>(platform_) : reinterpret_cast<T>(device_);
  }

  template <class T>
  Picked<T> pick() {
    auto& live = items<T>();
    const std::size_t choice = below(100);
    if (choice < 3) return {nullptr, Must::fail, nullptr};
    if (choice < 6) return {of_another_kind<T>(), Must::fail, nullptr};
    if (choice < 8)
      return {reinterpret_cast<T>(garbage_.data() + below(garbage_.size())), Must::fail, nullptr};
    if (choice < 10 && !released_.empty())
      return {reinterpret_cast<T>(released_[below(released_.size())]), Must::any, nullptr};
    if (live.empty()) return {};
    // Most objects are of one context, so that they go together.
    const bool takes_first = std::is_same_v<T, cl_context> && chance(75);
    Item<T>& item = live[takes_first ? 0 : below(live.size())];
    return {item.handle, Must::succeed, &item};
  }

  // What a function of buffers, or of images, takes.
  Picked<cl_mem> pick_buffer() { return pick_memory(false); }
  Picked<cl_mem> pick_image() { return pick_memory(true); }
  Picked<cl_mem> pick_memory(bool is_image) {
    auto memory = pick<cl_mem>();
    const auto is_other = [&] { return memory.item && (memory.item->image != 0) != is_image; };
    for (int attempt = 0; attempt < 5 && is_other(); ++attempt) memory = pick<cl_mem>();
    if (is_other()) memory.must = Must::fail;
    return memory;
  }

  template <class T>
  void keep(T handle, cl_context context, std::size_t size = 0, bool is_user = false, bool is_part = false) {
    if (handle) items<T>().push_back({handle, context, 1, size, is_user, is_part});
  }

  // Both of one context.
  template <class A, class B>
  static Must together(const Picked<A>& a, const Picked<B>& b) {
    const Must must = worse(a.must, b.must);
    return a.item && b.item && a.item->context != b.item->context ? Must::fail : must;
  }

  struct Waits {
    std::vector<cl_event> list;
    Must must = Must::succeed;
    cl_uint count() const { return static_cast<cl_uint>(list.size()); }
    const cl_event* data() const { return list.empty() ? nullptr : list.data(); }
  };

  Waits waits(const Picked<cl_command_queue>& queue) {
    Waits waits;
    if (!chance(30)) return waits;
    for (std::size_t i = below(3) + 1; i > 0; --i) {
      const auto event = pick<cl_event>();
      waits.list.push_back(event.handle);
      waits.must = worse(waits.must, together(queue, event));
    }
    return waits;
  }

  // Where the new event goes, and whose it is.
  struct Place {
    cl_event event = nullptr;
    bool wanted = false;
    cl_event* pointer() { return wanted ? &event : nullptr; }
  };
  Place place() { return {nullptr, chance(40)}; }
  void keep(const Place& place, const Picked<cl_command_queue>& queue) {
    if (place.event && queue.item)
      keep(place.event, queue.item->context);
    else if (place.event)
      clReleaseEvent(place.event);
  }

  // Before a call that waits: nothing may wait for the program any more.
  void open_gates() {
    for (auto& event : events_)
      if (event.is_user) clSetUserEventStatus(event.handle, chance(80) ? CL_COMPLETE : -5);
    for (cl_event event : dropped_) {
      clSetUserEventStatus(event, CL_COMPLETE);
      clReleaseEvent(event);
    }
    dropped_.clear();
  }

  // Creation.

  void create_context() {
    if (contexts_.size() >= 3) return;
    cl_int error = 1;
    const cl_device_id list[] = {device_, chance(50) ? other_device_ : device_};
    const cl_uint count = chance(10) ? 0 : static_cast<cl_uint>(below(2) + 1);
    const cl_context made = clCreateContext(nullptr, count, list, nullptr, nullptr, &error);
    check("clCreateContext", count == 0 ? Must::fail : Must::succeed, error);
    keep(made, made);
  }

  void create_queue() {
    const auto context = pick<cl_context>();
    cl_int error = 1;
    const cl_command_queue_properties flags[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                                 CL_QUEUE_PROFILING_ENABLE, 1 << 10};
    const auto properties = one_of(flags);
    const cl_command_queue made = clCreateCommandQueue(context.handle, device_, properties, &error);
    check("clCreateCommandQueue", properties == 1 << 10 ? Must::fail : context.must, error);
    if (made && context.item)
      keep(made, context.item->context);
    else if (made)
      clReleaseCommandQueue(made);
  }

  void create_buffer() {
    const auto context = pick<cl_context>();
    const std::size_t sizes[] = {0, 16, 64, 100, 1024, SIZE_MAX};
    const cl_mem_flags flags[] = {0,
                                  CL_MEM_READ_ONLY,
                                  CL_MEM_COPY_HOST_PTR,
                                  CL_MEM_USE_HOST_PTR,
                                  CL_MEM_HOST_NO_ACCESS,
                                  CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                  1 << 25};
    const std::size_t size = one_of(sizes);
    const cl_mem_flags wanted = one_of(flags);
    void* const host = chance(50) ? host_.data() : nullptr;
    const bool needs = (wanted & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0;
    const bool bad = size == 0 || size == SIZE_MAX || needs != (host != nullptr) ||
                     wanted == (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY) || wanted == 1 << 25;
    cl_int error = 1;
    const cl_mem made = clCreateBuffer(context.handle, wanted, size, host, &error);
    check("clCreateBuffer", bad ? Must::fail : context.must, error);
    if (made && context.item)
      keep(made, context.item->context, size);
    else if (made)
      clReleaseMemObject(made);
  }

  void create_part() {
    const auto whole = pick_buffer();
    const cl_buffer_region regions[] = {{0, 16}, {128, 256}, {4, 16}, {0, 0}, {SIZE_MAX - 127, 256}};
    const cl_buffer_region region = one_of(regions);
    Must must = whole.must;
    if (whole.item) {
      const bool inside =
          region.origin <= whole.item->size && region.size <= whole.item->size - region.origin;
      if (whole.item->is_part || !inside || region.size == 0 || region.origin % 128 != 0) must = Must::fail;
    }
    cl_int error = 1;
    const cl_mem made = clCreateSubBuffer(whole.handle, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    check("clCreateSubBuffer", must, error);
    if (made && whole.item)
      keep(made, whole.item->context, region.size, false, true);
    else if (made)
      clReleaseMemObject(made);
  }

  // Images and samplers.

  void create_image() {
    const auto context = pick<cl_context>();
    const auto buffer = pick_buffer();
    const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                        CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                        CL_MEM_OBJECT_IMAGE2D,       CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                        CL_MEM_OBJECT_IMAGE3D,       CL_MEM_OBJECT_BUFFER};
    const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8},
                                       {CL_R, CL_FLOAT},
                                       {CL_RGBA, CL_FLOAT},
                                       {CL_RGB, CL_FLOAT},
                                       {CL_DEPTH, CL_FLOAT}};
    const cl_mem_flags flags[] = {0,
                                  CL_MEM_READ_ONLY,
                                  CL_MEM_WRITE_ONLY,
                                  CL_MEM_COPY_HOST_PTR,
                                  CL_MEM_USE_HOST_PTR,
                                  CL_MEM_HOST_NO_ACCESS,
                                  CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY};
    const std::size_t sides[] = {1, 2, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 0, SIZE_MAX},
                      pitches[] = {0, 0, 0, 80, 3, SIZE_MAX};
    const cl_image_format format = chance(70) ? formats[below(3)] : one_of(formats);
    cl_image_desc desc{};
    desc.image_type = one_of(types);
    const std::array<std::size_t, 3> size{one_of(sides), one_of(sides), one_of(sides)};
    desc.image_width = size[0];
    desc.image_height = size[1];
    desc.image_depth = desc.image_array_size = size[2];
    if (chance(20)) desc.image_row_pitch = one_of(pitches);
    if (chance(20)) desc.image_slice_pitch = one_of(pitches);
    const bool of_buffer = desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER || chance(10);
    if (of_buffer) desc.mem_object = buffer.handle;
    const cl_mem_flags wanted = one_of(flags);
    const bool needs = (wanted & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0;
    void* const host = chance(90) == needs ? host_.data() : nullptr;
    // Nobody can check how large host memory is.
    if (host && (desc.image_row_pitch == SIZE_MAX || desc.image_slice_pitch == SIZE_MAX))
      desc.image_row_pitch = desc.image_slice_pitch = 0;
    const bool is_bad = size[0] == 0 || size[0] == SIZE_MAX || desc.image_type == CL_MEM_OBJECT_BUFFER ||
                        format.image_channel_order == CL_RGB || format.image_channel_order == CL_DEPTH ||
                        desc.image_row_pitch == 3 || (host != nullptr) != needs ||
                        wanted == (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY) ||
                        (of_buffer && buffer.handle && buffer.must == Must::fail);
    cl_int error = 1;
    const cl_mem made = clCreateImage(context.handle, wanted, &format, &desc, host, &error);
    check("clCreateImage", is_bad ? Must::fail : worse(context.must, Must::any), error);
    if (made && context.item)
      keep_image(made, context.item->context, desc);
    else if (made)
      clReleaseMemObject(made);
  }

  void keep_image(cl_mem made, cl_context context, const cl_image_desc& desc) {
    keep(made, context);
    Item<cl_mem>& item = buffers_.back();
    item.image = desc.image_type;
    item.extent = {desc.image_width, desc.image_height, desc.image_depth};
    if (item.image == CL_MEM_OBJECT_IMAGE1D_ARRAY) item.extent = {desc.image_width, desc.image_array_size, 1};
    if (item.image == CL_MEM_OBJECT_IMAGE2D) item.extent[2] = 1;
    if (item.image == CL_MEM_OBJECT_IMAGE1D || item.image == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      item.extent[1] = item.extent[2] = 1;
  }

  void create_sampler() {
    const auto context = pick<cl_context>();
    const auto mode = static_cast<cl_addressing_mode>(CL_ADDRESS_NONE + below(6));
    const auto filter = static_cast<cl_filter_mode>(CL_FILTER_NEAREST + below(3));
    const auto normalized = static_cast<cl_bool>(below(3));
    const bool is_bad = mode > CL_ADDRESS_MIRRORED_REPEAT || filter > CL_FILTER_LINEAR || normalized > 1;
    cl_int error = 1;
    const cl_sampler made = clCreateSampler(context.handle, normalized, mode, filter, &error);
    check("clCreateSampler", is_bad ? Must::fail : context.must, error);
    if (made && context.item)
      keep(made, context.item->context);
    else if (made)
      clReleaseSampler(made);
  }

  // Programs and kernels.

  void create_program() {
    const auto context = pick<cl_context>();
    const char* text = one_of(kTexts);
    const char** const list = chance(90) ? &text : nullptr;
    cl_int error = 1;
    const cl_program made = clCreateProgramWithSource(context.handle, 1, list, nullptr, &error);
    check("clCreateProgramWithSource", list ? context.must : Must::fail, error);
    if (made && context.item)
      keep(made, context.item->context);
    else if (made)
      clReleaseProgram(made);
  }

  void build() {
    const auto program = pick<cl_program>();
    const char* options = one_of(kOptions);
    const bool bad = options && std::string_view(options) == "-what";
    check("clBuildProgram", bad || program.must == Must::fail ? Must::fail : Must::any,
          clBuildProgram(program.handle, 0, nullptr, options, nullptr, nullptr));
  }

  void compile() {
    const auto program = pick<cl_program>(), header = pick<cl_program>();
    const char* name = chance(90) ? "header.h" : nullptr;
    check("clCompileProgram", program.must == Must::fail ? Must::fail : Must::any,
          clCompileProgram(program.handle, 0, nullptr, one_of(kOptions), chance(30) ? 1 : 0, &header.handle,
                           &name, nullptr, nullptr));
  }

  void link() {
    const auto context = pick<cl_context>();
    const auto first = pick<cl_program>(), second = pick<cl_program>();
    const cl_program list[] = {first.handle, second.handle};
    cl_int error = 1;
    const auto count = static_cast<cl_uint>(below(3));
    Must must = worse(context.must, count > 0 ? first.must : Must::fail);
    if (count > 1) must = worse(must, second.must);
    const cl_program made = clLinkProgram(context.handle, 0, nullptr, nullptr, count, count ? list : nullptr,
                                          nullptr, nullptr, &error);
    check("clLinkProgram", must == Must::fail ? Must::fail : Must::any, error);
    if (made && context.item)
      keep(made, context.item->context);
    else if (made)
      clReleaseProgram(made);
  }

  void create_kernel() {
    const auto program = pick<cl_program>();
    const char* const name = chance(95) ? one_of(kKernelNames) : nullptr;
    cl_int error = 1;
    const cl_kernel made = clCreateKernel(program.handle, name, &error);
    check("clCreateKernel", program.must == Must::fail || !name ? Must::fail : Must::any, error);
    if (made && program.item) {
      keep(made, program.item->context);
      kernels_.back().paints = std::string_view(name) == "paint";
    } else if (made) {
      clReleaseKernel(made);
    }
  }

  void clone_kernel() {
    const auto kernel = pick<cl_kernel>();
    cl_int error = 1;
    const cl_kernel made = clCloneKernel(kernel.handle, &error);
    check("clCloneKernel", kernel.must, error);
    if (made && kernel.item) {
      const bool paints = kernel.item->paints;
      keep(made, kernel.item->context);
      kernels_.back().paints = paints;
    } else if (made) {
      clReleaseKernel(made);
    }
  }

  // An image or a sampler, where a valid one does not always suffice.
  void set_paint_argument(const Picked<cl_kernel>& kernel) {
    const auto index = static_cast<cl_uint>(below(4));
    const std::size_t size = chance(90) ? sizeof(void*) : 4;
    const auto image = pick_image();
    const auto sampler = pick<cl_sampler>();
    Must must = worse(index == 2 ? together(kernel, sampler) : together(kernel, image), Must::any);
    if (index == 3 || size == 4) must = Must::fail;
    if (index < 2 && image.item && image.item->image != CL_MEM_OBJECT_IMAGE2D) must = Must::fail;
    check("clSetKernelArg of an image or sampler", must,
          index == 2 ? clSetKernelArg(kernel.handle, index, size, &sampler.handle)
                     : clSetKernelArg(kernel.handle, index, size, &image.handle));
  }

  void set_argument() {
    const auto kernel = pick<cl_kernel>();
    if (kernel.item && kernel.item->paints) return set_paint_argument(kernel);
    const auto index = static_cast<cl_uint>(below(5));
    const auto buffer = pick_buffer();
    const int number = static_cast<int>(below(4));
    Must must = kernel.must;
    if (index >= 3) must = Must::fail;
    const std::size_t sizes[] = {0, 3, SIZE_MAX};
    if (chance(10)) {  // of no kind of argument but local memory
      check("clSetKernelArg", must == Must::fail ? Must::fail : Must::any,
            clSetKernelArg(kernel.handle, index, one_of(sizes), nullptr));
      return;
    }
    if (index == 0) {
      const bool foreign = kernel.item && buffer.item && kernel.item->context != buffer.item->context;
      if (foreign || (buffer.must == Must::fail && buffer.handle)) must = Must::fail;
      if (must == Must::succeed && buffer.handle) must = buffer.must;
      check("clSetKernelArg", must, clSetKernelArg(kernel.handle, 0, sizeof(cl_mem), &buffer.handle));
      return;
    }
    check("clSetKernelArg", must == Must::fail ? Must::fail : Must::any,
          chance(50) ? clSetKernelArg(kernel.handle, index, sizeof number, &number)
                     : clSetKernelArg(kernel.handle, index, 64, nullptr));
  }

  // Commands.

  void launch() {
    const auto queue = pick<cl_command_queue>();
    const auto kernel = pick<cl_kernel>();
    const std::size_t sizes[] = {1, 4, 16, 16, 0}, groups[] = {1, 4, 4, 3, 0, 4096};
    const std::size_t global[3] = {one_of(sizes), one_of(sizes), 1}, local[3] = {one_of(groups), 1, 1};
    const auto dimensions = static_cast<cl_uint>(chance(80) ? 1 : below(5));
    const Waits list = waits(queue);
    Place event = place();
    const bool gives_local = chance(60);
    Must must = worse(worse(together(queue, kernel), list.must), Must::any);
    if (dimensions < 1 || dimensions > 3 ||
        (gives_local && local[0] == 0 && global[0] != 0 && global[1] != 0))
      must = Must::fail;
    check("clEnqueueNDRangeKernel", must,
          clEnqueueNDRangeKernel(queue.handle, kernel.handle, dimensions, nullptr, global,
                                 gives_local ? local : nullptr, list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  struct Range {
    std::size_t offset = 0, size = 0;
    bool inside(std::size_t of) const { return offset <= of && size <= of - offset; }
  };
  Range range() {
    const std::size_t offsets[] = {0, 4, 12, 100, SIZE_MAX}, sizes[] = {4, 4, 16, 64, SIZE_MAX};
    return {one_of(offsets), one_of(sizes)};
  }
  static Must in(const Picked<cl_mem>& buffer, const Range& range, Must must) {
    return buffer.item && !range.inside(buffer.item->size) ? Must::fail : must;
  }
  // Host memory has this many bytes; larger ranges are outside every buffer of the model.
  static constexpr std::size_t kHostBytes = 1 << 16;

  void read_or_write() {
    const auto queue = pick<cl_command_queue>();
    const auto buffer = pick_buffer();
    const Range where = range();
    const cl_bool blocks = chance(40);
    void* const host = chance(95) ? static_cast<void*>(host_.data()) : nullptr;
    const Waits list = waits(queue);
    if (blocks) open_gates();
    Place event = place();
    Must must = in(buffer, where, worse(together(queue, buffer), list.must));
    if (!host) must = Must::fail;
    if (must == Must::succeed) must = Must::any;  // host access, events that failed
    const cl_int code =
        chance(50) ? clEnqueueReadBuffer(queue.handle, buffer.handle, blocks, where.offset, where.size, host,
                                         list.count(), list.data(), event.pointer())
                   : clEnqueueWriteBuffer(queue.handle, buffer.handle, blocks, where.offset, where.size, host,
                                          list.count(), list.data(), event.pointer());
    check("clEnqueueRead/WriteBuffer", must, code);
    keep(event, queue);
  }

  void copy() {
    const auto queue = pick<cl_command_queue>();
    const auto from = pick_buffer(), to = pick_buffer();
    const Range source = range();
    const Range target{range().offset, source.size};
    const Waits list = waits(queue);
    Place event = place();
    Must must = worse(worse(together(queue, from), together(queue, to)), list.must);
    must = in(to, target, in(from, source, must));
    const bool apart =
        source.offset + source.size <= target.offset || target.offset + source.size <= source.offset;
    if (from.item && from.item == to.item && !apart) must = Must::fail;
    if (must == Must::succeed) must = Must::any;  // parts of one buffer may overlap
    check("clEnqueueCopyBuffer", must,
          clEnqueueCopyBuffer(queue.handle, from.handle, to.handle, source.offset, target.offset, source.size,
                              list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  void fill() {
    const auto queue = pick<cl_command_queue>();
    const auto buffer = pick_buffer();
    const Range where = range();
    const std::size_t sizes[] = {0, 1, 2, 3, 4, 16, 256};
    const std::size_t size = one_of(sizes);
    const Waits list = waits(queue);
    Place event = place();
    Must must = in(buffer, where, worse(together(queue, buffer), list.must));
    if (size == 0 || size == 3 || size == 256 || where.offset % size != 0 || where.size % size != 0)
      must = Must::fail;
    check("clEnqueueFillBuffer", must,
          clEnqueueFillBuffer(queue.handle, buffer.handle, host_.data(), size, where.offset, where.size,
                              list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  void rectangle() {
    const auto queue = pick<cl_command_queue>();
    const auto from = pick_buffer(), to = pick_buffer();
    const std::size_t numbers[] = {0, 1, 2, 4, 7, SIZE_MAX}, sides[] = {0, 1, 2, 4, 4};
    const std::size_t origin[3] = {one_of(numbers), one_of(sides), one_of(sides)};
    const std::size_t target[3] = {one_of(sides), one_of(sides), one_of(sides)};
    const std::size_t region[3] = {one_of(sides), one_of(sides), one_of(sides)};
    const std::size_t row = one_of(numbers), slice = one_of(numbers);
    const Waits list = waits(queue);
    Must must = worse(worse(together(queue, from), list.must), Must::any);
    if (region[0] == 0 || region[1] == 0 || region[2] == 0 || (row != 0 && row < region[0]))
      must = Must::fail;
    if (chance(50)) {
      if (together(queue, to) == Must::fail) must = Must::fail;
      check("clEnqueueCopyBufferRect", must,
            clEnqueueCopyBufferRect(queue.handle, from.handle, to.handle, origin, target, region, row, slice,
                                    row, slice, list.count(), list.data(), nullptr));
      return;
    }
    check("clEnqueueReadBufferRect", must,
          clEnqueueReadBufferRect(queue.handle, from.handle, CL_FALSE, origin, target, region, row, slice, 16,
                                  256, host_.data(), list.count(), list.data(), nullptr));
  }

  void map() {
    const auto queue = pick<cl_command_queue>();
    const auto buffer = pick_buffer();
    const Range where = range();
    const cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION,
                                  CL_MAP_READ | 1 << 8};
    const cl_map_flags wanted = one_of(flags);
    const cl_bool blocks = chance(40);
    const Waits list = waits(queue);
    if (blocks) open_gates();
    Must must = worse(in(buffer, where, worse(together(queue, buffer), list.must)), Must::any);
    if (wanted == (CL_MAP_READ | 1 << 8)) must = Must::fail;
    cl_int error = 1;
    void* const mapped = clEnqueueMapBuffer(queue.handle, buffer.handle, blocks, wanted, where.offset,
                                            where.size, list.count(), list.data(), nullptr, &error);
    check("clEnqueueMapBuffer", must, error);
    if (mapped) mapped_.push_back(mapped);
  }

  void unmap() {
    const auto queue = pick<cl_command_queue>();
    const auto buffer = pick<cl_mem>();
    const Waits list = waits(queue);
    void* const pointer = mapped_.empty() || chance(20) ? garbage_.data() : mapped_[below(mapped_.size())];
    Must must = worse(worse(together(queue, buffer), list.must), Must::any);
    if (pointer == garbage_.data()) must = Must::fail;
    check("clEnqueueUnmapMemObject", must,
          clEnqueueUnmapMemObject(queue.handle, buffer.handle, pointer, list.count(), list.data(), nullptr));
  }

  struct Region {
    std::array<std::size_t, 3> origin{}, size{};
    bool inside(const std::array<std::size_t, 3>& extent) const {
      for (std::size_t d = 0; d < 3; ++d)
        if (size[d] == 0 || origin[d] > extent[d] || size[d] > extent[d] - origin[d]) return false;
      return true;
    }
  };
  Region region() {
    const std::size_t sides[] = {0, 1, 1, 1, 2, 4, SIZE_MAX}, origins[] = {0, 0, 0, 1, 2, SIZE_MAX};
    return {{one_of(origins), one_of(origins), one_of(origins)},
            {one_of(sides), one_of(sides), one_of(sides)}};
  }
  // All of it, or any part.
  Region region_of(const Picked<cl_mem>& image) {
    return image.item && chance(60) ? Region{{}, image.item->extent} : region();
  }
  static Must in(const Picked<cl_mem>& image, const Region& region, Must must) {
    return image.item && !region.inside(image.item->extent) ? Must::fail : must;
  }

  void read_or_write_image() {
    const auto queue = pick<cl_command_queue>();
    const auto image = pick_image();
    const Region where = region_of(image);
    const std::size_t pitches[] = {0, 0, 0, 128, 1, SIZE_MAX};
    const std::size_t row = one_of(pitches), slice = one_of(pitches);
    const cl_bool blocks = chance(40);
    void* const host = chance(95) ? static_cast<void*>(host_.data()) : nullptr;
    const Waits list = waits(queue);
    if (blocks) open_gates();
    Place event = place();
    Must must = worse(in(image, where, worse(together(queue, image), list.must)), Must::any);
    if (!host || row == 1) must = Must::fail;
    // Where a region has one row, or one slice, such a pitch is allowed.
    if (must == Must::any && (row == SIZE_MAX || slice == SIZE_MAX) && where.size[1] * where.size[2] != 1)
      return;
    check(
        "clEnqueueRead/WriteImage", must,
        chance(50)
            ? clEnqueueReadImage(queue.handle, image.handle, blocks, where.origin.data(), where.size.data(),
                                 row, slice, host, list.count(), list.data(), event.pointer())
            : clEnqueueWriteImage(queue.handle, image.handle, blocks, where.origin.data(), where.size.data(),
                                  row, slice, host, list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  void fill_image() {
    const auto queue = pick<cl_command_queue>();
    const auto image = pick_image();
    const Region where = region_of(image);
    const Waits list = waits(queue);
    const void* const color = chance(95) ? host_.data() : nullptr;
    Place event = place();
    const Must must = in(image, where, worse(together(queue, image), list.must));
    check("clEnqueueFillImage", color ? must : Must::fail,
          clEnqueueFillImage(queue.handle, image.handle, color, where.origin.data(), where.size.data(),
                             list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  void copy_image() {
    const auto queue = pick<cl_command_queue>();
    const auto from = pick_image(), to = pick_image();
    const Region source = region_of(from);
    const Region target{chance(60) ? source.origin : region().origin, source.size};
    const Waits list = waits(queue);
    Place event = place();
    Must must = worse(worse(together(queue, from), together(queue, to)), worse(list.must, Must::any));
    must = in(to, target, in(from, source, must));
    if (from.item && from.item == to.item && source.origin == target.origin) must = Must::fail;
    check("clEnqueueCopyImage", must,
          clEnqueueCopyImage(queue.handle, from.handle, to.handle, source.origin.data(), target.origin.data(),
                             source.size.data(), list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  void copy_image_and_buffer() {
    const auto queue = pick<cl_command_queue>();
    const auto image = pick_image(), buffer = pick_buffer();
    const Region where = region_of(image);
    const std::size_t offset = range().offset;
    const Waits list = waits(queue);
    Place event = place();
    Must must = worse(worse(together(queue, image), together(queue, buffer)), worse(list.must, Must::any));
    must = in(image, where, must);
    if (buffer.item && offset >= buffer.item->size) must = Must::fail;
    check("clEnqueueCopyImageToBuffer/BufferToImage", must,
          chance(50) ? clEnqueueCopyImageToBuffer(queue.handle, image.handle, buffer.handle,
                                                  where.origin.data(), where.size.data(), offset,
                                                  list.count(), list.data(), event.pointer())
                     : clEnqueueCopyBufferToImage(queue.handle, buffer.handle, image.handle, offset,
                                                  where.origin.data(), where.size.data(), list.count(),
                                                  list.data(), event.pointer()));
    keep(event, queue);
  }

  void map_image() {
    const auto queue = pick<cl_command_queue>();
    const auto image = pick_image();
    const Region where = region_of(image);
    const cl_map_flags flags[] = {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION,
                                  CL_MAP_READ | 1 << 8};
    const cl_map_flags wanted = one_of(flags);
    const cl_bool blocks = chance(40);
    const Waits list = waits(queue);
    if (blocks) open_gates();
    std::size_t row = 0, slice = 0;
    std::size_t* const rows = chance(95) ? &row : nullptr;
    Must must = worse(in(image, where, worse(together(queue, image), list.must)), Must::any);
    if (wanted == (CL_MAP_READ | 1 << 8) || !rows) must = Must::fail;
    cl_int error = 1;
    void* const mapped =
        clEnqueueMapImage(queue.handle, image.handle, blocks, wanted, where.origin.data(), where.size.data(),
                          rows, &slice, list.count(), list.data(), nullptr, &error);
    check("clEnqueueMapImage", must, error);
    if (mapped) mapped_.push_back(mapped);
  }

  void formats() {
    const auto context = pick<cl_context>();
    std::array<cl_image_format, 8> list{};
    cl_uint count = 0;
    const auto room = static_cast<cl_uint>(below(list.size() + 1));
    const auto type = static_cast<cl_mem_object_type>(CL_MEM_OBJECT_BUFFER + below(8));
    const bool is_image = type > CL_MEM_OBJECT_BUFFER && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
    check("clGetSupportedImageFormats", is_image && room > 0 ? context.must : Must::fail,
          clGetSupportedImageFormats(context.handle, 0, type, room, list.data(), &count));
  }

  void migrate() {
    const auto queue = pick<cl_command_queue>();
    const auto buffer = pick<cl_mem>();
    check("clEnqueueMigrateMemObjects", together(queue, buffer),
          clEnqueueMigrateMemObjects(queue.handle, 1, &buffer.handle, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr,
                                     nullptr));
  }

  void marker() {
    const auto queue = pick<cl_command_queue>();
    const Waits list = waits(queue);
    Place event = place();
    const Must must = worse(queue.must, list.must);
    check("clEnqueueMarker/Barrier", must,
          chance(50)
              ? clEnqueueMarkerWithWaitList(queue.handle, list.count(), list.data(), event.pointer())
              : clEnqueueBarrierWithWaitList(queue.handle, list.count(), list.data(), event.pointer()));
    keep(event, queue);
  }

  // Events.

  void create_user() {
    const auto context = pick<cl_context>();
    cl_int error = 1;
    const cl_event made = clCreateUserEvent(context.handle, &error);
    check("clCreateUserEvent", context.must, error);
    if (made && context.item)
      keep(made, context.item->context, 0, true);
    else if (made)
      clReleaseEvent(made);
  }

  void set_user() {
    const auto event = pick<cl_event>();
    const cl_int statuses[] = {CL_COMPLETE, CL_COMPLETE, -3, CL_RUNNING};
    const cl_int status = one_of(statuses);
    Must must = worse(event.must, Must::any);
    if (status == CL_RUNNING || (event.item && !event.item->is_user)) must = Must::fail;
    check("clSetUserEventStatus", must, clSetUserEventStatus(event.handle, status));
  }

  static void CL_CALLBACK enqueue_marker(cl_event event, cl_int, void*) {
    cl_command_queue queue = nullptr;
    if (clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, nullptr) == CL_SUCCESS && queue)
      clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr);
  }

  void callback() {
    const auto event = pick<cl_event>();
    const cl_int statuses[] = {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED, CL_QUEUED, -1};
    const cl_int when = one_of(statuses);
    check("clSetEventCallback", when == CL_QUEUED || when < 0 ? Must::fail : event.must,
          clSetEventCallback(event.handle, when, enqueue_marker, nullptr));
  }

  void wait() {
    open_gates();
    const auto event = pick<cl_event>();
    check("clWaitForEvents", worse(event.must, Must::any), clWaitForEvents(1, &event.handle));
  }

  void finish() {
    open_gates();
    const auto queue = pick<cl_command_queue>();
    check("clFinish", queue.must, clFinish(queue.handle));
  }

  // Queries, references.

  template <class T, class Info>
  void ask(const char* name, cl_int (*info)(T, Info, size_t, void*, size_t*), Info first, unsigned count) {
    const auto object = pick<T>();
    std::array<char, 4096> answer{};
    std::size_t needed = 0;
    const std::size_t sizes[] = {0, 1, 8, answer.size()};
    const auto wanted = static_cast<Info>(first + below(count));
    check(name, worse(object.must, Must::any),
          info(object.handle, wanted, one_of(sizes), chance(70) ? answer.data() : nullptr,
               chance(50) ? &needed : nullptr));
  }

  void query() {
    switch (below(10)) {
      case 0:
        return ask("clGetContextInfo", clGetContextInfo, cl_context_info{CL_CONTEXT_REFERENCE_COUNT}, 5);
      case 1:
        return ask("clGetCommandQueueInfo", clGetCommandQueueInfo, cl_command_queue_info{CL_QUEUE_CONTEXT},
                   10);
      case 2:
        return ask("clGetMemObjectInfo", clGetMemObjectInfo, cl_mem_info{CL_MEM_TYPE}, 13);
      case 3:
        return ask("clGetKernelInfo", clGetKernelInfo, cl_kernel_info{CL_KERNEL_FUNCTION_NAME}, 8);
      case 4:
        return ask("clGetEventInfo", clGetEventInfo, cl_event_info{CL_EVENT_COMMAND_QUEUE}, 6);
      case 5:
        return ask("clGetEventProfilingInfo", clGetEventProfilingInfo,
                   cl_profiling_info{CL_PROFILING_COMMAND_QUEUED}, 6);
      case 6:  // not the binaries, whose answer are pointers
        return ask("clGetProgramInfo", clGetProgramInfo, cl_program_info{CL_PROGRAM_REFERENCE_COUNT}, 6);
      case 7:
        return ask("clGetImageInfo", clGetImageInfo, cl_image_info{CL_IMAGE_FORMAT}, 11);
      case 8:
        return ask("clGetSamplerInfo", clGetSamplerInfo, cl_sampler_info{CL_SAMPLER_REFERENCE_COUNT}, 9);
      default:
        return ask_of_arguments();
    }
  }

  void ask_of_arguments() {
    const auto kernel = pick<cl_kernel>();
    std::array<char, 256> answer{};
    check("clGetKernelArgInfo", worse(kernel.must, Must::any),
          clGetKernelArgInfo(kernel.handle, static_cast<cl_uint>(below(5)),
                             static_cast<cl_kernel_arg_info>(CL_KERNEL_ARG_ADDRESS_QUALIFIER + below(6)),
                             answer.size(), answer.data(), nullptr));
    check(
        "clGetKernelWorkGroupInfo", worse(kernel.must, Must::any),
        clGetKernelWorkGroupInfo(kernel.handle, device_,
                                 static_cast<cl_kernel_work_group_info>(CL_KERNEL_WORK_GROUP_SIZE + below(7)),
                                 answer.size(), answer.data(), nullptr));
  }

  template <class T>
  void retain_one(const char* name, cl_int (*function)(T)) {
    const auto object = pick<T>();
    const cl_int code = function(object.handle);
    check(name, object.must, code);
    if (code != CL_SUCCESS) return;
    if (object.item)
      ++object.item->references;
    else
      release_again(object.handle);
  }
  void release_again(cl_context handle) { clReleaseContext(handle); }
  void release_again(cl_command_queue handle) { clReleaseCommandQueue(handle); }
  void release_again(cl_mem handle) { clReleaseMemObject(handle); }
  void release_again(cl_sampler handle) { clReleaseSampler(handle); }
  void release_again(cl_program handle) { clReleaseProgram(handle); }
  void release_again(cl_kernel handle) { clReleaseKernel(handle); }
  void release_again(cl_event handle) { clReleaseEvent(handle); }

  void retain() {
    switch (below(7)) {
      case 0:
        return retain_one("clRetainContext", clRetainContext);
      case 1:
        return retain_one("clRetainCommandQueue", clRetainCommandQueue);
      case 2:
        return retain_one("clRetainMemObject", clRetainMemObject);
      case 3:
        return retain_one("clRetainProgram", clRetainProgram);
      case 4:
        return retain_one("clRetainKernel", clRetainKernel);
      case 5:
        return retain_one("clRetainSampler", clRetainSampler);
      default:
        return retain_one("clRetainEvent", clRetainEvent);
    }
  }

  // A released handle may name a new object of the model, so only those that are known are released.
  template <class T>
  void release_one(const char* name, cl_int (*function)(T)) {
    const auto object = pick<T>();
    if (object.must == Must::any) return;
    if (object.item && object.item->is_user && object.item->references == 1) {
      // Others may wait for it: it is set when they are waited for.
      if constexpr (std::is_same_v<T, cl_event>)
        dropped_.push_back(object.handle), clRetainEvent(object.handle);
    }
    check(name, object.must, function(object.handle));
    if (!object.item || --object.item->references != 0) return;
    released_.push_back(object.handle);
    items<T>().erase(items<T>().begin() + (object.item - items<T>().data()));
  }

  void release() {
    switch (below(9)) {
      case 0:
        if (contexts_.size() > 1) release_one("clReleaseContext", clReleaseContext);
        return;
      case 1:
        if (queues_.size() > 1) release_one("clReleaseCommandQueue", clReleaseCommandQueue);
        return;
      case 2:
      case 3:
        return release_one("clReleaseMemObject", clReleaseMemObject);
      case 4:
        return release_one("clReleaseProgram", clReleaseProgram);
      case 5:
        return release_one("clReleaseKernel", clReleaseKernel);
      case 6:
        return release_one("clReleaseSampler", clReleaseSampler);
      default:
        return release_one("clReleaseEvent", clReleaseEvent);
    }
  }

  // Memory of the program is no shared virtual memory.
  void absent() {
    const auto queue = pick<cl_command_queue>();
    check("clEnqueueSVMMap", Must::fail,
          clEnqueueSVMMap(queue.handle, CL_FALSE, CL_MAP_READ, host_.data(), 4, 0, nullptr, nullptr));
  }

  template <class T>
  void release_all(cl_int (*function)(T)) {
    for (auto& item : items<T>())
      for (; item.references > 0; --item.references)
        check("the last release", Must::succeed, function(item.handle));
    items<T>().clear();
  }

  void end() {
    open_gates();
    for (auto& queue : queues_) clFinish(queue.handle);
    release_all(clReleaseKernel);
    release_all(clReleaseProgram);
    release_all(clReleaseMemObject);
    release_all(clReleaseSampler);
    release_all(clReleaseEvent);
    release_all(clReleaseCommandQueue);
    release_all(clReleaseContext);
  }

  std::mt19937_64 random_;
  ApiFuzz result_;
  cl_platform_id platform_ = nullptr;
  cl_device_id device_ = nullptr, other_device_ = nullptr;
  std::vector<Item<cl_context>> contexts_;
  std::vector<Item<cl_command_queue>> queues_;
  std::vector<Item<cl_mem>> buffers_;
  std::vector<Item<cl_sampler>> samplers_;
  std::vector<Item<cl_program>> programs_;
  std::vector<Item<cl_kernel>> kernels_;
  std::vector<Item<cl_event>> events_;
  std::vector<cl_event> dropped_;  // user events that the model has released, with a reference of their own
  std::vector<void*> released_, mapped_;
  std::vector<char> host_ = std::vector<char>(kHostBytes), garbage_ = std::vector<char>(512);
};

}  // namespace

ApiFuzz fuzz_api(std::uint64_t seed, unsigned calls) { return Fuzzer(seed).run(calls); }

}  // namespace lockstep::runtime
