import { describe, expect, it } from 'vitest';
import { deepLinkUrl, emptyDeepLink, landingUrl, pathProblem } from './deepLink';

const tracking = 'https://go.example/api/v1/track/click/abc';

describe('a deep link', () => {
    it('is the tracking URL if nothing is added', () => {
        expect(deepLinkUrl(tracking, emptyDeepLink)).toBe(tracking);
    });
    it('has the path and the SubIDs, escaped', () => {
        const url = deepLinkUrl(tracking, { relativepath: 'sports/football', subs: ['review page', '', 'a&b', '', ''] });
        expect(url).toBe(`${tracking}?relativepath=sports/football&sub1=review+page&sub3=a%26b`);
    });
    it('adds its path to that of the destination, with one slash, before the query', () => {
        expect(landingUrl('https://casino.example/welcome/?lang=de', '/slots/')).toBe('https://casino.example/welcome/slots/?lang=de');
        expect(landingUrl('https://casino.example', 'slots')).toBe('https://casino.example/slots');
    });
    it('rejects the paths that the server rejects', () => {
        expect(pathProblem('/sports/football/')).toBeNull();
        expect(pathProblem('v1.2/a_b-c')).toBeNull();
        for (const bad of ['a b', 'ä', 'a//b', '../x', 'a/./b', '//', '?x', 'a'.repeat(513)]) expect(pathProblem(bad), bad).not.toBeNull();
    });
});
