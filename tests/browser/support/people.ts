import { createHmac } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './service';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;

function fromBase32(text: string): Buffer {
    const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

// The code of an authenticator app (RFC 6238), `shift` steps from now.
export function totp(secret: string, shift = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / stepSeconds) + shift));
    const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
    const at = (mac[19] ?? 0) & 15;
    return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

// Fills in the open login page.
export async function enterLogin(page: Page, email: string, password: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
}

// Logs in with the form and waits for the page behind it.
export async function logIn(page: Page, account: Pick<Account, 'adminEmail' | 'adminPassword'>, path = '/console/'): Promise<void> {
    await page.goto(path);
    await enterLogin(page, account.adminEmail, account.adminPassword);
    await expect(page.getByRole('button', { name: `${account.adminEmail}: account and appearance` })).toBeVisible();
}

export async function logOut(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: `${email}: account and appearance` }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
}

// Ends the session in the browser. The page is left first, because its next request would be refused.
export async function forgetSession(page: Page): Promise<void> {
    await page.goto('about:blank');
    await page.context().clearCookies();
}

const password = 'correct horse battery';

// Opens an invitation and chooses a password.
export async function signUp(page: Page, invitation: string): Promise<void> {
    await page.goto(invitation);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Repeat password').fill(password);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await expect(page.getByRole('link', { name: 'Statements' }).first()).toBeVisible();
}

// A value in a box with a copy button.
export async function copied(page: Page, label: string): Promise<string> {
    return (await page.getByRole('textbox', { name: label, exact: true }).textContent()) ?? '';
}

// Opens the search box by a key and fills it in. The page may be visible a moment before it listens to keys.
export async function searchFor(page: Page, text: string, key = 'Control+k'): Promise<Locator> {
    const box = page.getByRole('combobox', { name: 'Find anything' });
    await expect(async () => {
        await page.keyboard.press(key);
        await expect(box).toBeFocused({ timeout: 5000 });
    }).toPass({ timeout: 120_000 });
    await box.fill(text);
    return box;
}

// Chooses an entry of the select with this label, on a page or in a dialog.
export async function choose(within: Page | Locator, label: string, entry: string): Promise<void> {
    const page = 'page' in within ? within.page() : within;
    await within.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: entry, exact: true }).click();
}
