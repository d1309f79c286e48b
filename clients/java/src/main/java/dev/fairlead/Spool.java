package dev.fairlead;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file that keeps events while the service cannot be reached. Safe from several threads.
 *
 * <p>{@code PATH} has the waiting events, one JSON object per line. To send them, the file is renamed to {@code
 * PATH.sending}, which never changes. {@code PATH.sent} is the number of its bytes that the service has acknowledged. An
 * event that the service refuses is appended to {@code PATH.refused} with its errors. After a crash some events may be sent
 * again; their idempotency keys make them duplicates. One process at a time uses a path.
 */
public final class Spool implements Closeable {
    static final int BATCH_EVENTS_MAX = 100;
    static final int BATCH_BYTES_MAX = 1_000_000;
    public static final long BYTES_MAX = 64L * 1024 * 1024;

    /** Sends a batch and returns the entries of its results. */
    interface Send {
        List<Map<String, Object>> send(List<String> lines);
    }

    private final Path path;
    private final long bytesMax;
    private final FileChannel lockFile;
    private final FileLock lock;
    private final Object sending = new Object();

    public Spool(Path path) {
        this(path, BYTES_MAX);
    }

    public Spool(Path path, long bytesMax) {
        this.path = path.toAbsolutePath();
        this.bytesMax = bytesMax;
        try {
            lockFile = FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = lockOf(lockFile);
            if (lock == null) {
                lockFile.close();
                throw new FairleadException(path + " is used by another process or client");
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static FileLock lockOf(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException error) {
            return null;
        }
    }

    /** Lets another process use the file. */
    @Override
    public void close() {
        try {
            lock.release();
            lockFile.close();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Returns when the lines are on disk. Throws SpoolFull without keeping any of them. */
    synchronized void append(List<String> lines) {
        byte[] data = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        if (size() + data.length > bytesMax) {
            throw new SpoolFull(path + " has reached " + bytesMax + " bytes");
        }
        boolean isNew = !Files.exists(path);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long end = dropTornLine(file);
            try {
                file.seek(end);
                file.write(data);
                file.getFD().sync();
            } catch (IOException error) {
                file.setLength(end);
                throw error;
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        if (isNew) {
            syncFolder();
        }
    }

    public synchronized boolean isEmpty() {
        return size() == 0;
    }

    /** Sends everything, oldest first. The next call sends what an exception of {@code send} leaves. */
    Flushed flush(Send send) {
        Flushed flushed = new Flushed();
        synchronized (sending) {
            try {
                while (take()) {
                    sendTaken(send, flushed);
                }
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
        return flushed;
    }

    private Path beside(String suffix) {
        return path.resolveSibling(path.getFileName() + suffix);
    }

    private long size() {
        return sizeOf(path) + sizeOf(beside(".sending"));
    }

    private static long sizeOf(Path place) {
        return place.toFile().length();
    }

    /** Renames the waiting events for sending. False if there are none. */
    private synchronized boolean take() throws IOException {
        if (Files.exists(beside(".sending"))) {
            return true;
        }
        if (sizeOf(path) == 0) {
            return false;
        }
        // The mark of an earlier file must not count for this one.
        Files.deleteIfExists(beside(".sent"));
        syncFolder();
        Files.move(path, beside(".sending"), StandardCopyOption.ATOMIC_MOVE);
        syncFolder();
        return true;
    }

    private void sendTaken(Send send, Flushed flushed) throws IOException {
        byte[] data = Files.readAllBytes(beside(".sending"));
        int sent = Files.exists(beside(".sent")) ? Integer.parseInt(Files.readString(beside(".sent"))) : 0;
        List<String> lines = new ArrayList<>();
        for (sent = nextLines(data, sent, lines); !lines.isEmpty(); sent = nextLines(data, sent, lines)) {
            sendLines(send, lines, flushed);
            writeSynced(beside(".sent.new"), String.valueOf(sent), StandardOpenOption.TRUNCATE_EXISTING);
            Files.move(beside(".sent.new"), beside(".sent"), StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.delete(beside(".sending"));
        syncFolder();
        Files.deleteIfExists(beside(".sent"));
    }

    /** Fills the lines of the next batch and returns their end. A line without an end was never acknowledged. */
    private static int nextLines(byte[] data, int from, List<String> lines) {
        lines.clear();
        int end = from;
        int start = from;
        for (int i = from; i < data.length && lines.size() < BATCH_EVENTS_MAX; i++) {
            if (data[i] != '\n') {
                continue;
            }
            if (!lines.isEmpty() && i + 1 - from > BATCH_BYTES_MAX) {
                break;
            }
            lines.add(new String(data, start, i - start, StandardCharsets.UTF_8));
            start = end = i + 1;
        }
        return end;
    }

    private void sendLines(Send send, List<String> lines, Flushed flushed) throws IOException {
        List<String> good = new ArrayList<>();
        for (String line : lines) {
            if (isObject(line)) {
                good.add(line);
            } else {
                refuse(line, List.of(errorOf("invalid_json", "the line is damaged")), flushed);
            }
        }
        if (!good.isEmpty()) {
            sendGood(send, good, flushed);
        }
    }

    private void sendGood(Send send, List<String> lines, Flushed flushed) throws IOException {
        List<Map<String, Object>> results;
        try {
            results = send.send(lines);
        } catch (ApiException error) {
            // These statuses concern the body. Smaller batches find the event that causes them.
            if (error.status() != 400 && error.status() != 413) {
                throw error;
            }
            if (lines.size() > 1) {
                sendGood(send, lines.subList(0, lines.size() / 2), flushed);
                sendGood(send, lines.subList(lines.size() / 2, lines.size()), flushed);
            } else {
                refuse(lines.get(0), List.of(errorOf(error.problem().code(), error.problem().detail())), flushed);
            }
            return;
        }
        for (int i = 0; i < lines.size(); i++) {
            Object status = results.get(i).get("status");
            if ("error".equals(status)) {
                refuse(lines.get(i), (List<?>) results.get(i).get("errors"), flushed);
            } else if ("accepted".equals(status)) {
                flushed.accepted++;
            } else {
                flushed.duplicates++;
            }
        }
    }

    private static Map<String, Object> errorOf(String code, String detail) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("pointer", "");
        error.put("code", code);
        error.put("detail", detail);
        return error;
    }

    private void refuse(String line, List<?> errors, Flushed flushed) throws IOException {
        Path place = beside(".refused");
        if (sizeOf(place) > bytesMax) {
            throw new SpoolFull(place + " has reached " + bytesMax + " bytes. Look at the refused events and remove the file");
        }
        Map<String, Object> refused = new LinkedHashMap<>();
        refused.put("event", isObject(line) ? Json.read(line) : line);
        refused.put("errors", errors);
        writeSynced(place, Json.write(refused) + "\n", StandardOpenOption.APPEND);
        flushed.refused.add(new Flushed.Refused(line, errors));
    }

    private static boolean isObject(String line) {
        try {
            return Json.read(line) instanceof Map<?, ?>;
        } catch (IllegalArgumentException error) {
            return false;
        }
    }

    private static void writeSynced(Path place, String text, StandardOpenOption how) throws IOException {
        try (FileChannel file = FileChannel.open(place, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)) {
            ByteBuffer data = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (data.hasRemaining()) {
                file.write(data);
            }
            file.force(true);
        }
    }

    /** A system that cannot open folders syncs their entries itself. */
    private void syncFolder() {
        try (FileChannel folder = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException ignored) {
            return;
        }
    }

    /** Cuts off the part of a line that a crash has left, and returns the end. Nobody was told that it is kept. */
    private static long dropTornLine(RandomAccessFile file) throws IOException {
        long end = file.length();
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                break;
            }
            end--;
        }
        file.setLength(end);
        return end;
    }
}
