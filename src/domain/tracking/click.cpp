#include "domain/tracking/click.hpp"

namespace fairlead::tracking {

Bytes16 DigestAgent(std::string_view user_agent) {
    if (user_agent.empty()) return {};
    return Digester128().Add(user_agent).Finish();
}

void AppendClickHead(std::string& out, const ClickHead& head) {
    AppendId(out, head.brand);
    AppendText(out, head.country);
    AppendBytes(out, head.agent_digest);
    out.append(head.link_part).append(head.agent_part);
}

void AppendClickRow(std::string& out, const ClickRow& row) {
    AppendVarint(out, row.head);
    AppendVarint(out, row.random);
    out += static_cast<char>(row.uncounted);
    AppendBytes(out, row.address_hash);
}

void AppendSegment(std::string& out, const ClickSegment& segment) {
    AppendVarint(out, segment.head_count);
    out += segment.heads;
    AppendVarint(out, segment.row_count);
    out += segment.rows;
}

namespace {

Click ReadHead(ByteReader& reader) {
    Click click;
    click.brand = reader.ReadId<BrandId>();
    click.country = reader.Text();
    click.agent_digest = reader.Bytes();
    ReadLinkPart(reader, click.origin);
    ReadAgentPart(reader, click.origin);
    return click;
}

}  // namespace

std::vector<Click> ReadClickHeads(ByteReader& reader) {
    std::vector<Click> heads;
    const std::uint64_t count = reader.Varint();
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) heads.push_back(ReadHead(reader));
    return heads;
}

Click ReadClickRow(ByteReader& reader, std::span<const Click> heads, Timestamp time, std::uint32_t index) {
    const std::uint64_t head = reader.Varint();
    const std::uint64_t random = reader.Varint();
    if (head >= heads.size()) {
        reader.Fail();
        return {};
    }
    Click click = heads[head];
    click.id = MakeClickId({.batch_time = time, .index = index, .random = random});
    click.time = time;
    click.uncounted = static_cast<Uncounted>(reader.Byte());
    if (static_cast<std::size_t>(click.uncounted) >= kUncountedNames.size()) {
        click.uncounted = Uncounted::kNo;
        reader.Fail();
    }
    click.address_hash = reader.Bytes();
    ReadSubsPart(reader, click.origin);
    return click;
}

void ReadSegment(ByteReader& reader, Timestamp time, std::uint32_t first, std::vector<Click>& clicks) {
    const auto heads = ReadClickHeads(reader);
    const std::uint64_t row_count = reader.Varint();
    for (std::uint64_t i = 0; i < row_count && reader.ok(); ++i) {
        if (first + i >= kClicksPerBatchMax) return reader.Fail();
        clicks.push_back(ReadClickRow(reader, heads, time, first + static_cast<std::uint32_t>(i)));
    }
}

}  // namespace fairlead::tracking
