#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "base/text/fold.hpp"
#include "domain/access/role.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::Affiliate;

namespace {

constexpr std::size_t kDealsMax = 100;
constexpr std::size_t kNotesLengthMax = 10'000;
constexpr std::size_t kHoldReasonLengthMax = 1000;
constexpr std::size_t kTagsMax = 20;
constexpr std::size_t kTagLengthMax = 40;

Errors ReadDeals(const json::value& value, Affiliate& affiliate) {
    return CheckList(value, kDealsMax, DealId(), CheckId<DealId>, affiliate.deals);
}

json::value WriteDeals(const Affiliate& affiliate, const View&) {
    json::array ids;
    for (const DealId deal : affiliate.deals) ids.emplace_back(deal.ToString());
    return ids;
}

Errors ReferToDeals(const OperatorEntry& entry, const Affiliate& affiliate) {
    Errors errors;
    for (std::size_t i = 0; i < affiliate.deals.size(); ++i) {
        const bool known = entry.FindDeal(affiliate.deals[i]) != nullptr;
        if (!known) AppendAt("/" + std::to_string(i), Unknown("deal"), errors);
    }
    return errors;
}

Errors CheckNotesOfAffiliate(const json::value& value, std::string& out) {
    return CheckNotes(value, kNotesLengthMax, out);
}

Errors CheckHoldReason(const json::value& value, std::string& out) {
    return CheckText(value, kHoldReasonLengthMax, out);
}

Member<Affiliate> PayoutCurrencyMember() {
    return {.name = "payoutCurrency",
            .schema = OrNull({{"type", "string"}, {"pattern", "^[A-Za-z0-9]{3,10}$"}}),
            .read =
                [](const json::value& value, Affiliate& affiliate) {
                    Currency currency = *Currency::Parse("EUR");
                    Errors errors = value.is_null() ? Errors() : CheckCurrency(value, currency);
                    if (errors.empty()) {
                        affiliate.payout_currency = value.is_null() ? std::nullopt : std::optional(currency);
                    }
                    return errors;
                },
            .write =
                [](const Affiliate& affiliate, const View&) {
                    return affiliate.payout_currency ? json::value(affiliate.payout_currency->code())
                                                     : json::value(nullptr);
                },
            .refer =
                [](const OperatorEntry& entry, const Affiliate& affiliate) {
                    const auto& currency = affiliate.payout_currency;
                    if (!currency || MayUse(entry.records.self, *currency)) return Errors();
                    return Wrong(ErrorCode::kInvalidCurrency, kUnknownCurrency);
                }};
}

Errors CheckTag(const json::value& value, std::string& out) {
    std::string tag;
    if (Errors errors = CheckText(value, kTagLengthMax, tag); !errors.empty()) return errors;
    const std::string_view trimmed = TrimSpaces(tag);
    if (trimmed.empty()) return Wrong(ErrorCode::kInvalidValue, "must not be empty");
    out = trimmed;
    return {};
}

// Tags that differ only in case or accents are the same.
Errors ReadTags(const json::value& value, Affiliate& affiliate) {
    std::vector<std::string> tags;
    Errors errors = CheckList(value, kTagsMax, std::string(), CheckTag, tags);
    std::vector<std::string> known;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        std::string folded = Folded(tags[i]);
        if (std::ranges::find(known, folded) != known.end()) {
            AppendAt("/" + std::to_string(i), Wrong(ErrorCode::kInvalidValue, "is given more than once"), errors);
        }
        known.push_back(std::move(folded));
    }
    if (errors.empty()) affiliate.tags = std::move(tags);
    return errors;
}

Member<Affiliate> TagsMember() {
    return {.name = "tags",
            .schema = {{"type", "array"}, {"maxItems", kTagsMax}, {"items", TextSchema(kTagLengthMax)}},
            .read = ReadTags,
            .write = [](const Affiliate& affiliate,
                        const View&) { return json::array(affiliate.tags.begin(), affiliate.tags.end()); },
            .refer = {},
            .text = {},
            .texts =
                [](const Affiliate& affiliate) {
                    return std::vector<std::string_view>(affiliate.tags.begin(), affiliate.tags.end());
                },
            .filter = [](std::string_view wanted) -> Filter<Affiliate> {
                if (wanted == kAbsent) return [](const Affiliate& affiliate) { return affiliate.tags.empty(); };
                return [sought = Folded(wanted)](const Affiliate& affiliate) {
                    return std::ranges::find(affiliate.tags, sought, Folded) != affiliate.tags.end();
                };
            }};
}

Member<Affiliate> AccountManagerMember() {
    auto member =
        OptionalReferenceMember("accountManagerId", "user", &Affiliate::account_manager, &OperatorEntry::FindUser);
    member.refer = [](const OperatorEntry& entry, const Affiliate& affiliate) {
        const auto* user = affiliate.account_manager ? entry.FindUser(*affiliate.account_manager) : nullptr;
        if (!affiliate.account_manager || (user != nullptr && user->role != catalogue::UserRole::kAffiliate)) {
            return Errors();
        }
        return Wrong(ErrorCode::kInvalidValue, "must be a user of the operator. See GET /account-managers");
    };
    return member;
}

json::value WriteManagerEmail(const Affiliate& affiliate, const View& view) {
    const auto* user = affiliate.account_manager ? view.entry.FindUser(*affiliate.account_manager) : nullptr;
    return user == nullptr ? json::value(nullptr) : json::value(user->email);
}

// An affiliate cannot be a sub-affiliate of its own sub-affiliate.
Errors CheckParents(const DecisionContext& context, const Affiliate*, const Affiliate& after) {
    for (auto parent = after.parent; parent;) {
        if (*parent == after.id) {
            return Wrong(ErrorCode::kInvalidValue, "would make the affiliate a parent of itself", "/parentAffiliateId");
        }
        const Affiliate* above = context.own.FindAffiliate(*parent);
        parent = above == nullptr ? std::nullopt : above->parent;
    }
    return {};
}

// Introductory rates of deals start with the first approval.
void DateApproval(Affiliate& affiliate) {
    const bool approved = affiliate.status == catalogue::AffiliateStatus::kApproved;
    if (approved && !affiliate.approved_at) affiliate.approved_at = Now();
}

void DateHold(Affiliate& affiliate) {
    if (affiliate.payment_hold.empty()) affiliate.payment_held_at.reset();
    if (!affiliate.payment_hold.empty() && !affiliate.payment_held_at) affiliate.payment_held_at = Now();
}

json::object DateAffiliate(const DecisionContext&, const ChangeRequest&, Affiliate& affiliate) {
    DateApproval(affiliate);
    DateHold(affiliate);
    return {};
}

void ReviseAffiliate(const DecisionContext&, const Affiliate&, const json::object&, Affiliate& after) {
    DateApproval(after);
    DateHold(after);
}

// A user who keeps the books but does not manage affiliates may stop and release payments.
Errors PermitHold(const ChangeRequest& request) {
    for (const auto& [name, value] : request.body.as_object()) {
        if (name == "paymentHold") continue;
        return Wrong(ErrorCode::kForbidden, "the role of this account can only change paymentHold",
                     JsonPointerTo(name));
    }
    return {};
}

// These members decide what is paid and to whom, so the scope tracking is not enough for them.
Errors PermitPay(const ChangeRequest& request, const Affiliate* before, const Affiliate& after) {
    const bool is_own = request.author && request.author->role == catalogue::UserRole::kAffiliate;
    const bool keeps_books = request.author && !is_own && !access::Allows(request.author->role, access::Need::kWrite);
    if (keeps_books) return PermitHold(request);
    if (!request.key_scopes || access::Opens(*request.key_scopes, access::Area::kMoney)) return {};
    const Affiliate old = before == nullptr ? Affiliate() : *before;
    const std::string_view changed = after.deals != old.deals                         ? "/dealIds"
                                     : after.min_payout != old.min_payout             ? "/minPayout"
                                     : after.parent != old.parent                     ? "/parentAffiliateId"
                                     : after.payout_currency != old.payout_currency   ? "/payoutCurrency"
                                     : after.statement_period != old.statement_period ? "/statementPeriod"
                                     : after.payment_hold != old.payment_hold         ? "/paymentHold"
                                                                                      : "";
    if (changed.empty()) return {};
    return Wrong(ErrorCode::kForbidden, "to set this member an API key needs the scope money or full",
                 std::string(changed));
}

Declaration<Affiliate> DeclareAffiliate() {
    return {
        .words = {.path = "/affiliates",
                  .noun = "affiliate",
                  .one = "an affiliate",
                  .many = "affiliates",
                  .area = access::Area::kTracking,
                  .changed_by_finance = true},
        .members =
            {
                IdMember<Affiliate>("id"),
                TextMember("name", MemberUse::kRequired, &Affiliate::name),
                FormMember("email", MemberUse::kRequired, &Affiliate::email, FormatSchema("email"), CheckEmail),
                NameMember("status", &Affiliate::status, catalogue::kAffiliateStatusNames),
                OptionalReferenceMember("parentAffiliateId", "affiliate", &Affiliate::parent,
                                        &OperatorEntry::FindAffiliate)
                    .Says("The parent: the affiliate that brought this one and earns a sub-affiliate share"),
                Member<Affiliate>{
                    .name = "dealIds",
                    .schema = {{"type", "array"}, {"maxItems", kDealsMax}, {"items", FormatSchema("uuid")}},
                    .read = ReadDeals,
                    .write = WriteDeals,
                    .refer = ReferToDeals}
                    .Says("The affiliate's deals; if the list is empty, the operator's default deal applies"),
                OptionalAmountMember("minPayout", &Affiliate::min_payout)
                    .Says("The minimum payout of this affiliate; null for the operator's"),
                PayoutCurrencyMember().Says(
                    "The currency in which closed statements are paid; null for the statement's own", "USD"),
                OptionalFormMember("paymentHold", &Affiliate::payment_hold, TextSchema(kHoldReasonLengthMax),
                                   CheckHoldReason)
                    .Says("Why payments to this affiliate are on hold; null if they are not. Its statements can be "
                          "closed and approved, but not paid. The affiliate sees the reason",
                          "We are checking the traffic of November"),
                ReadOnlyMember<Affiliate>("paymentHeldAt", OrNull(FormatSchema("date-time")),
                                          [](const Affiliate& affiliate, const View&) {
                                              return affiliate.payment_held_at
                                                         ? json::value(affiliate.payment_held_at->ToIso8601())
                                                         : json::value(nullptr);
                                          })
                    .Says("Since when payments are on hold"),
                NameMember("statementPeriod", &Affiliate::statement_period, kPeriodKindNames)
                    .Says("How long the periods of its statements are: a month, half a month (days 1 to 15, and "
                          "the rest) or an ISO week. A change takes effect after the last period that has "
                          "accruals or is closed"),
                TagsMember().Says(
                    "The operator's own words for the affiliate. Affiliates never see them. Lists can be filtered "
                    "by one tag, ignoring case and accents; null finds affiliates without tags",
                    json::array{"vip", "streamer"}),
                AccountManagerMember().Says("The user who looks after the affiliate: one of `GET /account-managers`"),
                ReadOnlyMember<Affiliate>("accountManagerEmail", OrNull(FormatSchema("email")), WriteManagerEmail,
                                          MemberUse::kDerived)
                    .Says("The address of the account manager"),
                OptionalFormMember("notes", &Affiliate::notes, TextSchema(kNotesLengthMax), CheckNotesOfAffiliate),
                BooleanMember("postbacksAllowed", &Affiliate::postbacks_allowed)
                    .Says("Whether people of the affiliate may define postbacks in the portal"),
                ReadOnlyMember<Affiliate>("approvedAt", OrNull(FormatSchema("date-time")),
                                          [](const Affiliate& affiliate, const View&) {
                                              return affiliate.approved_at
                                                         ? json::value(affiliate.approved_at->ToIso8601())
                                                         : json::value(nullptr);
                                          })
                    .Says("When the affiliate was first approved"),
            },
        .table = &OperatorTables::affiliates,
        .complete = DateAffiliate,
        .revise = ReviseAffiliate,
        .check = CheckParents,
        .permit = PermitPay};
}

}  // namespace

const CatalogueResource& AffiliateResource() {
    static const DeclaredResource<Affiliate> kResource(DeclareAffiliate());
    return kResource;
}

}  // namespace fairlead::app
