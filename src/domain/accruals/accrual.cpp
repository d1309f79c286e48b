#include "domain/accruals/accrual.hpp"

#include "base/id/uuid.hpp"
#include "domain/deals/sums_bytes.hpp"

namespace fairlead::commission {
namespace {

// seen       := parts:byte [conversion] [rev_share] [cpa] [turnover] [rev_share_more] [cpa_more] [negative] [pool]
// conversion := amount:decimal currency:text converted:decimal rate_day:signed rate:text
// rev_share  := ngr chargebacks (before) ngr chargebacks (after)
// cpa        := position:varint priced_by:byte period:signed first_deposit deposits wagered
// turnover   := product:text before after
// The parts of rev_share and cpa that only some deals need follow at the end, if they are there:
// rev_share_more := more_sums (before) more_sums (after) input (before) input (after) [re_rated_base]
// cpa_more   := bets:varint kyc:byte
// negative   := opening (before) opening (after) all_sums (fenced before) all_sums (fenced after)
// pool       := [rev_share: pooled (before) pooled (after)] [cpa: players:varint]
constexpr std::uint8_t kHasConversion = 1;
constexpr std::uint8_t kHasRevShare = 2;
constexpr std::uint8_t kHasCpa = 4;
constexpr std::uint8_t kHasTurnover = 8;
constexpr std::uint8_t kHasRevShareMore = 16;
constexpr std::uint8_t kHasCpaMore = 32;
constexpr std::uint8_t kHasNegative = 64;
constexpr std::uint8_t kHasPool = 128;

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

bool HasMoreParts(const RevShareSeen& seen) {
    return seen.before.HasMore() || seen.after.HasMore() || seen.input_before != RateInput{} ||
           seen.input_after != RateInput{} || seen.re_rated_base;
}

void AppendInput(std::string& out, const RateInput& input) {
    AppendActivity(out, input.activity);
    AppendOptional(out, input.at_least);
    AppendVarint(out, static_cast<std::uint64_t>(input.digits ? *input.digits + 1 : 0));
}

RateInput ReadInput(ByteReader& reader) {
    RateInput input;
    input.activity = ReadActivity(reader);
    input.at_least = ReadOptionalDecimal(reader);
    const std::uint64_t digits = reader.Varint();
    if (digits > 0) input.digits = static_cast<int>(digits - 1);
    return input;
}

void AppendMore(std::string& out, const RevShareSeen& seen) {
    AppendMoreSums(out, seen.before);
    AppendMoreSums(out, seen.after);
    AppendInput(out, seen.input_before);
    AppendInput(out, seen.input_after);
    AppendOptional(out, seen.re_rated_base);
}

void ReadMore(ByteReader& reader, RevShareSeen& seen) {
    ReadMoreSums(reader, seen.before);
    ReadMoreSums(reader, seen.after);
    seen.input_before = ReadInput(reader);
    seen.input_after = ReadInput(reader);
    seen.re_rated_base = ReadOptionalDecimal(reader);
}

bool HasNegative(const RevShareSeen& seen) {
    return !seen.before.opening.IsZero() || !seen.after.opening.IsZero() || seen.fenced_before != RevShareSums{} ||
           seen.fenced_after != RevShareSums{};
}

void AppendNegative(std::string& out, const RevShareSeen& seen) {
    AppendDecimal(out, seen.before.opening);
    AppendDecimal(out, seen.after.opening);
    AppendAllSums(out, seen.fenced_before);
    AppendAllSums(out, seen.fenced_after);
}

void ReadNegative(ByteReader& reader, RevShareSeen& seen) {
    seen.before.opening = ReadDecimal(reader);
    seen.after.opening = ReadDecimal(reader);
    seen.fenced_before = ReadAllSums(reader);
    seen.fenced_after = ReadAllSums(reader);
}

void AppendPart(std::string& out, const CpaSeen& cpa) {
    AppendVarint(out, static_cast<std::uint64_t>(cpa.position));
    out += static_cast<char>(cpa.priced_by);
    AppendSigned(out, cpa.period.number);
    AppendDecimal(out, cpa.first_deposit);
    AppendDecimal(out, cpa.deposits);
    AppendDecimal(out, cpa.wagered);
}

CpaSeen ReadCpa(ByteReader& reader) {
    CpaSeen cpa;
    cpa.position = static_cast<std::int64_t>(reader.Varint());
    cpa.priced_by = static_cast<PricedBy>(reader.Byte());
    cpa.period.number = static_cast<std::int32_t>(reader.Signed());
    cpa.first_deposit = ReadDecimal(reader);
    cpa.deposits = ReadDecimal(reader);
    cpa.wagered = ReadDecimal(reader);
    return cpa;
}

bool HasMoreParts(const CpaSeen& cpa) { return cpa.bets != 0 || cpa.kyc; }

bool HasPool(const Accrual& accrual) {
    const bool share =
        accrual.rev_share && (accrual.rev_share->input_before.pooled || accrual.rev_share->input_after.pooled);
    return share || (accrual.cpa && accrual.cpa->pool_players != 0);
}

void AppendPool(std::string& out, const Accrual& accrual) {
    if (accrual.rev_share) {
        AppendOptional(out, accrual.rev_share->input_before.pooled);
        AppendOptional(out, accrual.rev_share->input_after.pooled);
    }
    if (accrual.cpa) AppendVarint(out, static_cast<std::uint64_t>(accrual.cpa->pool_players));
}

void ReadPool(ByteReader& reader, Accrual& accrual) {
    if (accrual.rev_share) {
        accrual.rev_share->input_before.pooled = ReadOptionalDecimal(reader);
        accrual.rev_share->input_after.pooled = ReadOptionalDecimal(reader);
    }
    if (accrual.cpa) accrual.cpa->pool_players = static_cast<std::int64_t>(reader.Varint());
}

std::uint8_t SeenPartsOf(const Accrual& accrual) {
    int parts = 0;
    if (accrual.conversion) parts |= kHasConversion;
    if (accrual.rev_share) parts |= HasMoreParts(*accrual.rev_share) ? kHasRevShare | kHasRevShareMore : kHasRevShare;
    if (accrual.rev_share && HasNegative(*accrual.rev_share)) parts |= kHasNegative;
    if (accrual.cpa) parts |= HasMoreParts(*accrual.cpa) ? kHasCpa | kHasCpaMore : kHasCpa;
    if (accrual.turnover) parts |= kHasTurnover;
    if (HasPool(accrual)) parts |= kHasPool;
    return static_cast<std::uint8_t>(parts);
}

// The id is a UUIDv7. Its last 62 bits are the number and a part of the operator's id, so ids of two operators differ.
constexpr int kOwnerBits = 22;
constexpr int kNumberBits = 40;

}  // namespace

RevShareSums RevShareSeen::CountedBefore() const {
    RevShareSums counted = before;
    return counted += -fenced_before;
}

RevShareSums RevShareSeen::CountedAfter() const {
    RevShareSums counted = after;
    return counted += -fenced_after;
}

AccrualId AccrualIdOf(OperatorId owner, std::int64_t number, Timestamp recorded_at) {
    const auto millis = static_cast<std::uint64_t>(recorded_at.micros / 1000);
    const std::uint64_t owner_part = owner.uuid.LastHalf() & ((std::uint64_t{1} << kOwnerBits) - 1);
    const std::uint64_t high = millis << 16 | 0x7000U;
    const std::uint64_t low = std::uint64_t{2} << 62 | static_cast<std::uint64_t>(number) << kOwnerBits | owner_part;
    return {Uuid::FromHalves(high, low)};
}

std::int64_t NumberIn(AccrualId id) {
    return static_cast<std::int64_t>(id.uuid.LastHalf() >> kOwnerBits & ((std::uint64_t{1} << kNumberBits) - 1));
}

std::string EncodeSeen(const Accrual& accrual) {
    const std::uint8_t parts = SeenPartsOf(accrual);
    std::string out(1, static_cast<char>(parts));
    if (accrual.conversion) AppendPart(out, *accrual.conversion);
    if (accrual.rev_share) {
        AppendSums(out, accrual.rev_share->before);
        AppendSums(out, accrual.rev_share->after);
    }
    if (accrual.cpa) AppendPart(out, *accrual.cpa);
    if (accrual.turnover) {
        AppendText(out, accrual.turnover->product);
        AppendDecimal(out, accrual.turnover->before);
        AppendDecimal(out, accrual.turnover->after);
    }
    if ((parts & kHasRevShareMore) != 0) AppendMore(out, *accrual.rev_share);
    if ((parts & kHasCpaMore) != 0) {
        AppendVarint(out, static_cast<std::uint64_t>(accrual.cpa->bets));
        out += accrual.cpa->kyc ? '\1' : '\0';
    }
    if ((parts & kHasNegative) != 0) AppendNegative(out, *accrual.rev_share);
    if ((parts & kHasPool) != 0) AppendPool(out, accrual);
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
    if ((parts & kHasTurnover) != 0) {
        std::string product(reader.Text());
        const Decimal before = ReadDecimal(reader);
        accrual.turnover = {std::move(product), before, ReadDecimal(reader)};
    }
    if ((parts & kHasRevShareMore) != 0 && accrual.rev_share) ReadMore(reader, *accrual.rev_share);
    if ((parts & kHasCpaMore) != 0 && accrual.cpa) {
        accrual.cpa->bets = static_cast<std::int64_t>(reader.Varint());
        accrual.cpa->kyc = reader.Byte() != 0;
    }
    if ((parts & kHasNegative) != 0 && accrual.rev_share) ReadNegative(reader, *accrual.rev_share);
    if ((parts & kHasPool) != 0) ReadPool(reader, accrual);
    return reader.ok() && reader.AtEnd();
}

}  // namespace fairlead::commission
