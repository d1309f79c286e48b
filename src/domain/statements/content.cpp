#include <algorithm>
#include <limits>

#include "domain/money/money_bytes.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::uint8_t kPayoutFormat = 2;  // The same, with a payout at the end.

// Bits for the optional members of a line.
enum Present : std::uint8_t {
    kBrand = 1,
    kDeal = 2,
    kVersion = 4,
    kBase = 8,
    kRate = 16,
    kFrom = 32,
    kOrigin = 64,
    kPlayer = 128
};

std::uint8_t PresentIn(const Line& line) {
    const auto flag = [](bool there, Present member) { return there ? static_cast<int>(member) : 0; };
    return static_cast<std::uint8_t>(flag(line.brand.has_value(), kBrand) | flag(line.deal.has_value(), kDeal) |
                                     flag(line.version.has_value(), kVersion) | flag(line.base.has_value(), kBase) |
                                     flag(line.rate.has_value(), kRate) | flag(line.from.has_value(), kFrom) |
                                     flag(line.origin.has_value(), kOrigin) | flag(line.player.has_value(), kPlayer));
}

void AppendLine(std::string& out, const Line& line) {
    out += static_cast<char>(line.type);
    out += static_cast<char>(PresentIn(line));
    if (line.brand) AppendId(out, *line.brand);
    if (line.deal) AppendId(out, *line.deal);
    if (line.version) AppendSigned(out, *line.version);
    AppendSigned(out, line.count);
    if (line.base) AppendDecimal(out, *line.base);
    if (line.rate) AppendDecimal(out, *line.rate);
    AppendDecimal(out, line.amount);
    if (line.from) AppendSigned(out, line.from->number);
    if (line.origin) AppendSigned(out, line.origin->number);
    if (line.player) AppendId(out, *line.player);
    AppendText(out, line.note);
}

// Reads the content. An impossible value makes the reader fail.
class ContentReader {
public:
    explicit ContentReader(std::string_view bytes) : bytes_(bytes) {}

    std::optional<Statement> Read() {
        Statement statement;
        const std::uint8_t format = bytes_.Byte();
        if (format != kFormat && format != kPayoutFormat) bytes_.Fail();
        statement.affiliate = bytes_.ReadId<AffiliateId>();
        statement.period = {Int32()};
        statement.currency = ReadCurrency(bytes_);
        statement.payable = ReadDecimal(bytes_);
        statement.previous_hash = ReadHash();
        const std::uint64_t count = bytes_.Varint();
        for (std::uint64_t i = 0; i < count && bytes_.ok(); ++i) statement.lines.push_back(ReadLine());
        if (format == kPayoutFormat) statement.payout = ReadPayout();
        return bytes_.ok() && bytes_.AtEnd() ? std::optional(std::move(statement)) : std::nullopt;
    }

private:
    Payout ReadPayout() {
        const Decimal amount = ReadDecimal(bytes_);
        const Currency currency = ReadCurrency(bytes_);
        std::string rate(bytes_.Text());
        return {{amount, currency}, std::move(rate), Date{Int32()}};
    }

    Line ReadLine() {
        Line line;
        const std::uint8_t type = bytes_.Byte();
        const std::uint8_t present = bytes_.Byte();
        if (type >= kLineTypeNames.size()) bytes_.Fail();
        line.type = static_cast<LineType>(type);
        if ((present & kBrand) != 0) line.brand = bytes_.ReadId<BrandId>();
        if ((present & kDeal) != 0) line.deal = bytes_.ReadId<DealId>();
        if ((present & kVersion) != 0) line.version = Int32();
        line.count = bytes_.Signed();
        if ((present & kBase) != 0) line.base = ReadDecimal(bytes_);
        if ((present & kRate) != 0) line.rate = ReadDecimal(bytes_);
        line.amount = ReadDecimal(bytes_);
        if ((present & kFrom) != 0) line.from = Period{Int32()};
        if ((present & kOrigin) != 0) line.origin = Period{Int32()};
        if ((present & kPlayer) != 0) line.player = bytes_.ReadId<PlayerId>();
        line.note = bytes_.Text();
        return line;
    }

    std::int32_t Int32() {
        const std::int64_t value = bytes_.Signed();
        using Limits = std::numeric_limits<std::int32_t>;
        if (value < Limits::min() || value > Limits::max()) bytes_.Fail();
        return static_cast<std::int32_t>(value);
    }

    Bytes32 ReadHash() {
        const Bytes16 first = bytes_.Bytes();
        const Bytes16 second = bytes_.Bytes();
        Bytes32 hash{};
        std::ranges::copy(first, hash.begin());
        std::ranges::copy(second, hash.begin() + first.size());
        return hash;
    }

    ByteReader bytes_;
};

}  // namespace

// content := format:byte affiliate:id period:signed currency:text payable:decimal previous_hash:32 bytes
//            lines:varint line* payout?
// payout  := amount:decimal currency:text rate:text rate_day:signed
// line    := type:byte present:byte brand:id? deal:id? version:signed? count:signed base:decimal? rate:decimal?
//            amount:decimal from:signed? origin:signed? player:id? note:text
// Decimals are written as in domain/money/money_bytes.hpp.
std::string ContentBytes(const Statement& statement) {
    std::string out;
    out += static_cast<char>(statement.payout ? kPayoutFormat : kFormat);
    AppendId(out, statement.affiliate);
    AppendSigned(out, statement.period.number);
    AppendText(out, statement.currency.code());
    AppendDecimal(out, statement.payable);
    out.append(reinterpret_cast<const char*>(statement.previous_hash.data()), statement.previous_hash.size());
    AppendVarint(out, statement.lines.size());
    for (const Line& line : statement.lines) AppendLine(out, line);
    if (statement.payout) {
        AppendDecimal(out, statement.payout->money.amount);
        AppendText(out, statement.payout->money.currency.code());
        AppendText(out, statement.payout->rate_text);
        AppendSigned(out, statement.payout->rate_date.days);
    }
    return out;
}

std::optional<Statement> ReadContent(std::string_view bytes) {
    auto statement = ContentReader(bytes).Read();
    if (statement) statement->content_hash = Digest256(bytes);
    return statement;
}

StatementId StatementIdOf(OperatorId owner, AffiliateId affiliate, Period period, Currency currency) {
    Digester128 digester;
    digester.Add("statement").Add(owner.uuid.bytes).Add(affiliate.uuid.bytes);
    digester.Add(std::int64_t{period.number}).Add(currency.code());
    Bytes16 bytes = digester.Finish();
    // RFC 9562, version 8: a UUID from an application's own digest.
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x80);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
    return {Uuid{bytes}};
}

bool MayBeStatementId(StatementId id) { return (id.uuid.bytes[6] & 0xF0) == 0x80 && (id.uuid.bytes[8] & 0xC0) == 0x80; }

}  // namespace fairlead::statements
