import { useSyncExternalStore } from 'react';
import { LANGUAGES, type Language } from './snippets';

const STORED_AS = 'fairlead-docs-language';
const listeners = new Set<() => void>();
let chosen: Language = stored();

// The language of all examples. The browser remembers it.
export function useLanguage(): [Language, (language: Language) => void] {
    return [useSyncExternalStore(subscribe, () => chosen), choose];
}

function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

function choose(language: Language): void {
    chosen = language;
    try {
        window.localStorage.setItem(STORED_AS, language);
    } catch {
        // Without storage the choice lasts as long as the page.
    }
    listeners.forEach((listener) => listener());
}

function stored(): Language {
    try {
        const name = window.localStorage.getItem(STORED_AS);
        return LANGUAGES.find(({ id }) => id === name)?.id ?? 'curl';
    } catch {
        return 'curl';
    }
}
