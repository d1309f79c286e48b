#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"

namespace fairlead::service {

// Holds a data folder for this process until it goes away.
class DataFolderLock {
public:
    // Nothing (null) when another process holds it.
    static Result<std::unique_ptr<DataFolderLock>> TryTake(const std::string& folder);
    ~DataFolderLock();
    DataFolderLock(const DataFolderLock&) = delete;
    DataFolderLock& operator=(const DataFolderLock&) = delete;

private:
    explicit DataFolderLock(int file) : file_(file) {}
    int file_;
};

// Makes the folder, readable by this user only, unless it is there.
Status MakeDataFolder(const std::string& folder);

// Where a running server can be asked.
std::string LocalSocketPath(const std::string& folder);

}  // namespace fairlead::service
