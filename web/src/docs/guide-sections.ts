// The sections of the guide, in order.
export const GUIDE = [
    { id: 'introduction', title: 'Introduction' },
    { id: 'authentication', title: 'Authentication' },
    { id: 'errors', title: 'Errors' },
    { id: 'idempotency', title: 'Idempotency' },
    { id: 'testing', title: 'Test your integration' },
    { id: 'libraries', title: 'Client libraries' },
    { id: 'paging', title: 'Lists and paging' },
    { id: 'money', title: 'Money and time' },
    { id: 'rate-limits', title: 'Rate limits' },
] as const;
