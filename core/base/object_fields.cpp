#include "core/base/object_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep {

FieldsJson ByteStore::text(const std::string& words) { return words; }
FieldsJson ByteStore::data(std::string_view) { return nullptr; }

std::string ByteSource::text(const FieldsJson& json, const char* key) const {
  if (!json.is_string()) throw std::invalid_argument(fmt::format("'{}' is no text", key));
  return json.get<std::string>();
}

SharedBytes ByteSource::data(const FieldsJson& json, const char* key) const {
  const std::string words = text(json, key);
  const auto* first = reinterpret_cast<const std::byte*>(words.data());
  return std::make_shared<const std::vector<std::byte>>(first, first + words.size());
}

void FieldWriter::null() { object_ = nullptr; }
void FieldWriter::text(const char* key, const std::string& value) { object_[key] = store_.text(value); }
void FieldWriter::number(const char* key, std::uint64_t value) { object_[key] = value; }
void FieldWriter::real(const char* key, double value) { object_[key] = value; }
void FieldWriter::flag(const char* key, bool value) { object_[key] = value; }
void FieldWriter::put_word(const char* key, std::string_view word) { object_[key] = word; }

void FieldWriter::put_data(const char* key, std::string_view bytes) {
  if (FieldsJson json = store_.data(bytes); !json.is_null()) object_[key] = std::move(json);
}

void FieldWriter::sizes(const char* key, const std::array<std::uint64_t, 3>& values, unsigned dimensions) {
  object_[key] = std::vector<std::uint64_t>(values.begin(), values.begin() + std::min(dimensions, 3u));
}

void FieldWriter::begin_list(const char* key) { object_[key] = FieldsJson::array(); }

FieldWriter FieldWriter::next_of_list(const char* key) {
  FieldsJson& list = object_[key];
  list.push_back(FieldsJson::object());
  return {list.back(), store_};
}

FieldWriter FieldWriter::new_object(const char* key) { return {object_[key] = FieldsJson::object(), store_}; }

void FieldWriter::texts(const char* key, const std::vector<std::string>& values) {
  object_[key] = FieldsJson::array();
  for (const std::string& value : values) object_[key].push_back(store_.text(value));
}

void FieldWriter::hexadecimal(const char* key, const std::vector<std::byte>& bytes) {
  std::string text;
  for (const std::byte byte : bytes)
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  object_[key] = text;
}

void FieldReader::wrong(const char* key, std::string_view what) const {
  throw std::invalid_argument(fmt::format("'{}'{} {}", key, owner_, what));
}

void FieldReader::unknown(const char* key, const std::string& word) const {
  throw std::invalid_argument(fmt::format("'{}' is not known as {}{}", word, key, owner_));
}

const FieldsJson* FieldReader::find(const char* key) const {
  if (!object_.is_object())
    throw std::invalid_argument(fmt::format("what should hold '{}'{} is no object", key, owner_));
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const FieldsJson& FieldReader::member(const char* key) const {
  const FieldsJson* found = find(key);
  if (found == nullptr) wrong(key, "is missing");
  return *found;
}

bool FieldReader::is_null() const { return object_.is_null(); }
std::size_t FieldReader::list_size(const char* key) const { return entries(key).size(); }
FieldReader FieldReader::entry(const char* key, std::size_t index) const {
  return {entries(key)[index], source_};
}
void FieldReader::text(const char* key, std::string& value) const { value = source_.text(member(key), key); }
void FieldReader::data(const char* key, SharedBytes& bytes) const { bytes = source_.data(member(key), key); }

const FieldsJson& FieldReader::entries(const char* key) const {
  const FieldsJson& found = member(key);
  if (!found.is_array()) wrong(key, "is no list");
  return found;
}

std::uint64_t FieldReader::whole_at(const char* key) const { return whole(member(key), key); }

std::uint64_t FieldReader::whole(const FieldsJson& json, const char* key) const {
  if (!json.is_number_unsigned()) wrong(key, "is no whole number");
  return json.get<std::uint64_t>();
}

const std::string& FieldReader::word_at(const char* key) const {
  const FieldsJson& found = member(key);
  if (!found.is_string()) wrong(key, "is no text");
  return found.get_ref<const std::string&>();
}

void FieldReader::texts(const char* key, std::vector<std::string>& values) const {
  if (!has(key)) return;
  for (const FieldsJson& value : entries(key)) values.push_back(source_.text(value, key));
}

void FieldReader::real(const char* key, double& value) const {
  const FieldsJson& found = member(key);
  if (!found.is_number()) wrong(key, "is no number");
  value = found.get<double>();
}

void FieldReader::flag(const char* key, bool& value) const {
  const FieldsJson& found = member(key);
  if (!found.is_boolean()) wrong(key, "is neither true nor false");
  value = found.get<bool>();
}

void FieldReader::sizes(const char* key, std::array<std::uint64_t, 3>& values, unsigned& dimensions) const {
  const FieldsJson& found = member(key);
  if (!found.is_array() || found.empty() || found.size() > values.size())
    wrong(key, "is not one to three numbers");
  for (std::size_t i = 0; i < found.size(); ++i) values[i] = whole(found[i], key);
  dimensions = static_cast<unsigned>(found.size());
}

void FieldReader::numbers(const char* key, std::vector<std::uint64_t>& values) const {
  for (const FieldsJson& value : entries(key)) values.push_back(whole(value, key));
}

void FieldReader::hexadecimal(const char* key, std::vector<std::byte>& bytes) const {
  const std::string& text = word_at(key);
  if (text.size() % 2 != 0) wrong(key, "has half a byte");
  for (std::size_t at = 0; at < text.size(); at += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    if (error != std::errc() || end != text.data() + at + 2) wrong(key, "is not hexadecimal");
    bytes.push_back(static_cast<std::byte>(byte));
  }
}

}  // namespace lockstep
