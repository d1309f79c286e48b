#include "app/search/search_catalogue.hpp"

#include <algorithm>

namespace fairlead::app {
namespace {

template <class Name, std::size_t Count>
std::string NameOfValue(const std::array<std::string_view, Count>& names, Name name) {
    return std::string(names[static_cast<std::size_t>(name)]);
}

std::string StatusOf(bool active) { return active ? "active" : "inactive"; }

SearchHit Describe(const OperatorEntry&, const catalogue::Affiliate& affiliate) {
    return {.id = affiliate.id.uuid,
            .title = affiliate.name,
            .detail = affiliate.email,
            .status = NameOfValue(catalogue::kAffiliateStatusNames, affiliate.status)};
}

SearchHit Describe(const OperatorEntry&, const catalogue::User& user) {
    return {.id = user.id.uuid,
            .title = user.email,
            .detail = NameOfValue(catalogue::kUserRoleNames, user.role),
            .status = NameOfValue(catalogue::kUserStatusNames, user.status),
            .affiliate = user.affiliate};
}

SearchHit Describe(const OperatorEntry&, const catalogue::Link& link) {
    return {.id = link.id.uuid,
            .title = link.name.empty() ? link.code : link.name,
            .detail = link.name.empty() ? link.destination_url : link.code + " · " + link.destination_url,
            .status = StatusOf(link.active),
            .affiliate = link.affiliate};
}

SearchHit Describe(const OperatorEntry&, const commission::Deal& deal) {
    return {.id = deal.id.uuid, .title = deal.name};
}

SearchHit Describe(const OperatorEntry& entry, const catalogue::Campaign& campaign) {
    const auto* brand = entry.FindBrand(campaign.brand);
    return {.id = campaign.id.uuid,
            .title = campaign.name,
            .detail = brand == nullptr ? std::string() : brand->name,
            .status = StatusOf(campaign.active)};
}

SearchHit Describe(const OperatorEntry& entry, const catalogue::Creative& creative) {
    const auto* campaign = entry.FindCampaign(creative.campaign);
    return {.id = creative.id.uuid,
            .title = creative.name,
            .detail = campaign == nullptr ? std::string() : campaign->name,
            .status = StatusOf(creative.active)};
}

SearchHit Describe(const OperatorEntry&, const catalogue::LandingPage& page) {
    return {.id = page.id.uuid, .title = page.name, .detail = page.url, .status = StatusOf(page.active)};
}

SearchHit Describe(const OperatorEntry&, const catalogue::Brand& brand) {
    return {.id = brand.id.uuid, .title = brand.name, .detail = brand.website_url, .status = StatusOf(brand.active)};
}

SearchHit Describe(const OperatorEntry&, const catalogue::ReportPreset& preset) {
    return {.id = preset.id.uuid, .title = preset.name};
}

// The best matches, at most `limit`, and whether there are more.
template <class Record>
class BestMatches {
public:
    explicit BestMatches(std::size_t limit) : limit_(limit) {}

    void Add(const Record& record, MatchRank rank, std::size_t length) {
        const Match match{&record, rank, length};
        more_ = more_ || matches_.size() == limit_;
        if (matches_.size() == limit_ && !(match < matches_.back())) return;
        matches_.insert(std::ranges::upper_bound(matches_, match, std::less<>()), match);
        if (matches_.size() > limit_) matches_.pop_back();
    }

    // Whether further ones match.
    bool more() const { return more_; }

    SearchGroup GroupOf(const OperatorEntry& entry, SearchType type) const {
        SearchGroup group{.type = type, .hits = {}, .more = more_};
        for (const Match& match : matches_) {
            group.hits.push_back(Describe(entry, *match.record));
            group.hits.back().rank = match.rank;
        }
        return group;
    }

private:
    struct Match {
        const Record* record;
        MatchRank rank;
        std::size_t length;

        // Of equally good matches, the shortest is the closest to the sought text, and the newest is the likeliest.
        bool operator<(const Match& other) const {
            if (rank != other.rank) return rank < other.rank;
            if (length != other.length) return length < other.length;
            return record->id > other.record->id;
        }
    };

    std::size_t limit_;
    std::vector<Match> matches_;  // The best first.
    bool more_ = false;
};

// Enough to choose from. A short text can match nearly all records, and then most matches are equally good.
constexpr std::size_t kMatchesRanked = 20'000;

// Adds first the records with a field that equals or begins with the text: they are few, and the best matches. Then
// adds the others.
template <class Record>
void AddMatches(const RecordTable<Record>& table, const SearchWords& words, BestMatches<Record>& best) {
    if (words.empty()) return;
    std::size_t ranked = 0;
    const auto add = [&](const Record& record, std::string_view fields, bool beginning) {
        const auto rank = words.RankOf(fields);
        if (rank && (*rank <= MatchRank::kBeginning) == beginning) best.Add(record, *rank, fields.size());
        return ++ranked < kMatchesRanked;
    };
    table.VisitBeginning(words.phrase(), [&](const auto& record, auto fields) { return add(record, fields, true); });
    if (best.more()) return;
    ranked = 0;
    table.VisitContaining(words.Longest(), [&](const auto& record, auto fields) { return add(record, fields, false); });
}

// The code or id at the end of a tracking URL: "spring" of "https://track.example/r/spring?sub1=a". Empty if the text
// is not a URL.
std::string_view CodeInUrl(std::string_view text) {
    if (!text.contains("://") && !text.contains("/r/") && !text.contains("/track/")) return {};
    const std::string_view path = text.substr(0, text.find_first_of("?#"));
    return path.substr(path.rfind('/') + 1);
}

// Only links with exactly this code match.
void AddLinksWithCode(const RecordTable<catalogue::Link>& table, std::string_view code,
                      BestMatches<catalogue::Link>& best) {
    const SearchWords words(code);
    if (words.empty()) return;
    table.VisitContaining(words.Longest(), [&](const catalogue::Link& link, std::string_view fields) {
        if (link.code == code) best.Add(link, MatchRank::kWhole, fields.size());
        return true;
    });
}

template <class Record>
SearchGroup FindInTable(const CatalogueSearch& search, SearchType type, RecordTable<Record> OperatorTables::* table) {
    const RecordTable<Record>& records = search.entry.records.*table;
    BestMatches<Record> best(search.limit);
    const auto add_by_id = [&](std::string_view text) {
        const auto id = Uuid::Parse(text);
        const Record* found = id ? records.Find(decltype(Record::id){*id}) : nullptr;
        if (found != nullptr) best.Add(*found, MatchRank::kWhole, 0);
        return id.has_value();
    };
    if (add_by_id(search.text)) return best.GroupOf(search.entry, type);
    AddMatches(records, SearchWords(search.text), best);
    if constexpr (std::is_same_v<Record, catalogue::Link>) {
        const std::string_view code = CodeInUrl(search.text);
        if (!code.empty() && !add_by_id(code)) AddLinksWithCode(records, code, best);
    }
    return best.GroupOf(search.entry, type);
}

}  // namespace

SearchGroup CatalogueSearch::Find(SearchType type) const {
    switch (type) {
        case SearchType::kAffiliate: return FindInTable(*this, type, &OperatorTables::affiliates);
        case SearchType::kUser: return FindInTable(*this, type, &OperatorTables::users);
        case SearchType::kLink: return FindInTable(*this, type, &OperatorTables::links);
        case SearchType::kDeal: return FindInTable(*this, type, &OperatorTables::deals);
        case SearchType::kCampaign: return FindInTable(*this, type, &OperatorTables::campaigns);
        case SearchType::kCreative: return FindInTable(*this, type, &OperatorTables::creatives);
        case SearchType::kLandingPage: return FindInTable(*this, type, &OperatorTables::landing_pages);
        case SearchType::kBrand: return FindInTable(*this, type, &OperatorTables::brands);
        case SearchType::kReportPreset: return FindInTable(*this, type, &OperatorTables::report_presets);
        case SearchType::kPlayer:
        case SearchType::kStatement: break;
    }
    return {.type = type, .hits = {}, .more = false};
}

}  // namespace fairlead::app
