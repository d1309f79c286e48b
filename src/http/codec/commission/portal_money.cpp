#include "http/codec/commission/portal_money.hpp"

#include "app/portal/player_alias.hpp"
#include "base/text/json_text.hpp"
#include "http/codec/commission/commission_parts.hpp"
#include "http/codec/json/json_values.hpp"

namespace fairlead::http {

namespace json = boost::json;
using commission::Accrual;

namespace {

template <class IdType, class Find>
json::value NameOrNull(const std::optional<IdType>& id, Find find) {
    const auto* record = id ? find(*id) : nullptr;
    return record == nullptr ? json::value(nullptr) : json::value(record->name);
}

json::value BrandName(const PortalReader& reader, const std::optional<BrandId>& id) {
    return NameOrNull(id, [&](BrandId brand) { return reader.owner->FindBrand(brand); });
}

json::value DealName(const PortalReader& reader, const std::optional<DealId>& id) {
    return NameOrNull(id, [&](DealId deal) { return reader.owner->FindDeal(deal); });
}

std::string_view StatusName(app::StatementStatus status) {
    return app::kStatementStatusNames[static_cast<std::size_t>(status)];
}

// Writes numbers with all their digits, which the numbers of a JSON library would lose.
std::string WriteFigures(const reporting::ReportTable& table) {
    std::string text = "{";
    for (std::size_t i = 0; i < table.metrics.size(); ++i) {
        if (i > 0) text += ',';
        AppendJsonString(text, table.metrics[i]);
        text.append(":").append(table.totals[i].ToString());
    }
    return text += '}';
}

json::array EncodeEarnings(const app::PortalSummary& summary) {
    json::array all;
    for (const auto& [currency, earnings] : summary.earnings) {
        all.push_back(json::object{{"currency", currency.code()},
                                   {"open", earnings.open.ToString()},
                                   {"closed", earnings.closed.ToString()},
                                   {"paid", earnings.paid.ToString()}});
    }
    return all;
}

json::value EncodeLast(const std::optional<app::StatementRecord>& record) {
    if (!record) return nullptr;
    return json::object{{"id", record->id.ToString()},
                        {"period", record->statement.period.ToString()},
                        {"currency", record->statement.currency.code()},
                        {"status", StatusName(record->status)},
                        {"payable", record->statement.payable.ToString()}};
}

}  // namespace

json::object EncodePortalAccrual(const PortalReader& reader, const app::AccrualRecord& record) {
    const Accrual& accrual = record.accrual;
    // The player and the event behind a share of a sub-affiliate's commission belong to the sub-affiliate.
    const bool own = accrual.component != commission::Component::kSubAffiliate;
    json::value player = nullptr;
    if (own && accrual.player) player = app::PlayerAlias(reader.alias_key, reader.affiliate, *accrual.player);
    return {{"id", record.id.ToString()},
            {"player", std::move(player)},
            {"brandId", IdOrNull(accrual.brand)},
            {"brandName", BrandName(reader, accrual.brand)},
            {"dealId", accrual.deal.ToString()},
            {"dealName", DealName(reader, accrual.deal)},
            {"dealVersion", accrual.version},
            {"component", Name(accrual.component)},
            {"reason", Name(accrual.reason)},
            {"eventId", own ? IdOrNull(record.event) : json::value(nullptr)},
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
            {"reversesAccrualId", IdOrNull(record.reverses)},
            {"missingRate", EncodeMissingRate(record)}};
}

json::object EncodePortalStatement(const PortalReader& reader, const app::StatementRecord& record) {
    const statements::Statement& statement = record.statement;
    json::array lines;
    auto encoded = EncodeLines(record);
    for (std::size_t i = 0; i < encoded.size(); ++i) {
        const statements::Line& line = statement.lines[i];
        encoded[i]["brandName"] = BrandName(reader, line.brand);
        encoded[i]["dealName"] = DealName(reader, line.deal);
        // Affiliates know players by aliases only.
        encoded[i].erase("playerId");
        lines.push_back(std::move(encoded[i]));
    }
    json::array steps;
    for (const auto& step : record.steps) {
        steps.push_back(json::object{{"status", StatusName(step.status)},
                                     {"at", step.at.ToIso8601()},
                                     {"payment", EncodePayment(step.payment)},
                                     {"reason", TextOrNull(step.reason)}});
    }
    // An open statement can still change, so it has no hash.
    const bool open = record.status == app::StatementStatus::kOpen;
    const auto hash = [&](const Bytes32& bytes) { return open ? json::value(nullptr) : json::value(ToHex(bytes)); };
    return {{"id", record.id.ToString()},
            {"period", statement.period.ToString()},
            {"currency", statement.currency.code()},
            {"status", StatusName(record.status)},
            {"lines", std::move(lines)},
            {"payable", statement.payable.ToString()},
            {"payout", EncodePayout(statement.payout)},
            {"contentHash", hash(statement.content_hash)},
            {"previousHash", hash(statement.previous_hash)},
            {"closedAt", TimeOrNull(record.closed_at)},
            {"holdReason", HoldReasonOf(record)},
            {"paymentHold", PaymentHoldOf(record, *reader.owner)},
            {"steps", std::move(steps)}};
}

std::string WritePortalSummary(const PortalReader& reader, const app::PortalSummary& summary) {
    const json::object rest{{"startDate", summary.days.start.ToString()},
                            {"endDate", summary.days.end.ToString()},
                            {"previousStartDate", summary.days_before.start.ToString()},
                            {"previousEndDate", summary.days_before.end.ToString()},
                            {"currency", reader.owner->records.self.settings.BaseCurrencyAt(Now()).code()},
                            {"earnings", EncodeEarnings(summary)},
                            {"lastStatement", EncodeLast(summary.last_statement)}};
    std::string text = json::serialize(rest);
    text.pop_back();
    text.append(",\"current\":").append(WriteFigures(*summary.current));
    text.append(",\"previous\":").append(WriteFigures(*summary.previous));
    return text += '}';
}

}  // namespace fairlead::http
