#include "facts/clickhouse/clickhouse_url.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <boost/url/params_view.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

namespace fairlead::facts {
namespace {

constexpr std::string_view kTlsScheme = "clickhouse+https";

std::unexpected<Error> Wrong(std::string_view why) {
    return Fail(ErrorCode::kInvalidValue,
                "the URL of ClickHouse must have the form "
                "clickhouse://[USER:PASSWORD@]HOST[:PORT]/DATABASE[?cluster=NAME], or clickhouse+https://… for TLS: " +
                    std::string(why));
}

// Such a name is also safe between quotes in SQL.
bool IsClusterName(std::string_view name) {
    constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return !name.empty() && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

bool IsDatabaseName(std::string_view name) { return IsClusterName(name) && !name.contains('-'); }

// Returns 0 for an invalid port. The library would wrap a number that is too large.
std::uint16_t PortOf(std::string_view text) {
    std::uint16_t port = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && stop == text.data() + text.size() ? port : std::uint16_t{0};
}

// The name of the cluster; nothing if the query has anything else.
std::optional<std::string> ClusterOf(boost::urls::params_view query) {
    if (query.empty()) return std::string();
    const auto first = *query.begin();
    if (query.size() != 1 || first.key != "cluster" || !IsClusterName(first.value)) return std::nullopt;
    return first.value;
}

// The user and the password are sent in HTTP headers, which must not contain control characters.
bool HasControl(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

}  // namespace

Result<ClickHouseUrl> ClickHouseUrl::Parse(std::string_view text) {
    const auto url = boost::urls::parse_uri(text);
    if (!url || (url->scheme() != "clickhouse" && url->scheme() != kTlsScheme))
        return Wrong("this URL has another form");
    const bool uses_tls = url->scheme() == kTlsScheme;
    if (url->host().empty()) return Wrong("the host is missing");
    const auto port = url->has_port() ? PortOf(url->port()) : uses_tls ? kDefaultTlsPort : kDefaultPort;
    if (port == 0) return Wrong("the port must be a number from 1 to 65535");
    auto cluster = ClusterOf(url->params());
    if (!cluster || url->has_fragment()) return Wrong("only ?cluster=NAME may follow the database");

    ClickHouseUrl parsed;
    parsed.server = {url->host_address(), port};
    parsed.uses_tls = uses_tls;
    parsed.cluster = *std::move(cluster);
    parsed.database = url->path().substr(std::min<std::size_t>(1, url->path().size()));
    if (!IsDatabaseName(parsed.database)) return Wrong("the database may only have letters, digits and underscores");
    if (!url->user().empty()) parsed.user = url->user();
    parsed.password = url->password();
    if (HasControl(parsed.user) || HasControl(parsed.password))
        return Wrong("the user or the password has control characters");
    return parsed;
}

}  // namespace fairlead::facts
