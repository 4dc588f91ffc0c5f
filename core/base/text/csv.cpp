#include "core/base/text/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The separator of the first line; spreadsheets write ';' in languages with a decimal comma.
char separator_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  char best = ',';
  for (const char candidate : {';', '\t'})
    if (std::ranges::count(line, candidate) > std::ranges::count(line, best)) best = candidate;
  return best;
}

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text), separator_(separator_of(text)) {}

  bool at_end() const { return at_ == text_.size(); }

  Result<CsvRow> read_row() {
    CsvRow row{line_, {}};
    while (true) {
      Result<std::string> field = read_field();
      if (!field) return tl::unexpected(field.error());
      row.fields.push_back(std::move(*field));
      if (at_end()) return row;
      if (const char end = text_[at_++]; end == separator_) continue;
      ++line_;
      if (text_[at_ - 1] == '\r' && !at_end() && text_[at_] == '\n') ++at_;
      return row;
    }
  }

 private:
  bool at_end_of_field() const {
    return at_end() || text_[at_] == separator_ || text_[at_] == '\n' || text_[at_] == '\r';
  }

  Result<std::string> read_field() {
    std::string field;
    if (!at_end() && text_[at_] == '"') return read_quoted();
    while (!at_end_of_field()) field += text_[at_++];
    return field;
  }

  Result<std::string> read_quoted() {
    const std::size_t begin = line_;
    std::string field;
    for (++at_; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c != '"') {
        field += c;
        continue;
      }
      if (text_.substr(at_ + 1, 1) == "\"") {
        field += text_[++at_];
        continue;
      }
      ++at_;
      if (!at_end_of_field()) return failure(fmt::format("line {}: text after a closing quote", line_));
      return field;
    }
    return failure(fmt::format("line {}: a quote is not closed", begin));
  }

  std::string_view text_;
  char separator_;
  std::size_t at_ = 0, line_ = 1;
};

std::string without_blanks(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string csv_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_field(std::string_view text) {
  return text.find_first_of(",\"\n\r") == text.npos ? std::string(text) : csv_quoted(text);
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

Result<CsvTable> read_csv(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  CsvTable table;
  for (CsvReader reader(text); !reader.at_end();) {
    Result<CsvRow> row = reader.read_row();
    if (!row) return tl::unexpected(row.error());
    for (std::string& field : row->fields) field = without_blanks(field);
    if (row->fields.size() == 1 && row->fields[0].empty()) continue;
    if (table.columns.empty()) {
      for (const std::string& field : row->fields) table.columns.push_back(lower(field));
      continue;
    }
    if (row->fields.size() > table.columns.size())
      return failure(fmt::format("line {} has {} fields, but the table has {} columns", row->line,
                                 row->fields.size(), table.columns.size()));
    row->fields.resize(table.columns.size());
    table.rows.push_back(std::move(*row));
  }
  return table;
}

}  // namespace lockstep
