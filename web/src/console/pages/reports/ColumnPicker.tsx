import { Button, Checkbox, Menu, Popover, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconChevronDown, IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import styles from './builder.module.css';

export interface Choice<Name extends string> {
    name: Name;
    label: string;
    description: string;
    formula?: string;
}

export interface Family<Name extends string> {
    label: string;
    choices: Choice<Name>[];
}

interface PickerProps<Name extends string> {
    // "group", "metric"
    what: string;
    families: Family<Name>[];
    chosen: Name[];
    onChange: (chosen: Name[]) => void;
    // At least one must remain.
    required?: boolean;
}

const moved = <Name,>(names: Name[], from: number, to: number): Name[] => {
    const rest = names.filter((_, index) => index !== from);
    return [...rest.slice(0, to), names[from] as Name, ...rest.slice(to)];
};

function ChosenPill<Name extends string>({ label, index, props }: { label: string; index: number; props: PickerProps<Name> }) {
    const [over, setOver] = useState(false);
    const { chosen, onChange, required, what } = props;
    const alone = required && chosen.length === 1;
    return (
        <Menu position="bottom-start">
            <Menu.Target>
                <UnstyledButton
                    className={styles.pill}
                    data-over={over || undefined}
                    draggable
                    onDragStart={(event) => event.dataTransfer.setData(`text/${what}`, String(index))}
                    onDragOver={(event) => {
                        if (!event.dataTransfer.types.includes(`text/${what}`)) return;
                        event.preventDefault();
                        setOver(true);
                    }}
                    onDragLeave={() => setOver(false)}
                    onDrop={(event) => {
                        setOver(false);
                        onChange(moved(chosen, Number(event.dataTransfer.getData(`text/${what}`)), index));
                    }}
                >
                    {label}
                    <IconChevronDown size={14} aria-hidden opacity={0.6} />
                </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
                <Menu.Item leftSection={<IconArrowLeft size={15} />} disabled={index === 0} onClick={() => onChange(moved(chosen, index, index - 1))}>
                    Move left
                </Menu.Item>
                <Menu.Item leftSection={<IconArrowRight size={15} />} disabled={index === chosen.length - 1} onClick={() => onChange(moved(chosen, index, index + 1))}>
                    Move right
                </Menu.Item>
                <Menu.Item leftSection={<IconX size={15} />} disabled={alone} onClick={() => onChange(chosen.filter((_, at) => at !== index))}>
                    Remove
                </Menu.Item>
            </Menu.Dropdown>
        </Menu>
    );
}

function Options<Name extends string>({ families, chosen, onChange, required, what }: PickerProps<Name>) {
    const [sought, setSought] = useState('');
    const fits = (choice: Choice<Name>) => `${choice.label} ${choice.name} ${choice.description}`.toLowerCase().includes(sought.trim().toLowerCase());
    const shown = families.map((family) => ({ ...family, choices: family.choices.filter(fits) })).filter((family) => family.choices.length > 0);
    const toggle = (name: Name) => {
        if (!chosen.includes(name)) return onChange([...chosen, name]);
        if (!required || chosen.length > 1) onChange(chosen.filter((one) => one !== name));
    };
    // Enter adds the first match, as in every list of options. It never removes one.
    const addFirst = () => {
        const first = sought.trim() && shown[0]?.choices[0]?.name;
        if (!first) return;
        if (!chosen.includes(first)) onChange([...chosen, first]);
        setSought('');
    };
    return (
        <>
            <TextInput
                aria-label={`Search ${what}s`}
                placeholder={`Search ${what}s`}
                leftSection={<IconSearch size={15} />}
                value={sought}
                onChange={(event) => setSought(event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && addFirst()}
                mb="xs"
                data-autofocus
            />
            <div className={styles.options} tabIndex={-1}>
                {shown.length === 0 && (
                    <Text size="sm" c="dimmed" p="xs">
                        No {what} matches.
                    </Text>
                )}
                {shown.map((family) => (
                    <div key={family.label} role="group" aria-label={family.label}>
                        <Text size="xs" fw={500} c="dimmed" px={10} pt={8} pb={2}>
                            {family.label}
                        </Text>
                        {family.choices.map((choice) => (
                            <Checkbox
                                key={choice.name}
                                className={styles.option}
                                checked={chosen.includes(choice.name)}
                                onChange={() => toggle(choice.name)}
                                label={choice.label}
                                description={choice.formula ? `${choice.description} (${choice.formula})` : choice.description}
                            />
                        ))}
                    </div>
                ))}
            </div>
        </>
    );
}

// The chosen columns in order, which can be moved (also by dragging) and removed, and a list of all columns.
export function ColumnPicker<Name extends string>(props: PickerProps<Name>) {
    const labels = new Map(props.families.flatMap((family) => family.choices).map((choice) => [choice.name, choice.label]));
    const button = useRef<HTMLButtonElement>(null);
    // The focus returns to the button, unless the list was closed by opening something else.
    const keepFocus = () => window.setTimeout(() => document.activeElement === document.body && button.current?.focus({ preventScroll: true }), 10);
    return (
        <div className={styles.pills}>
            {props.chosen.map((name, index) => (
                <ChosenPill key={name} label={labels.get(name) ?? name} index={index} props={props} />
            ))}
            <Popover position="bottom-start" shadow="md" width={340} trapFocus onClose={keepFocus}>
                <Popover.Target>
                    <Button ref={button} size="sm" h={32} variant="subtle" px={10} leftSection={<IconPlus size={15} />}>
                        Add {props.what}
                    </Button>
                </Popover.Target>
                <Popover.Dropdown p="xs" maw="calc(100vw - 24px)">
                    <Options {...props} />
                </Popover.Dropdown>
            </Popover>
        </div>
    );
}
