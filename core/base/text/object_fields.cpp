#include "core/base/text/object_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"

namespace lockstep {

namespace {

const ByteSource kPlainSource;

struct TextForm {
  static std::optional<std::string> value(const FieldsJson& json) {
    return json.is_string() ? std::optional(json.get<std::string>()) : std::nullopt;
  }
  static std::string mistake(const FieldsJson& json) {
    return fmt::format("is {}, not a text", quoted_json(json));
  }
};

}  // namespace

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

FieldsJson written_fields(const std::function<void(FieldWriter&)>& fields) {
  ByteStore texts;
  return written_fields(fields, texts);
}

FieldsJson written_fields(const std::function<void(FieldWriter&)>& fields, ByteStore& store) {
  FieldsJson json = FieldsJson::object();
  FieldWriter writer(json, store);
  fields(writer);
  return json;
}

Result<void> reading(std::string_view what, const std::function<void()>& read) {
  try {
    read();
    return {};
  } catch (const std::exception& error) {
    return usage_error(fmt::format("This is not {}: {}.", what, json_reason(error)));
  }
}

void FieldWriter::null() { object_ = nullptr; }
void FieldWriter::text(const char* key, const std::string& value) { object_[key] = store_.text(value); }
void FieldWriter::number(const char* key, std::uint64_t value) { object_[key] = value; }
void FieldWriter::real(const char* key, double value) { object_[key] = value; }
void FieldWriter::flag(const char* key, bool value) { object_[key] = value; }
void FieldWriter::put(const char* key, FieldsJson json) { object_[key] = std::move(json); }
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

FieldReader::FieldReader(const FieldsJson& object, const NoteMistake& note, std::string path)
    : object_(object), source_(kPlainSource), note_(&note), path_(std::move(path)) {}

void FieldReader::mistake(const std::string& key, const std::string& what) const {
  if (note_ == nullptr) wrong(key.c_str(), what);
  (*note_)(path_.empty() || key.empty() ? path_ + key : fmt::format("{}.{}", path_, key), what);
}

void FieldReader::finish() const {
  if (note_ == nullptr || known_.empty()) return;
  if (!object_.is_object())
    return mistake(
        "", fmt::format("is {}, not an object such as {{\"kernel\": \"scale\"}}", quoted_json(object_)));
  for (const auto& [key, value] : object_.items())
    if (std::ranges::find(known_, key) == known_.end())
      mistake(shortened(key), fmt::format("is not a key here; the keys are {}", fmt::join(known_, ", ")));
}

void FieldReader::wrong(const char* key, std::string_view what) const {
  throw std::invalid_argument(fmt::format("'{}'{} {}", key, owner_, what));
}

void FieldReader::unknown(const char* key, const std::string& word) const {
  throw std::invalid_argument(fmt::format("'{}' is not known as {}{}", word, key, owner_));
}

const FieldsJson* FieldReader::find(const char* key) const {
  if (note_ != nullptr && std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  if (!object_.is_object() && note_ != nullptr) return nullptr;
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

const FieldsJson* FieldReader::wanted(const char* key) const {
  if (note_ == nullptr) return &member(key);
  const FieldsJson* const found = find(key);
  if (found == nullptr && object_.is_object()) mistake(key, "is missing");
  return found;
}

bool FieldReader::is_null() const { return object_.is_null(); }
bool FieldReader::is_object() const { return object_.is_object(); }
bool FieldReader::has_value(const char* key) const { return has(key) && !find(key)->is_null(); }
const std::string* FieldReader::as_text() const { return object_.get_ptr<const std::string*>(); }

FieldReader FieldReader::part(const FieldsJson& json, const std::string& key) const {
  if (note_ == nullptr) return {json, source_};
  return {json, *note_, path_.empty() ? key : fmt::format("{}.{}", path_, key)};
}

std::size_t FieldReader::list_size(const char* key) const {
  if (note_ == nullptr) return entries(key).size();
  const FieldsJson* const found = wanted(key);
  if (found == nullptr || found->is_array()) return found == nullptr ? 0 : found->size();
  mistake(key, fmt::format("is {}, not a list", quoted_json(*found)));
  return 0;
}

FieldReader FieldReader::entry(const char* key, std::size_t index) const {
  return part(entries(key)[index], fmt::format("{}[{}]", key, index));
}

void FieldReader::text(const char* key, std::string& value) const {
  if (note_ != nullptr) return form(key, value, TextForm{});
  value = source_.text(member(key), key);
}

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
