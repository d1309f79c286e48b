import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/error';
import { pathOf, placeErrors } from './placeErrors';

const refusal = (...pointers: string[]) =>
    new ApiError(400, 'validation_failed', 'The request has invalid members', pointers.map((pointer) => ({ pointer, code: 'invalid_value', detail: 'must not be empty' })));

describe('an error of the server', () => {
    it('appears at the field that its pointer names', () => {
        expect(placeErrors(refusal('/name'), { name: '' })).toEqual({ byField: { name: 'Must not be empty' }, rest: null });
    });
    it('appears at a field within a list', () => {
        expect(pathOf('/terms/0/rate')).toBe('terms.0.rate');
    });
    it('appears above the buttons if no field has its name', () => {
        expect(placeErrors(refusal('/portal/x'), { name: '' })).toEqual({ byField: {}, rest: '/portal/x must not be empty' });
    });
    it('appears in full if it names no member', () => {
        expect(placeErrors(new ApiError(409, 'conflict', 'It is taken.'), {})).toEqual({ byField: {}, rest: 'It is taken.' });
    });
});
