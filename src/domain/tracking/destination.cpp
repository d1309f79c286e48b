#include "domain/tracking/destination.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "domain/tracking/percent_text.hpp"
#include "domain/tracking/url_parts.hpp"

namespace fairlead::tracking {
namespace {

namespace urls = boost::urls;

constexpr std::string_view kClickParameter = "click_id";
constexpr unsigned kPortMax = 65535;

bool IsHostCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_';
}

bool IsNumber(std::string_view label) {
    return !label.empty() && std::ranges::all_of(label, [](char c) { return c >= '0' && c <= '9'; });
}

// Whether browsers read the labels as an address of up to four numbers, such as 127.1 or 2130706433. The last number
// stands for all bytes that the others leave.
bool IsShortAddress(std::string_view name) {
    std::uint64_t room = std::uint64_t{1} << 32;
    while (true) {
        const std::string_view label = name.substr(0, name.find('.'));
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), number);
        if (error != std::errc() || end != label.data() + label.size()) return false;
        if (label.size() == name.size()) return number < room;
        if (number > 255 || room <= 256) return false;
        room /= 256;
        name.remove_prefix(label.size() + 1);
    }
}

// Browsers read a name whose last label is a number as an address, and refuse it if it is none: 203.0.113.300. They
// read 1.2.3.4 with a dot at its end as an address, too.
bool MustBeAddress(std::string_view name) {
    if (name.ends_with('.')) name.remove_suffix(1);
    return IsNumber(name.substr(name.rfind('.') + 1));
}

// Stricter than RFC 3986, which allows escapes and punctuation that browsers interpret differently.
bool IsHost(const UrlParts& url) {
    if (url.host_type == urls::host_type::ipv4 || url.host_type == urls::host_type::ipv6) return true;
    return url.host_type == urls::host_type::name && !url.host.empty() && !url.host.starts_with('.') &&
           url.host.find("..") == std::string_view::npos && std::ranges::all_of(url.host, IsHostCharacter) &&
           (!MustBeAddress(url.host) || IsShortAddress(url.host));
}

bool IsPort(std::string_view text) {
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= kPortMax;
}

// Boost 1.81 accepts a path without a slash after a port or an IPv6 address.
bool IsPath(std::string_view text) { return text.empty() || text.starts_with('/'); }

// Returns why this URL cannot be a destination. Empty if it can.
std::string_view Problem(const UrlParts& url) {
    const bool is_web = url.scheme == urls::scheme::http || url.scheme == urls::scheme::https;
    if (!is_web) return "must begin with http:// or https://";
    if (!IsHost(url)) return "must have a host in its ASCII form";
    if (url.has_user) return "must not have a user or password";
    if (url.port && !IsPort(*url.port)) return "must have a port from 1 to 65535";
    if (!IsPath(url.path)) return "must have a slash between host and path";
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
    const auto parsed = SplitUrl(url);
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
    const std::size_t path_begin = path_end - parsed->path.size();
    std::size_t joint = path_end;
    while (joint > path_begin && url[joint - 1] == '/') --joint;

    auto& text = destination.text_;
    text.reserve(url.size() + kClickParameter.size() + 2);
    text.append(url.substr(0, path_end));
    AppendQuery(parsed->query, text);
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
