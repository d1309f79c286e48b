#include "app/search/find_anything.hpp"

#include <algorithm>

#include "app/portal/player_alias.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/record_queries.hpp"
#include "app/search/search_catalogue.hpp"
#include "app/search/statement_words.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

// The greatest number of affiliates whose statements a search lists.
constexpr std::size_t kAffiliatesWithStatements = 5;

// One search on its way through the catalogue and the ledger. The callbacks own it.
class RunningSearch : public std::enable_shared_from_this<RunningSearch> {
public:
    RunningSearch(RecordQueries& records, CommissionQueries& commission, SearchRequest request,
                  AnswerDone<SearchAnswer> done)
        : records_(records), commission_(commission), request_(std::move(request)), done_(std::move(done)) {}

    void Run() {
        for (std::size_t i = 0; i < kSearchTypeNames.size(); ++i) {
            const auto type = static_cast<SearchType>(i);
            if (request_.may_read(type)) Add(InCatalogue(request_.text).Find(type));
        }
        FindPlayers();
    }

private:
    CatalogueSearch InCatalogue(std::string_view text) const { return {*request_.owner, text, request_.limit}; }
    OperatorId owner() const { return request_.owner->records.self.id; }

    void Add(SearchGroup group) {
        if (!group.hits.empty()) answer_.push_back(std::move(group));
    }

    void Finish() {
        const auto best = [](const SearchGroup& group) { return std::pair(group.hits.front().rank, group.type); };
        std::ranges::sort(answer_, {}, best);
        done_(std::move(answer_));
    }

    void FindPlayers() {
        if (!request_.may_read(SearchType::kPlayer)) return FindStatements();
        PlayerQuery query{.owner = owner(), .limit = request_.limit + 1};
        query.player = PlayerId::Parse(request_.text);
        if (!query.player) {
            query.search = request_.text;
            query.alias = ParsePlayerAlias(request_.text);
        }
        records_.ReadPlayers(std::move(query), [self = shared_from_this()](Result<PlayerPage> page) {
            if (!page) return self->done_(std::unexpected(page.error()));
            self->AddPlayers(std::move(*page));
            self->FindStatements();
        });
    }

    void AddPlayers(PlayerPage page) {
        SearchGroup group{.type = SearchType::kPlayer, .hits = {}, .more = page.items.size() > request_.limit};
        if (group.more) page.items.resize(request_.limit);
        for (const PlayerRecord& player : page.items) group.hits.push_back(DescribePlayer(player));
        Add(std::move(group));
    }

    SearchHit DescribePlayer(const PlayerRecord& player) const {
        SearchHit hit{.id = player.id.uuid, .rank = MatchRank::kBeginning, .title = player.external_ref};
        if (player.attribution) hit.affiliate = player.attribution->affiliate;
        if (hit.affiliate) hit.detail = PlayerAlias(request_.alias_key, *hit.affiliate, player.id);
        const bool whole = EqualIgnoringAsciiCase(request_.text, player.external_ref) ||
                           EqualIgnoringAsciiCase(request_.text, hit.detail) || Uuid::Parse(request_.text);
        if (whole) hit.rank = MatchRank::kWhole;
        return hit;
    }

    void FindStatements() {
        auto query = request_.may_read(SearchType::kStatement) ? StatementsToFind() : std::nullopt;
        if (!query) return Finish();
        commission_.FindStatements(*std::move(query), [self = shared_from_this()](Result<FoundStatements> found) {
            if (!found) return self->done_(std::unexpected(found.error()));
            self->AddStatements(std::move(*found));
            self->Finish();
        });
    }

    // Nothing if no statement can match.
    std::optional<StatementSearch> StatementsToFind() const {
        StatementSearch query{.owner = owner(), .limit = request_.limit + 1};
        query.statement = StatementId::Parse(request_.text);
        if (query.statement) return query;
        const auto words = StatementWords::Parse(request_.text, Period::Of(Date::OfUtc(Now())));
        query.from = words.from;
        query.to = words.to;
        if (words.affiliate.empty()) return words.from ? std::optional(std::move(query)) : std::nullopt;
        CatalogueSearch affiliates = InCatalogue(words.affiliate);
        affiliates.limit = kAffiliatesWithStatements;
        for (const SearchHit& hit : affiliates.Find(SearchType::kAffiliate).hits) {
            query.affiliates.push_back(AffiliateId{hit.id});
        }
        return query.affiliates.empty() ? std::nullopt : std::optional(std::move(query));
    }

    void AddStatements(FoundStatements found) {
        SearchGroup group{.type = SearchType::kStatement, .hits = {}, .more = found.size() > request_.limit};
        if (group.more) found.erase(found.begin() + static_cast<std::ptrdiff_t>(request_.limit), found.end());
        for (const FoundStatement& statement : found) {
            const auto* affiliate = request_.owner->FindAffiliate(statement.affiliate);
            group.hits.push_back(
                {.id = statement.id.uuid,
                 .rank = Uuid::Parse(request_.text) ? MatchRank::kWhole : MatchRank::kWords,
                 .title = affiliate == nullptr ? std::string() : affiliate->name,
                 .detail = statement.period.ToString(),
                 .status = std::string(kStatementStatusNames[static_cast<std::size_t>(statement.status)]),
                 .affiliate = statement.affiliate,
                 .period = statement.period,
                 .payable = statement.payable});
        }
        Add(std::move(group));
    }

    RecordQueries& records_;
    CommissionQueries& commission_;
    SearchRequest request_;
    AnswerDone<SearchAnswer> done_;
    SearchAnswer answer_;
};

}  // namespace

void FindAnything(RecordQueries& records, CommissionQueries& commission, SearchRequest request,
                  AnswerDone<SearchAnswer> done) {
    std::make_shared<RunningSearch>(records, commission, std::move(request), std::move(done))->Run();
}

}  // namespace fairlead::app
