export const reportTabs = (current: 'build' | 'saved') => [
    { label: 'Build a report', to: '/reports', current: current === 'build' },
    { label: 'Saved reports', to: '/reports/saved', current: current === 'saved' },
];
