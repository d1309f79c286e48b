#include "facts/clickhouse/clickhouse_url.hpp"

#include <algorithm>

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

}  // namespace

Result<ClickHouseUrl> ClickHouseUrl::Parse(std::string_view text) {
    const auto url = boost::urls::parse_uri(text);
    if (!url || url->scheme() != "clickhouse") return Wrong("it has not this form");
    if (url->host().empty()) return Wrong("it names no host");
    if (url->has_port() && url->port_number() == 0) return Wrong("its port is none");
    if (url->has_query() || url->has_fragment()) return Wrong("nothing comes after the database");

    ClickHouseUrl parsed;
    parsed.server = {url->host_address(), url->has_port() ? url->port_number() : kDefaultPort};
    parsed.database = url->path().substr(std::min<std::size_t>(1, url->path().size()));
    if (!IsDatabaseName(parsed.database)) return Wrong("a database has letters, digits and underscores");
    if (!url->user().empty()) parsed.user = url->user();
    parsed.password = url->password();
    if (HasControl(parsed.user) || HasControl(parsed.password))
        return Wrong("user or password have control characters");
    return parsed;
}

}  // namespace fairlead::facts
