import { setNonce } from 'get-nonce';

// The server writes a fresh nonce into the page; style elements without it are refused by the content policy.
export function styleNonce(): string {
    return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

// For the libraries beneath Mantine that add style elements of their own (scroll locking of dialogs).
export function shareStyleNonce(): void {
    const nonce = styleNonce();
    if (nonce) setNonce(nonce);
}
