// A vector whose copies share their values until one copy is changed.
//
// Reading is const and never copies. write() first copies the values if they are shared; a reference or
// pointer from an earlier read may then refer to the old values. Several threads may read and copy the same
// object, and each thread may write to its own copy.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace lockstep {

template <class T>
class CopyOnWrite {
 public:
  using Values = std::vector<T>;
  using value_type = T;

  CopyOnWrite() = default;
  explicit CopyOnWrite(Values values) : values_(std::make_shared<Values>(std::move(values))) {}

  const Values& read() const { return values_ ? *values_ : none(); }
  operator const Values&() const { return read(); }
  Values& write() {
    if (!values_)
      values_ = std::make_shared<Values>();
    else if (values_.use_count() > 1)
      values_ = std::make_shared<Values>(*values_);
    return *values_;
  }
  // Returns the values and leaves this object empty.
  Values take() {
    Values values = std::move(write());
    values_.reset();
    return values;
  }

  std::size_t size() const { return read().size(); }
  bool empty() const { return read().empty(); }
  const T* data() const { return read().data(); }
  const T& operator[](std::size_t index) const { return read()[index]; }
  auto begin() const { return read().begin(); }
  auto end() const { return read().end(); }

  bool is_shared_with(const CopyOnWrite& other) const { return values_ == other.values_; }
  bool operator==(const CopyOnWrite& other) const { return is_shared_with(other) || read() == other.read(); }

 private:
  static const Values& none() {
    static const Values empty;
    return empty;
  }

  std::shared_ptr<Values> values_;
};

}  // namespace lockstep
