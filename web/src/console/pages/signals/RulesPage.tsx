import { Button, Text } from '@mantine/core';
import { IconPlus, IconShieldSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { Drawer } from '@/ui/unsaved';
import { rulesQuery, type FraudRule } from './queries';
import { RuleForm } from './RuleForm';
import { SignalTabs } from './Tabs';
import { kinds } from './words';

function useColumns(): Column<FraudRule>[] {
    const format = useFormat();
    return [
        { key: 'name', header: 'Name', sortValue: (rule) => rule.name, width: 220, cell: (rule) => rule.name },
        { key: 'finds', header: 'Finds', sortValue: (rule) => kinds[rule.kind].sentence(rule.parameters), cell: (rule) => <span className="fl-dimmed">{kinds[rule.kind].sentence(rule.parameters)}</span> },
        { key: 'holds', header: 'Holds statements', sortValue: (rule) => (rule.holds ? 'Yes' : 'No'), width: 140, hideOnPhone: true, cell: (rule) => (rule.holds ? 'Yes' : 'No') },
        { key: 'version', header: 'Version', sortValue: (rule) => rule.version, width: 150, hideOnPhone: true, cell: (rule) => `${rule.version}, ${format.date(rule.changedAt)}` },
        { key: 'status', header: 'Status', sortValue: (rule) => statusLabel(rule.status), width: 110, cell: (rule) => <StatusBadge status={rule.status} /> },
    ];
}

// The rules of the operator. A rule is tried before it is switched on.
export default function RulesPage() {
    const [edited, setEdited] = useState<FraudRule | 'new' | null>(null);
    const { write } = usePermissions();
    const query = useQuery(rulesQuery);
    const close = () => setEdited(null);
    const create = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New rule
        </Button>
    );
    return (
        <>
            <PageHeader title="Fraud rules" description="Each rule looks for one sign of fraud. Try it on past data before you switch it on." actions={create} />
            <SignalTabs current="rules" />
            <DataTable
                label="Fraud rules"
                columns={useColumns()}
                query={query}
                rowKey={(rule) => rule.id}
                onRowClick={setEdited}
                empty={
                    <EmptyState title="No rules yet" icon={IconShieldSearch} action={create}>
                        A rule finds bursts of clicks, many clicks from one address, registrations that are too fast, or unusual conversion.
                    </EmptyState>
                }
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New rule' : 'Fraud rule'}</Text>}>
                {edited && <RuleForm rule={edited === 'new' ? null : edited} onClose={close} />}
            </Drawer>
        </>
    );
}
