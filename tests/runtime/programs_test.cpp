// Programs: builds and their logs, compiling with headers, linking, libraries, binaries.
#include "tests/runtime/device.hpp"

namespace lockstep::runtime {
namespace {

class Programs : public DeviceTest {
 protected:
  cl_int compile(cl_program program, std::vector<cl_program> headers = {},
                 std::vector<const char*> names = {}, const char* options = nullptr) {
    return clCompileProgram(program, 0, nullptr, options, static_cast<cl_uint>(headers.size()),
                            headers.empty() ? nullptr : headers.data(),
                            names.empty() ? nullptr : names.data(), nullptr, nullptr);
  }
  cl_program link(std::vector<cl_program> inputs, const char* options = nullptr,
                  cl_int expected = CL_SUCCESS) {
    cl_int error = CL_SUCCESS;
    const cl_program made = clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                                          inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected) << log_of(made);
    if (made) later([made] { clReleaseProgram(made); });
    return made;
  }
  std::string log_of(cl_program program) {
    std::size_t size = 0;
    if (!program) return "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, ' ');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    return log.c_str();
  }
  template <class T>
  T build_info(cl_program program, cl_program_build_info name) {
    T value{};
    EXPECT_EQ(clGetProgramBuildInfo(program, device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  int run(cl_program program) {
    const cl_kernel f = clCreateKernel(program, "f", nullptr);
    EXPECT_NE(f, nullptr);
    const cl_mem out = ints({0});
    clSetKernelArg(f, 0, sizeof out, &out);
    EXPECT_EQ(launch(f, 1, 1), CL_SUCCESS);
    clReleaseKernel(f);
    return read(out, 1)[0];
  }
  std::vector<unsigned char> binary_of(cl_program program) {
    std::size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), CL_SUCCESS);
    std::vector<unsigned char> binary(size);
    unsigned char* place = binary.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr), CL_SUCCESS);
    return binary;
  }
  cl_program from_binary(const std::vector<unsigned char>& binary) {
    const unsigned char* bytes = binary.data();
    const std::size_t size = binary.size();
    cl_int error = CL_SUCCESS;
    const cl_program made = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    later([made] { clReleaseProgram(made); });
    return made;
  }
};

constexpr const char* kMain =
    "#include \"lib/answer.h\"\nkernel void f(global int* out) { out[0] = answer(); }";
constexpr const char* kHeader = "int answer(void);\n";
constexpr const char* kLibrary = "int answer(void) { return VALUE; }";

TEST_F(Programs, CompileWithHeadersAndLink) {
  const cl_program main = source(kMain), library = source(kLibrary);
  EXPECT_EQ(compile(main, {source(kHeader)}, {"lib/answer.h"}), CL_SUCCESS) << log_of(main);
  EXPECT_EQ(compile(library, {}, {}, "-DVALUE=42"), CL_SUCCESS) << log_of(library);
  EXPECT_EQ(build_info<cl_program_binary_type>(main, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  const cl_program linked = link({main, library});
  EXPECT_EQ(build_info<cl_program_binary_type>(linked, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  EXPECT_EQ(run(linked), 42);
  // It has no text that could be built again.
  EXPECT_EQ(clBuildProgram(linked, 0, nullptr, nullptr, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(compile(linked), CL_INVALID_OPERATION);
}

TEST_F(Programs, LibrariesAndBinariesOfEachKind) {
  const cl_program main = source(kMain), library = source(kLibrary);
  EXPECT_EQ(compile(main, {source(kHeader)}, {"lib/answer.h"}), CL_SUCCESS);
  EXPECT_EQ(compile(library, {}, {}, "-DVALUE=7"), CL_SUCCESS);
  const cl_program archive = link({library}, "-create-library");
  EXPECT_EQ(build_info<cl_program_binary_type>(archive, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  const cl_program object = from_binary(binary_of(main)), kept = from_binary(binary_of(archive));
  const cl_program linked = link({object, kept});
  EXPECT_EQ(run(linked), 7);
  const cl_program executable = from_binary(binary_of(linked));
  EXPECT_EQ(clBuildProgram(executable, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(executable), 7);
}

TEST_F(Programs, BinaryOfABuildKeepsItsOptions) {
  const cl_program program = source("kernel void f(global int* out) { out[0] = N; }");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-DN=5", nullptr, nullptr), CL_SUCCESS);
  const cl_program copy = from_binary(binary_of(program));
  EXPECT_EQ(clBuildProgram(copy, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(copy), 5);
}

TEST_F(Programs, DamagedBinariesAreRefused) {
  const std::vector<unsigned char> binary = binary_of(build("kernel void f() {}"));
  for (std::size_t cut = 1; cut < binary.size(); cut += 3) {
    const unsigned char* bytes = binary.data();
    cl_int status = CL_SUCCESS, error = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithBinary(context, 1, &device, &cut, &bytes, &status, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_BINARY) << cut;
  }
}

TEST_F(Programs, LinkErrorsAreInTheLogOfAProgram) {
  const cl_program main = source(kMain);
  EXPECT_EQ(compile(main, {source(kHeader)}, {"lib/answer.h"}), CL_SUCCESS);
  const cl_program failed = link({main}, nullptr, CL_LINK_PROGRAM_FAILURE);
  ASSERT_NE(failed, nullptr);
  EXPECT_NE(log_of(failed).find("answer"), std::string::npos) << log_of(failed);
  EXPECT_EQ(build_info<cl_build_status>(failed, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
}

TEST_F(Programs, ObjectsMustBeThereForEachDevice) {
  const std::vector<cl_device_id> devices = all_devices();
  const cl_context both = clCreateContext(nullptr, 2, devices.data(), nullptr, nullptr, nullptr);
  const char* text = "kernel void f() {}";
  const cl_program program = clCreateProgramWithSource(both, 1, &text, nullptr, nullptr);
  EXPECT_EQ(clCompileProgram(program, 1, devices.data(), nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(both, 0, nullptr, nullptr, 1, &program, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  const cl_program linked =
      clLinkProgram(both, 1, devices.data(), nullptr, 1, &program, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  clReleaseProgram(linked);
  clReleaseProgram(program);
  clReleaseContext(both);
}

TEST_F(Programs, ErrorsNameTheLine) {
  const cl_program broken = source("kernel void f() {\n  undefined_thing = 1;\n}\n");
  EXPECT_EQ(clBuildProgram(broken, 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(build_info<cl_build_status>(broken, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_NE(log_of(broken).find(":2:"), std::string::npos) << log_of(broken);
  EXPECT_NE(log_of(broken).find("undefined_thing"), std::string::npos);
}

TEST_F(Programs, SourcesArePutTogether) {
  const char* parts[] = {"kernel void f(global int* out)XX", "{ out[0] = 6; }"};
  const std::size_t lengths[] = {30, 0};
  const cl_program program = clCreateProgramWithSource(context, 2, parts, lengths, nullptr);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log_of(program);
  EXPECT_EQ(run(program), 6);
  clReleaseProgram(program);
}

TEST_F(Programs, NotRebuiltWhileKernelsExist) {
  const cl_program program = source("kernel void f(global int* out) { out[0] = N; }");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-DN=1", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel f = clCreateKernel(program, "f", nullptr);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DN=2", nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(compile(program), CL_INVALID_OPERATION);
  clReleaseKernel(f);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DN=2", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(program), 2);
}

TEST_F(Programs, CallbackOfABuildIsCalledOnce) {
  int calls = 0;
  const auto count = [](cl_program, void* data) { ++*static_cast<int*>(data); };
  EXPECT_EQ(clBuildProgram(source("kernel void f() {}"), 0, nullptr, nullptr, count, &calls), CL_SUCCESS);
  EXPECT_EQ(calls, 1);
  clBuildProgram(source("kernel void f( {}"), 0, nullptr, nullptr, count, &calls);
  EXPECT_EQ(calls, 2);
}

TEST_F(Programs, TextsThatAreNotUtf8AreTaken) {
  const cl_program program = source(
      "// gr\xf6\xdf"
      "er\nkernel void f(global int* out) { out[0] = 8; }");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log_of(program);
  EXPECT_EQ(run(program), 8);
}

}  // namespace
}  // namespace lockstep::runtime
