import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';

const repository = resolve(__dirname, '../../..');

// A real mail server on loopback (tests/support/smtp_receiver.py).
export class Mailbox {
    private folder = '';

    // Starts the server and returns the flags of a service that uses it.
    async start(): Promise<string[]> {
        this.folder = mkdtempSync(join(tmpdir(), 'fairlead-browser-mail-'));
        const settings = { folder: this.folder, port: 0, tls: 'none', user: '', password: '', certificate: '', key: '' };
        const child = spawn('/usr/bin/python3', ['-W', 'ignore', '-m', 'tests.support.smtp_receiver', JSON.stringify(settings)], { cwd: repository, stdio: ['ignore', 'pipe', 'ignore'] });
        process.once('exit', () => child.kill('SIGTERM'));
        const ended = once(child, 'exit').then(() => Promise.reject(new Error('The mail server has not started. Install Debian’s package python3-aiosmtpd.')));
        const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
        const [, port = ''] = /^ready (\d+)$/.exec(line) ?? [];
        return ['--mail-host', '127.0.0.1', '--mail-port', port, '--mail-tls', 'none', '--mail-from', 'no-reply@fairlead.example', '--public-url', 'http://fairlead.example'];
    }

    // The texts of the mails to an address, oldest first.
    private textsTo(address: string): string[] {
        if (!existsSync(this.folder)) return [];
        const files = readdirSync(this.folder).filter((file) => file.endsWith('.mail')).sort();
        const mails = files.map((file) => JSON.parse(readFileSync(join(this.folder, file), 'utf8')) as { to: string[]; content: string });
        return mails
            .filter(({ to }) => to.includes(address))
            .map(({ content }) => {
                const [, plain = ''] = /text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(content) ?? [];
                return Buffer.from(plain.replaceAll(/\s/g, ''), 'base64').toString();
            });
    }

    // The path of the first link with the text `part` in one mail to an address. Mails are numbered from 1. Waits for the mail.
    async pathInMail(address: string, number: number, part = ''): Promise<string> {
        await expect.poll(() => this.textsTo(address).length, { message: `mail ${number} to ${address}` }).toBeGreaterThanOrEqual(number);
        const links = (this.textsTo(address)[number - 1] ?? '').match(/https?:\/\/\S+/g) ?? [];
        const url = new URL(links.find((link) => link.includes(part)) ?? '');
        return url.pathname + url.search;
    }
}
