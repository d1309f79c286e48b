#include "domain/commission/accrual.hpp"

#include "base/id/uuid.hpp"
#include "domain/money/money_bytes.hpp"

namespace fairlead::commission {
namespace {

// seen       := parts:byte [conversion] [rev_share] [cpa]
// conversion := amount:decimal currency:text converted:decimal rate_day:signed rate:text
// rev_share  := ngr chargebacks (before) ngr chargebacks (after)
// cpa        := position:varint priced_by:byte month:signed first_deposit deposits wagered
constexpr std::uint8_t kHasConversion = 1;
constexpr std::uint8_t kHasRevShare = 2;
constexpr std::uint8_t kHasCpa = 4;

void AppendPart(std::string& out, const Conversion& conversion) {
    AppendDecimal(out, conversion.original.amount);
    AppendText(out, conversion.original.currency.code());
    AppendDecimal(out, conversion.converted);
    AppendSigned(out, conversion.rate_date.days);
    AppendText(out, conversion.rate_text);
}

Conversion ReadConversion(ByteReader& reader) {
    const Decimal amount = ReadDecimal(reader);
    const Currency currency = ReadCurrency(reader);
    const Decimal converted = ReadDecimal(reader);
    const Date date{static_cast<std::int32_t>(reader.Signed())};
    return {{amount, currency}, converted, date, std::string(reader.Text())};
}

void AppendPart(std::string& out, const RevShareSums& sums) {
    AppendDecimal(out, sums.ngr);
    AppendDecimal(out, sums.chargebacks);
}

RevShareSums ReadSums(ByteReader& reader) {
    const Decimal ngr = ReadDecimal(reader);
    return {ngr, ReadDecimal(reader)};
}

void AppendPart(std::string& out, const CpaSeen& cpa) {
    AppendVarint(out, static_cast<std::uint64_t>(cpa.position));
    out += static_cast<char>(cpa.priced_by);
    AppendSigned(out, cpa.month.months);
    AppendDecimal(out, cpa.first_deposit);
    AppendDecimal(out, cpa.deposits);
    AppendDecimal(out, cpa.wagered);
}

CpaSeen ReadCpa(ByteReader& reader) {
    CpaSeen cpa;
    cpa.position = static_cast<std::int64_t>(reader.Varint());
    cpa.priced_by = static_cast<PricedBy>(reader.Byte());
    cpa.month.months = static_cast<std::int32_t>(reader.Signed());
    cpa.first_deposit = ReadDecimal(reader);
    cpa.deposits = ReadDecimal(reader);
    cpa.wagered = ReadDecimal(reader);
    return cpa;
}

// The id is a UUIDv7. Its last 62 bits are the number and a part of the operator's id, so ids of two operators differ.
constexpr int kOwnerBits = 22;
constexpr int kNumberBits = 40;

}  // namespace

AccrualId AccrualIdOf(OperatorId owner, std::int64_t number, Timestamp recorded_at) {
    const auto millis = static_cast<std::uint64_t>(recorded_at.micros / 1000);
    std::uint64_t owner_part = 0;
    for (std::size_t i = 13; i < 16; ++i) owner_part = owner_part << 8 | owner.uuid.bytes[i];
    owner_part &= (std::uint64_t{1} << kOwnerBits) - 1;
    const std::uint64_t high = millis << 16 | 0x7000U;
    const std::uint64_t low = std::uint64_t{2} << 62 | static_cast<std::uint64_t>(number) << kOwnerBits | owner_part;
    AccrualId id;
    for (int i = 0; i < 8; ++i) {
        id.uuid.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(high >> (56 - 8 * i));
        id.uuid.bytes[static_cast<std::size_t>(i + 8)] = static_cast<std::uint8_t>(low >> (56 - 8 * i));
    }
    return id;
}

std::int64_t NumberIn(AccrualId id) {
    std::uint64_t low = 0;
    for (std::size_t i = 8; i < 16; ++i) low = low << 8 | id.uuid.bytes[i];
    return static_cast<std::int64_t>(low >> kOwnerBits & ((std::uint64_t{1} << kNumberBits) - 1));
}

std::string EncodeSeen(const Accrual& accrual) {
    std::string out(1, static_cast<char>((accrual.conversion ? kHasConversion : 0) |
                                         (accrual.rev_share ? kHasRevShare : 0) | (accrual.cpa ? kHasCpa : 0)));
    if (accrual.conversion) AppendPart(out, *accrual.conversion);
    if (accrual.rev_share) {
        AppendPart(out, accrual.rev_share->before);
        AppendPart(out, accrual.rev_share->after);
    }
    if (accrual.cpa) AppendPart(out, *accrual.cpa);
    return out;
}

bool DecodeSeen(std::string_view bytes, Accrual& accrual) {
    ByteReader reader(bytes);
    const std::uint8_t parts = reader.Byte();
    if ((parts & kHasConversion) != 0) accrual.conversion = ReadConversion(reader);
    if ((parts & kHasRevShare) != 0) {
        const RevShareSums before = ReadSums(reader);
        accrual.rev_share = {before, ReadSums(reader)};
    }
    if ((parts & kHasCpa) != 0) accrual.cpa = ReadCpa(reader);
    return reader.ok() && reader.AtEnd();
}

}  // namespace fairlead::commission
