#include "ledger/backup/backup.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include <fcntl.h>

#include "ledger/archive/block_archive.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFrameBytes = 1 << 20;
constexpr std::int64_t kReportEveryMicros = 1'000'000;
constexpr std::string_view kArchiveEnding = ".facts";

// Reports the progress once a second.
class ProgressReporter {
public:
    explicit ProgressReporter(const app::OnBackupProgress& on_progress)
        : on_progress_(on_progress), next_(SteadyMicros() + kReportEveryMicros) {}

    void Report(const std::string& doing, std::int64_t done, std::int64_t total = 0) {
        if (!on_progress_ || SteadyMicros() < next_) return;
        next_ = SteadyMicros() + kReportEveryMicros;
        on_progress_({doing, done, total});
    }

private:
    const app::OnBackupProgress& on_progress_;
    std::int64_t next_;
};

// The position of a column; the number of columns if there is none with this name.
std::size_t PlaceOf(std::string_view name, const std::vector<std::string>& columns) {
    return static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
}

// Adds the parts of a backup.
class BackupTaker {
public:
    BackupTaker(TableReader& tables, BackupWriter& writer, const app::OnBackupProgress& on_progress)
        : tables_(tables), writer_(writer), progress_(on_progress) {}

    // Archive files are added first: the files that the snapshot refers to already exist, and retention does not remove
    // them within the next hour.
    Status AddArchive(const fs::path& folder) {
        std::error_code error;
        std::vector<std::string> names;
        for (const auto& owner : fs::directory_iterator(folder, error)) {
            if (!OperatorId::Parse(owner.path().filename().string())) continue;
            for (const auto& entry : fs::directory_iterator(owner.path(), error)) {
                if (entry.path().filename().string().ends_with(kArchiveEnding)) {
                    names.push_back(owner.path().filename().string() + "/" + entry.path().filename().string());
                }
            }
        }
        std::ranges::sort(names);
        for (const std::string& name : names) {
            TRY(AddFile(folder / name, name));
        }
        return {};
    }

    Status AddTables() {
        for (const std::string& table : RecordTables(tables_.schema())) {
            TRY(AddTable(table));
        }
        return {};
    }

    Status AddSecret(const std::string& secret) {
        writer_.StartPart(PartKind::kSecret, "secret");
        TRY(writer_.Append(secret, secret.size()));
        writer_.EndPart();
        return {};
    }

    std::vector<std::string> MissingFiles() const {
        std::vector<std::string> missing;
        std::ranges::set_difference(named_, added_, std::back_inserter(missing));
        return missing;
    }

private:
    Status AddFile(const fs::path& path, const std::string& name) {
        const DiskFile file(path, O_RDONLY);
        // A file that was removed in the meantime is not needed.
        if (!file.is_open()) return {};
        writer_.StartPart(PartKind::kArchiveFile, name);
        const std::uint64_t size = file.size();
        for (std::uint64_t at = 0; at < size; at += kFrameBytes) {
            const auto piece = file.Read(at, std::min<std::uint64_t>(kFrameBytes, size - at));
            if (!piece) return Fail(ErrorCode::kUnavailable, "cannot read the archive file " + path.string());
            TRY(writer_.Append(*piece, piece->size()));
        }
        writer_.EndPart();
        added_.insert(name);
        progress_.Report("archive files", static_cast<std::int64_t>(added_.size()));
        return {};
    }

    Status AddTable(const std::string& table) {
        auto columns = TRY(tables_.Columns(table));
        const std::size_t owner = PlaceOf("operator_id", columns);
        const std::size_t payload = table == "fact_blocks" ? PlaceOf("payload", columns) : columns.size();
        writer_.StartPart(PartKind::kTable, table, columns);
        std::string rows;
        std::uint64_t count = 0;
        std::uint64_t total = 0;
        const auto flush = [&] {
            auto done = rows.empty() ? Status() : writer_.Append(rows, count);
            rows.clear();
            count = 0;
            return done;
        };
        auto read = tables_.ReadAll(table, [&](std::span<const Value> row) {
            if (payload < row.size()) NoteFile(row[owner].data, row[payload].data);
            AppendRow(rows, row);
            ++count;
            progress_.Report(table, static_cast<std::int64_t>(++total));
            return rows.size() < kFrameBytes ? Status() : flush();
        });
        if (!read) return read;
        TRY(flush());
        writer_.EndPart();
        return {};
    }

    // Notes the archive file that the payload of an archived block refers to.
    void NoteFile(std::string_view owner, std::string_view payload) {
        const std::string_view pointer = PointerIn(payload);
        if (pointer.empty() || owner.size() != 16) return;
        const auto read = ReadPointer(pointer, 0, Timestamp());
        OperatorId id;
        std::ranges::copy(owner, reinterpret_cast<char*>(id.uuid.bytes.data()));
        if (read) named_.insert(id.ToString() + "/" + read->file);
    }

    TableReader& tables_;
    BackupWriter& writer_;
    ProgressReporter progress_;
    std::set<std::string> added_;
    std::set<std::string> named_;
};

// Whether the name is OPERATOR/FILE and does not lead to another folder.
bool IsArchiveName(const std::string& name) {
    const auto slash = name.find('/');
    return slash != std::string::npos && OperatorId::Parse(name.substr(0, slash)) &&
           name.find('/', slash + 1) == std::string::npos && name.ends_with(kArchiveEnding);
}

Result<std::string> WholePart(const BackupReader& backup, const BackupPart& part) {
    std::string bytes;
    TRY(backup.Read(part, [&](std::string_view piece) {
        bytes += piece;
        return Status();
    }));
    return bytes;
}

bool IsColumnName(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

// The names become part of statements, so the backup must contain exactly the tables of its schema.
Status CheckTables(const BackupManifest& manifest) {
    if (manifest.schema == 0 || manifest.schema > LatestSchema()) {
        return Fail(ErrorCode::kUnavailable, "the backup was taken by a newer version of the program (schema " +
                                                 std::to_string(manifest.schema) + ", this one knows " +
                                                 std::to_string(LatestSchema()) + ")");
    }
    std::vector<std::string> held;
    bool names_valid = true;
    for (const BackupPart& part : manifest.parts) {
        if (part.kind != PartKind::kTable) continue;
        held.push_back(part.name);
        names_valid = names_valid && !part.columns.empty() && std::ranges::all_of(part.columns, IsColumnName);
    }
    if (!names_valid || held != RecordTables(manifest.schema)) {
        return Fail(ErrorCode::kUnavailable, "the backup does not contain the tables of its schema");
    }
    return {};
}

Status RestoreFile(const BackupReader& backup, const BackupPart& part, const fs::path& archive) {
    const fs::path path = archive / part.name;
    const auto failed = [&] {
        return Fail(ErrorCode::kUnavailable,
                    "cannot write the archive file " + path.string() + ": " + std::strerror(errno));
    };
    if (!IsArchiveName(part.name))
        return Fail(ErrorCode::kUnavailable, "the backup contains a file with an invalid name: " + part.name);
    const auto bytes = TRY(WholePart(backup, part));
    const DiskFile there(path, O_RDONLY);
    if (there.is_open()) {
        if (there.size() == bytes.size() && there.Read(0, bytes.size()) == bytes) return {};
        return Fail(ErrorCode::kUnavailable, "there is another archive file at " + path.string() +
                                                 ": a restored ledger needs an archive folder of its own");
    }
    if (!MakeDurableFolder(path.parent_path()) || !WriteDurably(path, bytes)) return failed();
    return {};
}

Status RestoreTable(const BackupReader& backup, const BackupPart& part, TableLoader& tables, ProgressReporter& progress,
                    std::uint64_t& rows) {
    TRY(tables.StartTable(part.name, part.columns));
    const std::uint64_t begin = rows;
    const std::uint64_t total = backup.manifest().Rows();
    auto done = backup.Read(part, [&](std::string_view bytes) {
        return ReadPortableRows(bytes, part.columns.size(), [&](std::span<const Value> row) {
            progress.Report("restoring " + part.name, static_cast<std::int64_t>(++rows),
                            static_cast<std::int64_t>(total));
            return tables.Add(row);
        });
    });
    if (!done) return done;
    if (rows - begin != part.count) {
        return Fail(ErrorCode::kUnavailable,
                    "the backup does not have the number of rows of " + part.name + " that its list of contents says");
    }
    return tables.EndTable();
}

}  // namespace

Result<app::BackupReport> TakeBackup(TableReader& tables, const BackupContext& context,
                                     const app::BackupOptions& options, const app::OnBackupProgress& on_progress) {
    auto writer = TRY(BackupWriter::Create(options.to));
    const BackupManifest manifest{
        .schema = tables.schema(), .engine = std::string(tables.engine()), .taken_at = context.begun_at, .parts = {}};
    BackupTaker taker(tables, writer, on_progress);
    TRY(taker.AddArchive(context.archive));
    TRY(taker.AddTables());
    if (context.secret) {
        TRY(taker.AddSecret(*context.secret));
    }
    auto missing = taker.MissingFiles();
    if (!missing.empty() && !options.allow_missing) {
        return Fail(ErrorCode::kUnavailable, "the ledger refers to archive files that are not in " +
                                                 context.archive.string() + ", such as " + missing.front() +
                                                 ". Give their folder with --archive, or use --allow-missing.");
    }
    (void)TRY(writer.Finish(manifest));
    const auto written = TRY(BackupReader::Open(options.to));
    auto report = Describe(written, options.to);
    report.missing_files = std::move(missing);
    return report;
}

app::BackupReport Describe(const BackupReader& backup, const fs::path& path) {
    const BackupManifest& manifest = backup.manifest();
    app::BackupReport report{.path = path,
                             .bytes = static_cast<std::int64_t>(backup.size()),
                             .taken_at = manifest.taken_at,
                             .engine = manifest.engine,
                             .schema = static_cast<std::int64_t>(manifest.schema),
                             .rows = static_cast<std::int64_t>(manifest.Rows())};
    for (const BackupPart& part : manifest.parts) {
        if (part.kind == PartKind::kTable) ++report.tables;
        if (part.kind == PartKind::kArchiveFile) ++report.archive_files;
        if (part.kind == PartKind::kSecret) report.has_secret = true;
    }
    const BackupPart* events = manifest.Find(PartKind::kTable, "events");
    report.events = events == nullptr ? 0 : static_cast<std::int64_t>(events->count);
    return report;
}

Status CheckBackup(const BackupReader& backup, const app::OnBackupProgress& on_progress) {
    TRY(CheckTables(backup.manifest()));
    ProgressReporter progress(on_progress);
    return backup.Check([&](std::uint64_t bytes) {
        progress.Report("checking bytes", static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(backup.size()));
    });
}

Result<std::optional<std::string>> SettingIn(const BackupReader& backup, std::string_view name) {
    const BackupPart* settings = backup.manifest().Find(PartKind::kTable, "settings");
    if (settings == nullptr) return std::nullopt;
    const std::size_t names = PlaceOf("name", settings->columns);
    const std::size_t values = PlaceOf("value", settings->columns);
    if (std::max(names, values) == settings->columns.size()) return std::nullopt;
    std::optional<std::string> found;
    TRY(backup.Read(*settings, [&](std::string_view bytes) {
        return ReadPortableRows(bytes, settings->columns.size(), [&](std::span<const Value> row) {
            if (row[names].data == name) found = row[values].data;
            return Status();
        });
    }));
    return found;
}

Result<std::optional<std::string>> SecretIn(const BackupReader& backup) {
    const BackupPart* part = backup.manifest().Find(PartKind::kSecret, "secret");
    if (part == nullptr) return std::nullopt;
    return WholePart(backup, *part);
}

Status RestoreBackup(const BackupReader& backup, TableLoader& tables, const fs::path& archive,
                     const app::OnBackupProgress& on_progress) {
    const BackupManifest& manifest = backup.manifest();
    TRY(tables.Start(manifest.schema));
    ProgressReporter progress(on_progress);
    std::uint64_t rows = 0;
    for (const BackupPart& part : manifest.parts) {
        if (part.kind == PartKind::kArchiveFile) {
            TRY(RestoreFile(backup, part, archive));
        } else if (part.kind == PartKind::kTable) {
            TRY(RestoreTable(backup, part, tables, progress, rows));
        }
    }
    return tables.Finish();
}

}  // namespace fairlead::ledger
