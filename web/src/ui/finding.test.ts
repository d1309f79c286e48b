import { IconHome2 } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { groupsFor, matching } from './finding';
import type { LinkTarget } from './Link';
import type { NavItem } from './nav';

const target = { to: '/' } as LinkTarget;
const item = (label: string, keywords?: string): NavItem => ({ label, keywords, link: target, icon: IconHome2 });
const pages = [item('Saved reports', 'presets'), item('Reports'), item('Home', 'report of the day'), item('Links')];

test('names that start with the text come before names that contain it and keywords', () => {
    expect(matching(pages, ' REPORT ').map(({ label }) => label)).toEqual(['Reports', 'Saved reports', 'Home']);
    expect(matching(pages, '')).toHaveLength(4);
    expect(matching(pages, 'nothing')).toEqual([]);
});

test('pages and actions come before what the server finds, and empty groups are left out', () => {
    const found = [{ label: 'Affiliates', items: [{ key: 'a', label: 'Linkmaster', link: target, icon: IconHome2 }] }];
    const groups = groupsFor('link', pages, [item('New link')], found);
    expect(groups.map(({ label }) => label)).toEqual(['Pages', 'Actions', 'Affiliates']);
    expect(groupsFor('linkm', pages, [item('New link')], found).map(({ label }) => label)).toEqual(['Affiliates']);
});
