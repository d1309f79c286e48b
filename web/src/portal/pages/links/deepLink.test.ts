import { describe, expect, it } from 'vitest';
import { deepLink, destinationError, landingPage, pathError, shortLink } from './deepLink';

const link = 'https://t.example/api/v1/track/click/019a';

describe('a deep link', () => {
    it('carries the path and the labels that are filled in', () => {
        expect(deepLink(link, 'slots/book-of-fire', { sub1: 'newsletter', sub2: ' ', sub3: 'a b&c' })).toBe(`${link}?relativepath=slots/book-of-fire&sub1=newsletter&sub3=a+b%26c`);
    });
    it('is the link itself where nothing is added', () => expect(deepLink(link, '', {})).toBe(link));
    it('leaves a path out that would be refused', () => expect(deepLink(link, '../admin', { sub1: 'x' })).toBe(`${link}?sub1=x`));
});

describe('a relative path', () => {
    it('may have a slash at either end', () => expect(['slots', '/slots', 'slots/', '/a/b.html/', ''].map(pathError)).toEqual([null, null, null, null, null]));
    it('has no other characters, no empty segments and no dots alone', () => {
        expect(['a b', 'a?b', 'ü', '//a', 'a//b', './a', 'a/../b', 'x'.repeat(513)].every((path) => pathError(path) !== null)).toBe(true);
    });
    it('joins the destination before its query', () => {
        expect(landingPage('https://b.example/welcome?x=1#top', 'slots')).toBe('https://b.example/welcome/slots?x=1#top');
        expect(landingPage('https://b.example/', '/slots/')).toBe('https://b.example/slots/');
    });
});

it('the short form names the link by its code', () => expect(shortLink(link, '019a', 'spring')).toBe('https://t.example/api/v1/track/click/spring'));

describe('a destination', () => {
    const allowed = ['https://b.example/welcome', 'https://b.example/'];
    it('is a page of the brand', () => expect(destinationError('https://b.example/x', allowed)).toBeNull());
    it('is nobody else’s page', () => expect(destinationError('https://evil.example/x', allowed)).toBe('A page of b.example'));
    it('is a whole address', () => expect(destinationError('b.example/x', allowed)).toMatch(/whole address/));
    it('tells http from https', () => expect(destinationError('http://b.example/x', allowed)).not.toBeNull());
});
