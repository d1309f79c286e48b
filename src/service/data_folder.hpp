#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"

namespace fairlead::service {

// Locks a data folder for this process until the object is destroyed.
class DataFolderLock {
public:
    // Null if another process holds the lock.
    static Result<std::unique_ptr<DataFolderLock>> TryTake(const std::string& folder);
    ~DataFolderLock();
    DataFolderLock(const DataFolderLock&) = delete;
    DataFolderLock& operator=(const DataFolderLock&) = delete;

private:
    explicit DataFolderLock(int file) : file_(file) {}
    int file_;
};

// Creates the folder if it is missing, readable by this user only.
Status MakeDataFolder(const std::string& folder);

// Whether the folder has never been used: it has nothing but the lock. A folder whose ledger is lost has other files.
bool IsNewFolder(const std::string& folder);

// The local socket of the running service.
std::string LocalSocketPath(const std::string& folder);

}  // namespace fairlead::service
