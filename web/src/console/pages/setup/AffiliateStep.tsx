import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { call, type Schema } from '@/api/client';
import { CopyField } from '@/ui/copy';
import { FormBody, useApiForm } from '@/ui/form';
import { LinkButton } from '../../link';

export function AffiliateStep({ brandId }: { brandId: string }) {
    const [link, setLink] = useState<Schema<'Link'> | null>(null);
    // An affiliate whose link was refused is not created again.
    const made = useRef<string | null>(null);
    const form = useApiForm({
        initialValues: { name: '', email: '', destinationUrl: '' },
        validate: {
            name: (value) => (value.trim() ? null : 'Enter a name'),
            email: (value) => (value.trim() ? null : 'Enter an email address'),
            destinationUrl: (value) => (/^https?:\/\/\S+$/.test(value.trim()) ? null : 'Enter a URL that begins with https://'),
        },
        submit: async ({ name, email, destinationUrl }) => {
            // Everything else has the defaults of the API.
            made.current ??= (await call<Schema<'Affiliate'>>('POST', '/affiliates', { name: name.trim(), email: email.trim(), status: 'approved' })).id;
            return call<Schema<'Link'>>('POST', '/links', { affiliateId: made.current, brandId, destinationUrl: destinationUrl.trim() });
        },
        onDone: setLink,
    });
    if (link) {
        return (
            <Stack gap="md">
                <CopyField label="Tracking link" description="The affiliate publishes it. A visitor who follows it is recorded as a click." value={link.trackingUrl} />
                <Text size="sm">The home page lists the remaining steps, such as the deal that decides what the affiliate earns.</Text>
                <Group justify="flex-end">
                    <LinkButton to="/">Open the console</LinkButton>
                </Group>
            </Stack>
        );
    }
    return (
        <>
            <FormBody form={form} submitLabel="Create affiliate and link">
                <TextInput label="Name" autoFocus {...form.getInputProps('name')} />
                <TextInput label="Email" type="email" {...form.getInputProps('email')} />
                <TextInput label="Landing page" description="The page of your brand where visitors arrive" placeholder="https://casino.example/welcome" {...form.getInputProps('destinationUrl')} />
            </FormBody>
            <Group justify="flex-end" mt="md">
                <LinkButton to="/" variant="subtle">
                    Later
                </LinkButton>
            </Group>
        </>
    );
}
