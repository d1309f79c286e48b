import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useBrandNames, useDealNames } from '@/api/queries';
import { lineText } from '@/explain/lineWords';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { sumOf } from '@/deals/decimal';
import { lineNames } from '@/format/names';
import { LineAccruals } from './LineAccruals';
import styles from './statements.module.css';
import { isEarned, isShare, type Line, type Statement } from './words';

function LineWords({ line, currency }: { line: Line; currency: string }) {
    const brands = useBrandNames();
    const deals = useDealNames();
    const format = useFormat();
    const parts = [brands.nameOf(line.brandId), line.dealId ? `${deals.nameOf(line.dealId)}${line.dealVersion ? ` v${line.dealVersion}` : ''}` : '', lineText(line, currency, format)];
    return (
        <span>
            <Text span inherit fw={500}>
                {lineNames[line.component]}
            </Text>
            <Text size="xs" c="dimmed" component="span" display="block">
                {parts.filter(Boolean).join(' · ')}
            </Text>
        </span>
    );
}

function LineRow({ statement, line }: { statement: Statement; line: Line }) {
    const [opened, setOpened] = useState(false);
    const format = useFormat();
    const opens = isEarned(line) && line.count > 0;
    const rate = line.rate === null && line.endRate !== null ? `${line.endRate} % at the end` : line.rate === null ? (isShare(line.component) || line.component === 'cpa' ? 'several' : '') : isShare(line.component) ? `${line.rate} %` : format.money(line.rate, statement.currency);
    return (
        <>
            <tr>
                <td>
                    {opens ? (
                        <UnstyledButton className={styles.opener} fz="sm" aria-expanded={opened} onClick={() => setOpened(!opened)}>
                            <IconChevronRight size={16} aria-hidden />
                            <LineWords line={line} currency={statement.currency} />
                        </UnstyledButton>
                    ) : (
                        <div style={{ paddingLeft: isEarned(line) ? 22 : 0 }}>
                            <LineWords line={line} currency={statement.currency} />
                        </div>
                    )}
                </td>
                <td data-numeric data-wide>
                    {line.count > 0 ? format.number(line.players ?? line.count) : ''}
                </td>
                <td data-numeric data-wide>
                    {line.base === null ? '' : format.money(line.base, statement.currency)}
                </td>
                <td data-numeric data-wide>
                    {isEarned(line) ? rate : ''}
                </td>
                <td data-numeric>
                    <Money amount={line.amount} currency={statement.currency} colored />
                </td>
            </tr>
            {opened && (
                <tr>
                    <td colSpan={5} className={styles.within}>
                        <LineAccruals statement={statement} line={line} />
                    </td>
                </tr>
            )}
        </>
    );
}

function GroupRows({ title, statement, lines }: { title: string; statement: Statement; lines: Line[] }) {
    if (lines.length === 0) return null;
    return (
        <>
            <tr data-group>
                <td colSpan={4} data-wide>
                    {title}
                </td>
                <td data-numeric data-wide>
                    <Money amount={sumOf(lines.map((line) => line.amount))} currency={statement.currency} />
                </td>
            </tr>
            {lines.map((line, at) => (
                <Fragment key={at}>
                    <LineRow statement={statement} line={line} />
                </Fragment>
            ))}
        </>
    );
}

export function Lines({ statement }: { statement: Statement }) {
    return (
        <table className={styles.lines} aria-label="Lines of the statement">
            <thead>
                <tr>
                    <th scope="col">Line</th>
                    <th scope="col" data-numeric>
                        Count
                    </th>
                    <th scope="col" data-numeric>
                        Base
                    </th>
                    <th scope="col" data-numeric>
                        Rate
                    </th>
                    <th scope="col" data-numeric>
                        Amount
                    </th>
                </tr>
            </thead>
            <tbody>
                <GroupRows title="Earned" statement={statement} lines={statement.lines.filter(isEarned)} />
                <GroupRows title="Carry-over and adjustments" statement={statement} lines={statement.lines.filter((line) => !isEarned(line))} />
            </tbody>
        </table>
    );
}
