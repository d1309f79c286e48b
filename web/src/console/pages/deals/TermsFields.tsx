import { Checkbox, Paper, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { Conditions } from './Conditions';
import styles from './deals.module.css';
import { termsOf } from './formTerms';
import { termValues, type Part } from './formValues';
import { AmountInput, PercentInput, type Form } from './inputs';
import { templates, type Template } from './templates';

// The fields of terms, for the form of a deal and for simulations.

const parts: { value: Part; label: string; description: string }[] = [
    { value: 'cpa', label: 'CPA', description: 'An amount for each player that qualifies' },
    { value: 'revShare', label: 'RevShare', description: 'A percentage of net gaming revenue' },
    { value: 'turnover', label: 'Turnover', description: 'A percentage of wagers' },
    { value: 'cpl', label: 'CPL', description: 'An amount for each registration' },
    { value: 'fixedMonthly', label: 'Fixed monthly fee', description: 'An amount for each month' },
    { value: 'subAffiliate', label: 'Sub-affiliate share', description: 'A percentage of the commission of sub-affiliates' },
];

export function Block({ title, description, children }: { title: string; description?: string; children: React.ReactNode }) {
    return (
        <Paper p="lg" component="section" aria-label={title}>
            <Title order={2}>{title}</Title>
            {description && (
                <Text size="sm" c="dimmed">
                    {description}
                </Text>
            )}
            <Stack gap="md" mt="md">
                {children}
            </Stack>
        </Paper>
    );
}

// Replaces the terms by those of a template. Name, scope and start stay as they are.
export function Templates({ form }: { form: Form }) {
    const { currency } = form.values.terms;
    const use = ({ terms }: Template) => form.setValues(termValues({ currency, ...terms }));
    const now = JSON.stringify(termValues(termsOf(form.values)));
    // The template whose terms the form still has.
    const isChosen = ({ terms }: Template) => JSON.stringify(termValues({ currency, ...terms })) === now;
    return (
        <div role="group" aria-label="Templates">
            <Text size="sm" fw={500} mb={6}>
                Start from a template
            </Text>
            <div className={styles.templates}>
                {templates.map((template) => (
                    <UnstyledButton key={template.key} className={styles.template} aria-pressed={isChosen(template)} onClick={() => use(template)}>
                        <Text size="sm" fw={500}>
                            {template.name}
                        </Text>
                        <Text size="xs" c="dimmed">
                            {template.description}
                        </Text>
                    </UnstyledButton>
                ))}
            </div>
        </div>
    );
}

export function ComponentChoice({ form }: { form: Form }) {
    return (
        <Checkbox.Group label="Components" error={form.errors.parts} {...form.getInputProps('parts')}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
                {parts.map((part) => (
                    <Checkbox key={part.value} {...part} />
                ))}
            </SimpleGrid>
        </Checkbox.Group>
    );
}

export function PartBlocks({ form }: { form: Form }) {
    const has = (part: Part) => form.values.parts.includes(part);
    return (
        <>
            {has('cpa') && (
                <Block title="CPA" description="A player qualifies once, with the event after which all conditions are met.">
                    <AmountInput form={form} path="terms.cpa.amount" label="Amount per qualified player" required placeholder="100" />
                    <Conditions form={form} part="cpa" />
                </Block>
            )}
            {has('revShare') && (
                <Block title="RevShare" description="A percentage of the net gaming revenue of a period. Periods begin and end in your time zone.">
                    <PercentInput form={form} path="terms.revShare.rate" label="Share of net gaming revenue" required placeholder="25" />
                    <Conditions form={form} part="revShare" />
                </Block>
            )}
            {has('turnover') && (
                <Block title="Turnover" description="A percentage of all wagers, whether the players win or lose.">
                    <PercentInput form={form} path="terms.turnover.rate" label="Share of wagers" required placeholder="0.25" />
                    <Conditions form={form} part="turnover" />
                </Block>
            )}
            {(has('cpl') || has('fixedMonthly') || has('subAffiliate')) && (
                <Block title="Other components">
                    {has('cpl') && <AmountInput form={form} path="terms.cpl.amount" label="CPL: amount per registration" required placeholder="5" />}
                    {has('fixedMonthly') && <AmountInput form={form} path="terms.fixedMonthly.amount" label="Fixed monthly fee: amount per month" required placeholder="500" description="Paid to each affiliate that has the deal when the month is closed, if the deal is in force on the last day of the month" />}
                    {has('subAffiliate') && (
                        <>
                            <PercentInput form={form} path="terms.subAffiliate.percentOfCommission" label="Sub-affiliate share: percentage of the commission of direct sub-affiliates" required placeholder="5" description="The commission of the sub-affiliates is not reduced" />
                            <Conditions form={form} part="subAffiliate" />
                        </>
                    )}
                </Block>
            )}
        </>
    );
}
