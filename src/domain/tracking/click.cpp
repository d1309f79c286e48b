#include "domain/tracking/click.hpp"

namespace fairlead::tracking {

Bytes16 DigestAgent(std::string_view user_agent) {
    if (user_agent.empty()) return {};
    return Digester128().Add(user_agent).Finish();
}

void AppendClickHead(std::string& out, const ClickHead& head) {
    AppendVarint(out, head.random);
    out += static_cast<char>(head.uncounted);
    AppendId(out, head.brand);
    AppendText(out, head.country);
    AppendBytes(out, head.address_hash);
    AppendBytes(out, head.agent_digest);
}

Click ReadClick(ByteReader& reader, Timestamp time, std::uint32_t index) {
    Click click;
    const std::uint64_t random = reader.Varint();
    click.id = MakeClickId({.recorded_at = time, .index = index, .random = random});
    click.time = time;
    click.uncounted = static_cast<Uncounted>(reader.Byte());
    click.brand = reader.ReadId<BrandId>();
    click.country = reader.Text();
    click.address_hash = reader.Bytes();
    click.agent_digest = reader.Bytes();
    click.origin = ReadOrigin(reader);
    return click;
}

}  // namespace fairlead::tracking
