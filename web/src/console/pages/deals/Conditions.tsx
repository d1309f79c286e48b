import { Button, Checkbox, Group, Menu, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addable, allConditions, type Condition, type ConditionKey } from './conditions';
import styles from './deals.module.css';
import type { Part } from './formValues';
import { Amount, Choice, Percent, Whole, Words, type Form } from './inputs';
import { CountryAmounts, ExcludedProducts, FirstDepositAmounts, Levels, Needs, ProductRates, RemoveButton } from './Lists';
import { CpaTiers, RevShareTiers } from './TierFields';

// The conditions of a component: each is a sentence with its few fields, and can be removed.

type Rows = Record<ConditionKey, (form: Form) => ReactNode>;

const cpa = 'terms.cpa';
const share = 'terms.revShare';

const cpaRows = {
    'cpa.minFirstDeposit': (form: Form) => (
        <>
            <Words>The first deposit is at least</Words>
            <Amount form={form} path={`${cpa}.minFirstDeposit`} name="Minimum first deposit" placeholder="20" />
        </>
    ),
    'cpa.minTotalDeposits': (form: Form) => (
        <>
            <Words>Deposits, less chargebacks, reach</Words>
            <Amount form={form} path={`${cpa}.minTotalDeposits`} name="Minimum total deposits" placeholder="50" />
        </>
    ),
    'cpa.minWagered': (form: Form) => (
        <>
            <Words>Wagers reach</Words>
            <Amount form={form} path={`${cpa}.minWagered`} name="Minimum wagered" placeholder="100" />
        </>
    ),
    'cpa.minBets': (form: Form) => (
        <>
            <Words>The player places at least</Words>
            <Whole form={form} path={`${cpa}.minBets`} name="Minimum number of bets" placeholder="5" />
            <Words>bets</Words>
        </>
    ),
    'cpa.kycVerified': () => <Words>The identity of the player is verified (KYC)</Words>,
    'cpa.qualifyWithinDays': (form: Form) => (
        <>
            <Words>All of this within</Words>
            <Whole form={form} path={`${cpa}.qualifyWithinDays`} name="Days to qualify" placeholder="30" />
            <Words>days of</Words>
            <Choice
                form={form}
                path={`${cpa}.qualifyFrom`}
                name="Days to qualify count from"
                data={[
                    { value: 'registration', label: 'registration' },
                    { value: 'firstDeposit', label: 'the first deposit' },
                ]}
            />
        </>
    ),
    'cpa.firstDepositWindowHours': (form: Form) => (
        <>
            <Words>Deposits within</Words>
            <Whole form={form} path={`${cpa}.firstDepositWindowHours`} name="Hours of the first deposit" placeholder="24" />
            <Words>hours of the first deposit count as part of it</Words>
        </>
    ),
    'cpa.selfExcluded': () => <Words>Nothing for players who exclude themselves before the CPA is payable</Words>,
    'cpa.blocked': () => <Words>Nothing for players who are blocked before the CPA is payable</Words>,
    'cpa.tiers': (form: Form) => <CpaTiers form={form} />,
    'cpa.amountByFirstDeposit': (form: Form) => <FirstDepositAmounts form={form} />,
    'cpa.amountByCountry': (form: Form) => <CountryAmounts form={form} />,
    'cpa.monthlyCap': (form: Form) => (
        <>
            <Words>At most</Words>
            <Whole form={form} path={`${cpa}.monthlyCap`} name="Monthly cap" min={0} placeholder="50" />
            <Words>players are paid in a month</Words>
        </>
    ),
    'cpa.holdDays': (form: Form) => (
        <>
            <Words>CPA becomes payable</Words>
            <Whole form={form} path={`${cpa}.holdDays`} name="Hold period" min={0} placeholder="30" />
            <Words>days after a player qualifies</Words>
        </>
    ),
    'cpa.clawback': (form: Form) => (
        <>
            <Words>After a chargeback, CPA is taken back</Words>
            <Choice
                form={form}
                path={`${cpa}.clawback`}
                name="Take CPA back after a chargeback"
                data={[
                    { value: 'ifUnqualified', label: 'if the deposits no longer meet the conditions' },
                    { value: 'always', label: 'always' },
                    { value: 'never', label: 'never' },
                ]}
            />
        </>
    ),
};

function NegativeRow({ form }: { form: Form }) {
    const path = `${share}.negative`;
    const carries = form.values.terms.revShare.negative.policy === 'carry';
    return (
        <Stack gap="xs">
            <Group gap="xs">
                <Words>A negative month is</Words>
                <Choice
                    form={form}
                    path={`${path}.policy`}
                    name="A negative month is"
                    data={[
                        { value: 'carry', label: 'carried over' },
                        { value: 'waive', label: 'waived' },
                    ]}
                />
                {carries && (
                    <>
                        <Words>for</Words>
                        <Whole form={form} path={`${path}.carryMonths`} name="Months of carry-over" placeholder="all" />
                        <Words>months</Words>
                    </>
                )}
            </Group>
            {carries && <Checkbox label="Carry the base instead of the commission, so that tiers count it" {...form.getInputProps(`${path}.carryBase`, { type: 'checkbox' })} />}
            {carries && <Checkbox label="Carry only the part that chargebacks caused" {...form.getInputProps(`${path}.onlyChargebacks`, { type: 'checkbox' })} />}
        </Stack>
    );
}

function DeductionsRow({ form }: { form: Form }) {
    const path = `${share}.deductions`;
    return (
        <Stack gap="xs">
            <Group gap="xs" align="center">
                <Words>Deduct</Words>
                <Percent form={form} path={`${path}.bonusPercent`} name="Percentage of bonuses" placeholder="0" />
                <Words>of bonuses,</Words>
                <Percent form={form} path={`${path}.depositFeePercent`} name="Percentage of deposits" placeholder="0" />
                <Words>of deposits and</Words>
                <Percent form={form} path={`${path}.withdrawalFeePercent`} name="Percentage of withdrawals" placeholder="0" />
                <Words>of withdrawals</Words>
            </Group>
            <Checkbox label="Before the admin fee" {...form.getInputProps(`${path}.beforeAdminFee`, { type: 'checkbox' })} />
        </Stack>
    );
}

const revShareRows = {
    'revShare.tiers': (form: Form) => <RevShareTiers form={form} />,
    'revShare.requires': (form: Form) => (
        <Stack gap="xs">
            <Needs form={form} path={`${share}.requires.needs`} needs={form.values.terms.revShare.requires.needs} />
            <Group gap="xs" align="center">
                <Words>Until then, the whole base earns</Words>
                <Percent form={form} path={`${share}.requires.elseRate`} name="Rate without the activity" placeholder="0" />
            </Group>
        </Stack>
    ),
    'revShare.introRate': (form: Form) => (
        <>
            <Words>In the first</Words>
            <Whole form={form} path={`${share}.introRate.months`} name="Months of the introductory rate" placeholder="3" />
            <Words>months the whole base earns at least</Words>
            <Percent form={form} path={`${share}.introRate.rate`} name="Introductory rate" placeholder="50" />
        </>
    ),
    'revShare.rateByProduct': (form: Form) => <ProductRates form={form} path={`${share}.rateByProduct`} rates={form.values.terms.revShare.rateByProduct} />,
    'revShare.excludeProducts': (form: Form) => (
        <>
            <Words>Revenue does not count for</Words>
            <ExcludedProducts form={form} />
        </>
    ),
    'revShare.adminFeePercent': (form: Form) => (
        <>
            <Words>An admin fee of</Words>
            <Percent form={form} path={`${share}.adminFeePercent`} name="Admin fee" placeholder="10" />
            <Words>is deducted from NGR</Words>
        </>
    ),
    'revShare.deductions': (form: Form) => <DeductionsRow form={form} />,
    'revShare.keepChargebacks': () => <Words>Chargebacks are not deducted</Words>,
    'revShare.negative': (form: Form) => <NegativeRow form={form} />,
    'revShare.highRoller': (form: Form) => (
        <>
            <Words>A player whose base of the month is minus</Words>
            <Amount form={form} path={`${share}.negative.highRoller.playerLoss`} name="Loss of a high roller" placeholder="5000" />
            <Words>or lower is kept apart</Words>
            <Choice
                form={form}
                path={`${share}.negative.highRoller.when`}
                name="High rollers are kept apart"
                data={[
                    { value: 'affiliateNegative', label: 'if the whole month would be negative' },
                    { value: 'always', label: 'always' },
                ]}
            />
        </>
    ),
    'revShare.durationMonths': (form: Form) => (
        <>
            <Words>The revenue of a player counts for</Words>
            <Whole form={form} path={`${share}.durationMonths`} name="Duration in months" placeholder="24" />
            <Words>months after registration</Words>
        </>
    ),
    'revShare.inactiveAfterMonths': (form: Form) => (
        <>
            <Words>A player brings no more commission after</Words>
            <Whole form={form} path={`${share}.inactiveAfterMonths`} name="Months without activity" placeholder="6" />
            <Words>months without activity</Words>
        </>
    ),
};

const rows: Rows = {
    ...cpaRows,
    ...revShareRows,
    'turnover.rateByProduct': (form) => <ProductRates form={form} path="terms.turnover.rateByProduct" rates={form.values.terms.turnover.rateByProduct} />,
    'subAffiliate.levels': (form) => <Levels form={form} />,
};

// A list starts with one empty row, so that adding a condition shows its fields at once.
function addFirstRow(form: Form, key: ConditionKey): void {
    const { cpa: cpaValues, revShare, turnover, subAffiliate } = form.values.terms;
    const start = (path: string, list: unknown[], row: object) => list.length === 0 && form.insertListItem(path, row);
    if (key === 'cpa.tiers') start('terms.cpa.tiers', cpaValues.tiers, { from: '', amount: '' });
    if (key === 'cpa.amountByCountry') start('terms.cpa.amountByCountry', cpaValues.amountByCountry, { country: '', amount: '' });
    if (key === 'cpa.amountByFirstDeposit') start('terms.cpa.amountByFirstDeposit', cpaValues.amountByFirstDeposit, { from: '', amount: '' });
    if (key === 'revShare.tiers') start('terms.revShare.tiers', revShare.tiers, { from: '', rate: '', requires: [], rateByProduct: [] });
    if (key === 'revShare.requires') start('terms.revShare.requires.needs', revShare.requires.needs, { what: 'activePlayers', atLeast: '' });
    if (key === 'revShare.rateByProduct') start('terms.revShare.rateByProduct', revShare.rateByProduct, { product: '', rate: '' });
    if (key === 'turnover.rateByProduct') start('terms.turnover.rateByProduct', turnover.rateByProduct, { product: '', rate: '' });
    if (key === 'subAffiliate.levels') start('terms.subAffiliate.levels', subAffiliate.levels, { percent: '' });
}

function ConditionRow({ form, condition }: { form: Form; condition: Condition }) {
    const remove = () =>
        form.setFieldValue(
            'conditions',
            form.values.conditions.filter((key) => key !== condition.key),
        );
    return (
        <li className={styles.condition}>
            <div>
                <Text size="xs" c="dimmed" mb={4}>
                    {condition.label}
                </Text>
                <Group gap="xs" align="center">
                    {rows[condition.key](form)}
                </Group>
            </div>
            <RemoveButton label={`Remove condition: ${condition.label}`} onClick={remove} icon={IconX} />
        </li>
    );
}

export function Conditions({ form, part }: { form: Form; part: Part }) {
    const shown = form.values.conditions;
    const offered = addable(part, shown);
    const add = (key: ConditionKey) => {
        form.setFieldValue('conditions', [...shown, key]);
        addFirstRow(form, key);
    };
    return (
        <>
            <ul className={styles.conditions}>
                {allConditions
                    .filter((one) => one.part === part && shown.includes(one.key))
                    .map((one) => (
                        <ConditionRow key={one.key} form={form} condition={one} />
                    ))}
            </ul>
            {offered.length > 0 && (
                <div>
                    <Menu position="bottom-start">
                        <Menu.Target>
                            <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />}>
                                Add condition
                            </Button>
                        </Menu.Target>
                        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
                            {offered.map((one) => (
                                <Menu.Item key={one.key} onClick={() => add(one.key)}>
                                    {one.label}
                                </Menu.Item>
                            ))}
                        </Menu.Dropdown>
                    </Menu>
                </div>
            )}
        </>
    );
}
