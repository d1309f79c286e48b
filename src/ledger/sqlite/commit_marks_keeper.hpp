#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Writes the file of marks of a ledger (commit_marks.hpp): once a second if there is something new, and at the end. It
// is not synced: after a power failure it may be older than the ledger by the time that the system keeps files in
// memory, about half a minute.
class CommitMarksKeeper {
public:
    CommitMarksKeeper(std::string path, std::unique_ptr<ConnectionSource> reader);
    ~CommitMarksKeeper();
    CommitMarksKeeper(const CommitMarksKeeper&) = delete;
    CommitMarksKeeper& operator=(const CommitMarksKeeper&) = delete;

private:
    void Run(const std::stop_token& stop);
    void Write();
    Status TryWrite();

    std::string path_;
    std::unique_ptr<ConnectionSource> reader_;
    std::string written_;
    bool failing_ = false;
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::ledger
