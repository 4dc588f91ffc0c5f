// cuda_programs FOLDER [N L]: writes the CUDA forms of the catalogue to a folder, for run.sh.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/hardware/cuda/programs.hpp"

int main(int argument_count, char** arguments) {
  if (argument_count < 2) {
    fmt::print(stderr, "cuda_programs FOLDER [N L]\n");
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  const bool sized = argument_count > 3;
  const lockstep::CudaPrograms programs =
      lockstep::cuda_programs(sized ? std::strtoull(arguments[2], nullptr, 10) : 1000,
                              sized ? std::strtoull(arguments[3], nullptr, 10) : 64);
  for (const lockstep::CudaUnit& unit : programs.units)
    std::ofstream(folder / (unit.name + ".cu"), std::ios::binary) << unit.text;
  std::ofstream(folder / "data.bin", std::ios::binary)
      .write(reinterpret_cast<const char*>(programs.data.data()),
             static_cast<std::streamsize>(programs.data.size()));
  for (const std::string& reason : programs.untranslated) fmt::print(stderr, "{}\n", reason);
  fmt::print("{} forms in {} units, {} bytes of data\n", programs.forms, programs.units.size(),
             programs.data.size());
  return programs.untranslated.empty() ? 0 : 1;
}
