#include "gui/state/scene_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/text/checked_form.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

// The maximum length of a name. Names are measured, drawn, cut and compared in every frame, so they must
// be short.
constexpr std::size_t kMaxNameBytes = 4096, kMaxStoryBytes = 65'536, kMaxTypedBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxEntries = 10'000;

std::size_t max_bytes_of(std::string_view key) {
  if (key == "typed_input") return kMaxTypedBytes;
  return key == "story" || key == "command" ? kMaxStoryBytes : kMaxNameBytes;
}

bool is_text_of(const FieldsJson& text, std::size_t most) {
  return text.is_string() && text.get_ref<const std::string&>().size() <= most;
}
bool is_name(const FieldsJson& text) { return is_text_of(text, kMaxNameBytes); }
bool is_count(const FieldsJson& number) { return number.is_number_unsigned(); }

template <class T>
CheckedForm<std::vector<T>> list_form(std::string wanted, bool (*is_good)(const FieldsJson&)) {
  return {std::move(wanted), [is_good](const FieldsJson& list) {
            return list.is_array() && list.size() <= kMaxEntries && std::ranges::all_of(list, is_good);
          }};
}

const CheckedForm<std::uint64_t> kCountForm{"a whole number", is_count};

}  // namespace

void SceneFields::text(const char* key, std::string& value, Empty empty) {
  if (!reads() && empty == Empty::left_out && value.empty()) return;
  const std::size_t most = max_bytes_of(key);
  form(key, value,
       CheckedForm<std::string>{fmt::format("a text of at most {}", bytes_text(most)),
                                [most](const FieldsJson& text) { return is_text_of(text, most); }});
}

void SceneFields::flag(const char* key, bool& value) {
  form(key, value, CheckedForm<bool>{"true or false", &FieldsJson::is_boolean});
}

void SceneFields::count(const char* key, std::uint64_t& value) { form(key, value, kCountForm); }

void SceneFields::count(const char* key, std::optional<std::uint64_t>& value) {
  if (reads() && has(key))
    reader_->form(key, value, kCountForm);
  else if (!reads() && value)
    writer_->form(key, *value, kCountForm);
}

void SceneFields::counts(const char* key, std::vector<std::uint64_t>& values) {
  form(key, values, list_form<std::uint64_t>("a list of whole numbers", is_count));
}

void SceneFields::texts(const char* key, std::vector<std::string>& values) {
  form(key, values, list_form<std::string>("a list of names", is_name));
}

void SceneFields::word(const char* key, std::string& value, const IsKnown& is_known) {
  form(key, value, CheckedForm<std::string>{"one of the known words", [&](const FieldsJson& word) {
                                              return word.is_string() && is_known(word.get<std::string>());
                                            }});
}

void SceneFields::object(const char* key, const std::function<void(SceneFields&)>& part) {
  const auto fields = [&part](auto& either, const auto&) {
    SceneFields of_part(either);
    part(of_part);
  };
  constexpr bool nothing = false;
  if (!reads())
    writer_->object(key, nothing, fields);
  else if (reader_->has(key))
    reader_->object(key, nothing, fields);
}

void SceneFields::number_field(const char* key, double low, double high, bool whole, double& value) {
  if (whole && !reads())
    return writer_->form(key, static_cast<std::int64_t>(value), CheckedForm<std::int64_t>{});
  form(key, value,
       CheckedForm<double>{fmt::format("a number from {} to {}", low, high), [&](const FieldsJson& number) {
                             return number.is_number() && number.get<double>() >= low &&
                                    number.get<double>() <= high;
                           }});
}

}  // namespace lockstep::gui
