import { NumberInput, Select, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { FormBody, useApiForm } from '@/ui/form';
import type { FraudRule } from './queries';
import { Trial } from './Trial';
import { kindOptions, kinds, numbersOf, usualNumbers, type Kind, type Parameters } from './words';

interface Values extends Record<string, unknown> {
    name: string;
    kind: Kind;
    parameters: Parameters;
    status: FraudRule['status'];
    holds: boolean;
}

function save(rule: FraudRule | null, { name, kind, parameters, status, holds }: Values): Promise<FraudRule> {
    const body = { name: name.trim(), parameters: numbersOf(kind, parameters), status, holds };
    return rule ? take(api.PATCH('/fraud-rules/{id}', { params: { path: { id: rule.id } }, body })) : take(api.POST('/fraud-rules', { body: { ...body, kind } }));
}

export function RuleForm({ rule, onClose }: { rule: FraudRule | null; onClose: () => void }) {
    const client = useQueryClient();
    const { write } = usePermissions();
    const kind = rule?.kind ?? 'clickBurst';
    const form = useApiForm<Values, FraudRule>({
        initialValues: { name: rule?.name ?? '', kind, parameters: { ...usualNumbers(kind), ...(rule?.parameters as Parameters | undefined) }, status: rule?.status ?? 'inactive', holds: rule?.holds ?? false },
        validate: { name: (value) => (value.trim() ? null : 'Enter a name') },
        submit: (values) => save(rule, values),
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['fraud-rules'] });
            notifications.show({ message: `Rule ${saved.name} saved as version ${saved.version}.` });
            onClose();
        },
    });
    const format = useFormat();
    const { kind: chosen, parameters } = form.values;
    return (
        <FormBody form={form} submitLabel={rule ? 'Save' : 'Create rule'} onCancel={onClose}>
            <TextInput label="Name" required placeholder="Many clicks from one address" data-autofocus {...form.getInputProps('name')} />
            <Select
                label="Looks for"
                description={kinds[chosen].description}
                data={kindOptions}
                allowDeselect={false}
                disabled={rule !== null}
                value={chosen}
                onChange={(value) => value && form.setValues({ kind: value as Kind, parameters: usualNumbers(value as Kind) })}
            />
            {kinds[chosen].parameters.map(({ name, label, description, min, max, suffix }) => (
                <NumberInput
                    key={`${chosen}-${name}`}
                    label={label}
                    description={`${description} (${format.number(min)} to ${format.number(max)})`}
                    min={min}
                    max={max}
                    allowDecimal={false}
                    clampBehavior="blur"
                    suffix={suffix}
                    value={parameters[name]}
                    error={form.errors[`parameters.${name}`]}
                    onChange={(value) => typeof value === 'number' && form.setFieldValue('parameters', { ...parameters, [name]: value })}
                />
            ))}
            <Text size="sm" c="dimmed">
                {kinds[chosen].sentence(parameters)}.
            </Text>
            <Trial kind={chosen} parameters={numbersOf(chosen, parameters)} />
            {write && (
                <>
                    <Switch
                        label="Hold statements"
                        description="Statements of the affiliate cannot be approved or paid until its signals are released or reversed."
                        checked={form.values.holds}
                        onChange={(event) => form.setFieldValue('holds', event.currentTarget.checked)}
                    />
                    <Switch
                        label="Active"
                        description="Only an active rule makes signals."
                        checked={form.values.status === 'active'}
                        onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
                    />
                </>
            )}
        </FormBody>
    );
}
