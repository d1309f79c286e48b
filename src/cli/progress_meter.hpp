#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace fairlead::cli {

// How far a long piece of work is. A total of 0 means that it is not known.
struct Progress {
    std::string doing;
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::string unit = {};  // "commits", or more about the numbers.
};

// "verifying Lucky Star: 30 of 120 commits".
std::string DescribeProgress(const Progress& progress);
// The same with a bar, the percentage and, as soon as it can be estimated, the time left.
std::string DrawProgress(const Progress& progress, double seconds);

// Shows progress on standard error: on a terminal as one line that is drawn again and again, otherwise as one line per
// report.
class ProgressMeter {
public:
    ProgressMeter();
    ProgressMeter(std::ostream& out, bool terminal);
    ~ProgressMeter();
    ProgressMeter(const ProgressMeter&) = delete;
    ProgressMeter& operator=(const ProgressMeter&) = delete;

    void Show(const Progress& progress);
    // Ends the line on the terminal, so that other output starts on a line of its own.
    void End();

private:
    std::ostream& out_;
    bool terminal_;
    bool in_line_ = false;
    std::string doing_;
    std::chrono::steady_clock::time_point started_;
};

}  // namespace fairlead::cli
