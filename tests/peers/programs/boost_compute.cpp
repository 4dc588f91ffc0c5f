// Algorithms of Boost.Compute on the first OpenCL device: prints one line for each algorithm and element
// type, "right" or the first wrong element. It knows nothing of Lockstep.
#include <algorithm>
#include <boost/compute/algorithm.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/core.hpp>
#include <boost/compute/lambda.hpp>
#include <cmath>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

namespace compute = boost::compute;

namespace {

bool all_right = true;

template <typename T>
void compare(const std::string& name, const std::vector<T>& found, const std::vector<T>& expected) {
  const double tolerance = std::is_integral_v<T> ? 0 : 1e-5;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (std::abs(double(found[i]) - double(expected[i])) >
        tolerance * std::max(1.0, std::abs(double(expected[i])))) {
      std::cout << name << ": [" << i << "] is " << found[i] << ", expected " << expected[i] << '\n';
      all_right = false;
      return;
    }
  std::cout << name << ": right\n";
}

template <typename T>
void algorithms(const std::string& type, std::size_t n, compute::command_queue& queue) {
  using compute::lambda::_1;
  std::vector<T> input(n), expected(n), found(n);
  unsigned state = 7;
  for (T& value : input) value = T((state = state * 1664525u + 1013904223u) >> 24) - T(100);
  const compute::vector<T> values(input.begin(), input.end(), queue);
  compute::vector<T> out(n, queue.get_context());
  const auto read = [&](compute::vector<T>& from) {
    compute::copy(from.begin(), from.end(), found.begin(), queue);
  };

  T sum = 0;
  compute::reduce(values.begin(), values.end(), &sum, queue);
  compare<T>("reduce " + type, {sum}, {std::accumulate(input.begin(), input.end(), T(0))});

  compute::inclusive_scan(values.begin(), values.end(), out.begin(), queue);
  read(out);
  std::partial_sum(input.begin(), input.end(), expected.begin());
  compare("inclusive_scan " + type, found, expected);

  compute::exclusive_scan(values.begin(), values.end(), out.begin(), queue);
  read(out);
  std::exclusive_scan(input.begin(), input.end(), expected.begin(), T(0));
  compare("exclusive_scan " + type, found, expected);

  compute::transform(values.begin(), values.end(), out.begin(), _1 * T(3) + T(1), queue);
  read(out);
  std::transform(input.begin(), input.end(), expected.begin(), [](T x) { return T(x * T(3) + T(1)); });
  compare("transform " + type, found, expected);

  compute::vector<T> sorted(values, queue);
  compute::sort(sorted.begin(), sorted.end(), queue);
  read(sorted);
  expected = input;
  std::sort(expected.begin(), expected.end());
  compare("sort " + type, found, expected);

  compute::vector<T> parts(values, queue);
  compute::stable_partition(parts.begin(), parts.end(), _1 < T(20), queue);
  read(parts);
  expected = input;
  std::stable_partition(expected.begin(), expected.end(), [](T x) { return x < T(20); });
  compare("partition " + type, found, expected);
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t n = count > 1 ? std::stoul(arguments[1]) : 1000;
  const compute::device device = compute::system::default_device();
  std::cerr << device.name() << '\n';
  const compute::context context(device);
  compute::command_queue queue(context, device);
  algorithms<int>("int", n, queue);
  algorithms<float>("float", n, queue);
  if (device.supports_extension("cl_khr_fp64")) algorithms<double>("double", n, queue);
  return all_right ? 0 : 1;
}
