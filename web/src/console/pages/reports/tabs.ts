import { linkTo } from '../../link';

export const reportTabs = (current: 'build' | 'saved') => [
    { label: 'Build a report', link: linkTo({ to: '/reports' }), current: current === 'build' },
    { label: 'Saved reports', link: linkTo({ to: '/reports/saved' }), current: current === 'saved' },
];
