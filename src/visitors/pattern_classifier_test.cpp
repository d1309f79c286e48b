#include "visitors/pattern_classifier.hpp"

#include <array>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "visitors/agent_patterns.hpp"

namespace fairlead::visitors {
namespace {

const PatternClassifier& Classifier() {
    static const PatternClassifier kClassifier;
    return kClassifier;
}

struct Person {
    std::string_view agent;
    std::string_view device;
    std::string_view os;
    std::string_view browser;
};

// User agents from the documentation of their vendors or from server logs.
constexpr std::array kPeople{
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
           "Safari/537.36",
           "desktop", "Windows", "Chrome"},
    Person{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
           "Safari/537.36",
           "desktop", "Mac OS X", "Chrome"},
    Person{"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
           "desktop", "Linux", "Chrome"},
    Person{"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
           "Safari/537.36",
           "desktop", "Chrome OS", "Chrome"},
    Person{"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
           "Safari/537.36",
           "mobile", "Android", "Chrome Mobile"},
    Person{"Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
           "Safari/537.36",
           "tablet", "Android", "Chrome"},
    Person{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
           "CriOS/126.0.6478.54 "
           "Mobile/15E148 Safari/604.1",
           "mobile", "iOS", "Chrome Mobile iOS"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0", "desktop", "Windows",
           "Firefox"},
    Person{"Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0", "desktop", "Mac OS X",
           "Firefox"},
    Person{"Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "desktop", "Ubuntu",
           "Firefox"},
    Person{"Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "mobile", "Android",
           "Firefox Mobile"},
    Person{"Mozilla/5.0 (Android 14; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0", "tablet", "Android",
           "Firefox Mobile"},
    Person{
        "Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 "
        "Mobile/15E148 Safari/605.1.15",
        "mobile", "iOS", "Firefox iOS"},
    Person{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
           "Safari/605.1.15",
           "desktop", "Mac OS X", "Safari"},
    Person{
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
        "Mobile/15E148 Safari/604.1",
        "mobile", "iOS", "Mobile Safari"},
    Person{"Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 "
           "Mobile/15E148 Safari/604.1",
           "tablet", "iOS", "Mobile Safari"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
           "Safari/537.36 "
           "Edg/126.0.0.0",
           "desktop", "Windows", "Edge"},
    Person{"Mozilla/5.0 (Linux; Android 10; HD1913) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.50 Mobile "
           "Safari/537.36 EdgA/124.0.2478.64",
           "mobile", "Android", "Edge Mobile"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Trident/7.0; Touch; Tablet PC 2.0; rv:11.0) like Gecko", "desktop", "Windows",
           "IE"},
    Person{"Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
           "Chrome/121.0.0.0 Mobile Safari/537.36",
           "mobile", "Android", "Samsung Internet"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 "
           "Safari/537.36 "
           "OPR/110.0.0.0",
           "desktop", "Windows", "Opera"},
    Person{
        "Mozilla/5.0 (Linux; Android 10; VOG-L29) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.179 Mobile "
        "Safari/537.36 OPR/76.2.4027.73374",
        "mobile", "Android", "Opera Mobile"},
    Person{"Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16", "mobile",
           "Android", "Opera Mini"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
           "Safari/537.36 "
           "Vivaldi/6.8.3381.44",
           "desktop", "Windows", "Vivaldi"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 "
           "YaBrowser/24.6.0.0 Safari/537.36",
           "desktop", "Windows", "Yandex Browser"},
    Person{"Mozilla/5.0 (Linux; U; Android 13; en-US; M2101K6G Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like "
           "Gecko) "
           "Version/4.0 Chrome/100.0.4896.127 UCBrowser/13.7.0.1321 Mobile Safari/537.36",
           "mobile", "Android", "UC Browser"},
    Person{"Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "
           "Safari/537.36",
           "mobile", "Android", "Chrome Mobile"},
    Person{"Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/126.3.1 like "
           "Chrome/126.0.6478.50 "
           "Safari/537.36",
           "tablet", "Android", "Amazon Silk"},
    // Browsers inside apps, from which much of the traffic of affiliates comes.
    Person{
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 "
        "[FBAN/FBIOS;FBAV/468.0.0.41.109;FBBV/608014411;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBLC/"
        "de_DE]",
        "mobile", "iOS", "Facebook"},
    Person{"Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/467.0.0.43.81;]",
           "mobile", "Android", "Facebook"},
    Person{"Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) AppleWebKit/537.36 (KHTML, like "
           "Gecko) "
           "Version/4.0 Chrome/146.0.7680.174 Mobile Safari/537.36 MetaIAB Facebook",
           "mobile", "Android", "Chrome Mobile WebView"},
    Person{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
           "Mobile/21F90 "
           "Instagram 336.0.6.28.90 (iPhone14,5; iOS 17_5_1; de_DE; de; scale=3.00; 1170x2532; 613118316)",
           "mobile", "iOS", "Instagram"},
    Person{
        "Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 trill_350203 JsSdk/1.0 NetType/WIFI Channel/googleplay "
        "AppName/musical_ly app_version/35.2.3 BytedanceWebview/d8a21c6",
        "mobile", "Android", "Chrome Mobile WebView"},
    Person{
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
        "Mobile/15E148 Snapchat/13.0.0.41 (like Safari/8618.2.12.10.9, panda)",
        "mobile", "iOS", "Snapchat"},
    Person{"Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 [Pinterest/Android]",
           "mobile", "Android", "Pinterest"},
    Person{
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 "
        "Viber/22.4.0.4",
        "mobile", "iOS", "Mobile Safari UI/WKWebView"},
    Person{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
           "GSA/321.0.643554823 "
           "Mobile/15E148 Safari/604.1",
           "mobile", "iOS", "Google"},
    Person{"Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
           "Chrome/126.0.6478.71 "
           "Mobile Safari/537.36 Line/14.9.0/IAB",
           "mobile", "Android", "LINE"},
    // Television sets and consoles.
    Person{"Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV "
           "Safari/537.36",
           "tv", "Tizen", "Safari"},
    Person{
        "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 "
        "WebAppManager",
        "tv", "Web0S", "Chrome"},
    Person{"Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7624.3337N) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Silk/126.3.1 like "
           "Chrome/126.0.6478.50 Safari/537.36",
           "tv", "Android", "Amazon Silk"},
    Person{"Mozilla/5.0 (Linux; Android 10; BRAVIA 4K VH2 Build/QTG3.200305.006.S292) AppleWebKit/537.36 (KHTML, like "
           "Gecko) "
           "Chrome/126.0.0.0 Safari/537.36",
           "tv", "Android", "Chrome"},
    Person{"Mozilla/5.0 (PlayStation; PlayStation 5/9.60) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 "
           "Safari/605.1.15",
           "console", "", "Safari"},
    Person{"Mozilla/5.0 (PlayStation 4 11.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15",
           "console", "", "Safari"},
    Person{"Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Chrome/126.0.0.0 "
           "Safari/537.36 Edge/44.18363.8131",
           "console", "Windows", "Edge"},
    Person{"Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 "
           "NintendoBrowser/"
           "5.1.0.22474",
           "console", "", ""},
};

TEST(PatternClassifier, RecognisesDevicesSystemsAndBrowsers) {
    for (const auto& [agent, device, os, browser] : kPeople) {
        const auto& profile = Classifier().Classify(agent);
        EXPECT_FALSE(profile.is_bot) << agent;
        EXPECT_EQ(profile.device, device) << agent;
        EXPECT_EQ(profile.os, os) << agent;
        EXPECT_EQ(profile.browser, browser) << agent;
    }
}

struct Bot {
    std::string_view agent;
};

constexpr std::array kBots{
    Bot{"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
    Bot{"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/126.0.6478.61 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
    Bot{"AdsBot-Google (+http://www.google.com/adsbot.html)"},
    Bot{"Mediapartners-Google"},
    Bot{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; "
        "+http://www.bing.com/bingbot.htm) "
        "Chrome/116.0.1938.76 Safari/537.36"},
    Bot{"Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)"},
    Bot{"Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"},
    Bot{"DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)"},
    Bot{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 "
        "Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)"},
    Bot{"Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"},
    Bot{"Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)"},
    Bot{"Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)"},
    Bot{"Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)"},
    Bot{"Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)"},
    Bot{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"},
    Bot{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"},
    Bot{"CCBot/2.0 (https://commoncrawl.org/faq/)"},
    Bot{"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"},
    Bot{"Twitterbot/1.0"},
    Bot{"LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"},
    Bot{"Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"},
    Bot{"TelegramBot (like TwitterBot)"},
    Bot{"Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"},
    Bot{"WhatsApp/2.23.20.0 A"},
    Bot{"Viber"},
    Bot{"SkypeUriPreview Preview/0.5"},
    Bot{"curl/7.88.1"},
    Bot{"Wget/1.21.3"},
    Bot{"python-requests/2.31.0"},
    Bot{"Python-urllib/3.11"},
    Bot{"Go-http-client/1.1"},
    Bot{"okhttp/4.12.0"},
    Bot{"Scrapy/2.11.2 (+https://scrapy.org)"},
    Bot{"libwww-perl/6.68"},
    Bot{"axios/1.7.2"},
    Bot{"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 "
        "Safari/537.36"},
    Bot{"Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1"},
    Bot{"Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)"},
    Bot{"Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)"},
    Bot{"Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/109.0.0.0 "
        "Mobile Safari/537.36 Chrome-Lighthouse"},
};

TEST(PatternClassifier, RecognisesBots) {
    for (const auto& [agent] : kBots) EXPECT_TRUE(Classifier().Classify(agent).is_bot) << agent;
}

TEST(PatternClassifier, RecognisesEveryBotOfTheList) {
    std::ifstream file(FAIRLEAD_KNOWN_BOTS);
    int count = 0;
    for (std::string agent; std::getline(file, agent); ++count)
        EXPECT_TRUE(Classifier().Classify(agent).is_bot) << agent;
    EXPECT_GT(count, 1000);
}

TEST(PatternClassifier, AMissingAgentIsUnknownAndNotABot) { EXPECT_EQ(Classifier().Classify(""), app::AgentProfile()); }

TEST(PatternClassifier, AnUnknownAgentIsOther) {
    EXPECT_EQ(Classifier().Classify("x"), app::AgentProfile{.device = "other"});
    EXPECT_EQ(Classifier().Classify("\xFF\xFE\x01\r\n"), app::AgentProfile{.device = "other"});
}

TEST(PatternClassifier, EqualProfilesAreOneObjectForAllThreads) {
    const auto* first = &Classifier().Classify(kPeople[0].agent);
    EXPECT_EQ(&Classifier().Classify(kPeople[0].agent), first);
    const app::AgentProfile* elsewhere = nullptr;
    std::thread([&] { elsewhere = &Classifier().Classify(kPeople[0].agent); }).join();
    EXPECT_EQ(elsewhere, first);
}

TEST(PatternClassifier, ThreadsDoNotDisturbEachOther) {
    const PatternClassifier classifier;
    std::vector<std::vector<const app::AgentProfile*>> seen(4);
    std::vector<std::thread> threads;
    for (auto& profiles : seen) {
        threads.emplace_back([&] {
            for (const auto& person : kPeople) profiles.push_back(&classifier.Classify(person.agent));
        });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& profiles : seen) EXPECT_EQ(profiles, seen.front());
}

TEST(PatternClassifier, BeyondItsLimitProfilesAreLeftWithoutSystemAndBrowser) {
    const PatternClassifier classifier(2);
    EXPECT_EQ(classifier.Classify(kPeople[0].agent).browser, "Chrome");
    EXPECT_EQ(classifier.Classify("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0"),
              app::AgentProfile{.device = "mobile"});
    EXPECT_EQ(classifier.Classify("curl/7.88.1"), (app::AgentProfile{.is_bot = true, .device = "other"}));
    EXPECT_EQ(classifier.Classify(kPeople[0].agent).browser, "Chrome");
}

TEST(PatternClassifier, ANewClassifierDoesNotSeeTheOldOnesProfiles) {
    for (int i = 0; i < 2; ++i) {
        const PatternClassifier classifier;
        EXPECT_EQ(classifier.Classify(kPeople[0].agent).browser, "Chrome");
    }
}

TEST(PatternClassifier, LongAgentsAreCut) {
    const std::string agent = std::string(PatternClassifier::kAgentBytesMax, 'x') + " Googlebot/2.1";
    EXPECT_FALSE(Classifier().Classify(agent).is_bot);
    EXPECT_TRUE(Classifier().Classify(agent.substr(100)).is_bot);
}

TEST(PatternClassifier, InventedNamesAreShortAndPrintable) {
    for (const std::string& name : {std::string(300, 'a'), std::string("a\x01"), std::string("\xC3\xA9")}) {
        for (const std::string& agent :
             {name + "/1.0", "Mozilla/5.0 (compatible; " + name + "/1.0)", name + "Bot/1.0"}) {
            const auto& profile = Classifier().Classify(agent);
            for (const auto& text : {profile.os, profile.browser}) {
                EXPECT_LE(text.size(), 64U);
                EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; })) << text;
            }
        }
    }
}

TEST(AgentPatterns, AlmostAllPatternsCompile) {
    EXPECT_GT(BrowserPatterns().size(), 300U);
    EXPECT_GT(OsPatterns().size(), 150U);
    EXPECT_GT(BotPatterns().size(), 1000U);
    EXPECT_LE(LeftOutPatterns().size(), 5U);
}

}  // namespace
}  // namespace fairlead::visitors
