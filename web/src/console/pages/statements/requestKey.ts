import { useState } from 'react';

// A key for the header Idempotency-Key. `randomUUID` exists only on secure pages.
export function newRequestKey(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// One key for each opened form. A second click, or a repetition after a lost answer, then does nothing.
export function useRequestKey(): { 'Idempotency-Key': string } {
    const [key] = useState(newRequestKey);
    return { 'Idempotency-Key': key };
}
