// Every time that is read is written as the C library writes it, and is read back as the same time.
#include <array>
#include <cstdio>
#include <ctime>
#include <string>

#include "base/assert.hpp"
#include "base/time/time.hpp"

namespace {

using fairlead::kMicrosPerSecond;
using fairlead::Timestamp;

std::string WrittenByTheLibrary(Timestamp time) {
    std::int64_t fraction = time.micros % kMicrosPerSecond;
    if (fraction < 0) fraction += kMicrosPerSecond;
    const std::time_t seconds = (time.micros - fraction) / kMicrosPerSecond;
    std::tm fields{};
    gmtime_r(&seconds, &fields);
    std::array<char, 80> text{};
    const bool fine = fraction % 1000 != 0;
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%0*dZ", fields.tm_year + 1900,
                  fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec, fine ? 6 : 3,
                  static_cast<int>(fine ? fraction : fraction / 1000));
    return text.data();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto time = Timestamp::ParseIso8601({reinterpret_cast<const char*>(data), size});
    if (!time) return 0;
    const std::string text = time->ToIso8601();
    FAIRLEAD_ASSERT(text == WrittenByTheLibrary(*time));
    const auto again = Timestamp::ParseIso8601(text);
    FAIRLEAD_ASSERT(again.has_value() && *again == *time);
    return 0;
}
