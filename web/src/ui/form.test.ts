import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/error';
import { pathOf, placeErrors } from './placeErrors';

const refusal = (...pointers: string[]) =>
    new ApiError(400, 'validation_failed', 'The request has invalid members', pointers.map((pointer) => ({ pointer, code: 'invalid_value', detail: 'must not be empty' })));

describe('what the server refuses', () => {
    it('stands at the field that its pointer names', () => {
        expect(placeErrors(refusal('/name'), { name: '' })).toEqual({ byField: { name: 'Must not be empty' }, rest: null });
    });
    it('finds fields within lists', () => {
        expect(pathOf('/terms/0/rate')).toBe('terms.0.rate');
    });
    it('is said above the form where no field has it', () => {
        expect(placeErrors(refusal('/portal/x'), { name: '' })).toEqual({ byField: {}, rest: '/portal/x must not be empty' });
    });
    it('is told whole where no member is to blame', () => {
        expect(placeErrors(new ApiError(409, 'conflict', 'It is taken.'), {})).toEqual({ byField: {}, rest: 'It is taken.' });
    });
});
