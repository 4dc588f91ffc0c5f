#include "tests/sim/compiler/builtins/calls.hpp"

#include <fmt/format.h>

#include <exception>

#include "sim/compiler/compile.hpp"
#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/builtins/table.hpp"

namespace lockstep::sim::language {
namespace {

constexpr const char* kScalars[] = {"bool", "char", "uchar", "short", "ushort", "int",
                                    "uint", "long", "ulong", "half",  "float",  "double"};
constexpr const char* kLengths[] = {"", "2", "3", "4", "8", "16"};
constexpr const char* kSpaces[] = {"global", "local",        "constant",       "private",
                                   "",       "global const", "volatile global"};
constexpr const char* kOthers[] = {
    "struct pair",         "event_t",   "read_only image2d_t", "write_only image2d_t",
    "read_only image3d_t", "sampler_t", "image1d_buffer_t",    "image2d_array_t"};

std::string pointer_to(const std::string& type, const std::string& space) {
  return (space.empty() ? type : space + " " + type) + "*";
}

void add_value_lists(std::vector<ArgumentList>& lists, const std::string& type, const std::string& length) {
  lists.push_back({type});
  lists.push_back({type, type});
  lists.push_back({type, type, type});
  lists.push_back({type, type, type, type});
  lists.push_back({type, "0"});
  lists.push_back({type, "4"});
  lists.push_back({type, "int", "4"});
  for (const char* beside : {"char", "ushort", "int", "uint", "long", "ulong", "float", "double"}) {
    lists.push_back({type, beside});
    lists.push_back({beside, type});
    if (length.empty()) continue;
    lists.push_back({type, beside + length});
    lists.push_back({type, type, beside + length});
  }
}

void add_pointer_lists(std::vector<ArgumentList>& lists, const std::string& type) {
  for (const std::string space : kSpaces) {
    const std::string pointer = pointer_to(type, space);
    lists.push_back({pointer});
    lists.push_back({pointer, type});
    lists.push_back({pointer, type, type});
    lists.push_back({pointer, "1", "0", "1"});
    lists.push_back({pointer, pointer, type});
    lists.push_back({pointer, pointer_to(type, ""), type, "0", "0", "1"});
    lists.push_back({pointer, pointer_to(type, "local"), "size_t", "event_t"});
    lists.push_back({pointer, pointer_to(type, "global"), "size_t", "size_t", "0"});
    lists.push_back({type, pointer});
    lists.push_back({type, type, pointer});
    lists.push_back({type, "size_t", pointer});
    lists.push_back({"int", pointer});
  }
}

std::vector<ArgumentList> all_argument_lists() {
  std::vector<ArgumentList> lists = {{}, {"0"}, {"1", "1", "1"}, {"\"%d\"", "int"}, {"\"\""}};
  for (const char* scalar : kScalars)
    for (const std::string length : kLengths) {
      const bool exists = length.empty() || std::string_view(scalar) != "bool";
      if (!exists) continue;
      add_value_lists(lists, scalar + length, length);
      add_pointer_lists(lists, scalar + length);
    }
  for (const char* other : kOthers) {
    add_value_lists(lists, other, "");
    lists.push_back({other, "int2"});
    lists.push_back({other, "sampler_t", "float2"});
    lists.push_back({other, "sampler_t", "float4"});
    lists.push_back({other, "int2", "float4"});
    lists.push_back({other, "int4", "uint4"});
  }
  for (const char* pointee : {"void", "struct pair", "event_t", "atomic_int", "atomic_flag", "float*"})
    add_pointer_lists(lists, pointee);
  return lists;
}

bool is_constant(const std::string& argument) {
  return argument[0] == '"' || (argument[0] >= '0' && argument[0] <= '9');
}

std::string program_of(const std::string& name, const ArgumentList& arguments) {
  std::string parameters, values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool constant = is_constant(arguments[i]);
    if (!constant) parameters += fmt::format("{}{} a{}", parameters.empty() ? "" : ", ", arguments[i], i);
    values +=
        fmt::format("{}{}", values.empty() ? "" : ", ", constant ? arguments[i] : fmt::format("a{}", i));
  }
  return fmt::format("struct pair {{ int x, y; }};\nvoid f({}) {{ {}({}); }}\n",
                     parameters.empty() ? "void" : parameters, name, values);
}

bool is_in_words(const std::string& message) {
  return message.find("error: ") != std::string::npos && message.find("internal") == std::string::npos &&
         message.find("special") == std::string::npos && message.find("assert") == std::string::npos;
}

// The number of parameters of a signature, and which of them are pointers.
struct CallForm {
  std::vector<bool> pointers;
  std::size_t required = 0;
};

CallForm form_of(const std::string& signature) {
  const std::string text = signature.substr(signature.find('(') + 1);
  CallForm form;
  bool is_optional = false;
  for (std::size_t at = 0; text[at] != ')';) {
    const std::size_t end = text.find_first_of(",)", at);
    const std::string parameter = text.substr(at, end - at);
    form.pointers.push_back(parameter.find('*') != std::string::npos);
    form.required += is_optional ? 0 : 1;
    is_optional = is_optional || parameter.find('[') != std::string::npos;
    at = text[end] == ',' ? end + 1 : end;
  }
  return form;
}

bool has_form(const ArgumentList& arguments, const CallForm& form) {
  if (arguments.size() < form.required || arguments.size() > form.pointers.size()) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (form.pointers[i] != (arguments[i].ends_with('*') || arguments[i].starts_with('"'))) return false;
  return true;
}

}  // namespace

std::vector<std::string> callable_names() {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    names.push_back(name);
    for (const char* saturated : {"", "_sat"})
      for (const char* rounding : {"", "_rte", "_rtz", "_rtp", "_rtn"})
        if (const std::string longer = name + saturated + rounding;
            longer != name && is_builtin_function(longer))
          names.push_back(longer);
  };
  for (const std::string& name : builtin_function_names()) add(name);
  for (const BuiltinFunction& row : builtin_rows())
    if (row.name.starts_with("__")) add(std::string(row.name));
  return names;
}

const std::vector<ArgumentList>& argument_lists() {
  static const std::vector<ArgumentList> lists = all_argument_lists();
  return lists;
}

std::vector<ArgumentList> fitting_lists(const std::string& name) {
  const std::string signature = builtin_signature(name);
  if (signature.empty()) return argument_lists();
  const CallForm form = form_of(signature);
  std::vector<ArgumentList> fitting;
  for (const ArgumentList& list : argument_lists())
    if (has_form(list, form)) fitting.push_back(list);
  return fitting;
}

CallReport compile_call(const std::string& name, const ArgumentList& arguments) {
  CallReport report{.text = program_of(name, arguments), .message = {}};
  try {
    const auto program = compile({"call.cl", report.text, ""}, "-cl-std=CL3.0");
    if (program) return report;
    report.message = program.error().message;
    report.outcome = is_in_words(report.message) ? CallOutcome::refused : CallOutcome::failed;
  } catch (const std::exception& exception) {
    report.message = exception.what();
    report.outcome = CallOutcome::failed;
  }
  return report;
}

}  // namespace lockstep::sim::language
