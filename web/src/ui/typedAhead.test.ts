import { expect, test } from 'vitest';
import { TypedAhead } from './typedAhead';

// Types a key and returns whether the page behind gets it.
const type = (target: EventTarget, key: string, held: { ctrlKey?: boolean } = {}) => target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey: false, metaKey: false, altKey: false, ...held }));

function typed(keys: string[]): { ahead: TypedAhead; page: EventTarget } {
    const [ahead, page] = [new TypedAhead(), new EventTarget()];
    ahead.start(page);
    for (const key of keys) type(page, key);
    return { ahead, page };
}

test('letters are kept until the box takes them', () => {
    const { ahead, page } = typed(['m', 'a', 'y', 'Backspace', 'x', ' ', 'é']);
    expect(ahead.take()).toBe('max é');
    expect(type(page, 'z')).toBe(true);
    expect(ahead.take()).toBe('');
});

test('the page behind gets neither the letters nor Enter', () => {
    const { page } = typed([]);
    for (const key of ['a', 'Backspace', 'Enter']) expect(type(page, key)).toBe(false);
    for (const key of ['Tab', 'ArrowDown', 'Shift']) expect(type(page, key)).toBe(true);
    expect(type(page, 'k', { ctrlKey: true })).toBe(true);
});

test('Escape and the mouse end it, and a new start forgets the letters', () => {
    for (const end of [(page: EventTarget) => type(page, 'Escape'), (page: EventTarget) => page.dispatchEvent(new Event('pointerdown'))]) {
        const { ahead, page } = typed(['a']);
        end(page);
        expect(type(page, 'b')).toBe(true);
        expect(ahead.take()).toBe('');
    }
    const { ahead, page } = typed(['a']);
    ahead.start(page);
    type(page, 'b');
    expect(ahead.take()).toBe('b');
});

test('it keeps at most 200 letters', () => {
    const { ahead } = typed(Array.from({ length: 300 }, () => 'a'));
    expect(ahead.take()).toHaveLength(200);
});
