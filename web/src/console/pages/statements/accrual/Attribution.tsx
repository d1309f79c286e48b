import { Badge, Box, Button, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schema } from '@/api/client';
import { outcomeWords } from '@/explain/decisionWords';
import { When } from '@/ui/Money';
import { useAffiliateNames } from '../../../affiliateNames';
import { Link } from '../../../link';
import { useLinkNames } from '../../../reporting/linkNames';
import styles from './chain.module.css';

export type Decision = Schema<'AttributionDecision'>;
type Candidate = Decision['candidates'][number];

function CandidateLine({ candidate, nameOfLink }: { candidate: Candidate; nameOfLink: (id: string | null) => string }) {
    const affiliates = useAffiliateNames();
    const won = candidate.outcome === 'won';
    return (
        <li data-won={won || undefined}>
            {won ? <IconCheck size={18} aria-hidden color="var(--fl-good)" style={{ flex: 'none' }} /> : <IconX size={18} aria-hidden color="var(--mantine-color-dimmed)" style={{ flex: 'none' }} />}
            <Box flex="1 1 180px" miw={0}>
                <Text size="sm" fw={won ? 600 : 450}>
                    {affiliates.nameOf(candidate.affiliateId)}
                    {nameOfLink(candidate.linkId) && (
                        <Text span inherit c="dimmed" fw={400}>
                            {' '}
                            by {nameOfLink(candidate.linkId)}
                        </Text>
                    )}
                </Text>
                <Text size="sm" c="dimmed">
                    {outcomeWords(candidate.outcome)}
                </Text>
            </Box>
            <Text size="xs" c="dimmed" ta="right" flex="0 1 auto" miw={76}>
                <Link to="/clicks" search={{ clickId: candidate.clickId }} inherit c="inherit">
                    {candidate.clickTime ? <When at={candidate.clickTime} exact /> : 'Click'}
                </Link>
            </Text>
        </li>
    );
}

// The considered clicks, the one that counts first.
export function Candidates({ decision }: { decision: Decision }) {
    const [all, setAll] = useState(false);
    const sorted = [...decision.candidates].sort((one, other) => Number(other.outcome === 'won') - Number(one.outcome === 'won'));
    const nameOfLink = useLinkNames(sorted.map((candidate) => candidate.linkId));
    const losers = sorted.filter((candidate) => candidate.outcome !== 'won').length;
    const shown = all ? sorted : sorted.slice(0, 4);
    if (sorted.length === 0) return null;
    return (
        <div>
            <Text size="sm" c="dimmed" mb={6}>
                {losers === 0 ? 'No other click was considered.' : `${losers} other ${losers === 1 ? 'click was' : 'clicks were'} considered and did not count:`}
            </Text>
            <ul className={styles.candidates} aria-label="Considered clicks">
                {shown.map((candidate) => (
                    <CandidateLine key={candidate.clickId} candidate={candidate} nameOfLink={nameOfLink} />
                ))}
            </ul>
            {shown.length < sorted.length && (
                <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setAll(true)}>
                    Show all {sorted.length}
                </Button>
            )}
        </div>
    );
}

const methodNames: Record<string, string> = { direct: 'Direct', lastClick: 'Last click', organic: 'Organic', manual: 'Manual' };

export function MethodBadge({ method }: { method: string }) {
    return <Badge color={method === 'organic' ? 'gray' : 'blue'}>{methodNames[method] ?? method}</Badge>;
}
