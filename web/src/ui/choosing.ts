import { defaultOptionsFilter, type ComboboxItem, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core';
import type { FormEvent, KeyboardEvent, MouseEvent } from 'react';

// The behaviour of all fields with a list of options. The theme gives it to every select, multi-select and autocomplete.

type Field = HTMLInputElement;

// How the user reached the option that Enter selects.
const reached = new WeakMap<Field, 'typing' | 'arrows'>();

// For fields that accept any text. Their list contains only suggestions.
export const ownWords = { 'data-own-words': true };

const listOf = (field: Field) => document.getElementById(field.getAttribute('aria-controls') ?? '');

function take(field: Field, option: HTMLElement): void {
    reached.delete(field);
    // A click on a selected option would remove it.
    if (option.hasAttribute('data-combobox-active')) field.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    else option.click();
}

// Enter selects the first match of the typed text, or the option that the arrow keys reached. It never submits the form while
// the list is open, because the form would lose a word that is only half typed.
function enter(event: KeyboardEvent<Field>): void {
    const field = event.currentTarget;
    const list = listOf(field);
    if (field.dataset.expanded !== 'true' || !list || event.nativeEvent.isComposing) return;
    if (field.dataset.ownWords === 'true') {
        if (list.getClientRects().length > 0) event.preventDefault();
        return;
    }
    event.preventDefault();
    const how = reached.get(field);
    if (field.readOnly || how === 'arrows') return;
    const first = list.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])');
    if (how === 'typing' && first) take(field, first);
    // Without typed text, the user did not choose the highlighted option.
    if (how !== 'typing' || first) event.stopPropagation();
}

// Props of the input of every such field. They run before the field's own handlers.
export const choosingProps = {
    onInputCapture: (event: FormEvent<Field>) => {
        if (event.currentTarget.value) reached.set(event.currentTarget, 'typing');
        else reached.delete(event.currentTarget);
    },
    onClickCapture: (event: MouseEvent<Field>) => reached.delete(event.currentTarget),
    onKeyDownCapture: (event: KeyboardEvent<Field>) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') reached.set(event.currentTarget, 'arrows');
        if (event.key === 'Enter') enter(event);
    },
};

// How well a text matches the typed text, from 0 (equal) to 4 (no match).
function rankOf(text: string, value: string, sought: string): number {
    const words = text.toLowerCase();
    if (words === sought || value.toLowerCase() === sought) return 0;
    if (words.startsWith(sought)) return 1;
    const at = words.indexOf(sought);
    if (at < 0) return 4;
    return /[\p{L}\p{N}]/u.test(words.charAt(at - 1)) ? 3 : 2;
}

// The options that match, best first: for "de", Germany (DE) is before Bangladesh. `textOf` returns the text of an option, by
// default its label.
export const bestFirst =
    (textOf = (option: ComboboxItem) => option.label): OptionsFilter =>
    (input) => {
        const sought = input.search.trim().toLowerCase();
        if (sought === '' || input.options.some((option) => 'group' in option)) return defaultOptionsFilter(input) as ComboboxParsedItem[];
        return (input.options as ComboboxItem[])
            .map((option) => ({ option, rank: rankOf(textOf(option), option.value, sought) }))
            .filter(({ rank }) => rank < 4)
            .sort((a, b) => a.rank - b.rank)
            .slice(0, input.limit)
            .map(({ option }) => option);
    };
