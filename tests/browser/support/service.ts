import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const repository = resolve(__dirname, '../../..');

// The number of days of the demo. At least one month is then closed and paid, on any day of the year.
const demoDays = 70;

function binary(): string {
    const path = resolve(repository, process.env.FAIRLEAD_BIN ?? 'build/release/fairlead');
    if (!existsSync(path)) throw new Error(`There is no program at ${path}: build it, or name it in FAIRLEAD_BIN.`);
    return path;
}

const newestBlock = `import sqlite3, sys
ledger = sqlite3.connect(f'file:{sys.argv[1]}?mode=ro', uri=True, timeout=60)
print(ledger.execute('SELECT coalesce(max(block_no), 0) FROM fact_blocks').fetchone()[0])`;

// The program refuses FAIRLEAD_* variables that it does not know, such as those of the suite. A library of the suite makes hashes
// of passwords cheap.
function environment(): NodeJS.ProcessEnv {
    const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FAIRLEAD_')));
    return { ...kept, LD_PRELOAD: process.env.FAIRLEAD_QUICK_PASSWORDS };
}

// The output of `init`: the first brand, admin and key of an operator.
export interface Account {
    brandId: string;
    apiKey: string;
    adminEmail: string;
    adminPassword: string;
}

// One running program with its own data folder, on a free port.
export class Service {
    private constructor(
        private readonly folder: string,
        readonly data: string,
        private readonly process: ChildProcess,
        readonly url: string,
        readonly account: Account,
        // The output of the program until it was ready.
        readonly welcome: string,
    ) {}

    // A new operator without data. Receivers of a test on this machine get postbacks and webhooks. `settings` are flags of `serve`.
    static async start(settings: string[] = []): Promise<Service> {
        const folder = mkdtempSync(join(tmpdir(), 'fairlead-browser-'));
        const data = join(folder, 'data');
        const printed = execFileSync(binary(), ['init', '--data', data, '--operator', 'Harbour Gaming', '--json'], { env: environment() });
        const { child, text, url } = await serve(folder, ['--data', data, '--outbox-allow-networks', '127.0.0.0/8', ...settings], /^fairlead is ready at (http:\/\/\S+)$/m);
        return new Service(folder, data, child, url, JSON.parse(printed.toString()) as Account, text);
    }

    // A service without an operator. It has no account; `welcome` has the address of its set-up.
    static async startEmpty(settings: string[] = []): Promise<Service> {
        const folder = mkdtempSync(join(tmpdir(), 'fairlead-browser-'));
        const data = join(folder, 'data');
        const { child, text, url } = await serve(folder, ['--data', data, ...settings], /^fairlead is ready at (http:\/\/\S+)$[\s\S]*#token=\w+\n$/m);
        return new Service(folder, data, child, url, { brandId: '', apiKey: '', adminEmail: '', adminPassword: '' }, text);
    }

    // The demo, by default with fewer days than usual. `data` names a folder that is kept.
    static async startDemo({ days = demoDays, data: kept }: { days?: number; data?: string } = {}): Promise<Service> {
        const folder = mkdtempSync(join(tmpdir(), 'fairlead-browser-demo-'));
        const data = kept ?? join(folder, 'data');
        const flags = ['--data', data, '--demo-days', String(days)];
        // The curl command is the end of the output.
        const { child, text, url } = await serve(folder, flags, /^fairlead is ready at (http:\/\/\S+)$[\s\S]*\}'\n\n$/m);
        const found = (pattern: RegExp): string => {
            const [, value] = pattern.exec(text) ?? [];
            if (!value) throw new Error(`The demo did not print ${String(pattern)}: ${text}`);
            return value;
        };
        const account = {
            brandId: found(/"brand_id": "([^"]+)"/),
            apiKey: found(/API key +(\S+)/),
            adminEmail: found(/(\S+@\S+) \(admin\)/),
            adminPassword: found(/password is (\S+)/),
        };
        return new Service(folder, data, child, url, account, text);
    }

    get port(): string {
        return new URL(this.url).port;
    }

    // The number of the newest block of facts in the ledger. The API says only how far reports were behind it at the
    // last check, which may be older than the last event.
    async newestBlock(): Promise<number> {
        const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', newestBlock, join(this.data, 'ledger.db')]);
        return Number(stdout);
    }

    // Stops the program and waits for it. Fails if its exit code is not 0.
    async stop(): Promise<void> {
        if (this.process.exitCode === null) {
            const ended = once(this.process, 'exit');
            this.process.kill('SIGTERM');
            await ended;
        }
        const status = this.process.exitCode;
        const log = readFileSync(join(this.folder, 'log'), 'utf8').slice(-2000);
        rmSync(this.folder, { recursive: true, force: true });
        if (status !== 0) throw new Error(`The program ended with ${String(status)}. Its log ends:\n${log}`);
    }
}

async function serve(folder: string, flags: string[], ready: RegExp): Promise<{ child: ChildProcess; text: string; url: string }> {
    const log = join(folder, 'log');
    const child = spawn(binary(), ['serve', ...flags, '--listen', '127.0.0.1:0'], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr?.pipe(createWriteStream(log));
    // An interrupted run must not leave a program behind.
    process.once('exit', () => child.kill('SIGTERM'));
    let text = '';
    return await new Promise((done, failed) => {
        child.once('exit', () => failed(new Error(`The program did not become ready. Its log ends:\n${readFileSync(log, 'utf8').slice(-2000)}`)));
        child.stdout?.on('data', (piece: Buffer) => {
            text += piece.toString();
            const [, url] = ready.exec(text) ?? [];
            if (url) done({ child, text, url });
        });
    });
}
