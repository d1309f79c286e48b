#include "app/images/image_cache.hpp"

#include <map>

#include <gtest/gtest.h>

#include "app/catalogue/empty_store_test.hpp"

namespace fairlead::app {
namespace {

// A store that answers a read only when the test says so.
class HeldStore final : public EmptyCatalogueStore {
public:
    std::map<ImageId, std::string> contents;
    int reads = 0;
    bool fails = false;

    void Answer() {
        auto held = std::move(held_);
        held_.clear();
        for (auto& each : held) each();
    }

    void ReadImage(OperatorId, ImageId id, AnswerDone<std::optional<std::string>> done) override {
        ++reads;
        held_.emplace_back([this, id, done = std::move(done)]() mutable {
            if (fails) return done(Fail(ErrorCode::kUnavailable, "the ledger is not available"));
            const auto found = contents.find(id);
            done(found == contents.end() ? std::nullopt : std::optional(found->second));
        });
    }

private:
    std::vector<std::move_only_function<void()>> held_;
};

class ImageCacheTest : public testing::Test {
protected:
    ImageId Stored(const std::string& content) {
        const ImageId id = ImageId::New();
        store_.contents[id] = content;
        return id;
    }

    // Asks and lets the store answer.
    std::string Read(ImageCache& cache, ImageId id) {
        std::string read = "no answer";
        cache.Find(owner_, id, [&](Result<ImageCache::Content> content) {
            read = !content ? "error" : *content ? **content : "missing";
        });
        store_.Answer();
        return read;
    }

    HeldStore store_;
    OperatorId owner_ = OperatorId::New();
};

TEST_F(ImageCacheTest, AnImageInMemoryIsNotReadAgain) {
    ImageCache cache(store_, 100);
    const ImageId id = Stored("pixels");
    EXPECT_EQ(Read(cache, id), "pixels");
    EXPECT_EQ(Read(cache, id), "pixels");
    EXPECT_EQ(store_.reads, 1);
}

TEST_F(ImageCacheTest, RequestsForTheSameImageWaitForOneRead) {
    ImageCache cache(store_, 100);
    const ImageId id = Stored("pixels");
    int answers = 0;
    for (int i = 0; i < 3; ++i) {
        cache.Find(owner_, id, [&](Result<ImageCache::Content> content) {
            if (content && *content && **content == "pixels") ++answers;
        });
    }
    EXPECT_EQ(answers, 0);
    store_.Answer();
    EXPECT_EQ(answers, 3);
    EXPECT_EQ(store_.reads, 1);
}

TEST_F(ImageCacheTest, TheImageThatWasNotUsedForLongestMakesRoom) {
    ImageCache cache(store_, 10);
    const ImageId first = Stored("1111");
    const ImageId second = Stored("2222");
    const ImageId third = Stored("3333");
    Read(cache, first);
    Read(cache, second);
    Read(cache, first);
    Read(cache, third);
    EXPECT_EQ(cache.bytes(), 8U);
    EXPECT_EQ(store_.reads, 3);
    Read(cache, first);
    EXPECT_EQ(store_.reads, 3);
    Read(cache, second);
    EXPECT_EQ(store_.reads, 4);
}

TEST_F(ImageCacheTest, AnImageThatIsLargerThanTheCacheIsServedAndNotKept) {
    ImageCache cache(store_, 3);
    const ImageId id = Stored("pixels");
    EXPECT_EQ(Read(cache, id), "pixels");
    EXPECT_EQ(cache.bytes(), 0U);
}

// Otherwise each slow client could have a copy of its own.
TEST_F(ImageCacheTest, AnImageThatAClientStillReadsIsNotReadAgain) {
    ImageCache cache(store_, 0);
    const ImageId id = Stored("pixels");
    ImageCache::Content held;
    cache.Find(owner_, id, [&](Result<ImageCache::Content> content) { held = *content; });
    store_.Answer();
    EXPECT_EQ(Read(cache, id), "pixels");
    EXPECT_EQ(store_.reads, 1);
    held.reset();
    EXPECT_EQ(Read(cache, id), "pixels");
    EXPECT_EQ(store_.reads, 2) << "nothing is kept when nobody reads it";
}

TEST_F(ImageCacheTest, AFailureIsReportedAndNotKept) {
    ImageCache cache(store_, 100);
    const ImageId id = Stored("pixels");
    store_.fails = true;
    EXPECT_EQ(Read(cache, id), "error");
    store_.fails = false;
    EXPECT_EQ(Read(cache, id), "pixels");
    EXPECT_EQ(Read(cache, ImageId::New()), "missing");
}

}  // namespace
}  // namespace fairlead::app
