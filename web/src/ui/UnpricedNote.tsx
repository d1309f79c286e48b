import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UnpricedMoney } from '@/api/error';
import { useFormat } from '@/format/useFormat';

// Says which money a report counts as 0, because it has no exchange rate. `children` say what to do about it.
export function UnpricedNote({ unpriced, children }: { unpriced: UnpricedMoney[] | undefined; children?: ReactNode }) {
    const format = useFormat();
    if (!unpriced || unpriced.length === 0) return null;
    const money = unpriced.map(({ currency, count, amount }) => `${format.money(amount, currency)} (${count === 1 ? '1 amount' : `${format.number(count)} amounts`})`).join(', ');
    return (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title="Money without an exchange rate" my="sm">
            These figures count {money} as 0, because there is no exchange rate for it.
            {children}
        </Alert>
    );
}
