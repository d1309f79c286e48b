#include "app/resources/deals/deal_resource.hpp"

#include <ranges>

#include "app/catalogue/operator_zone.hpp"
#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "app/resources/deals/deal_ladder_members.hpp"
#include "app/resources/deals/deal_terms_json.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::app {

namespace json = boost::json;
using commission::Deal;
using commission::DealVersion;
using commission::Scope;

namespace {

constexpr std::size_t kBrandsMax = 500;
constexpr std::size_t kCountriesMax = 676;  // All pairs of letters.

// Cached, because loading a time zone takes longer than writing a deal, and a list has many deals of one operator.
const TimeZone& ZoneOf(const OperatorEntry& entry) {
    thread_local catalogue::DatedSettings settings;
    thread_local TimeZone zone;
    if (settings != entry.records.self.settings) {
        settings = entry.records.self.settings;
        zone = LoadZone(settings);
    }
    return zone;
}

Date TodayOf(const OperatorEntry& entry) { return ZoneOf(entry).DateOf(Now()); }

// The version whose terms a deal shows: the newest that is not withdrawn. There is always one.
const DealVersion& NewestOf(const Deal& deal) {
    auto versions = deal.NotWithdrawn();
    return versions.empty() ? deal.versions.back() : versions.back();
}

// A body is read into the newest version. ReviseDeal turns the differences into a new version.
DealVersion& DraftOf(Deal& deal) {
    if (deal.versions.empty()) deal.versions.emplace_back();
    return deal.versions[static_cast<std::size_t>(NewestOf(deal).number) - 1];
}

Errors ReadBrands(const json::value& value, Scope& scope) {
    return CheckList(value, kBrandsMax, BrandId(), CheckId<BrandId>, scope.brands);
}

json::value WriteBrands(const Scope& scope, const View&) {
    json::array ids;
    for (const BrandId brand : scope.brands) ids.emplace_back(brand.ToString());
    return ids;
}

Errors ReadCountries(const json::value& value, Scope& scope) {
    return CheckList(value, kCountriesMax, std::string(), CheckCountry, scope.countries);
}

json::value WriteCountries(const Scope& scope, const View&) {
    return json::array(scope.countries.begin(), scope.countries.end());
}

const Members<Scope>& ScopeMembers() {
    static const Members<Scope> kMembers{
        {.name = "brandIds",
         .schema = {{"type", "array"}, {"maxItems", kBrandsMax}, {"items", FormatSchema("uuid")}},
         .read = ReadBrands,
         .write = WriteBrands},
        {.name = "countries",
         .schema = {{"type", "array"},
                    {"maxItems", kCountriesMax},
                    {"items", {{"type", "string"}, {"pattern", "^[A-Za-z]{2}$"}}}},
         .read = ReadCountries,
         .write = WriteCountries},
    };
    return kMembers;
}

// A scope replaces the previous one completely; null matches everything.
Errors ReadScope(const json::value& value, Deal& deal) {
    Scope scope;
    Errors errors = value.is_null() ? Errors() : Decode(ScopeMembers(), value, DecodeMode::kUpdate, scope);
    if (errors.empty()) deal.scope = std::move(scope);
    return errors;
}

json::value WriteScope(const Deal& deal, const View& view) { return Encode(ScopeMembers(), deal.scope, view); }

Errors ReferToBrands(const OperatorEntry& entry, const Deal& deal) {
    Errors errors;
    for (std::size_t i = 0; i < deal.scope.brands.size(); ++i) {
        const bool known = entry.FindBrand(deal.scope.brands[i]) != nullptr;
        if (!known) AppendAt("/brandIds/" + std::to_string(i), Unknown("brand"), errors);
    }
    return errors;
}

Errors ReadEffectiveFrom(const json::value& value, Deal& deal) {
    if (value.is_null()) {
        DraftOf(deal).effective_from.reset();
        return {};
    }
    Date date;
    Errors errors = CheckDate(value, date);
    if (errors.empty()) DraftOf(deal).effective_from = date;
    return errors;
}

json::value WriteEffectiveFrom(const Deal& deal, const View&) {
    if (deal.versions.empty() || !NewestOf(deal).effective_from) return nullptr;
    return json::value(NewestOf(deal).effective_from->ToString());
}

json::object DateFirstVersion(const DecisionContext&, const ChangeRequest&, Deal& deal) {
    DraftOf(deal).created_at = deal.created_at;
    return {};
}

// A version never changes: a change of terms or of their date becomes a new version.
void ReviseDeal(const DecisionContext& context, const Deal& before, const json::object& given, Deal& after) {
    const DealVersion& newest = NewestOf(before);
    DealVersion draft = NewestOf(after);
    after.versions = before.versions;
    const bool new_terms = draft.terms != newest.terms;
    if (new_terms && !given.contains("effectiveFrom")) draft.effective_from = TodayOf(context.own);
    if (!new_terms && draft.effective_from == newest.effective_from) return;
    draft.number = before.versions.back().number + 1;
    draft.created_at = Now();
    after.versions.push_back(std::move(draft));
}

Errors CheckCurrencyOfTerms(const DecisionContext& context, const Deal* before, const Deal& after) {
    const Currency currency = NewestOf(after).terms.currency;
    if (before == nullptr) {
        if (MayUse(context.own.records.self, currency)) return {};
        return Wrong(ErrorCode::kInvalidCurrency, kUnknownCurrency, "/terms/currency");
    }
    // Amounts that were earned in one currency cannot be added to amounts in another.
    if (currency == NewestOf(*before).terms.currency) return {};
    return Wrong(ErrorCode::kInvalidValue, "cannot be changed. Create another deal for another currency",
                 "/terms/currency");
}

Errors CheckDeal(const DecisionContext& context, const Deal* before, const Deal& after) {
    Errors errors = CheckCurrencyOfTerms(context, before, after);
    return errors.empty() ? CheckLadder(context.own, before, after) : errors;
}

// There is at most one default deal: the previous one loses the mark.
std::vector<Deal> TakeDefault(const DecisionContext& context, const Deal& after) {
    std::vector<Deal> others;
    if (!after.is_default) return others;
    for (const Deal& deal : context.own.records.deals) {
        if (!deal.is_default || deal.id == after.id) continue;
        others.push_back(deal);
        others.back().is_default = false;
    }
    return others;
}

Member<Deal> ScopeMember() {
    return {.name = "scope",
            .schema = OrNull(BodySchemaOf(ScopeMembers(), DecodeMode::kUpdate)),
            .read = ReadScope,
            .write = WriteScope,
            .refer = ReferToBrands};
}

Member<Deal> TermsMember() {
    return {.name = "terms",
            .use = MemberUse::kRequired,
            .schema = TermsSchema(),
            .read = [](const json::value& value, Deal& deal) { return ReadTerms(value, DraftOf(deal).terms); },
            .write = [](const Deal& deal, const View&) { return json::value(WriteTerms(NewestOf(deal).terms)); }};
}

json::object VersionSchema() { return {{"$ref", "#/components/schemas/DealVersion"}}; }

Member<Deal> InForceMember() {
    return ReadOnlyMember<Deal>(
        "inForce", {{"oneOf", {VersionSchema(), {{"type", "null"}}}}},
        [](const Deal& deal, const View& view) -> json::value {
            const DealVersion* version = deal.VersionOn(TodayOf(view.entry));
            return version == nullptr ? json::value(nullptr) : json::value(WriteDealVersion(*version));
        },
        MemberUse::kDerived);
}

Member<Deal> UpcomingMember() {
    return ReadOnlyMember<Deal>(
        "upcoming", {{"type", "array"}, {"maxItems", kUpcomingMax}, {"items", VersionSchema()}},
        [](const Deal& deal, const View& view) {
            json::array versions;
            for (const DealVersion* version :
                 deal.UpcomingAfter(TodayOf(view.entry)) | std::views::take(kUpcomingMax)) {
                versions.push_back(WriteDealVersion(*version));
            }
            return json::value(std::move(versions));
        },
        MemberUse::kDerived);
}

Declaration<Deal> DeclareDeal() {
    return {
        .words = {.path = "/deals", .noun = "deal", .one = "a deal", .many = "deals", .area = access::Area::kMoney},
        .members =
            {
                IdMember<Deal>("id"),
                TextMember("name", MemberUse::kRequired, &Deal::name),
                NameMember("binding", &Deal::binding, commission::kBindingNames)
                    .Says("Whether a player keeps the version of its registration day, or each event uses the version "
                          "of its own day"),
                ScopeMember().Says("The brands and countries that the deal is for; an empty list matches everything"),
                BooleanMember("isDefault", &Deal::is_default)
                    .Says("The deal of affiliates without a deal of their own. Setting it unsets it on the previous "
                          "default deal"),
                TierPoolMember(),
                LateEventsMember(),
                TermsMember().Says("The terms of the newest version, with at least one component. A change replaces "
                                   "all terms and creates a new version"),
                Member<Deal>{.name = "effectiveFrom",
                             .schema = OrNull(FormatSchema("date")),
                             .read = ReadEffectiveFrom,
                             .write = WriteEffectiveFrom}
                    .Says("The first day of the newest version, in the operator's time zone; null if it applies from "
                          "the beginning. Terms that are changed without it start today"),
                ReadOnlyMember<Deal>("version", {{"type", "integer"}, {"minimum", 1}},
                                     [](const Deal& deal, const View&) { return json::value(NewestOf(deal).number); })
                    .Says("The number of the newest version that is not withdrawn"),
                InForceMember().Says(
                    "The version in force today, in the operator's time zone; null if none has started yet"),
                UpcomingMember().Says("Versions that start after today, ordered by first day; if several have the same "
                                      "first day, the newest of them"),
            },
        .table = &OperatorTables::deals,
        .complete = DateFirstVersion,
        .revise = ReviseDeal,
        .check = CheckDeal,
        .also = TakeDefault};
}

const DeclaredResource<Deal>& DealDeclaration() {
    static const DeclaredResource<Deal> kResource(DeclareDeal());
    return kResource;
}

// The reason why a version cannot be withdrawn, if there is one.
Errors CheckWithdrawal(const OperatorEntry& own, const Deal& deal, const DealVersion& version) {
    const std::string name = "version " + std::to_string(version.number);
    if (!version.effective_from) return Wrong(ErrorCode::kConflict, name + " is in force from the beginning");
    if (*version.effective_from <= TodayOf(own)) {
        return Wrong(ErrorCode::kConflict, name + " started on " + version.effective_from->ToString() +
                                               ": only a version that has not started can be withdrawn");
    }
    if (std::ranges::distance(deal.NotWithdrawn()) == 1) {
        return Wrong(ErrorCode::kConflict, name + " is the only one: a deal keeps at least one version");
    }
    return {};
}

}  // namespace

const CatalogueResource& DealResource() { return DealDeclaration(); }

Errors ReadTriedDeal(const OperatorEntry& own, const json::object& given, Deal& out) {
    json::object body{{"name", "Simulation"}};
    for (const std::string_view name : {"terms", "scope", "binding"}) {
        if (const auto* value = given.if_contains(name)) body[name] = *value;
    }
    Deal deal{.id = DealId::New()};
    Errors errors = Decode(DealDeclaration().members(), body, DecodeMode::kCreate, deal);
    if (!errors.empty()) return errors;
    AppendAt("/scope", ReferToBrands(own, deal), errors);
    if (!MayUse(own.records.self, NewestOf(deal).terms.currency)) {
        AppendAt("/terms/currency", Wrong(ErrorCode::kInvalidCurrency, kUnknownCurrency), errors);
    }
    if (errors.empty()) out = std::move(deal);
    return errors;
}

ManageCatalogue::Decide WithdrawDealVersion(Uuid id, std::int32_t number, ChangeRequest request) {
    return [=, request = std::move(request)](
               const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        const OperatorEntry& own = context.own;
        const Deal* before = own.FindDeal(DealId{id});
        const DealVersion* version = before == nullptr ? nullptr : before->Version(number);
        if (version == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        const View view{own, request.api_url, request.token_key};
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = own.records.self.id, .based_on_version = own.records.version},
            .answer = Encode(DealDeclaration().members(), *before, view)};
        if (version->withdrawn_at) return decision;
        Errors errors = CheckWithdrawal(own, *before, *version);
        if (!errors.empty()) return std::unexpected(std::move(errors));
        Deal after = *before;
        DealVersion& withdrawn = after.versions[static_cast<std::size_t>(number) - 1];
        withdrawn.withdrawn_at = Now();
        decision.answer = Encode(DealDeclaration().members(), after, view);
        decision.change.audit.push_back({.actor = request.actor,
                                         .action = "deal.withdrawVersion",
                                         .subject = "deal/" + after.id.ToString(),
                                         .before = json::serialize(WriteDealVersion(*version)),
                                         .after = json::serialize(WriteDealVersion(withdrawn))});
        decision.change.upserts.emplace_back(std::move(after));
        return decision;
    };
}

}  // namespace fairlead::app
