import { Alert, NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { CopyField } from '@/ui/copy';
import { fallbackChoices, ngrLabels, ngrWords, optionsOf } from './brandWords';

type Brand = Schema<'Brand'>;

const fresh: Omit<Brand, 'id'> = {
    name: '',
    websiteUrl: null,
    attributionWindowDays: 30,
    attributionFallback: 'lastClick',
    ngrMode: 'delta',
    maxEventAgeYears: 10,
    status: 'active',
};

function save(brand: Brand | null, body: Omit<Brand, 'id'>): Promise<Brand> {
    return brand ? take(api.PATCH('/brands/{id}', { params: { path: { id: brand.id } }, body })) : take(api.POST('/brands', { body }));
}

// Fields have the names of the API's members, so that errors of the server appear at the right field.
export function BrandForm({ brand, onClose }: { brand: Brand | null; onClose: () => void }) {
    const client = useQueryClient();
    const { id, ...known } = brand ?? { id: null, ...fresh };
    const form = useApiForm({
        initialValues: { ...known, websiteUrl: known.websiteUrl ?? '' },
        submit: (values) => save(brand, { ...values, websiteUrl: values.websiteUrl.trim() || null }),
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['brands'] });
            notifications.show({ message: brand ? `Brand ${saved.name} saved.` : `Brand ${saved.name} created.` });
            onClose();
        },
    });
    const active = form.values.status === 'active';
    return (
        <FormBody form={form} submitLabel={brand ? 'Save' : 'Create brand'} onCancel={onClose}>
            <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
            <TextInput label="Website" type="url" placeholder="https://" {...form.getInputProps('websiteUrl')} />
            <NumberInput
                label="Attribution window"
                description="The longest time between a click and a registration"
                suffix=" days"
                min={0}
                max={3650}
                allowDecimal={false}
                {...form.getInputProps('attributionWindowDays')}
            />
            <Radio.Group label="Attribution of registrations without a click id" {...form.getInputProps('attributionFallback')}>
                <Stack gap="xs" mt={8}>
                    {fallbackChoices.map((choice) => (
                        <Radio key={choice.value} {...choice} />
                    ))}
                </Stack>
            </Radio.Group>
            {form.values.attributionFallback === 'lastClick' && (
                <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
                    If a registration has neither an IP address nor a user agent, nothing shows that the latest click was made by this player. You can then pay commission for
                    players that no affiliate brought. Use “Matching IP address” if your backend can send IP addresses.
                </Alert>
            )}
            <Select label="NGR events contain" description={ngrWords[form.values.ngrMode]} data={optionsOf(ngrLabels)} allowDeselect={false} {...form.getInputProps('ngrMode')} />
            <NumberInput
                label="Maximum age of events"
                description="Older events are refused"
                suffix=" years"
                min={1}
                max={100}
                allowDecimal={false}
                {...form.getInputProps('maxEventAgeYears')}
            />
            <Switch
                label="Active"
                checked={active}
                onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 'active' : 'inactive')}
            />
            {id && <CopyField label="Brand id" description="The brand_id of events" value={id} />}
        </FormBody>
    );
}
