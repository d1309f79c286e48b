import { describe, expect, it } from 'vitest';
import { deepLink, destinationError, landingPage, pathError } from './deepLink';

const link = 'https://t.example/api/v1/track/click/019a';

describe('a deep link', () => {
    it('has the path and the SubIDs that are set', () => {
        expect(deepLink(link, 'slots/book-of-fire', { sub1: 'newsletter', sub2: ' ', sub3: 'a b&c' })).toBe(`${link}?relativepath=slots/book-of-fire&sub1=newsletter&sub3=a+b%26c`);
    });
    it('is the link itself if nothing is added', () => expect(deepLink(link, '', {})).toBe(link));
    it('leaves out an invalid path', () => expect(deepLink(link, '../admin', { sub1: 'x' })).toBe(`${link}?sub1=x`));
});

describe('a relative path', () => {
    it('may start and end with a slash', () => expect(['slots', '/slots', 'slots/', '/a/b.html/', ''].map(pathError)).toEqual([null, null, null, null, null]));
    it('has no other characters, no empty segments and no segment . or ..', () => {
        expect(['a b', 'a?b', 'ü', '//a', 'a//b', './a', 'a/../b', 'x'.repeat(513)].every((path) => pathError(path) !== null)).toBe(true);
    });
    it('is added before the query of the destination', () => {
        expect(landingPage('https://b.example/welcome?x=1#top', 'slots')).toBe('https://b.example/welcome/slots?x=1#top');
        expect(landingPage('https://b.example/', '/slots/')).toBe('https://b.example/slots/');
    });
});

describe('a destination', () => {
    const allowed = ['https://b.example/welcome', 'https://b.example/'];
    it('can be a page of the brand', () => expect(destinationError('https://b.example/x', allowed)).toBeNull());
    it('cannot be a page of another site', () => expect(destinationError('https://evil.example/x', allowed)).toBe('Enter a page of b.example'));
    it('is a full URL', () => expect(destinationError('b.example/x', allowed)).toMatch(/full URL/));
    it('must have the scheme of the brand', () => expect(destinationError('http://b.example/x', allowed)).not.toBeNull());
});
