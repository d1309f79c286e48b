#include "ledger/record/change_rows.hpp"

#include "app/catalogue/operator_zone.hpp"
#include "app/commission/change_json.hpp"

namespace fairlead::ledger {
namespace {

using namespace commission;

constexpr SqlText kChangeColumns("number, kind, content");
constexpr auto kInsertedChangeColumns = "operator_id, " + kChangeColumns;
constexpr ComposedSql kInsertChange(InsertInto("changes", kInsertedChangeColumns));
constexpr ComposedSql kSelectChanges(
    "SELECT " + kChangeColumns +
    " FROM changes WHERE operator_id = $1 AND number > $2 AND number <= $3 ORDER BY number");
// The content of a change of an affiliate begins with its id.
constexpr ComposedSql kSelectAffiliateChange(
    "SELECT " + kChangeColumns +
    " FROM changes WHERE operator_id = $1 AND number <= $2 AND kind = 'affiliate' AND content LIKE $3"
    " ORDER BY number DESC LIMIT 1");

}  // namespace

Result<Change> DecodeChange(const ChangeRow& row) { return app::DecodeChange(row.kind, row.content); }

Status StoreChanges(Connection& connection, const OperatorMoment& moment, std::span<const Change> changes,
                    CommitRecord& record) {
    if (changes.empty()) return {};
    ParameterRows parameters(kInsertedChangeColumns.column_count());
    for (const Change& change : changes) {
        app::ChangeText text = app::EncodeChange(change);
        const std::int64_t number = moment.last_change + record.changes() + 1;
        record.AddChange(number, text.kind, text.content);
        const auto kind = parameters.Keep(std::move(text.kind));
        const auto content = parameters.Keep(std::move(text.content));
        parameters.Add({Value::Of(moment.owner), Value::Of(number), Value::Of(kind), Value::Of(content)});
    }
    return connection.RunEach(kInsertChange, parameters);
}

Result<std::vector<ChangeRow>> ReadChanges(Connection& connection, OperatorId owner, std::int64_t after,
                                           std::int64_t up_to) {
    const auto rows = TRY(connection.Query(kSelectChanges, {Value::Of(owner), Value::Of(after), Value::Of(up_to)}));
    std::vector<ChangeRow> changes;
    changes.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        changes.push_back({rows.Integer(i, kSelectChanges["number"]), rows.String(i, kSelectChanges["kind"]),
                           rows.String(i, kSelectChanges["content"])});
    }
    return changes;
}

Result<bool> WasSuspended(Connection& connection, OperatorId owner, AffiliateId affiliate, std::int64_t up_to) {
    const std::string beginning = R"({"affiliateId":")" + affiliate.ToString() + "\"%";
    const auto rows = TRY(connection.Query(
        kSelectAffiliateChange, {Value::Of(owner), Value::Of(up_to), Value::Of(std::string_view(beginning))}));
    if (rows.empty()) return false;
    const auto change = TRY(app::DecodeChange(rows.Text(0, kSelectAffiliateChange["kind"]),
                                              rows.Text(0, kSelectAffiliateChange["content"])));
    const auto* changed = std::get_if<AffiliateChanged>(&change);
    return changed != nullptr && changed->suspended.value_or(false);
}

namespace {

template <class Record>
void AddChanges(const Record&, std::vector<Change>&) {}

void AddChanges(const catalogue::Operator& self, std::vector<Change>& out) {
    out.emplace_back(OperatorChanged{self.settings.first_time_zone, app::LoadZone(self.settings),
                                     self.settings.first_base_currency, self.min_payout, self.settings.changes,
                                     self.suspended_earn});
}

void AddChanges(const catalogue::Brand& brand, std::vector<Change>& out) {
    out.emplace_back(BrandChanged{brand.id, brand.ngr_mode});
}

void AddChanges(const catalogue::Affiliate& affiliate, std::vector<Change>& out) {
    out.emplace_back(AffiliateChanged{affiliate.id, affiliate.deals, affiliate.parent, affiliate.min_payout,
                                      affiliate.status == catalogue::AffiliateStatus::kSuspended, affiliate.approved_at,
                                      affiliate.payout_currency});
}

void AddChanges(const outbox::Postback& postback, std::vector<Change>& out) {
    out.emplace_back(SubscriptionChanged{SubscriptionOf(postback)});
}

void AddChanges(const outbox::Webhook& webhook, std::vector<Change>& out) {
    out.emplace_back(WebhookChanged{SubscriptionOf(webhook)});
}

void AddChanges(const Deal& deal, std::vector<Change>& out) {
    DealChanged change{deal};
    change.deal.versions.clear();
    out.emplace_back(std::move(change));
    for (const DealVersion& version : deal.versions) {
        DealVersionAdded added{deal.id, version};
        added.version.withdrawn_at.reset();
        out.emplace_back(std::move(added));
        if (version.withdrawn_at) {
            out.emplace_back(DealVersionWithdrawn{deal.id, version.number, *version.withdrawn_at});
        }
    }
}

}  // namespace

std::vector<Change> ChangesOf(const app::CatalogueChange::Record& record) {
    std::vector<Change> changes;
    std::visit([&](const auto& one) { AddChanges(one, changes); }, record);
    return changes;
}

std::vector<Change> ChangesOf(const app::OperatorRecords& records) {
    std::vector<Change> changes;
    changes.emplace_back(NgrKeptByProduct());
    changes.emplace_back(RulesChanged());
    AddChanges(records.self, changes);
    for (const auto& brand : records.brands) AddChanges(brand, changes);
    for (const auto& deal : records.deals) AddChanges(deal, changes);
    for (const auto& affiliate : records.affiliates) {
        AddChanges(affiliate, changes);
        if (affiliate.statement_period == PeriodKind::kMonth) continue;
        changes.emplace_back(StatementPeriodChanged{affiliate.id, affiliate.statement_period, std::nullopt});
    }
    for (const auto& postback : records.postbacks) AddChanges(postback, changes);
    for (const auto& webhook : records.webhooks) AddChanges(webhook, changes);
    return changes;
}

}  // namespace fairlead::ledger
