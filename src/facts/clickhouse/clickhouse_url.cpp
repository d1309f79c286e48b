#include "facts/clickhouse/clickhouse_url.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

namespace fairlead::facts {
namespace {

std::unexpected<Error> Wrong(std::string_view why) {
    return Fail(ErrorCode::kInvalidValue,
                "the address of ClickHouse is clickhouse://[USER:PASSWORD@]HOST[:PORT]/DATABASE: " + std::string(why));
}

bool IsDatabaseName(std::string_view name) {
    constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    return !name.empty() && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

// Header lines are made of them.
bool HasControl(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

// Read from its text: the number that Boost.URL 1.81 makes of one beyond 65535 is any.
std::optional<std::uint16_t> PortOf(const boost::urls::url_view& url) {
    if (!url.has_port()) return ClickHouseUrl::kDefaultPort;
    const std::string text(url.port());
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && port != 0 ? std::optional(port) : std::nullopt;
}

}  // namespace

Result<ClickHouseUrl> ClickHouseUrl::Parse(std::string_view text) {
    const auto url = boost::urls::parse_uri(text);
    if (!url || url->scheme() != "clickhouse") return Wrong("it has not this form");
    if (url->host().empty()) return Wrong("it names no host");
    const auto port = PortOf(*url);
    if (!port) return Wrong("its port is none");
    if (url->has_query() || url->has_fragment()) return Wrong("nothing comes after the database");

    ClickHouseUrl parsed;
    parsed.server = {url->host_address(), *port};
    parsed.database = url->path().substr(std::min<std::size_t>(1, url->path().size()));
    if (!IsDatabaseName(parsed.database)) return Wrong("a database has letters, digits and underscores");
    if (!url->user().empty()) parsed.user = url->user();
    parsed.password = url->password();
    if (HasControl(parsed.user) || HasControl(parsed.password))
        return Wrong("user or password have control characters");
    return parsed;
}

}  // namespace fairlead::facts
