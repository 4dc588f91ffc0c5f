#include "core/base/text/object_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/text/checked_form.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/text.hpp"

namespace lockstep {

namespace {

const ByteSource kPlainSource;

// Ends the reading of a field, or of all fields.
class WrongField : public std::invalid_argument {
 public:
  WrongField(const char* key, std::string_view owner, std::string what)
      : std::invalid_argument(fmt::format("'{}'{} {}", key, owner, what)), what_(std::move(what)) {}
  const std::string& mistake() const { return what_; }

 private:
  std::string what_;
};

}  // namespace

const NoteMistake kIgnoreMistakes = [](const FieldMistake&) {};

FieldsJson ByteStore::text(const std::string& words) { return words; }
FieldsJson ByteStore::data(std::string_view) { return nullptr; }

std::string ByteSource::text(const FieldsJson& json, const char* key) const {
  if (!json.is_string()) throw WrongField(key, "", "is not a string");
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
void FieldWriter::json(const char* key, FieldsJson value) { object_[key] = std::move(value); }
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

void FieldWriter::numbers_or_none(const char* key, const std::vector<std::uint64_t>& values) {
  if (!values.empty()) object_[key] = values;
}

void FieldWriter::hexadecimal(const char* key, const std::vector<std::byte>& bytes) {
  std::string text;
  for (const std::byte byte : bytes)
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  object_[key] = text;
}

FieldReader::FieldReader(const FieldsJson& object, std::string_view owner)
    : FieldReader(object, kPlainSource, owner) {}

FieldReader::FieldReader(const FieldsJson& object, const NoteMistake& note, std::string path)
    : object_(object), source_(kPlainSource), note_(&note), path_(std::move(path)) {}

void FieldReader::mistake(const std::string& key, const std::string& what) const {
  if (note_ == nullptr) wrong(key.c_str(), what);
  (*note_)({path_of(key), what});
}

std::string FieldReader::path_of(const std::string& key) const {
  return path_.empty() || key.empty() ? path_ + key : fmt::format("{}.{}", path_, key);
}

void FieldReader::attempt(const char* key, const std::function<void()>& read) const {
  if (note_ == nullptr) return read();
  try {
    read();
  } catch (const WrongField& wrong) {
    mistake(key, wrong.mistake());
  }
}

std::vector<std::string> FieldReader::keys_of_objects() const {
  std::vector<std::string> keys;
  if (!object_.is_object()) {
    mistake("", mistaken_value(object_, "an object"));
    return keys;
  }
  for (const auto& [key, value] : object_.items()) {
    if (value.is_object())
      keys.push_back(key);
    else
      mistake(key, mistaken_value(value, "an object"));
  }
  return keys;
}

void FieldReader::finish() const {
  if (note_ == nullptr || known_.empty()) return;
  if (!object_.is_object()) return mistake("", mistaken_value(object_, "an object"));
  for (const auto& [key, value] : object_.items())
    if (std::ranges::find(known_, key) == known_.end())
      (*note_)({path_of(shortened(key)),
                fmt::format("is not a known key; the keys are {}", fmt::join(known_, ", ")), true});
}

void FieldReader::wrong(const char* key, std::string_view what) const {
  throw WrongField(key, owner_, std::string(what));
}

void FieldReader::unknown(const char* key, const std::string& word) const {
  if (note_ != nullptr) wrong(key, fmt::format("is \"{}\", which is not known", shortened(word)));
  throw std::invalid_argument(fmt::format("'{}' is not known as {}{}", word, key, owner_));
}

const FieldsJson* FieldReader::find(const char* key) const {
  if (note_ != nullptr && std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
  if (!object_.is_object() && note_ != nullptr) return nullptr;
  if (!object_.is_object())
    throw std::invalid_argument(
        fmt::format("the value that should contain '{}'{} is not an object", key, owner_));
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
  return {json, *note_, path_of(key)};
}

std::size_t FieldReader::list_size(const char* key) const {
  if (note_ == nullptr) return entries(key).size();
  const FieldsJson* const found = wanted(key);
  if (found == nullptr || found->is_array()) return found == nullptr ? 0 : found->size();
  mistake(key, mistaken_value(*found, "a list"));
  return 0;
}

FieldReader FieldReader::entry(const char* key, std::size_t index) const {
  return part(entries(key)[index], fmt::format("{}[{}]", key, index));
}

void FieldReader::text(const char* key, std::string& value) const {
  if (note_ == nullptr)
    value = source_.text(member(key), key);
  else
    form(key, value, CheckedForm<std::string>{"a text", &FieldsJson::is_string});
}

void FieldReader::data(const char* key, SharedBytes& bytes) const { bytes = source_.data(member(key), key); }

const FieldsJson& FieldReader::entries(const char* key) const {
  const FieldsJson& found = member(key);
  if (!found.is_array()) wrong(key, "is not a list");
  return found;
}

std::uint64_t FieldReader::whole_at(const char* key) const { return whole(member(key), key); }

std::uint64_t FieldReader::whole(const FieldsJson& json, const char* key) const {
  if (!json.is_number_unsigned()) wrong(key, "is not a whole number");
  return json.get<std::uint64_t>();
}

const std::string& FieldReader::word_at(const char* key) const {
  const FieldsJson& found = member(key);
  if (!found.is_string()) wrong(key, "is not a string");
  return found.get_ref<const std::string&>();
}

void FieldReader::texts(const char* key, std::vector<std::string>& values) const {
  if (!has(key)) return;
  attempt(key, [&] {
    for (const FieldsJson& value : entries(key)) values.push_back(source_.text(value, key));
  });
}

void FieldReader::real(const char* key, double& value) const {
  attempt(key, [&] {
    const FieldsJson& found = member(key);
    if (!found.is_number()) wrong(key, "is not a number");
    value = found.get<double>();
  });
}

void FieldReader::flag(const char* key, bool& value) const {
  if (note_ != nullptr) return form(key, value, CheckedForm<bool>{"true or false", &FieldsJson::is_boolean});
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
  attempt(key, [&] {
    std::vector<std::uint64_t> read;
    for (const FieldsJson& value : entries(key)) read.push_back(whole(value, key));
    values = std::move(read);
  });
}

void FieldReader::hexadecimal(const char* key, std::vector<std::byte>& bytes) const {
  const std::string& text = word_at(key);
  if (text.size() % 2 != 0) wrong(key, "has an odd number of hexadecimal digits");
  for (std::size_t at = 0; at < text.size(); at += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 2, byte, 16);
    if (error != std::errc() || end != text.data() + at + 2) wrong(key, "is not hexadecimal");
    bytes.push_back(static_cast<std::byte>(byte));
  }
}

}  // namespace lockstep
