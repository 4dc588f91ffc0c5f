// Writes and reads the fields of JSON objects. Each field is named only once, in a function with FieldWriter
// or FieldReader as its template parameter. The reader checks every value: if a value is missing or has
// the wrong type, the reader throws std::invalid_argument with a sentence about the field. A file that is
// written by hand, or that another version may have written, is read to the end instead: each mistake is
// noted, and the variable for an invalid value is not changed.
//
// A form defines how a type is represented in JSON where this is not obvious. It has three functions:
// json(value); value(json), which returns none for unsuitable JSON; and mistake(json), which returns a
// sentence without its subject, such as "is 5, not a text".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

using FieldsJson = nlohmann::ordered_json;
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

inline std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Stores bytes and texts that need not be UTF-8, and returns the JSON that refers to them.
class ByteStore {
 public:
  virtual ~ByteStore() = default;
  virtual FieldsJson text(const std::string& words);
  virtual FieldsJson data(std::string_view bytes);  // null: the field is left out
};
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::string text(const FieldsJson& json, const char* key) const;
  virtual SharedBytes data(const FieldsJson& json, const char* key) const;
};

// A field written by …_or_none is omitted if it is empty; a field written by …_or is omitted if it has
// its default value.
class FieldWriter {
 public:
  static constexpr bool kReads = false;
  FieldWriter(FieldsJson& object, ByteStore& store) : object_(object), store_(store) {}

  bool has(const char*) const { return true; }  // each field is written
  void null();
  void text(const char* key, const std::string& value);
  void text_or_none(const char* key, const std::string& value) {
    if (!value.empty()) text(key, value);
  }
  void texts(const char* key, const std::vector<std::string>& values);
  void number(const char* key, std::uint64_t value);
  void number_or(const char* key, std::uint64_t value, std::uint64_t usual) {
    if (value != usual) number(key, value);
  }
  void number_or_none(const char* key, const std::optional<std::size_t>& value) {
    if (value) number(key, *value);
  }
  void numbers_or_none(const char* key, const std::vector<std::uint64_t>& values);
  void real(const char* key, double value);
  void flag(const char* key, bool value);
  void flag_or(const char* key, bool value, bool usual) {
    if (value != usual) flag(key, value);
  }
  template <class E, class Name, class Parse>
  void word(const char* key, E value, Name name, Parse) {
    put_word(key, name(value));
  }
  template <class E, class Name, class Parse>
  void word_or(const char* key, E value, E usual, Name name, Parse parse) {
    if (value != usual) word(key, value, name, parse);
  }
  // One value for each dimension.
  void sizes(const char* key, const std::array<std::uint64_t, 3>& values, unsigned dimensions);
  void hexadecimal(const char* key, const std::vector<std::byte>& bytes);
  void data(const char* key, const SharedBytes& bytes) { put_data(key, text_of(*bytes)); }
  void data_or_none(const char* key, const SharedBytes& bytes) {
    if (bytes) data(key, bytes);
  }
  void data_text(const char* key, const std::string& text) { put_data(key, text); }
  void json(const char* key, FieldsJson value);
  template <class T, class Form>
  void form(const char* key, const T& value, const Form& form) {
    json(key, form.json(value));
  }
  template <class T, class Form>
  void form_or(const char* key, const T& value, const T& usual, const Form& form) {
    if (value != usual) json(key, form.json(value));
  }
  template <class T, class Fields>
  void list(const char* key, const std::vector<T>& values, Fields fields) {
    begin_list(key);
    for (const T& value : values) {
      FieldWriter writer = next_of_list(key);
      fields(writer, value);
    }
  }
  template <class T, class Fields>
  void list_or_none(const char* key, const std::vector<T>& values, Fields fields) {
    if (!values.empty()) list(key, values, fields);
  }
  // An object whose keys are data; each value is an object with the same fields.
  template <class T, class Fields>
  void map(const char* key, const std::map<std::string, T>& values, Fields fields) {
    FieldWriter entries = new_object(key);
    for (const auto& [name, value] : values) entries.object(name.c_str(), value, fields);
  }
  template <class T, class Fields>
  void object(const char* key, const T& value, Fields fields) {
    FieldWriter writer = new_object(key);
    fields(writer, value);
  }
  template <class T, class Fields>
  void object_or_none(const char* key, const std::optional<T>& value, Fields fields) {
    if (value) object(key, *value, fields);
  }

 private:
  void put_word(const char* key, std::string_view word);
  void put_data(const char* key, std::string_view bytes);
  void begin_list(const char* key);
  FieldWriter next_of_list(const char* key);  // valid until the next call
  FieldWriter new_object(const char* key);

  FieldsJson& object_;
  ByteStore& store_;
};

// A mistake in a value: its path, "launches[0].global", and a sentence without its subject.
struct FieldMistake {
  std::string path, what;
  bool is_unknown_key = false;
};
using NoteMistake = std::function<void(const FieldMistake&)>;
// Ignores mistakes, for files that the program keeps: an invalid value counts as missing.
extern const NoteMistake kIgnoreMistakes;

class FieldReader {
 public:
  static constexpr bool kReads = true;
  // `owner` is the part of an error that names the object, such as " of an image". `source` and `note` must
  // outlive the reader, so temporaries are not accepted.
  explicit FieldReader(const FieldsJson& object, std::string_view owner = "");
  FieldReader(const FieldsJson& object, const ByteSource& source, std::string_view owner = "")
      : object_(object), source_(source), owner_(owner) {}
  FieldReader(const FieldsJson& object, const ByteSource&& source, std::string_view owner = "") = delete;
  FieldReader(const FieldsJson& object, const NoteMistake& note, std::string path = "");
  FieldReader(const FieldsJson& object, const NoteMistake&& note, std::string path = "") = delete;

  bool is_null() const;
  bool is_object() const;
  const std::string* as_text() const;  // null if it is not a string
  // Reports a mistake in a field; "" denotes the whole object.
  void mistake(const std::string& key, const std::string& what) const;
  // Notes all unknown keys.
  void finish() const;
  bool has(const char* key) const { return find(key) != nullptr; }
  bool has_value(const char* key) const;  // and its value is not null
  void text(const char* key, std::string& value) const;
  void text_or_none(const char* key, std::string& value) const {
    if (has(key)) text(key, value);
  }
  void texts(const char* key, std::vector<std::string>& values) const;
  template <class N>
  void number(const char* key, N& value) const {
    attempt(key, [&] { value = static_cast<N>(whole_at(key)); });
  }
  template <class N>
  void number_or(const char* key, N& value, std::uint64_t usual) const {
    value = static_cast<N>(usual);
    if (has(key)) number(key, value);
  }
  void number_or_none(const char* key, std::optional<std::size_t>& value) const {
    if (has(key)) attempt(key, [&] { value = whole_at(key); });
  }
  void real(const char* key, double& value) const;
  void flag(const char* key, bool& value) const;
  void flag_or(const char* key, bool& value, bool usual) const {
    value = usual;
    if (has(key)) flag(key, value);
  }
  template <class E, class Name, class Parse>
  void word(const char* key, E& value, Name, Parse parse) const {
    attempt(key, [&] {
      const std::string& text = word_at(key);
      if (const auto known = parse(text))
        value = *known;
      else
        unknown(key, text);
    });
  }
  template <class E, class Name, class Parse>
  void word_or(const char* key, E& value, E usual, Name name, Parse parse) const {
    value = usual;
    if (has(key)) word(key, value, name, parse);
  }
  // Sets the number of dimensions; the sizes of further dimensions keep their values.
  void sizes(const char* key, std::array<std::uint64_t, 3>& values, unsigned& dimensions) const;
  void numbers(const char* key, std::vector<std::uint64_t>& values) const;
  void numbers_or_none(const char* key, std::vector<std::uint64_t>& values) const {
    if (has(key)) numbers(key, values);
  }
  void hexadecimal(const char* key, std::vector<std::byte>& bytes) const;
  void data(const char* key, SharedBytes& bytes) const;
  void data_or_none(const char* key, SharedBytes& bytes) const {
    if (has(key)) data(key, bytes);
  }
  void data_text(const char* key, std::string& text) const {
    SharedBytes bytes;
    data(key, bytes);
    text = std::string(text_of(*bytes));
  }
  template <class T, class Form>
  void form(const char* key, T& value, const Form& form) const {
    const FieldsJson* const found = wanted(key);
    if (found == nullptr) return;
    if (auto read = form.value(*found))
      value = std::move(*read);
    else
      mistake(key, form.mistake(*found));
  }
  template <class T, class Form>
  void form_or(const char* key, T& value, const T&, const Form& form) const {
    if (has(key)) this->form(key, value, form);
  }
  template <class T, class Fields>
  void list(const char* key, std::vector<T>& values, Fields fields) const {
    const std::size_t count = list_size(key);
    for (std::size_t i = 0; i < count; ++i) {
      const FieldReader reader = entry(key, i);
      fields(reader, values.emplace_back());
      reader.finish();
    }
  }
  template <class T, class Fields>
  void list_or_none(const char* key, std::vector<T>& values, Fields fields) const {
    if (has(key)) list(key, values, fields);
  }
  template <class T, class Fields>
  void map(const char* key, std::map<std::string, T>& values, Fields fields) const {
    const FieldsJson* const found = wanted(key);
    if (found == nullptr) return;
    const FieldReader entries = part(*found, key);
    for (const std::string& name : entries.keys_of_objects())
      entries.object(name.c_str(), values[name], fields);
  }
  template <class T, class Fields>
  void object(const char* key, T& value, Fields fields) const {
    const FieldsJson* const found = wanted(key);
    if (found == nullptr) return;
    const FieldReader reader = part(*found, key);
    fields(reader, value);
    reader.finish();
  }
  template <class T, class Fields>
  void object_or_none(const char* key, std::optional<T>& value, Fields fields) const {
    if (has(key)) object(key, value.emplace(), fields);
  }
  FieldReader owned_by(std::string_view owner) const { return {object_, source_, owner}; }

 private:
  std::string path_of(const std::string& key) const;
  // A mistake ends `read`, and is noted if this reader notes mistakes.
  void attempt(const char* key, const std::function<void()>& read) const;
  std::vector<std::string> keys_of_objects() const;  // a value that is not an object is a mistake
  const FieldsJson* find(const char* key) const;     // null if the object has no such field
  const FieldsJson* wanted(const char* key) const;   // the same; a missing field is noted
  const FieldsJson& member(const char* key) const;
  const FieldsJson& entries(const char* key) const;
  FieldReader part(const FieldsJson& json, const std::string& key) const;
  std::size_t list_size(const char* key) const;
  FieldReader entry(const char* key, std::size_t index) const;
  std::uint64_t whole_at(const char* key) const;
  std::uint64_t whole(const FieldsJson& json, const char* key) const;
  const std::string& word_at(const char* key) const;
  [[noreturn]] void wrong(const char* key, std::string_view what) const;  // "'key' of an image is …"
  [[noreturn]] void unknown(const char* key, const std::string& word) const;

  const FieldsJson& object_;
  const ByteSource& source_;
  std::string_view owner_;
  const NoteMistake* note_ = nullptr;  // null: a mistake throws an exception
  std::string path_;
  mutable std::vector<std::string> known_;  // the keys of all fields so far; only if mistakes are noted
};

// Returns an object with these fields.
FieldsJson written_fields(const std::function<void(FieldWriter&)>& fields);
FieldsJson written_fields(const std::function<void(FieldWriter&)>& fields, ByteStore& store);
// Calls `read`, and returns the Error that ended it: "This is not a row: 'n' is missing." if `what` is
// "a row".
Result<void> reading(std::string_view what, const std::function<void()>& read);

template <class T, class Fields>
Result<T> read_fields(const FieldsJson& json, std::string_view what, Fields fields,
                      const ByteSource& source = ByteSource{}) {
  T value;
  return reading(what, [&] { fields(FieldReader(json, source), value); }).map([&] {
    return std::move(value);
  });
}

}  // namespace lockstep
