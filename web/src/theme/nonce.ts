import { setNonce } from 'get-nonce';

// The server writes a new nonce into each page. The content policy refuses style elements without it.
export function styleNonce(): string {
    return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

// For libraries below Mantine that add style elements (scroll locking of dialogs).
export function shareStyleNonce(): void {
    const nonce = styleNonce();
    if (nonce) setNonce(nonce);
}
