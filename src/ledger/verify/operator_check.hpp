#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/ports/catalogue_store.hpp"
#include "app/ports/verification.hpp"
#include "domain/replay/replay.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/change_rows.hpp"
#include "ledger/verify/attribution_check.hpp"
#include "ledger/verify/chained_blocks.hpp"
#include "ledger/verify/key_check.hpp"
#include "ledger/verify/message_check.hpp"
#include "ledger/verify/seal_check.hpp"

namespace fairlead::ledger {

// Checks the record of one operator, commit by commit.
class OperatorCheck {
public:
    OperatorCheck(Connection& connection, OperatorId owner, const app::OnVerificationProgress& progress,
                  app::VerificationReport& report, const app::VerificationRequest& request);

    Status Run();

private:
    struct CommitRow {
        std::int64_t number = 0;
        Timestamp recorded_at;
        std::int64_t last_seq = 0;
        std::int64_t last_accrual = 0;
        std::int64_t last_change = 0;
        Bytes32 hash{};
        std::int64_t last_seal = 0;
        std::int64_t block_no = 0;  // 0: none.
        Bytes32 block_digest{};
        bool is_wide = false;  // Its hash covers seals and the block.
    };
    struct StatementRow {
        StatementId id;
        std::string content;
        std::string content_hash;
        std::string previous_hash;
        Decimal payable;
        AffiliateId affiliate;
        std::int64_t period = 0;
        std::string currency;
        Timestamp closed_at;
    };

    Status LoadOperator();
    Status LoadClosings();
    Status CheckCommits();
    Result<std::vector<CommitRow>> ReadCommits();
    static CommitRow CommitAt(const ResultRows& rows, std::size_t row);
    Status CheckCommit(const CommitRow& commit);
    // The rows of the commit that were changed, as far as its checks say; empty without checks.
    Result<std::string> NameDamage(const CommitRow& commit, const CommitRecord& record);
    Status CheckSealed(const CommitRow& commit, CommitRecord& record);
    // The events with which a player registered and deposited first. 0: none yet.
    struct Reached {
        std::int64_t registration = 0;
        std::int64_t first_deposit = 0;
        Timestamp registered_at;
        BrandId brand;
    };

    void CompareWithExpected(const CommitRow& commit);
    void AddChain();
    Status CheckChanges(const CommitRow& commit, CommitRecord& record);
    void NoteRepair(const ClockRepair& repair);
    Status CheckEvents(const CommitRow& commit, CommitRecord& record);
    void CheckNoneMissing(std::int64_t first, std::int64_t last);
    Status ReplayEvent(const ReadEventRow& row, const CommitRow& commit);
    bool NoteMilestone(const ReadEventRow& row);
    Status CheckAccruals(const CommitRow& commit, CommitRecord& record);
    Status CheckStatements(const CommitRow& commit, CommitRecord& record);
    Result<std::map<StatementId, StatementRow>> ReadStatements(std::int64_t commit_no);
    void CompareStatement(const statements::Statement& made, const StatementRow& stored, Timestamp closed_at);
    Status CheckBlocks();
    Status CheckTables();
    Status CheckOutside();
    Status CheckRates();
    void CheckRate(const ResultRows& rates, std::size_t row);
    Status CheckGroups();
    Status CheckPlayers();
    bool HasMilestones(const ResultRows& rows, std::size_t row, PlayerId player) const;
    Status CheckUnpriced();
    Status CheckAdjustments();
    void CheckAdjustment(const ResultRows& rows, std::size_t i, AdjustmentId id);
    Status CheckClockRepairs();
    Status CheckReversals();
    Result<std::size_t> CheckNgrMarks(PlayerId after, PlayerId up_to);
    std::size_t CheckNgrMark(const ResultRows& rows, std::size_t row, const commission::NgrMark* known);
    void CheckPlan(const app::OperatorRecords& records);
    void Differs(const std::string& what) { report_.Add(name_ + ": " + what); }

    Connection& connection_;
    OperatorId owner_;
    const app::OnVerificationProgress& progress_;
    app::VerificationReport& report_;
    const app::VerificationRequest& request_;
    app::OperatorRecords records_;
    std::string name_;
    AttributionCheck attributions_;
    SealCheck seals_;
    ChainedBlocks blocks_;
    std::optional<KeyCheck> keys_;
    MessageCheck messages_;
    commission::Replay replay_;
    CommitRow last_;                            // The previous commit.
    CommitRow aimed_;                           // The end of the record according to the operator's row.
    CommitRow wide_from_;                       // The first commit of the wider chain.
    std::vector<app::ChainHead> expected_;      // The heads of this operator that are not reached yet, by number.
    std::unordered_set<std::int64_t> closing_;  // The commits with statements.
    std::unordered_map<PlayerId, Reached> reached_;
    std::int64_t first_seq_ = 0;  // The number of the first replayed event.
    std::map<AdjustmentId, commission::Adjusted> adjusted_;
    std::vector<ClockRepair> repairs_;
    std::map<std::int64_t, commission::AccrualReversed> reversed_;  // By the number of the reversed accrual.
};

}  // namespace fairlead::ledger
