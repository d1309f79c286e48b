import { Box, Collapse, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { lineText } from '@/explain/lineWords';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import type { Statement, StatementLine } from '../../api';
import { isOpenable, lineTitle } from './lineWords';
import { totalTitle } from './statementWords';
import { LineAccruals } from './LineAccruals';
import styles from './statements.module.css';

function LineHead({ line, currency }: { line: StatementLine; currency: string }) {
    const format = useFormat();
    // Players can keep the version of their registration, so a month can have lines of several versions.
    const deal = line.dealName && (line.dealVersion ?? 1) > 1 ? `${line.dealName} v${line.dealVersion}` : line.dealName;
    const where = [line.brandName, deal].filter(Boolean).join(' · ');
    return (
        <>
            <Box flex={1} miw={0}>
                <Text size="sm" fw={550}>
                    {lineTitle(line)}
                    {where && (
                        <Text span inherit fw={400} c="dimmed">
                            {' '}
                            {where}
                        </Text>
                    )}
                </Text>
                <Text size="sm" c="dimmed">
                    {lineText(line, currency, format)}
                </Text>
            </Box>
            <Text span size="sm" fw={550}>
                <Money amount={line.amount} currency={currency} colored />
            </Text>
        </>
    );
}

interface LineProps {
    statement: Statement;
    line: StatementLine;
    opened: boolean;
    onToggle: () => void;
}

function Line({ statement, line, opened, onToggle }: LineProps) {
    if (!isOpenable(line)) {
        return (
            <div className={styles.line}>
                <span className={styles.blank} />
                <LineHead line={line} currency={statement.currency} />
            </div>
        );
    }
    return (
        <>
            <UnstyledButton className={styles.line} onClick={onToggle} aria-expanded={opened}>
                <IconChevronRight size={18} stroke={1.6} className={styles.chevron} data-open={opened || undefined} aria-hidden />
                <LineHead line={line} currency={statement.currency} />
            </UnstyledButton>
            <Collapse expanded={opened} transitionDuration={120}>
                {opened && (
                    <div className={styles.opened}>
                        <LineAccruals statement={statement} line={line} />
                    </div>
                )}
            </Collapse>
        </>
    );
}

// The lines and their total. One line can be open, and its number is in the URL.
export function StatementLines({ statement, opened, onOpen }: { statement: Statement; opened: string | undefined; onOpen: (line: string | undefined) => void }) {
    return (
        <Paper component="section" aria-label="Lines" className={styles.lines}>
            {statement.lines.map((line, index) => {
                const key = String(index + 1);
                return <Line key={key} statement={statement} line={line} opened={opened === key} onToggle={() => onOpen(opened === key ? undefined : key)} />;
            })}
            {statement.lines.length === 0 && (
                <Text size="sm" c="dimmed" p="md">
                    This statement has no lines.
                </Text>
            )}
            <Group className={styles.total} wrap="nowrap">
                <Text fw={600}>{totalTitle(statement)}</Text>
                <Text span size="lg" fw={650}>
                    <Money amount={statement.payable} currency={statement.currency} />
                </Text>
            </Group>
        </Paper>
    );
}
