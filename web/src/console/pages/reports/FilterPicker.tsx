import { Button, Menu, MultiSelect, Popover, ScrollArea, Stack, TagsInput, Text, UnstyledButton } from '@mantine/core';
import { IconFilter, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrandNames, useCampaignNames, useDealNames } from '@/api/queries';
import type { DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { bestFirst } from '@/ui/choosing';
import { useAffiliateNames } from '../../affiliateNames';
import { useAffiliateChoices } from '../../AffiliateSelect';
import { countryOptions } from '../../countries';
import { reportQuery } from '../../reporting/ask';
import { eventTypeOptions, groupFamilies, groupNames, type GroupKey } from '../../reporting/names';
import { writeGroup } from '../../reporting/values';
import styles from './builder.module.css';

type Filters = Record<string, string[]>;

interface PickerProps {
    filters: Filters;
    onChange: (filters: Filters | undefined) => void;
    span: DateSpan;
}

// Groups whose values are selected by name and sent by id.
function useNamed(key: GroupKey) {
    const brands = useBrandNames();
    const campaigns = useCampaignNames();
    const deals = useDealNames();
    if (key === 'brand') return brands.options;
    if (key === 'campaign') return campaigns.options;
    if (key === 'deal') return deals.options;
    if (key === 'country' || key === 'geoTarget') return countryOptions();
    return key === 'eventType' ? eventTypeOptions : null;
}

// Other groups take any text. The values that occur in the period are suggested.
function FreeValues({ name, values, onChange, span }: { name: GroupKey; values: string[]; onChange: (values: string[]) => void; span: DateSpan }) {
    const format = useFormat();
    const found = useQuery(reportQuery({ groupKeys: [name], metrics: ['click_count', 'registration_count', 'ngr'], sort: '-click_count', limit: 200, ...span }));
    const textOf = ({ value }: { value: string }) => {
        const words = writeGroup(format, name, value);
        return words === value ? words : `${words} (${value})`;
    };
    const offered = (found.data?.rows ?? []).map((row) => row.groupKeys[name] ?? '').filter((value) => value !== '');
    return (
        <TagsInput
            label={groupNames[name]}
            description="Choose a value that occurs in the period (Enter takes the first match), or type a value and a comma"
            placeholder={values.length === 0 ? 'Any' : undefined}
            data={[...new Set(offered)]}
            value={values}
            onChange={onChange}
            limit={60}
            clearable
            comboboxProps={{ withinPortal: false }}
            data-own-words={false}
            selectFirstOptionOnChange
            filter={bestFirst(textOf)}
            renderOption={({ option }) => <Text size="sm">{textOf(option)}</Text>}
        />
    );
}

const organic = { value: '(organic)', label: '(organic)' };

function AffiliateValues({ values, onChange }: { values: string[]; onChange: (values: string[]) => void }) {
    const { data, ...choices } = useAffiliateChoices(values.filter((value) => value !== organic.value));
    return <MultiSelect {...choices} label={groupNames.affiliate} placeholder={values.length === 0 ? 'Any' : undefined} data={[...data, organic]} value={values} onChange={onChange} clearable comboboxProps={{ withinPortal: false }} />;
}

function ValueEditor({ name, values, onChange, span }: { name: GroupKey; values: string[]; onChange: (values: string[]) => void; span: DateSpan }) {
    const named = useNamed(name);
    if (name === 'affiliate') return <AffiliateValues values={values} onChange={onChange} />;
    if (!named) return <FreeValues name={name} values={values} onChange={onChange} span={span} />;
    // A value from a link can be a name instead of an id.
    const missing = values.filter((value) => !named.some((option) => option.value === value)).map((value) => ({ value, label: value }));
    return (
        <MultiSelect label={groupNames[name]} placeholder={values.length === 0 ? 'Any' : undefined} data={[...named, ...missing]} value={values} onChange={onChange} searchable clearable limit={100} comboboxProps={{ withinPortal: false }} />
    );
}

function FilterPill({ name, values, startOpen, onChange, onRemove, span }: { name: GroupKey; values: string[]; startOpen: boolean; onChange: (values: string[]) => void; onRemove: () => void; span: DateSpan }) {
    const [opened, setOpened] = useState(startOpen);
    const format = useFormat();
    const named = useNamed(name);
    const { nameOf } = useAffiliateNames();
    const wordOf = (value: string) => (name === 'affiliate' ? nameOf(value) : named?.find((option) => option.value === value)?.label) || writeGroup(format, name, value);
    const words = values.map(wordOf);
    const shown = words.length === 0 ? 'any' : words.length > 3 ? `${words.slice(0, 2).join(', ')} and ${words.length - 2} more` : words.join(', ');
    return (
        <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={320} trapFocus>
            <Popover.Target>
                <UnstyledButton className={styles.pill} onClick={() => setOpened(!opened)} aria-expanded={opened}>
                    <Text span size="sm" truncate>
                        <span className="fl-dimmed">
                            {groupNames[name]}:
                        </span>{' '}
                        {shown}
                    </Text>
                </UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown maw="calc(100vw - 24px)">
                <Stack gap="sm">
                    <ValueEditor name={name} values={values} onChange={onChange} span={span} />
                    <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconTrash size={14} />} onClick={onRemove} style={{ alignSelf: 'flex-start' }}>
                        Remove filter
                    </Button>
                </Stack>
            </Popover.Dropdown>
        </Popover>
    );
}

export function FilterPicker({ filters, onChange, span }: PickerProps) {
    // A new filter has no value yet and is not part of the report.
    const [added, setAdded] = useState<GroupKey | null>(null);
    const names = [...Object.keys(filters), ...(added && !(added in filters) ? [added] : [])] as GroupKey[];
    const put = (name: GroupKey, values: string[]) => {
        const { [name]: gone, ...rest } = filters;
        void gone;
        const next = values.length > 0 ? { ...filters, [name]: values } : rest;
        if (values.length === 0) setAdded(name);
        onChange(Object.keys(next).length > 0 ? next : undefined);
    };
    return (
        <div className={styles.pills}>
            {names.map((name) => (
                <FilterPill
                    key={name}
                    name={name}
                    values={filters[name] ?? []}
                    startOpen={name === added}
                    span={span}
                    onChange={(values) => put(name, values)}
                    onRemove={() => {
                        put(name, []);
                        setAdded(null);
                    }}
                />
            ))}
            <Menu position="bottom-start">
                <Menu.Target>
                    <Button size="sm" h={32} variant="subtle" px={10} leftSection={<IconFilter size={15} />}>
                        Add filter
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    <ScrollArea.Autosize mah={340} type="auto">
                        {groupFamilies
                            .filter((family) => family.label !== 'Time')
                            .map((family) => (
                                <div key={family.label}>
                                    <Menu.Label>{family.label}</Menu.Label>
                                    {family.names
                                        .filter((name) => !names.includes(name))
                                        .map((name) => (
                                            <Menu.Item key={name} onClick={() => setAdded(name)}>
                                                {groupNames[name]}
                                            </Menu.Item>
                                        ))}
                                </div>
                            ))}
                    </ScrollArea.Autosize>
                </Menu.Dropdown>
            </Menu>
        </div>
    );
}
