#include "domain/tracking/destination.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include "domain/tracking/percent_text.hpp"

namespace fairlead::tracking {
namespace {

namespace urls = boost::urls;

constexpr std::string_view kClickParameter = "click_id";
constexpr unsigned kPortMax = 65535;

std::string_view ViewOf(urls::string_view text) { return {text.data(), text.size()}; }

bool IsHostCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_';
}

// Stricter than RFC 3986, which allows escapes and punctuation that browsers interpret differently.
bool IsHost(const urls::url_view& url) {
    if (url.host_type() == urls::host_type::ipv4 || url.host_type() == urls::host_type::ipv6) return true;
    const auto name = ViewOf(url.encoded_host());
    return url.host_type() == urls::host_type::name && !name.empty() && !name.starts_with('.') &&
           name.find("..") == std::string_view::npos && std::ranges::all_of(name, IsHostCharacter);
}

bool IsPort(std::string_view text) {
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= kPortMax;
}

// Boost 1.81 accepts a path without a slash after a port or an IPv6 address.
bool IsPath(std::string_view text) { return text.empty() || text.starts_with('/'); }

// Returns why this URL cannot be a destination. Empty if it can.
std::string_view Problem(const urls::url_view& url) {
    const auto scheme = url.scheme_id();
    if (scheme != urls::scheme::http && scheme != urls::scheme::https) return "must begin with http:// or https://";
    if (!url.has_authority() || !IsHost(url)) return "must have a host in its ASCII form";
    if (url.has_userinfo()) return "must not have a user or password";
    if (url.has_port() && !IsPort(ViewOf(url.port()))) return "must have a port from 1 to 65535";
    if (!IsPath(ViewOf(url.encoded_path()))) return "must have a slash between host and path";
    return {};
}

// Compares decoded names, as the receiving server does, so that an escaped click_id is also replaced.
bool IsClickParameter(std::string_view parameter) {
    PercentText name(parameter.substr(0, parameter.find('=')), false);
    for (const char expected : kClickParameter) {
        if (name.IsAtEnd() || name.Peek() != expected) return false;
        name.Skip();
    }
    return name.IsAtEnd();
}

// The query without click_id, followed by "click_id=".
void AppendQuery(std::string_view query, std::string& out) {
    out += '?';
    const std::size_t begin = out.size();
    while (!query.empty()) {
        const auto parameter = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(parameter.size() + 1, query.size()));
        if (IsClickParameter(parameter)) continue;
        out.append(parameter) += '&';
    }
    // A query with separators only is dropped.
    if (out.find_first_not_of('&', begin) == std::string::npos) out.resize(begin);
    out.append(kClickParameter) += '=';
}

}  // namespace

Result<Destination> Destination::Parse(std::string_view url) {
    if (url.size() > kDestinationLengthMax) {
        return Fail(ErrorCode::kTooLong, "must have at most " + std::to_string(kDestinationLengthMax) + " characters");
    }
    const auto parsed = urls::parse_uri(urls::string_view(url.data(), url.size()));
    if (!parsed) {
        return Fail(
            ErrorCode::kInvalidValue,
            "must be an absolute URL; spaces, non-ASCII letters and other special characters must be percent-encoded");
    }
    if (const auto problem = Problem(*parsed); !problem.empty()) {
        return Fail(ErrorCode::kInvalidValue, std::string(problem));
    }
    Destination destination;
    const std::size_t path_end = std::min(url.find_first_of("?#"), url.size());
    const std::size_t path_begin = path_end - parsed->encoded_path().size();
    std::size_t joint = path_end;
    while (joint > path_begin && url[joint - 1] == '/') --joint;

    auto& text = destination.text_;
    text.reserve(url.size() + kClickParameter.size() + 2);
    text.append(url.substr(0, path_end));
    AppendQuery(ViewOf(parsed->encoded_query()), text);
    destination.joint_ = static_cast<std::uint16_t>(joint);
    destination.path_end_ = static_cast<std::uint16_t>(path_end);
    destination.click_ = static_cast<std::uint16_t>(text.size());
    if (const auto fragment = url.find('#'); fragment != std::string_view::npos) text.append(url.substr(fragment));
    return destination;
}

std::size_t Destination::AppendRedirect(const RelativePath& path, ClickId click, std::string& out) const {
    std::array<char, Uuid::kTextLength> id;
    click.uuid.Write(id.data());
    const std::string_view text = text_;
    out.reserve(out.size() + text.size() + path.text().size() + 1 + id.size());
    if (path.IsAbsent()) {
        out.append(text.substr(0, click_));
    } else {
        out.append(text.substr(0, joint_)) += '/';
        out.append(path.text()).append(text.substr(path_end_, click_ - path_end_));
    }
    const std::size_t id_offset = out.size();
    out.append(id.data(), id.size()).append(text.substr(click_));
    return id_offset;
}

}  // namespace fairlead::tracking
