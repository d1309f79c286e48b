import { Badge, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { Drawer } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { LinkButton } from '../../link';
import { rulesQuery, type FraudSignal } from './queries';
import { signalsRoute } from './routes';
import { SignalDetails } from './SignalDetails';
import { SignalTabs } from './Tabs';
import { stateColors, stateLabels } from './words';

const states = [
    { value: 'open', label: 'Open' },
    { value: 'released', label: 'Released' },
    { value: 'reversed', label: 'Reversed' },
    { value: 'all', label: 'All' },
];

function useColumns(): Column<FraudSignal>[] {
    const affiliates = useAffiliateNames();
    const format = useFormat();
    return [
        { key: 'affiliate', header: 'Affiliate', sortValue: (one) => affiliates.nameOf(one.affiliateId), width: 170, cell: (one) => affiliates.nameOf(one.affiliateId) || '…' },
        { key: 'what', header: 'What was found', sortValue: (one) => one.summary, cell: (one) => one.summary },
        { key: 'rule', header: 'Rule', sortValue: (one) => one.ruleName, width: 180, hideOnPhone: true, cell: (one) => <span className="fl-dimmed">{one.ruleName ?? '–'}</span> },
        { key: 'when', header: 'Found', sortValue: (one) => timeOf(one.foundAt), width: 140, cell: (one) => format.dateTime(one.foundAt) },
        {
            key: 'state',
            header: 'State',
            sortValue: (one) => stateLabels[one.state],
            width: 150,
            cell: (one) => (
                <>
                    <Badge color={stateColors[one.state]} miw="max-content">
                        {stateLabels[one.state]}
                    </Badge>
                    {one.state === 'open' && one.holds && (
                        <Badge color="red" variant="light" ml={4} miw="max-content">
                            Holds
                        </Badge>
                    )}
                </>
            ),
        },
    ];
}

// What rules found, and what people decided about it.
export default function SignalsPage() {
    const [search, setSearch] = useSearchState(signalsRoute);
    const [opened, setOpened] = useState<FraudSignal | null>(null);
    const rules = useQuery(rulesQuery).data ?? [];
    const { affiliateId, ruleId } = search;
    const chosen = search.state ?? 'open';
    const filters = { affiliateId, ruleId, state: chosen === 'all' ? undefined : chosen };
    const { query, pager } = usePagedQuery({
        queryKey: ['fraud-signals', 'list', filters],
        read: (cursor) => take(api.GET('/fraud-signals', { params: { query: { limit: 50, cursor, ...filters } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const filtered = Boolean(affiliateId || ruleId || search.state);
    const active = rules.some((rule) => rule.status === 'active');
    return (
        <>
            <PageHeader title="Fraud signals" description="Your rules found these signs of fraud. Release a signal if nothing is wrong, or reverse the commission behind it." />
            <SignalTabs current="signals" />
            <FilterBar active={filtered} onClear={() => setSearch({ affiliateId: undefined, ruleId: undefined, state: undefined })}>
                <FilterSelect label="State" data={states} value={chosen} onChange={(value) => setSearch({ state: (value ?? 'open') as typeof chosen })} />
                <AffiliateFilter value={affiliateId} onChange={(value) => setSearch({ affiliateId: value })} width={220} />
                <FilterSelect label="Rule" data={rules.map((rule) => ({ value: rule.id, label: rule.name }))} value={ruleId} onChange={(value) => setSearch({ ruleId: value })} />
            </FilterBar>
            <DataTable
                label="Fraud signals"
                columns={useColumns()}
                query={query}
                pager={pager}
                rowKey={(one) => one.id}
                onRowClick={setOpened}
                empty={
                    active ? (
                        <EmptyState title={chosen === 'open' ? 'No open signals' : 'No signal matches'} icon={IconShieldCheck} />
                    ) : (
                        <EmptyState title="No rule is active" icon={IconShieldCheck} action={<LinkButton to="/signals/rules">Open rules</LinkButton>}>
                            Active rules create signals. Create a rule, try it on past data, and switch it on.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={opened !== null} onClose={() => setOpened(null)} title={<Text fw={600}>Fraud signal</Text>}>
                {opened && <SignalDetails signal={opened} onClose={() => setOpened(null)} />}
            </Drawer>
        </>
    );
}
