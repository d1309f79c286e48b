#include "domain/tracking/origin.hpp"

namespace fairlead::tracking {
namespace {

// Bits for the optional ids that follow.
constexpr unsigned kLink = 1;
constexpr unsigned kCampaign = 2;
constexpr unsigned kCreative = 4;
constexpr unsigned kSource = 8;

template <class IdType>
void AppendIfThere(std::string& out, const std::optional<IdType>& id) {
    if (id) AppendId(out, *id);
}

template <class IdType>
std::optional<IdType> ReadIf(bool there, ByteReader& reader) {
    return there ? std::optional(reader.ReadId<IdType>()) : std::nullopt;
}

}  // namespace

void AppendLinkPart(std::string& out, const Origin& origin) {
    const unsigned present = (origin.link ? kLink : 0U) | (origin.campaign ? kCampaign : 0U) |
                             (origin.creative ? kCreative : 0U) | (origin.source ? kSource : 0U);
    out += static_cast<char>(present);
    AppendId(out, origin.affiliate);
    AppendIfThere(out, origin.link);
    AppendIfThere(out, origin.campaign);
    AppendIfThere(out, origin.creative);
    AppendIfThere(out, origin.source);
    AppendText(out, origin.geo_target);
}

void AppendAgentPart(std::string& out, std::string_view device, std::string_view os, std::string_view browser) {
    AppendText(out, device);
    AppendText(out, os);
    AppendText(out, browser);
}

std::string EncodeOrigin(const Origin& origin) {
    std::string out;
    AppendLinkPart(out, origin);
    AppendAgentPart(out, origin.device, origin.os, origin.browser);
    AppendSubsPart(out, origin.subs);
    return out;
}

void ReadLinkPart(ByteReader& reader, Origin& origin) {
    const std::uint8_t present = reader.Byte();
    origin.affiliate = reader.ReadId<AffiliateId>();
    origin.link = ReadIf<LinkId>((present & kLink) != 0, reader);
    origin.campaign = ReadIf<CampaignId>((present & kCampaign) != 0, reader);
    origin.creative = ReadIf<CreativeId>((present & kCreative) != 0, reader);
    origin.source = ReadIf<MarketingSourceId>((present & kSource) != 0, reader);
    origin.geo_target = reader.Text();
}

void ReadAgentPart(ByteReader& reader, Origin& origin) {
    origin.device = reader.Text();
    origin.os = reader.Text();
    origin.browser = reader.Text();
}

void ReadSubsPart(ByteReader& reader, Origin& origin) {
    const std::uint8_t present = reader.Byte();
    for (std::size_t i = 0; i < kSubIdCount; ++i) {
        if ((present & (1U << i)) != 0) origin.subs[i] = reader.Text();
    }
}

Origin ReadOrigin(ByteReader& reader) {
    Origin origin;
    ReadLinkPart(reader, origin);
    ReadAgentPart(reader, origin);
    ReadSubsPart(reader, origin);
    return origin;
}

Origin OriginOf(const catalogue::Link& link) {
    return {.affiliate = link.affiliate,
            .link = link.id,
            .campaign = link.campaign,
            .creative = link.creative,
            .source = link.source,
            .geo_target = link.geo_target};
}

}  // namespace fairlead::tracking
