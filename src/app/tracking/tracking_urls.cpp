#include "app/tracking/tracking_urls.hpp"

#include "base/text/escape_html.hpp"

namespace fairlead::app {
namespace {

void AppendAttribute(std::string& html, std::string_view name, std::string_view value) {
    html.append(" ").append(name).append("=\"").append(EscapeHtml(value)).append("\"");
}

std::string Banner(const std::string& image_url, const catalogue::Creative& creative) {
    std::string html = "<img";
    AppendAttribute(html, "src", image_url);
    AppendAttribute(html, "alt", creative.name);
    if (creative.width) AppendAttribute(html, "width", std::to_string(*creative.width));
    if (creative.height) AppendAttribute(html, "height", std::to_string(*creative.height));
    return html + ">";
}

}  // namespace

std::string TrackingUrl(const std::string& api_url, const catalogue::Link& link) {
    return api_url + "/track/click/" + link.id.ToString();
}

std::string ShortUrl(const std::string& api_url, const std::string& tracking_url, const catalogue::Link& link) {
    const std::string host = tracking_url.empty() ? api_url.substr(0, api_url.find("/api/")) : tracking_url;
    return host + std::string(kShortPath) + link.code;
}

std::string ImageUrl(const std::string& api_url, ImageId image) {
    return api_url + std::string(kImagePath) + image.ToString();
}

std::string ImageUrlOf(const std::string& api_url, const catalogue::Creative& creative) {
    return creative.image ? ImageUrl(api_url, *creative.image) : creative.image_url;
}

std::string ImpressionUrl(const std::string& api_url, CreativeId creative, const catalogue::Link& link) {
    return api_url + "/track/impression/" + creative.ToString() + "?lid=" + link.id.ToString() +
           "&aid=" + link.affiliate.ToString();
}

std::string EmbedHtml(const std::string& api_url, const catalogue::Creative& creative, const catalogue::Link& link) {
    const std::string image_url = ImageUrlOf(api_url, creative);
    const bool banner = creative.type == catalogue::CreativeType::kBanner && !image_url.empty();
    std::string html = "<a";
    AppendAttribute(html, "href", TrackingUrl(api_url, link));
    html.append(R"( target="_blank" rel="nofollow noopener sponsored">)");
    html.append(banner ? Banner(image_url, creative) : EscapeHtml(creative.name)).append("<img");
    AppendAttribute(html, "src", ImpressionUrl(api_url, creative.id, link));
    // Hidden with a style other than display:none, because browsers may not load images that have no layout.
    html.append(R"( alt="" width="1" height="1" style="position:absolute;visibility:hidden">)");
    return html + "</a>\n";
}

}  // namespace fairlead::app
