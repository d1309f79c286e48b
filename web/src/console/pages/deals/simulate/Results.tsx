import { Alert, Button, Paper, SimpleGrid, Stack, Table, Title } from '@mantine/core';
import { IconAlertTriangle, IconCalendarOff, IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import { joinWords } from '@/deals/words';
import { useFormat, useToday } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { Money } from '@/ui/Money';
import { StatTile } from '@/ui/StatTile';
import { EmptyState } from '@/ui/states';
import { TimeChart } from '@/ui/TimeChart';
import { linkTo } from '../../../link';
import styles from '../deals.module.css';
import { changeOf, isEmpty, linesOf, sorted, type AffiliateFigures, type Figures } from './comparison';
import { PlayerDrawer } from './PlayerDrawer';
import { PlayerName } from './PlayerName';
import type { Simulation } from './useSimulation';

type PlayerFigures = NonNullable<Simulation['players']>[number];

const shownAffiliates = 50;
// Each player's reference is a request of its own.
const shownPlayers = 10;

function Totals({ total, currency }: { total: Figures; currency: string }) {
    const format = useFormat();
    const money = (amount: string) => format.money(amount, currency);
    return (
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
            <StatTile label="As recorded" value={money(total.actual.commission)} hint="Commission of these months" />
            <StatTile label="With these terms" hint="Commission of these months" value={money(total.simulated.commission)} change={changeOf(total)} better="neither" />
            <StatTile label="Difference" value={money(total.difference)} hint="Commission with these terms less commission as recorded" />
            <StatTile label="Profit" value={money(total.simulated.profit)} hint={`NGR less commission with these terms. As recorded: ${money(total.actual.profit)}`} />
        </SimpleGrid>
    );
}

function MonthChart({ months, currency }: { months: NonNullable<Simulation['months']>; currency: string }) {
    const format = useFormat();
    const today = useToday();
    const written = { format: (value: number) => format.money(value, currency), formatShort: (value: number) => format.moneyShort(value, currency) };
    return (
        <TimeChart
            label="Commission per month"
            kind="bar"
            data={months.map((month) => ({ x: month.period, actual: Number(month.actual.commission), simulated: Number(month.simulated.commission) }))}
            formatX={(month) => format.plainPeriod(month)}
            xLabel="Month"
            height={260}
            unfinished={today.slice(0, 7)}
            series={[
                { key: 'actual', label: 'As recorded', ...written },
                { key: 'simulated', label: 'With these terms', ...written },
            ]}
        />
    );
}

function LinesTable({ total, currency }: { total: Figures; currency: string }) {
    const lines = linesOf(total);
    return (
        <Table className={styles.examples} aria-label="Commission by component">
            <Table.Thead>
                <Table.Tr>
                    <Table.Th>Component</Table.Th>
                    <Table.Th data-numeric>As recorded</Table.Th>
                    <Table.Th data-numeric>With these terms</Table.Th>
                </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
                {[...lines, { name: 'Payable', actual: total.actual.payable, simulated: total.simulated.payable }].map((line) => (
                    <Table.Tr key={line.name} fw={line.name === 'Payable' ? 600 : undefined}>
                        <Table.Td>{line.name}</Table.Td>
                        <Table.Td data-numeric>
                            <Money amount={line.actual} currency={currency} />
                        </Table.Td>
                        <Table.Td data-numeric>
                            <Money amount={line.simulated} currency={currency} />
                        </Table.Td>
                    </Table.Tr>
                ))}
            </Table.Tbody>
        </Table>
    );
}

function affiliateColumns(currency: string): Column<AffiliateFigures>[] {
    const money = (key: string, header: string, amount: (row: AffiliateFigures) => string, more: Partial<Column<AffiliateFigures>> = {}): Column<AffiliateFigures> => ({
        key,
        header,
        numeric: true,
        sort: key,
        cell: (row) => <Money amount={amount(row)} currency={currency} colored={key === 'ngr' || key === 'profit'} />,
        ...more,
    });
    return [
        { key: 'name', header: 'Affiliate', sort: 'name', cell: (row) => row.name },
        money('ngr', 'NGR', (row) => row.total.ngr, { hideOnPhone: true }),
        money('actual', 'As recorded', (row) => row.total.actual.commission),
        money('simulated', 'With these terms', (row) => row.total.simulated.commission),
        money('difference', 'Difference', (row) => row.total.difference),
        money('profit', 'Profit', (row) => row.total.simulated.profit, { hideOnPhone: true }),
    ];
}

function Affiliates({ rows, currency }: { rows: AffiliateFigures[]; currency: string }) {
    const [sort, setSort] = useState('-difference');
    const [all, setAll] = useState(false);
    const ordered = sorted(rows, sort);
    return (
        <section aria-label="Affiliates">
            <Title order={2} mb="sm">
                Affiliates
            </Title>
            <DataTable
                label="Affiliates"
                columns={affiliateColumns(currency)}
                query={{ data: all ? ordered : ordered.slice(0, shownAffiliates), error: null, isPending: false }}
                rowKey={(row) => row.affiliateId}
                rowLink={(row) => linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: row.affiliateId } })}
                sort={sort}
                onSort={setSort}
            />
            {!all && rows.length > shownAffiliates && (
                <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
                    Show all {rows.length}
                </Button>
            )}
        </section>
    );
}

function Players({ simulationId, rows, nameOf, currency }: { simulationId: string; rows: PlayerFigures[]; nameOf: (id: string) => string; currency: string }) {
    const [all, setAll] = useState(false);
    const [opened, setOpened] = useState<string | null>(null);
    const money = (key: 'actual' | 'simulated' | 'difference', header: string): Column<PlayerFigures> => ({ key, header, numeric: true, cell: (row) => <Money amount={row[key]} currency={currency} /> });
    const columns: Column<PlayerFigures>[] = [
        { key: 'player', header: 'Player', cell: (row) => <PlayerName id={row.playerId} /> },
        { key: 'affiliate', header: 'Affiliate', cell: (row) => nameOf(row.affiliateId) },
        money('actual', 'As recorded'),
        money('simulated', 'With these terms'),
        money('difference', 'Difference'),
    ];
    return (
        <section aria-label="Players that differ most">
            <Title order={2} mb="sm">
                Players that differ most
            </Title>
            <DataTable
                label="Players that differ most"
                columns={columns}
                query={{ data: all ? rows : rows.slice(0, shownPlayers), error: null, isPending: false }}
                rowKey={(row) => row.playerId + row.affiliateId}
                onRowClick={(row) => setOpened(row.playerId)}
                empty={
                    <EmptyState title="No player differs" icon={IconEqual}>
                        These terms pay the same for every player.
                    </EmptyState>
                }
            />
            {!all && rows.length > shownPlayers && (
                <Button variant="subtle" mt="xs" onClick={() => setAll(true)}>
                    Show all {rows.length}
                </Button>
            )}
            <PlayerDrawer simulationId={simulationId} playerId={opened} onClose={() => setOpened(null)} />
        </section>
    );
}

// The result of a simulation: actual against simulated commission.
export function Results({ simulation }: { simulation: Simulation }) {
    const { total, months = [], affiliates = [], players = [], unpriced = [], currency = '' } = simulation;
    if (!total || isEmpty(simulation)) {
        return (
            <Paper>
                <EmptyState title="Nothing happened in these months" icon={IconCalendarOff}>
                    The affiliates have no commission and no players with activity there. Choose other months or affiliates.
                </EmptyState>
            </Paper>
        );
    }
    const names = new Map(affiliates.map((row) => [row.affiliateId, row.name]));
    return (
        <Stack gap="lg" component="section" aria-label="Result">
            {unpriced.length > 0 && (
                <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />}>
                    There is no exchange rate for {joinWords(unpriced)}, so amounts in {unpriced.length === 1 ? 'this currency' : 'these currencies'} are left out.
                </Alert>
            )}
            <Totals total={total} currency={currency} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
                <Paper p="lg" component="section" aria-label="By month" miw={0}>
                    <Title order={2} mb="sm">
                        By month
                    </Title>
                    <MonthChart months={months} currency={currency} />
                </Paper>
                <Paper p="lg" component="section" aria-label="By component">
                    <Title order={2}>By component</Title>
                    <LinesTable total={total} currency={currency} />
                </Paper>
            </SimpleGrid>
            <Affiliates rows={affiliates} currency={currency} />
            <Players simulationId={simulation.id} rows={players} nameOf={(id) => names.get(id) ?? ''} currency={currency} />
        </Stack>
    );
}
