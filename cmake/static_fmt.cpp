// The functions of fmt that other files call, compiled from fmt's headers (StaticFmt.cmake says why).
#define FMT_HEADER_ONLY
#include <fmt/chrono.h>
#include <fmt/format.h>

// Templates that the compiler instantiates only if they are called.
std::string lockstep_uses_fmt_templates(const std::tm& time) { return fmt::format("{:%Y}", time); }
