#include "ledger/record/commit_record.hpp"

#include "domain/money/money_bytes.hpp"

namespace fairlead::ledger {
namespace {

void AppendMoney(std::string& out, const std::optional<Money>& money) {
    AppendOptional(out, money ? std::optional(money->amount) : std::nullopt);
    if (money) AppendText(out, money->currency.code());
}

template <class IdType>
void AppendOptionalId(std::string& out, const std::optional<IdType>& id) {
    out += id ? '\1' : '\0';
    if (id) AppendId(out, *id);
}

void AppendOptionalNumber(std::string& out, const std::optional<std::int64_t>& number) {
    out += number ? '\1' : '\0';
    if (number) AppendSigned(out, *number);
}

}  // namespace

void CommitRecord::AddChange(std::int64_t number, std::string_view kind, std::string_view content) {
    change_digest_.Add(number).Add(kind).Add(content);
    ++changes_;
}

void CommitRecord::AddEvent(const EventRow& row) {
    const events::Event& event = *row.event;
    std::string& out = scratch_;
    out.clear();
    AppendSigned(out, row.seq);
    AppendId(out, row.id);
    AppendId(out, row.player);
    AppendText(out, Name(event.type));
    AppendSigned(out, event.time.micros);
    AppendId(out, event.brand);
    AppendText(out, event.idempotency_key);
    AppendMoney(out, event.money);
    AppendOptional(out, row.ngr_delta);
    for (const std::string* text : {&event.player_ref, &event.click_id, &event.country, &event.product, &event.game,
                                    &event.user_agent, &event.ip_hash, &event.unknown_members}) {
        AppendText(out, *text);
    }
    event_digest_.Add(out);
    ++events_;
}

void CommitRecord::AddAccrual(const commission::Accrual& accrual) {
    std::string& out = scratch_;
    out.clear();
    AppendSigned(out, accrual.number);
    AppendId(out, accrual.affiliate);
    AppendOptionalId(out, accrual.player);
    AppendOptionalId(out, accrual.brand);
    AppendOptionalNumber(out, accrual.event_seq);
    AppendId(out, accrual.deal);
    AppendSigned(out, accrual.version);
    AppendText(out, Name(accrual.component));
    AppendText(out, Name(accrual.reason));
    AppendSigned(out, accrual.period.number);
    AppendSigned(out, accrual.event_time.micros);
    AppendOptionalNumber(out, accrual.payable_from ? std::optional(accrual.payable_from->micros) : std::nullopt);
    out += accrual.late ? '\1' : '\0';
    AppendMoney(out, accrual.amount);
    AppendOptional(out, accrual.base);
    AppendOptional(out, accrual.rate);
    AppendOptionalNumber(out, accrual.source);
    AppendOptionalNumber(out, accrual.reverses);
    AppendText(out, EncodeSeen(accrual));
    accrual_digest_.Add(out);
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
