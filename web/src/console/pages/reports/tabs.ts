import { linkTo } from '../../link';

export const reportTabs = (current: 'build' | 'change' | 'saved') => [
    { label: 'Build a report', link: linkTo({ to: '/reports' }), current: current === 'build' },
    { label: 'Why did it change?', link: linkTo({ to: '/reports/change' }), current: current === 'change' },
    { label: 'Saved reports', link: linkTo({ to: '/reports/saved' }), current: current === 'saved' },
];
