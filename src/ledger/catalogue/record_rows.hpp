#pragma once

#include <vector>

#include "app/ports/ledger.hpp"
#include "ledger/sql/session.hpp"

namespace fairlead::ledger {

// How each kind of record lies in its table: a file per kind. Ids and times of creation never change once written.

Status Upsert(Session& session, OperatorId owner, const catalogue::Operator& self);
Status Upsert(Session& session, OperatorId owner, const catalogue::Brand& brand);
Status Upsert(Session& session, OperatorId owner, const catalogue::ApiKey& key);
Status Upsert(Session& session, OperatorId owner, const catalogue::User& user);
Status Upsert(Session& session, OperatorId owner, const catalogue::Affiliate& affiliate);
Status Upsert(Session& session, OperatorId owner, const catalogue::MarketingSource& source);
Status Upsert(Session& session, OperatorId owner, const catalogue::Campaign& campaign);
Status Upsert(Session& session, OperatorId owner, const catalogue::Creative& creative);
Status Upsert(Session& session, OperatorId owner, const catalogue::Link& link);
// Versions are only added: those that are stored already stay as they are.
Status Upsert(Session& session, OperatorId owner, const commission::Deal& deal);
Status Upsert(Session& session, OperatorId owner, const catalogue::ReportPreset& preset);

// The operator itself and its version; kNotFound where there is none.
Status ReadSelf(Session& session, OperatorId owner, app::OperatorRecords& records);

// All of an operator's, in the order of their ids.
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::Brand>& brands);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::ApiKey>& keys);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::User>& users);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::Affiliate>& affiliates);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::MarketingSource>& sources);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::Campaign>& campaigns);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::Creative>& creatives);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::Link>& links);
Status ReadAll(Session& session, OperatorId owner, std::vector<commission::Deal>& deals);
Status ReadAll(Session& session, OperatorId owner, std::vector<catalogue::ReportPreset>& presets);

// Reads every row that `select` has of the operator by `read`.
template <class Record>
Status ReadEvery(Session& session, const Sql& select, OperatorId owner,
                 Record (*read)(const ResultRows&, std::size_t row), std::vector<Record>& records) {
    const auto rows = session.Query(select, {Value::Of(owner)});
    if (!rows) return std::unexpected(rows.error());
    records.reserve(rows->size());
    for (std::size_t row = 0; row < rows->size(); ++row) records.push_back(read(*rows, row));
    return {};
}

}  // namespace fairlead::ledger
