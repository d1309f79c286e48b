#include "http/codec/commission/commission_json.hpp"

#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/json/actor_names.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;
using commission::Accrual;

namespace {

json::object EncodeStep(const app::StatementStepRecord& step, const app::OperatorEntry& owner) {
    return {{"status", app::kStatementStatusNames[static_cast<std::size_t>(step.status)]},
            {"actor", step.actor},
            {"actorName", ActorNameOrNull(owner, step.actor)},
            {"at", step.at.ToIso8601()},
            {"payment", EncodePayment(step.payment)},
            {"reason", TextOrNull(step.reason)}};
}

}  // namespace

json::value HoldReasonOf(const app::StatementRecord& record) {
    const bool held = record.status == app::StatementStatus::kOnHold && !record.steps.empty();
    return held ? TextOrNull(record.steps.back().reason) : json::value(nullptr);
}

json::value PaymentHoldOf(const app::StatementRecord& record, const app::OperatorEntry& owner) {
    const bool done = record.status == app::StatementStatus::kPaid || record.status == app::StatementStatus::kSettled;
    const auto* affiliate = owner.FindAffiliate(record.statement.affiliate);
    return done || affiliate == nullptr ? json::value(nullptr) : TextOrNull(affiliate->payment_hold);
}

json::value EncodeMissingRate(const app::AccrualRecord& record) {
    if (!record.waits_from) return nullptr;
    return json::object{{"from", record.waits_from->code()},
                        {"to", record.accrual.amount.currency.code()},
                        {"date", Date::OfUtc(record.accrual.event_time).ToString()}};
}

namespace {

json::object EncodeLine(const statements::Line& line, const statements::LineFacts& facts,
                        const statements::Statement& statement) {
    return {{"component", statements::kLineTypeNames[static_cast<std::size_t>(line.type)]},
            {"brandId", IdOrNull(line.brand)},
            {"dealId", IdOrNull(line.deal)},
            {"dealVersion", line.version ? json::value(*line.version) : json::value(nullptr)},
            {"count", line.count},
            {"base", DecimalOrNull(line.base)},
            {"rate", DecimalOrNull(line.rate)},
            {"amount", line.amount.ToString()},
            {"fromPeriod", line.from ? json::value(line.from->ToString()) : json::value(nullptr)},
            {"originPeriod", line.origin ? json::value(line.origin->ToString()) : json::value(nullptr)},
            {"playerId", IdOrNull(line.player)},
            {"note", TextOrNull(line.note)},
            {"players", NumberOrNull(facts.players)},
            {"endRate", DecimalOrNull(facts.end_rate)},
            {"rule", Name(statements::RuleOf(line))},
            {"text", statements::TextOf(line, facts, statement)}};
}

}  // namespace

std::vector<json::object> EncodeLines(const app::StatementRecord& record) {
    const statements::Statement& statement = record.statement;
    std::vector<json::object> lines;
    for (std::size_t i = 0; i < statement.lines.size(); ++i) {
        lines.push_back(EncodeLine(statement.lines[i], record.FactsOf(i), statement));
    }
    return lines;
}

json::value EncodePayout(const std::optional<statements::Payout>& payout) {
    if (!payout) return nullptr;
    return json::object{{"amount", payout->money.amount.ToString()},
                        {"currency", payout->money.currency.code()},
                        {"rate", payout->rate_text},
                        {"rateDate", payout->rate_date.ToString()}};
}

json::value EncodePayment(const std::optional<app::Payment>& payment) {
    if (!payment) return nullptr;
    return json::object{
        {"date", payment->date.ToString()}, {"method", payment->method}, {"reference", payment->reference}};
}

json::object EncodeAccrual(const app::AccrualRecord& record) {
    const Accrual& accrual = record.accrual;
    return {{"id", record.id.ToString()},
            {"affiliateId", accrual.affiliate.ToString()},
            {"playerId", IdOrNull(accrual.player)},
            {"brandId", IdOrNull(accrual.brand)},
            {"dealId", accrual.deal.ToString()},
            {"dealVersion", accrual.version},
            {"component", Name(accrual.component)},
            {"reason", Name(accrual.reason)},
            {"eventId", IdOrNull(record.event)},
            {"period", accrual.period.ToString()},
            {"eventTime", accrual.event_time.ToIso8601()},
            {"recordedAt", record.recorded_at.ToIso8601()},
            {"payableFrom", accrual.payable_from.value_or(accrual.event_time).ToIso8601()},
            {"late", accrual.late},
            {"status", app::kAccrualStatusNames[static_cast<std::size_t>(record.status)]},
            {"amount", accrual.amount.amount.ToString()},
            {"currency", accrual.amount.currency.code()},
            {"base", DecimalOrNull(accrual.base)},
            {"rate", DecimalOrNull(accrual.rate)},
            {"sourceAccrualId", IdOrNull(record.source)},
            {"reversesAccrualId", IdOrNull(record.reverses)},
            {"missingRate", EncodeMissingRate(record)}};
}

json::object EncodeStatement(const app::StatementRecord& record, const app::OperatorEntry& owner) {
    const statements::Statement& statement = record.statement;
    json::array lines;
    for (auto& line : EncodeLines(record)) lines.push_back(std::move(line));
    json::array steps;
    for (const auto& step : record.steps) steps.push_back(EncodeStep(step, owner));
    json::array adjusted_by(record.adjusted_by.begin(), record.adjusted_by.end());
    // An open statement can still change, so it has no hash.
    const bool open = record.status == app::StatementStatus::kOpen;
    const auto hash = [&](const Bytes32& bytes) { return open ? json::value(nullptr) : json::value(ToHex(bytes)); };
    return {{"id", record.id.ToString()},
            {"affiliateId", statement.affiliate.ToString()},
            {"period", statement.period.ToString()},
            {"currency", statement.currency.code()},
            {"status", app::kStatementStatusNames[static_cast<std::size_t>(record.status)]},
            {"lines", std::move(lines)},
            {"payable", statement.payable.ToString()},
            {"payout", EncodePayout(statement.payout)},
            {"contentHash", hash(statement.content_hash)},
            {"previousHash", hash(statement.previous_hash)},
            {"closedAt", TimeOrNull(record.closed_at)},
            {"closedBy", TextOrNull(record.closed_by)},
            {"closedByName", ActorNameOrNull(owner, record.closed_by)},
            {"holdReason", HoldReasonOf(record)},
            {"paymentHold", PaymentHoldOf(record, owner)},
            {"adjustedBy", std::move(adjusted_by)},
            {"steps", std::move(steps)}};
}

json::object EncodeAdjustment(const app::AdjustmentRecord& record, const app::OperatorEntry& owner) {
    return {{"id", record.id.ToString()},
            {"affiliateId", record.affiliate.ToString()},
            {"amount", record.money.amount.ToString()},
            {"currency", record.money.currency.code()},
            {"reason", record.reason},
            {"actor", record.actor},
            {"actorName", ActorNameOrNull(owner, record.actor)},
            {"madeAt", record.made_at.ToIso8601()},
            {"createdAt", record.made_at.ToIso8601()},
            {"reverses", record.reverses ? json::value(record.reverses->ToString()) : json::value(nullptr)},
            {"reversedBy", record.reversed_by ? json::value(record.reversed_by->ToString()) : json::value(nullptr)}};
}

}  // namespace fairlead::http
