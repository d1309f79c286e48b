import { expect, test } from 'vitest';
import { fallbackChoices } from './brandWords';

test('each choice says which player is attributed, and to which click', () => {
    for (const { value, description } of fallbackChoices) expect(description, value).toMatch(/^The player is (attributed to .* click|organic)/);
    expect(fallbackChoices.map(({ description }) => description).join(' ')).not.toMatch(/names|contradict|evidence/);
});
