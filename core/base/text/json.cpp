#include "core/base/text/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMaxValues = std::size_t{1} << 24;       // at most about 1.5 GB
constexpr std::size_t kFewKeys = 32;                           // up to which keys are compared one by one
constexpr std::size_t kMaxQuotedWidth = 60, kMaxOfToken = 24;  // characters

template <class Json>
std::string quoted(const Json& json) {
  const bool is_long = json.is_structured() && json.size() > kMaxQuotedWidth;
  if (is_long)
    return fmt::format("{} {} of {} entries", json.is_array() ? "a" : "an", json.type_name(), json.size());
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return width_of(text) <= kMaxQuotedWidth ? text : "a long " + std::string(json.type_name());
}

// Reads the text for the parser, and reports its position to the handler.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit Cursor(const char** at) : at_(at) {}
  reference operator*() const { return **at_; }
  Cursor& operator++() {
    ++*at_;
    return *this;
  }
  Cursor operator++(int) { return ++*this; }
  bool operator==(const Cursor& other) const { return *at_ == *other.at_; }
  bool operator!=(const Cursor& other) const { return *at_ != *other.at_; }

 private:
  const char** at_;
};

bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_of_number(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-';
}

// Builds the value from the parser's events, without recursion, and describes errors.
template <class Json>
class Builder final : public nlohmann::json_sax<Json> {
 public:
  using Binary = typename Json::binary_t;

  Builder(std::string_view text, unsigned deepest) : text_(text), deepest_(deepest) {}

  ParsedJson<Json> read() {
    const char* const end = text_.data() + text_.size();
    const char* last = end;
    at_ = text_.data();
    if (Json::sax_parse(Cursor(&at_), Cursor(&last), this, Json::input_format_t::json, true))
      return std::move(root_);
    if (fault_.what.empty()) fail(text_.size(), "it cannot be read");
    return tl::unexpected(std::move(fault_));
  }

  bool null() override { return value(Json(nullptr)); }
  bool boolean(bool is_true) override { return value(Json(is_true)); }
  bool number_integer(std::int64_t number) override { return number_value(Json(number)); }
  bool number_unsigned(std::uint64_t number) override { return number_value(Json(number)); }
  bool number_float(double number, const std::string&) override { return number_value(Json(number)); }
  bool string(std::string& text) override { return value(Json(std::move(text))); }
  bool binary(Binary&) override { return false; }  // JSON has no binary values

  bool start_object(std::size_t) override { return start(Json::object()); }
  bool start_array(std::size_t) override { return start(Json::array()); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  bool key(std::string& key) override {
    Open& open = open_.back();
    auto& object = open.json->template get_ref<typename Json::object_t&>();
    if (!is_new(open, object, key))
      return fail(offset(), fmt::format("the key \"{}\" appears twice in this object",
                                        shortened(key, kMaxQuotedWidth)));
    if constexpr (requires { object.emplace_back(key, nullptr); })
      next_ = &object.emplace_back(std::move(key), nullptr).second;
    else
      next_ = &object[std::move(key)];
    return went_on(Last::key, offset());
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    constexpr int out_of_range = 406;
    // A number is read together with the character after it.
    if (error.id == out_of_range) {
      const std::size_t begin = token_begin().at;
      return fail(begin, fmt::format("the number {} is too large", token_at(begin)));
    }
    explain();
    return false;
  }

 private:
  enum class Last : std::uint8_t { nothing, open, key, value };
  struct Open {
    Json* json;
    std::size_t begin;
    std::unique_ptr<std::unordered_set<std::string>> keys{};
  };

  std::size_t offset() const { return static_cast<std::size_t>(at_ - text_.data()); }

  bool went_on(Last last, std::size_t end) {
    last_ = last;
    last_end_ = end;
    return true;
  }

  bool is_new(Open& open, const typename Json::object_t& object, const std::string& key) const {
    if (object.size() < kFewKeys)
      return std::ranges::none_of(object, [&](const auto& entry) { return entry.first == key; });
    if (!open.keys) {
      open.keys = std::make_unique<std::unordered_set<std::string>>();
      for (const auto& entry : object) open.keys->insert(entry.first);
    }
    return open.keys->insert(key).second;
  }

  // Stores the next value at its place. A list with an open child does not grow, so pointers into
  // it stay valid.
  Json* put(Json json) {
    if (++values_ > kMaxValues) {
      fail(offset(), fmt::format("it has more than {} values", count_text(kMaxValues)));
      return nullptr;
    }
    Json* place = &root_;
    if (next_ != nullptr)
      place = std::exchange(next_, nullptr);
    else if (!open_.empty())
      place = &open_.back().json->template get_ref<typename Json::array_t&>().emplace_back(nullptr);
    *place = std::move(json);
    return place;
  }

  bool value(Json json) { return put(std::move(json)) != nullptr && went_on(Last::value, offset()); }
  bool number_value(Json json) {
    std::size_t end = offset();
    if (end > 0 && !is_of_number(text_[end - 1])) --end;
    return put(std::move(json)) != nullptr && went_on(Last::value, end);
  }

  bool start(Json json) {
    const std::size_t begin = offset() - 1;
    if (open_.size() >= deepest_)
      return fail(begin,
                  deepest_ == kDeepestNesting
                      ? nested_too_deeply("this list or object")
                      : fmt::format("this list or object is nested more than {} levels deep", deepest_));
    Json* const place = put(std::move(json));
    if (place == nullptr) return false;
    open_.push_back({place, begin});
    return went_on(Last::open, offset());
  }

  bool end() {
    open_.pop_back();
    return went_on(Last::value, offset());
  }

  bool fail(std::size_t byte, std::string what) {
    fault_.byte = std::min(byte, text_.size());
    fault_.what = std::move(what);
    const std::string_view before = text_.substr(0, fault_.byte);
    const std::size_t line_end = before.rfind('\n');
    fault_.line = 1 + static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
    fault_.column = 1 + width_of(before.substr(line_end == before.npos ? 0 : line_end + 1));
    return false;
  }

  struct TokenBegin {
    std::size_t at;
    bool separated;  // by the required comma or colon
  };
  TokenBegin token_begin() const {
    const char separator = last_ == Last::key ? ':' : last_ == Last::value && !open_.empty() ? ',' : '\0';
    std::size_t at = last_end_;
    if (at == 0 && text_.starts_with("\xEF\xBB\xBF")) at = 3;
    const auto skip = [&] {
      while (at < text_.size() && is_json_blank(text_[at])) ++at;
    };
    skip();
    const bool separated = separator != '\0' && at < text_.size() && text_[at] == separator;
    if (separated) ++at;
    skip();
    return {at, separated};
  }

  std::string token_at(std::size_t begin) const {
    constexpr std::string_view ends = " \t\r\n,:[]{}";
    std::size_t end = begin + 1;
    while (end < text_.size() && ends.find(text_[end]) == ends.npos) ++end;
    return shortened(text_.substr(begin, end - begin), kMaxOfToken);
  }

  bool in_list() const { return !open_.empty() && open_.back().json->is_array(); }

  bool explain() {
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF") || text_.find('\0') != text_.npos)
      return fail(0, "it is not UTF-8 text, but UTF-16 or binary data; save it as UTF-8");
    const auto [at, separated] = token_begin();
    if (at == text_.size()) return ends_early();
    const std::string token = token_at(at);
    if (text_.substr(at).starts_with("//") || text_.substr(at).starts_with("/*"))
      return fail(at, "JSON has no comments; remove this one");
    const bool needs_separator = last_ == Last::key || (last_ == Last::value && !open_.empty());
    if (needs_separator && !separated)
      return fail(at, last_ == Last::key
                          ? fmt::format("a : is missing between the key and {}", token)
                          : fmt::format("a comma or {} is missing before {}", in_list() ? ']' : '}', token));
    if (last_ == Last::value && open_.empty())
      return fail(at, fmt::format("nothing may follow the end of the value, but {} does", token));
    if (text_[at] == '"') return wrong_text(at);
    if (last_ == Last::value && (text_[at] == ']' || text_[at] == '}'))
      return fail(at, fmt::format("no entry follows the comma before {}", text_[at]));
    const bool wants_key = !open_.empty() && !in_list() && last_ != Last::key;
    return fail(at, fmt::format("{} is expected here, not {}",
                                wants_key ? "a key in quotation marks" : "a value", token));
  }

  bool ends_early() {
    if (last_ == Last::nothing) return fail(text_.size(), "it is empty");
    if (open_.empty()) return fail(text_.size(), "it ends too early");
    const auto line = 1 + std::ranges::count(text_.substr(0, open_.back().begin), '\n');
    return fail(
        text_.size(),
        fmt::format("it ends inside the {} that begins in line {}; is the file cut off, or is a {} missing?",
                    in_list() ? "list" : "object", line, in_list() ? ']' : '}'));
  }

  // The parser has stopped after a character that no string may contain.
  bool wrong_text(std::size_t begin) {
    const std::size_t at = std::max(offset(), begin + 1) - 1;
    if (offset() >= text_.size() && text_.back() != '\n') return fail(begin, "this string is not terminated");
    const auto wrong = static_cast<unsigned char>(text_[at]);
    if (wrong == '\n' || wrong == '\r') return fail(begin, "this string is not terminated on its line");
    if (wrong < 0x20)
      return fail(at, fmt::format("a string has the control character U+{:04X}; write \\u{:04x}",
                                  unsigned{wrong}, unsigned{wrong}));
    if (wrong >= 0x80) return fail(at, "these bytes are not UTF-8; save the file as UTF-8");
    return fail(at, "this escape sequence does not exist; write \\\\ for a backslash");
  }

  std::string_view text_;
  unsigned deepest_;
  const char* at_ = nullptr;
  Json root_;
  std::vector<Open> open_;
  Json* next_ = nullptr;  // the value of the last key
  Last last_ = Last::nothing;
  std::size_t last_end_ = 0, values_ = 0;
  JsonFault fault_;
};

}  // namespace

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string quoted_json(const nlohmann::json& json) { return quoted(json); }
std::string quoted_json(const nlohmann::ordered_json& json) { return quoted(json); }

std::string JsonFault::text() const { return fmt::format("line {}, column {}: {}", line, column, what); }

std::string JsonFault::text_of(std::string_view file) const {
  return fmt::format("{}:{}:{}: this is not JSON: {}{}", file, line, column, what,
                     what.ends_with('?') ? "" : ".");
}

template <class Json>
ParsedJson<Json> parse_json(std::string_view text, unsigned deepest) {
  return Builder<Json>(text, deepest).read();
}

template ParsedJson<nlohmann::json> parse_json(std::string_view text, unsigned deepest);
template ParsedJson<nlohmann::ordered_json> parse_json(std::string_view text, unsigned deepest);

Result<nlohmann::ordered_json> parse_kept_json(std::string_view text, JsonKind kind) {
  auto json = parse_json<nlohmann::ordered_json>(text);
  if (!json) return failure(json.error().text());
  const bool is_list = kind == JsonKind::list;
  if (is_list ? !json->is_array() : !json->is_object())
    return failure(is_list ? "it is not a JSON list" : "it is not a JSON object");
  return std::move(*json);
}

std::string json_reason(const std::exception& error) {
  constexpr int missing_field = 403;
  constexpr std::string_view before = "key '", after = "' not found";
  const auto* const of_library = dynamic_cast<const nlohmann::detail::exception*>(&error);
  if (of_library == nullptr) return error.what();
  const std::string_view words = error.what();
  const std::size_t begin = words.find(before), end = words.rfind(after);
  if (of_library->id != missing_field || begin == words.npos || end == words.npos)
    return "a field has the wrong type";
  const std::size_t name = begin + before.size();
  return fmt::format("it has no field \"{}\"", shortened(words.substr(name, end - name)));
}

nlohmann::ordered_json parse_json_line(std::string_view line) {
  return parse_json<nlohmann::ordered_json>(line).value_or(nullptr);
}

}  // namespace lockstep
