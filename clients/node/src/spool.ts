import * as fs from 'node:fs';
import * as path from 'node:path';
import { ApiError, SpoolFull, SpoolInUse } from './errors.js';

export const batchEventsMax = 100;
export const batchBytesMax = 1_000_000;

/** What became of the events of the spool. */
export interface Flushed {
    accepted: number;
    duplicates: number;
    /** Also in the file with the suffix `.refused`. */
    refused: Array<{ event: unknown; errors: unknown[] }>;
}

/** An entry of the results of a batch. */
export interface Entry {
    status: string;
    error?: unknown;
    errors?: unknown[];
}

type Send = (lines: string[]) => Promise<Entry[]>;

/**
 * A file that keeps events while the service cannot be reached.
 *
 * `PATH` has the waiting events, one JSON object per line. To send them, the file is renamed to `PATH.sending`, which never
 * changes. `PATH.sent` is the number of its bytes that the service has acknowledged. An event that the service refuses is
 * appended to `PATH.refused` with its errors. After a crash some events may be sent again; their idempotency keys make them
 * duplicates. One process at a time uses a path: `PATH.lock` has its id.
 */
export class Spool {
    private flushing: Promise<Flushed> | undefined;

    constructor(
        readonly path: string,
        readonly bytesMax = 64 * 1024 * 1024,
    ) {
        takeLock(path + '.lock');
    }

    /** Lets another process use the file. */
    close(): void {
        fs.rmSync(this.path + '.lock', { force: true });
        held.delete(path.resolve(this.path + '.lock'));
    }

    /** Returns when the lines are on disk. Throws SpoolFull without keeping any of them. */
    append(lines: readonly string[]): void {
        const data = Buffer.from(lines.map((line) => line + '\n').join(''));
        if (this.size() + data.length > this.bytesMax) {
            throw new SpoolFull(`${this.path} has reached ${this.bytesMax} bytes`);
        }
        const isNew = !fs.existsSync(this.path);
        const file = fs.openSync(this.path, isNew ? 'w+' : 'r+');
        try {
            const end = dropTornLine(file);
            try {
                writeAll(file, data, end);
                fs.fsyncSync(file);
            } catch (error) {
                fs.ftruncateSync(file, end);
                throw error;
            }
        } finally {
            fs.closeSync(file);
        }
        if (isNew) this.syncFolder();
    }

    isEmpty(): boolean {
        return this.size() === 0;
    }

    /** Sends everything, oldest first. The next call sends what an error of `send` leaves. Calls share one run. */
    flush(send: Send): Promise<Flushed> {
        this.flushing ??= this.run(send).finally(() => {
            this.flushing = undefined;
        });
        return this.flushing;
    }

    private async run(send: Send): Promise<Flushed> {
        const flushed: Flushed = { accepted: 0, duplicates: 0, refused: [] };
        while (this.take()) await this.sendTaken(send, flushed);
        return flushed;
    }

    private size(): number {
        return sizeOf(this.path) + sizeOf(this.path + '.sending');
    }

    /** Renames the waiting events for sending. False if there are none. */
    private take(): boolean {
        if (fs.existsSync(this.path + '.sending')) return true;
        if (sizeOf(this.path) === 0) return false;
        // The mark of an earlier file must not count for this one.
        fs.rmSync(this.path + '.sent', { force: true });
        this.syncFolder();
        fs.renameSync(this.path, this.path + '.sending');
        this.syncFolder();
        return true;
    }

    private async sendTaken(send: Send, flushed: Flushed): Promise<void> {
        const data = fs.readFileSync(this.path + '.sending');
        let sent = this.sent();
        for (;;) {
            const next = nextLines(data, sent);
            if (next.lines.length === 0) break;
            await this.sendLines(send, next.lines, flushed);
            sent = next.end;
            this.mark(sent);
        }
        fs.unlinkSync(this.path + '.sending');
        this.syncFolder();
        fs.rmSync(this.path + '.sent', { force: true });
    }

    private async sendLines(send: Send, lines: string[], flushed: Flushed): Promise<void> {
        const good = lines.filter((line) => {
            const isObject = typeof readable(line) === 'object';
            if (!isObject) {
                this.refuse(line, [{ pointer: '', code: 'invalid_json', detail: 'the line is damaged' }], flushed);
            }
            return isObject;
        });
        if (good.length > 0) await this.sendGood(send, good, flushed);
    }

    private async sendGood(send: Send, lines: string[], flushed: Flushed): Promise<void> {
        let results: Entry[];
        try {
            results = await send(lines);
        } catch (error) {
            // These statuses concern the body. Smaller batches find the event that causes them.
            if (!(error instanceof ApiError) || ![400, 413].includes(error.status)) throw error;
            if (lines.length > 1) {
                const half = Math.floor(lines.length / 2);
                await this.sendGood(send, lines.slice(0, half), flushed);
                await this.sendGood(send, lines.slice(half), flushed);
            } else {
                this.refuse(lines[0]!, [{ pointer: '', code: error.code, detail: error.detail }], flushed);
            }
            return;
        }
        results.forEach((entry, index) => {
            if (entry.status === 'error') this.refuse(lines[index]!, entry.errors ?? [entry.error], flushed);
            else if (entry.status === 'accepted') flushed.accepted += 1;
            else flushed.duplicates += 1;
        });
    }

    private refuse(line: string, errors: unknown[], flushed: Flushed): void {
        const place = this.path + '.refused';
        if (sizeOf(place) > this.bytesMax) {
            throw new SpoolFull(`${place} has reached ${this.bytesMax} bytes. Look at the refused events and remove the file`);
        }
        const refused = { event: readable(line), errors };
        writeSynced(place, JSON.stringify(refused) + '\n', 'a');
        flushed.refused.push(refused);
    }

    private sent(): number {
        const place = this.path + '.sent';
        return fs.existsSync(place) ? Number(fs.readFileSync(place, 'utf8')) : 0;
    }

    private mark(sent: number): void {
        writeSynced(this.path + '.sent.new', String(sent), 'w');
        fs.renameSync(this.path + '.sent.new', this.path + '.sent');
    }

    private syncFolder(): void {
        const folder = fs.openSync(path.dirname(path.resolve(this.path)), 'r');
        try {
            fs.fsyncSync(folder);
        } finally {
            fs.closeSync(folder);
        }
    }
}

const held = new Set<string>();

/** A lock of a process that no longer runs, or that had the id of this one, is replaced. */
function takeLock(place: string): void {
    const whole = path.resolve(place);
    if (held.has(whole)) throw new SpoolInUse(`${place} belongs to another spool of this process`);
    for (let attempt = 0; attempt < 3; attempt += 1) {
        try {
            fs.writeFileSync(place, String(process.pid), { flag: 'wx' });
            held.add(whole);
            return;
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
        const owner = fs.existsSync(place) ? Number(fs.readFileSync(place, 'utf8')) : 0;
        if (owner > 0 && owner !== process.pid && isRunning(owner)) break;
        fs.rmSync(place, { force: true });
    }
    throw new SpoolInUse(`${place} belongs to another process`);
}

function isRunning(id: number): boolean {
    try {
        process.kill(id, 0);
        return true;
    } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
}

function sizeOf(place: string): number {
    return fs.statSync(place, { throwIfNoEntry: false })?.size ?? 0;
}

function writeAll(file: number, data: Buffer, position: number): void {
    for (let written = 0; written < data.length; ) {
        written += fs.writeSync(file, data, written, data.length - written, position + written);
    }
}

function writeSynced(place: string, text: string, flags: string): void {
    const file = fs.openSync(place, flags);
    try {
        fs.writeSync(file, text);
        fs.fsyncSync(file);
    } finally {
        fs.closeSync(file);
    }
}

/** Cuts off the part of a line that a crash has left, and returns the end. Nobody was told that it is kept. */
function dropTornLine(file: number): number {
    const size = fs.fstatSync(file).size;
    const step = 64 * 1024;
    let end = size;
    while (end > 0) {
        const start = Math.max(0, end - step);
        const piece = Buffer.alloc(end - start);
        fs.readSync(file, piece, 0, piece.length, start);
        const newline = piece.lastIndexOf(10);
        if (newline >= 0) {
            end = start + newline + 1;
            break;
        }
        end = start;
    }
    if (end !== size) fs.ftruncateSync(file, end);
    return end;
}

function nextLines(data: Buffer, from: number): { lines: string[]; end: number } {
    const lines: string[] = [];
    let end = from;
    while (lines.length < batchEventsMax) {
        const newline = data.indexOf(10, end);
        // A line without an end was never acknowledged.
        if (newline < 0 || (lines.length > 0 && newline + 1 - from > batchBytesMax)) break;
        lines.push(data.toString('utf8', end, newline));
        end = newline + 1;
    }
    return { lines, end };
}

function readable(line: string): unknown {
    try {
        const found: unknown = JSON.parse(line);
        return found !== null && typeof found === 'object' && !Array.isArray(found) ? found : line;
    } catch {
        return line;
    }
}
