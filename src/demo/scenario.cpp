#include "demo/scenario.hpp"

#include <algorithm>

namespace fairlead::demo {
namespace {

constexpr std::array kPeople{
    Person{"admin@beacon.example", "admin", ""},
    Person{"manager@beacon.example", "manager", ""},
    Person{"finance@beacon.example", "finance", ""},
    Person{"viewer@beacon.example", "viewer", ""},
    Person{"lena@nordlicht.example", "affiliate", "lena@nordlicht.example"},
    Person{"office@alpine.example", "affiliate", "office@alpine.example"},
    Person{"hello@freshstart.example", "affiliate", "hello@freshstart.example"},
};

constexpr std::array kBrands{
    Brand{"Northwind Casino", "https://northwind.example", "NW", "evidence", "delta"},
    Brand{"Harbour Bet", "https://harbourbet.example", "HB", "lastClick", "dailyTotal"},
};

constexpr std::array kGames{
    Game{kCasino, "slots", "Book of Tides", 30},
    Game{kCasino, "slots", "Aurora Spins", 22},
    Game{kCasino, "slots", "Kraken's Gold", 14},
    Game{kCasino, "live", "Live Roulette", 12},
    Game{kCasino, "live", "Live Blackjack", 8},
    Game{kCasino, "table", "European Roulette", 6},
    Game{kCasino, "jackpot", "Lighthouse Millions", 5},
    Game{kSports, "sports", "Football", 55},
    Game{kSports, "sports", "Tennis", 14},
    Game{kSports, "sports", "Ice Hockey", 9},
    Game{kSports, "in-play", "Football in-play", 20},
    Game{kSports, "virtual", "Virtual Horses", 4},
};

constexpr std::array kCountries{
    Country{"DE", "EUR"}, Country{"AT", "EUR"}, Country{"GB", "GBP"}, Country{"IE", "EUR"},
    Country{"SE", "SEK"}, Country{"FI", "EUR"}, Country{"NL", "EUR"}, Country{"CH", "EUR"},
    Country{"NO", "NOK"}, Country{"DK", "EUR"}, Country{"MT", "EUR"}, Country{"ES", "EUR"},
};

constexpr std::array kAgents{
    Agent{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/17.5 Mobile/15E148 Safari/604.1",
          30},
    Agent{"Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
          "Safari/537.36",
          22},
    Agent{"Mozilla/5.0 (Linux; Android 13; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
          "Chrome/121.0.0.0 Mobile Safari/537.36",
          9},
    Agent{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
          "Safari/537.36",
          16},
    Agent{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
          "Safari/537.36 Edg/126.0.0.0",
          5},
    Agent{"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", 4},
    Agent{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
          "Safari/605.1.15",
          6},
    Agent{"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
          "Mobile/15E148 Safari/604.1",
          4},
    Agent{"Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
          "Safari/537.36",
          2},
    Agent{"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 1.5},
};

constexpr std::array kCampaigns{
    Campaign{kCasino, "Welcome Offer", true}, Campaign{kCasino, "Summer Free Spins", false},
    Campaign{kCasino, "Live Casino", true},   Campaign{kSports, "Season Opener", true},
    Campaign{kSports, "Bet 10 Get 30", true}, Campaign{kSports, "Winter Hockey", true},
};

constexpr std::array kCreatives{
    Creative{0, "Welcome leaderboard", "100% up to 200 EUR", 728, 90},
    Creative{0, "Welcome rectangle", "100% up to 200 EUR", 300, 250},
    Creative{0, "Welcome skyscraper", "Set sail with 200 EUR", 160, 600},
    Creative{0, "Welcome text", "Northwind Casino: 100% up to 200 EUR", 0, 0},
    Creative{1, "Summer rectangle", "50 free spins a week", 300, 250},
    Creative{2, "Live mobile banner", "Real dealers, day and night", 320, 100},
    Creative{2, "Live billboard", "Real dealers, day and night", 970, 250},
    Creative{3, "Opener leaderboard", "Boosted odds on every opener", 728, 90},
    Creative{3, "Opener rectangle", "Boosted odds on every opener", 300, 250},
    Creative{4, "Bet 10 rectangle", "Bet 10, get 30", 300, 250},
    Creative{4, "Bet 10 text", "Harbour Bet: bet 10, get 30 in free bets", 0, 0},
    Creative{5, "Hockey mobile banner", "Every face-off, live", 320, 100},
};

}  // namespace

std::span<const Person> People() { return kPeople; }
std::span<const Brand> Brands() { return kBrands; }
std::span<const Game> Games() { return kGames; }
std::span<const Country> Countries() { return kCountries; }
std::span<const Agent> Agents() { return kAgents; }
std::span<const Campaign> Campaigns() { return kCampaigns; }
std::span<const Creative> Creatives() { return kCreatives; }

std::size_t CountryOf(std::string_view code) {
    const auto found = std::ranges::find(kCountries, code, &Country::code);
    return found == kCountries.end() ? 0 : static_cast<std::size_t>(found - kCountries.begin());
}

}  // namespace fairlead::demo
