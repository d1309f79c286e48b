#include "ledger/record/commit_record.hpp"

#include "domain/money/money_bytes.hpp"

namespace fairlead::ledger {
namespace {

// Writes the members of a row, and the check of each if checks are wanted.
class MemberWriter {
public:
    MemberWriter(std::string& out, RowChecks* checks, CheckedTable table)
        : out_(out), checks_(checks), table_(table), end_(out.size()) {}

    void AddNumber(std::int64_t number) {
        AppendSigned(out_, number);
        End();
    }
    void AddNumber(const std::optional<std::int64_t>& number) {
        out_ += number ? '\1' : '\0';
        if (number) AppendSigned(out_, *number);
        End();
    }
    template <class Tag>
    void AddId(const Id<Tag>& id) {
        AppendId(out_, id);
        End();
    }
    template <class IdType>
    void AddId(const std::optional<IdType>& id) {
        out_ += id ? '\1' : '\0';
        if (id) AppendId(out_, *id);
        End();
    }
    void AddText(std::string_view text) {
        AppendText(out_, text);
        End();
    }
    void AddFlag(bool flag) {
        out_ += flag ? '\1' : '\0';
        End();
    }
    void AddDecimal(const std::optional<Decimal>& amount) {
        AppendOptional(out_, amount);
        End();
    }
    // Two members: amount and currency.
    void AddMoney(const std::optional<Money>& money) {
        AddDecimal(money ? std::optional(money->amount) : std::nullopt);
        if (money) AppendText(out_, money->currency.code());
        End();
    }

private:
    void End() {
        if (checks_ == nullptr) return;
        checks_->Add(table_, std::string_view(out_).substr(end_));
        end_ = out_.size();
    }

    std::string& out_;
    RowChecks* checks_;
    CheckedTable table_;
    std::size_t end_;  // Of the last member.
};

}  // namespace

void CommitRecord::AddChange(std::int64_t number, std::string_view kind, std::string_view content) {
    change_digest_.Add(number).Add(kind).Add(content);
    ++changes_;
    if (!has_checks_) return;
    checks_.Add(CheckedTable::kChanges, number);
    checks_.Add(CheckedTable::kChanges, kind);
    checks_.Add(CheckedTable::kChanges, content);
}

void CommitRecord::AddEvent(const EventRow& row) {
    const events::Event& event = *row.event;
    scratch_.clear();
    MemberWriter members(scratch_, wanted_checks(), CheckedTable::kEvents);
    members.AddNumber(row.seq);
    members.AddId(row.id);
    members.AddId(row.player);
    members.AddText(Name(event.type));
    members.AddNumber(event.time.micros);
    members.AddId(event.brand);
    members.AddText(event.idempotency_key);
    members.AddMoney(event.money);
    members.AddDecimal(row.ngr_delta);
    for (const std::string* text : {&event.player_ref, &event.click_id, &event.country, &event.product, &event.game,
                                    &event.user_agent, &event.ip_hash, &event.unknown_members}) {
        members.AddText(*text);
    }
    event_digest_.Add(scratch_);
    ++events_;
}

void CommitRecord::AddAccrual(const commission::Accrual& accrual) {
    scratch_.clear();
    MemberWriter members(scratch_, wanted_checks(), CheckedTable::kAccruals);
    members.AddNumber(accrual.number);
    members.AddId(accrual.affiliate);
    members.AddId(accrual.player);
    members.AddId(accrual.brand);
    members.AddNumber(accrual.event_seq);
    members.AddId(accrual.deal);
    members.AddNumber(accrual.version);
    members.AddText(Name(accrual.component));
    members.AddText(Name(accrual.reason));
    members.AddNumber(accrual.period.number);
    members.AddNumber(accrual.event_time.micros);
    members.AddNumber(accrual.payable_from ? std::optional(accrual.payable_from->micros) : std::nullopt);
    members.AddFlag(accrual.late);
    members.AddMoney(accrual.amount);
    members.AddDecimal(accrual.base);
    members.AddDecimal(accrual.rate);
    members.AddNumber(accrual.source);
    members.AddNumber(accrual.reverses);
    members.AddText(EncodeSeen(accrual));
    accrual_digest_.Add(scratch_);
    ++accruals_;
}

void CommitRecord::AddStatement(StatementId id, const Bytes32& content_hash) {
    statement_digest_.Add(id.uuid.bytes).Add(content_hash);
    ++statements_;
}

void CommitRecord::AddSeal(std::int64_t number, std::string_view kind, std::string_view sealed,
                           std::string_view content) {
    seal_digest_.Add(number).Add(kind).Add(sealed).Add(content);
    ++seals_;
    if (!has_checks_) return;
    checks_.Add(CheckedTable::kSeals, number);
    for (const std::string_view member : {kind, sealed, content}) checks_.Add(CheckedTable::kSeals, member);
}

void CommitRecord::SetBlock(std::int64_t number, const Bytes32& digest) {
    block_no_ = number;
    block_digest_ = digest;
}

Bytes32 CommitRecord::Hash(const Bytes32& previous, std::int64_t commit_no, Timestamp recorded_at, ChainWidth width) {
    Digester256 whole;
    whole.Add(previous).Add(commit_no).Add(recorded_at.micros);
    whole.Add(changes_).Add(change_digest_.Finish()).Add(events_).Add(event_digest_.Finish());
    whole.Add(accruals_).Add(accrual_digest_.Finish()).Add(statements_).Add(statement_digest_.Finish());
    if (width == ChainWidth::kWide) {
        whole.Add(seals_).Add(seal_digest_.Finish()).Add(block_no_).Add(block_digest_);
    }
    hash_ = whole.Finish();
    return hash_;
}

}  // namespace fairlead::ledger
