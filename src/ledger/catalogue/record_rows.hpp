#pragma once

#include <vector>

#include "app/ports/catalogue_store.hpp"
#include "ledger/sql/connection.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {

// Reads and writes the tables of catalogue records, one source file per kind. Ids and times of creation never change.

Status Upsert(Connection& connection, OperatorId owner, const catalogue::Operator& self);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::Brand& brand);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::ApiKey& key);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::User& user);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::Affiliate& affiliate);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::MarketingSource& source);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::Campaign& campaign);
// Stores the content too, if the record has it.
Status Upsert(Connection& connection, OperatorId owner, const catalogue::Image& image);
// Removes the image and its content.
Status Upsert(Connection& connection, OperatorId owner, const catalogue::DeletedImage& image);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::Creative& creative);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::LandingPage& page);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::Link& link);
// Only adds versions: stored versions do not change.
Status Upsert(Connection& connection, OperatorId owner, const commission::Deal& deal);
Status Upsert(Connection& connection, OperatorId owner, const catalogue::ReportPreset& preset);
// Removes the row.
Status Upsert(Connection& connection, OperatorId owner, const catalogue::DeletedReportPreset& preset);

// kConflict with a pointer if another operator already has one of the new domains. Operators that add domains take
// turns until their transactions end. Domains that are already stored are not compared.
Status CheckPortalDomains(Connection& connection, OperatorId owner, const catalogue::Operator& self);
// kConflict if the two-person rule would end earlier than it may. `now` is the time of the checked clock.
Status CheckTwoPersonRule(Connection& connection, OperatorId owner, const catalogue::Operator& self, Timestamp now);
// kConflict if there is an operator. Until the transaction ends, no other transaction creates a first operator.
Status CheckNoOperator(Connection& connection);
Status Upsert(Connection& connection, OperatorId owner, const outbox::Postback& postback);
Status Upsert(Connection& connection, OperatorId owner, const outbox::Webhook& webhook);
Status Upsert(Connection& connection, OperatorId owner, const outbox::ReportSchedule& schedule);
// Removes the schedule, its runs and their files. Marks its waiting messages as failed.
Status Upsert(Connection& connection, OperatorId owner, const outbox::DeletedReportSchedule& schedule);
// Also adds the version, unless it is stored.
Status Upsert(Connection& connection, OperatorId owner, const signals::FraudRule& rule);

// Reads the operator itself and its version. kNotFound if the operator does not exist.
Status ReadSelf(Connection& connection, OperatorId owner, app::OperatorRecords& records);

// Read all records of an operator, ordered by id.
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::Brand>& brands);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::ApiKey>& keys);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::User>& users);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::Affiliate>& affiliates);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::MarketingSource>& sources);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::Campaign>& campaigns);
// Without their contents.
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::Image>& images);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::Creative>& creatives);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::LandingPage>& pages);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::Link>& links);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<commission::Deal>& deals);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<catalogue::ReportPreset>& presets);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<outbox::Postback>& postbacks);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<outbox::Webhook>& webhooks);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<outbox::ReportSchedule>& schedules);
Status ReadAll(Connection& connection, OperatorId owner, std::vector<signals::FraudRule>& rules);

// Nothing if the operator has no such image.
Result<std::optional<std::string>> ReadImageContent(Connection& connection, OperatorId owner, ImageId image);

void LogLeftOut(OperatorId owner, const DamagedRecord& damage);

// Reads every row of `select` for the operator with `read`.
template <class Record>
Status ReadEvery(Connection& connection, const Sql& select, OperatorId owner,
                 Record (*read)(const ResultRows&, std::size_t row), std::vector<Record>& records) {
    const auto rows = TRY(connection.Query(select, {Value::Of(owner)}));
    records.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) records.push_back(read(rows, row));
    return {};
}

// The same, but leaves out rows that cannot be read, and logs them: one damaged user or key, which then does not work,
// must not stop the service for all others. `verify` names what has changed.
template <class Record>
Status ReadReadable(Connection& connection, const Sql& select, OperatorId owner,
                    Record (*read)(const ResultRows&, std::size_t row), std::vector<Record>& records) {
    const auto rows = TRY(connection.Query(select, {Value::Of(owner)}));
    records.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        try {
            records.push_back(read(rows, row));
        } catch (const DamagedRecord& damage) {
            LogLeftOut(owner, damage);
        }
    }
    return {};
}

}  // namespace fairlead::ledger
