import { Box, Button, Collapse, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { stepText, type Step } from '@/explain/stepWords';
import { useWords } from '@/explain/useWords';
import { useFormat } from '@/format/useFormat';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState } from '@/ui/states';
import { useAffiliateNames } from '../../affiliateNames';
import { linkTo } from '../../link';
import { componentNames } from '../../reporting/names';
import { AccrualMessages } from './accrual/AccrualMessages';
import { Chain } from './accrual/Chain';
import { explanationQuery } from './questions';
import { accrualRoute } from './routes';

function Sentences({ steps }: { steps: Step[] }) {
    const words = useWords();
    const [opened, { toggle }] = useDisclosure(false);
    return (
        <Box mt="xl" maw={860} pl={{ base: 0, xs: 52 }}>
            <Button variant="subtle" color="gray" size="compact-sm" ml={-8} onClick={toggle} aria-expanded={opened} rightSection={<IconChevronDown size={14} />}>
                Explanation in sentences
            </Button>
            <Collapse expanded={opened}>
                <Stack gap={6} mt="sm" component="ol" pl="md">
                    {steps.map((step, index) => (
                        <Text key={index} size="sm" component="li">
                            {stepText(step, words)}
                        </Text>
                    ))}
                </Stack>
            </Collapse>
        </Box>
    );
}

// The explanation of an accrual, from the amount down to the click that brought the player.
export default function AccrualPage() {
    const { accrualId } = accrualRoute.useParams();
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const found = useQuery(explanationQuery(accrualId));
    const parents = [{ label: 'Accruals', link: linkTo({ to: '/accruals' }) }];
    if (found.error) {
        return (
            <>
                <PageHeader title="Accrual" parents={parents} />
                <ErrorState error={found.error} retry={() => void found.refetch()} />
            </>
        );
    }
    if (!found.data) {
        return (
            <>
                <PageHeader title="Explanation" parents={parents} />
                <Stack maw={860}>
                    <Skeleton h={150} />
                    <Skeleton h={240} />
                    <Skeleton h={130} />
                </Stack>
            </>
        );
    }
    const { accrual, steps } = found.data;
    const amount = format.money(accrual.amount, accrual.currency);
    return (
        <>
            <PageHeader
                title={accrual.status === 'unpriced' ? 'Why is there no amount yet?' : `Why ${amount}?`}
                parents={parents}
                description={`Explains the ${componentNames[accrual.component]} of ${affiliates.nameOf(accrual.affiliateId)} in ${format.plainPeriod(accrual.period)}, step by step.`}
            />
            <Chain explained={found.data} />
            <Sentences steps={steps} />
            <AccrualMessages accrualId={accrualId} />
        </>
    );
}
