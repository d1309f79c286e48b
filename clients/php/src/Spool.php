<?php

declare(strict_types=1);

namespace Fairlead;

/**
 * A file that keeps events while the service cannot be reached.
 *
 * `PATH` has the waiting events, one JSON object per line. To send them, the file is renamed to `PATH.sending`, which never
 * changes. `PATH.sent` is the number of its bytes that the service has acknowledged. An event that the service refuses is
 * appended to `PATH.refused` with its errors. After a crash some events may be sent again; their idempotency keys make them
 * duplicates. Several processes may use the same path; one of them sends at a time.
 */
final class Spool
{
    public const BATCH_EVENTS_MAX = 100;
    public const BATCH_BYTES_MAX = 1_000_000;

    public function __construct(public readonly string $path, public readonly int $bytesMax = 64 * 1024 * 1024)
    {
    }

    /**
     * Returns when the lines are on disk. Throws SpoolFull without keeping any of them.
     *
     * @param list<string> $lines
     */
    public function append(array $lines): void
    {
        $data = implode('', array_map(fn (string $line): string => $line . "\n", $lines));
        $lock = $this->lock('lock');
        try {
            if ($this->size() + strlen($data) > $this->bytesMax) {
                throw new SpoolFull("{$this->path} has reached {$this->bytesMax} bytes");
            }
            $file = self::open($this->path, 'c+b');
            $end = self::dropTornLine($file);
            fseek($file, $end);
            if (fwrite($file, $data) !== strlen($data) || !fflush($file) || !fsync($file)) {
                ftruncate($file, $end);
                throw new FairleadException("{$this->path} cannot be written");
            }
            fclose($file);
        } finally {
            fclose($lock);
        }
    }

    public function isEmpty(): bool
    {
        return $this->size() === 0;
    }

    /**
     * Sends everything, oldest first. The next call sends what an exception of $send leaves. Does nothing while another
     * process sends.
     *
     * @param callable(list<string>): list<array<string, mixed>> $send
     */
    public function flush(callable $send): Flushed
    {
        $flushed = new Flushed();
        $lock = $this->lock('flush-lock', wait: false);
        if ($lock === null) {
            return $flushed;
        }
        try {
            while ($this->take()) {
                $this->sendTaken($send, $flushed);
            }
        } finally {
            fclose($lock);
        }
        return $flushed;
    }

    private function size(): int
    {
        return self::sizeOf($this->path) + self::sizeOf($this->path . '.sending');
    }

    /** Renames the waiting events for sending. False if there are none. */
    private function take(): bool
    {
        if (self::sizeOf($this->path . '.sending') > 0) {
            return true;
        }
        $lock = $this->lock('lock');
        try {
            if (self::sizeOf($this->path) === 0) {
                return false;
            }
            // The mark of an earlier file must not count for this one.
            self::remove($this->path . '.sent');
            if (!rename($this->path, $this->path . '.sending')) {
                throw new FairleadException("{$this->path} cannot be renamed");
            }
            return true;
        } finally {
            fclose($lock);
        }
    }

    private function sendTaken(callable $send, Flushed $flushed): void
    {
        $file = self::open($this->path . '.sending', 'rb');
        fseek($file, (int) (is_file($this->path . '.sent') ? file_get_contents($this->path . '.sent') : 0));
        while (($lines = self::nextLines($file)) !== []) {
            $this->sendLines($send, $lines, $flushed);
            $this->mark((int) ftell($file));
        }
        fclose($file);
        self::remove($this->path . '.sending');
        self::remove($this->path . '.sent');
    }

    /** @param list<string> $lines */
    private function sendLines(callable $send, array $lines, Flushed $flushed): void
    {
        $good = [];
        foreach ($lines as $line) {
            if (is_array(self::readable($line))) {
                $good[] = $line;
            } else {
                $this->refuse($line, [['pointer' => '', 'code' => 'invalid_json', 'detail' => 'the line is damaged']], $flushed);
            }
        }
        if ($good !== []) {
            $this->sendGood($send, $good, $flushed);
        }
    }

    /** @param list<string> $lines */
    private function sendGood(callable $send, array $lines, Flushed $flushed): void
    {
        try {
            $results = $send($lines);
        } catch (ApiException $error) {
            // These statuses concern the body. Smaller batches find the event that causes them.
            if (!in_array($error->status, [400, 413], true)) {
                throw $error;
            }
            if (count($lines) > 1) {
                $half = intdiv(count($lines), 2);
                $this->sendGood($send, array_slice($lines, 0, $half), $flushed);
                $this->sendGood($send, array_slice($lines, $half), $flushed);
            } else {
                $this->refuse($lines[0], [['pointer' => '', 'code' => $error->problemCode, 'detail' => $error->detail]], $flushed);
            }
            return;
        }
        foreach ($results as $index => $entry) {
            match ($entry['status']) {
                'error' => $this->refuse($lines[$index], $entry['errors'] ?? [$entry['error']], $flushed),
                'accepted' => $flushed->accepted++,
                default => $flushed->duplicates++,
            };
        }
    }

    /** @param list<mixed> $errors */
    private function refuse(string $line, array $errors, Flushed $flushed): void
    {
        $place = $this->path . '.refused';
        if (self::sizeOf($place) > $this->bytesMax) {
            throw new SpoolFull("$place has reached {$this->bytesMax} bytes. Look at the refused events and remove the file");
        }
        $refused = ['event' => self::readable($line), 'errors' => $errors];
        $text = json_encode($refused, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
        self::writeSynced($place, $text . "\n", 'ab');
        $flushed->refused[] = $refused;
    }

    private function mark(int $sent): void
    {
        self::writeSynced($this->path . '.sent.new', (string) $sent, 'wb');
        rename($this->path . '.sent.new', $this->path . '.sent');
    }

    /** @return ($wait is true ? resource : resource|null) */
    private function lock(string $name, bool $wait = true)
    {
        $file = self::open("{$this->path}.$name", 'cb');
        if (flock($file, $wait ? LOCK_EX : LOCK_EX | LOCK_NB)) {
            return $file;
        }
        fclose($file);
        return $wait ? throw new FairleadException("{$this->path}.$name cannot be locked") : null;
    }

    /** @return resource */
    private static function open(string $place, string $mode)
    {
        $file = @fopen($place, $mode);
        return $file === false ? throw new FairleadException("$place cannot be opened") : $file;
    }

    private static function writeSynced(string $place, string $text, string $mode): void
    {
        $file = self::open($place, $mode);
        if (fwrite($file, $text) !== strlen($text) || !fflush($file) || !fsync($file)) {
            throw new FairleadException("$place cannot be written");
        }
        fclose($file);
    }

    private static function sizeOf(string $place): int
    {
        clearstatcache(true, $place);
        return is_file($place) ? (int) filesize($place) : 0;
    }

    private static function remove(string $place): void
    {
        if (is_file($place)) {
            unlink($place);
        }
    }

    /**
     * Cuts off the part of a line that a crash has left, and returns the end. Nobody was told that it is kept.
     *
     * @param resource $file
     */
    private static function dropTornLine($file): int
    {
        fseek($file, 0, SEEK_END);
        $size = $end = (int) ftell($file);
        while ($end > 0) {
            $start = max(0, $end - 65536);
            fseek($file, $start);
            $newline = strrpos((string) fread($file, $end - $start), "\n");
            if ($newline !== false) {
                $end = $start + $newline + 1;
                break;
            }
            $end = $start;
        }
        if ($end !== $size) {
            ftruncate($file, $end);
        }
        return $end;
    }

    /**
     * @param resource $file
     * @return list<string>
     */
    private static function nextLines($file): array
    {
        $lines = [];
        $size = 0;
        while (count($lines) < self::BATCH_EVENTS_MAX) {
            $place = (int) ftell($file);
            $line = fgets($file);
            // A line without an end was never acknowledged.
            if ($line === false || !str_ends_with($line, "\n")) {
                break;
            }
            if ($lines !== [] && $size + strlen($line) > self::BATCH_BYTES_MAX) {
                fseek($file, $place);
                break;
            }
            $lines[] = substr($line, 0, -1);
            $size += strlen($line);
        }
        return $lines;
    }

    private static function readable(string $line): mixed
    {
        $found = json_decode($line, true);
        return is_array($found) && !array_is_list($found) ? $found : $line;
    }
}
