// For any destination and relative path, the redirect has the same scheme, host and port and exactly one click_id. The
// input is the destination, a line break, and the query of the click.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include "base/assert.hpp"
#include "domain/tracking/click_parameters.hpp"
#include "domain/tracking/destination.hpp"
#include "domain/tracking/relative_path.hpp"

namespace {

using namespace fairlead;
using namespace fairlead::tracking;

constexpr std::string_view kId = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071";

void CheckRedirect(const std::string& destination, const std::string& redirect) {
    FAIRLEAD_ASSERT(std::ranges::all_of(redirect, [](char c) { return c > 0x20 && c < 0x7F; }));
    const auto before = boost::urls::parse_uri(destination);
    const auto after = boost::urls::parse_uri(redirect);
    FAIRLEAD_ASSERT(before.has_value() && after.has_value());
    FAIRLEAD_ASSERT(after->scheme() == before->scheme());
    FAIRLEAD_ASSERT(after->encoded_authority() == before->encoded_authority());
    FAIRLEAD_ASSERT(after->encoded_fragment() == before->encoded_fragment());
    std::size_t ids = 0;
    for (const auto& parameter : after->params()) {
        if (parameter.key != "click_id") continue;
        FAIRLEAD_ASSERT(parameter.value == kId);
        ++ids;
    }
    FAIRLEAD_ASSERT(ids == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto line = std::min(input.find('\n'), input.size());
    // An exact copy on the heap, so that reading beyond it is detected.
    const std::unique_ptr<char[]> exact(new char[line]);
    std::copy_n(data, line, exact.get());
    const auto destination = Destination::Parse({exact.get(), line});
    const auto query = ParseClickQuery(input.substr(std::min(line + 1, input.size())));
    const auto path = RelativePath::Parse(query.relative_path());
    if (!destination || !path) return 0;
    std::string redirect;
    destination->AppendRedirect(*path, ClickId::Parse(kId).value(), redirect);
    CheckRedirect(std::string(input.substr(0, line)), redirect);
    return 0;
}
