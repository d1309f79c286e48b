import { Alert, Button, ColorInput, Group, MantineProvider, Paper, SimpleGrid, Stack, TagsInput, Text, TextInput, Title, useComputedColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { usePermissions, type Branding } from '@/session/session';
import { brandedTheme, PortalMark } from '@/theme/branding';
import { contrast } from '@/theme/contrast';
import { styleNonce } from '@/theme/nonce';
import { cssVariables } from '@/theme/theme';
import { CodeBlock, CopyField } from '@/ui/copy';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import styles from './portal.module.css';

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

function ContrastHint({ color }: { color: string }) {
    if (!isColor(color)) return null;
    const ratio = contrast(color, '#ffffff');
    const good = ratio >= 4.5;
    return (
        <Alert color={good ? 'green' : 'yellow'} variant="light" icon={good ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />}>
            White words on this colour have a contrast of {ratio.toFixed(1)} : 1.{' '}
            {good ? 'They are easy to read.' : 'Below 4.5 they are hard to read, so the portal uses a darker shade of it for buttons and links.'}
        </Alert>
    );
}

// The header and a button as affiliates see them, within the theme of the portal.
function Preview({ branding }: { branding: Branding }) {
    const scheme = useComputedColorScheme();
    const theme = useMemo(() => brandedTheme(branding), [branding]);
    return (
        <MantineProvider theme={theme} getStyleNonce={styleNonce} forceColorScheme={scheme} cssVariablesResolver={cssVariables} cssVariablesSelector=".portal-preview" getRootElement={() => undefined}>
            <div className={`portal-preview ${styles.preview}`} data-mantine-color-scheme={scheme}>
                <div className={styles.bar}>
                    <PortalMark branding={branding} />
                </div>
                <div className={styles.body}>
                    <Text fw={600}>Welcome back</Text>
                    <Text size="sm" c="dimmed" mb="md">
                        Your links brought 12 first deposits this month.
                    </Text>
                    <Group gap="xs">
                        <Button tabIndex={-1}>New link</Button>
                        <Button variant="light" tabIndex={-1}>
                            Statements
                        </Button>
                    </Group>
                </div>
            </div>
        </MantineProvider>
    );
}

function DnsHint({ domains }: { domains: string[] }) {
    const here = window.location.hostname;
    const isAddress = /^[\d.]+$|:/.test(here);
    const records = domains.map((domain) => `${domain}.  ${isAddress ? `A  ${here}` : `CNAME  ${here}.`}`).join('\n');
    if (domains.length === 0) {
        return (
            <Text size="sm" c="dimmed">
                Without a domain of its own, the portal is at the address on this server. With one, affiliates see your name alone.
            </Text>
        );
    }
    return (
        <Stack gap="xs">
            <Text size="sm">Point each domain to this server with a DNS record, and let the proxy in front of Fairlead have a certificate for it:</Text>
            <CodeBlock code={records} label="DNS records" />
            <Text size="xs" c="dimmed">
                Where the domain cannot be a CNAME (the top of a zone), use A and AAAA records with the server’s addresses.
            </Text>
        </Stack>
    );
}

function PortalForm({ operator }: { operator: Schema<'Operator'> }) {
    const client = useQueryClient();
    const { write } = usePermissions();
    const { portal } = operator;
    const form = useApiForm({
        initialValues: { portal: { name: portal?.name ?? '', logoUrl: portal?.logoUrl ?? '', primaryColor: portal?.primaryColor ?? '', domains: portal?.domains ?? [] } },
        validate: { portal: { primaryColor: (value) => (value === '' || isColor(value) ? null : 'A colour such as #0f6f87') } },
        submit: ({ portal: { name, logoUrl, primaryColor, domains } }) =>
            take(api.PATCH('/operator', { body: { portal: { name: name.trim() || null, logoUrl: logoUrl.trim() || null, primaryColor: primaryColor || null, domains } } })),
        onDone: (saved) => {
            client.setQueryData(['operator'], saved);
            notifications.show({ message: 'The portal is saved. Affiliates see it with the next page they load.' });
        },
    });
    const { name, logoUrl, primaryColor, domains } = form.values.portal;
    const branding = useMemo(() => ({ name: name.trim() || operator.name, logoUrl: logoUrl.trim() || null, primaryColor: isColor(primaryColor) ? primaryColor : null }), [name, logoUrl, primaryColor, operator.name]);
    const wrongDomain = Object.entries(form.errors).find(([path]) => path.startsWith('portal.domains'));
    const fields = (
        <>
            <TextInput label="Name" description="In place of Fairlead’s, at the top of every page" placeholder={operator.name} disabled={!write} maxLength={255} {...form.getInputProps('portal.name')} />
            <TextInput label="Logo" description="Address of an image (https), best 28 pixels high or more and wider than high" type="url" placeholder="https://" disabled={!write} {...form.getInputProps('portal.logoUrl')} />
            <ColorInput label="Colour" description="Of buttons, links and charts" placeholder="#0f6f87" format="hex" disabled={!write} eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }} {...form.getInputProps('portal.primaryColor')} />
            <ContrastHint color={primaryColor} />
            <TagsInput
                label="Domains"
                description="Where the portal is the whole site, such as partners.example.com; Enter after each"
                placeholder={domains.length ? undefined : 'partners.example.com'}
                disabled={!write}
                {...form.getInputProps('portal.domains')}
                onChange={(names) => form.setFieldValue('portal.domains', names.map((one) => one.trim().toLowerCase()))}
                error={wrongDomain?.[1]}
            />
            <DnsHint domains={domains} />
        </>
    );
    return (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
            <Paper p="lg">
                {write ? (
                    <FormBody form={form} submitLabel="Save">
                        {fields}
                    </FormBody>
                ) : (
                    <Stack gap="md">{fields}</Stack>
                )}
            </Paper>
            <Stack gap="lg">
                <section aria-label="Preview">
                    <Title order={2} mb="sm">
                        Preview
                    </Title>
                    <Preview branding={branding} />
                </section>
                <CopyField label="Portal on this server" description="Works always, also without a domain of its own" value={`${window.location.origin}/portal`} />
            </Stack>
        </SimpleGrid>
    );
}

export default function PortalPage() {
    const { data, error, isPending, refetch } = useQuery(queries.operator);
    return (
        <>
            <PageHeader title="Portal" description="How the affiliates’ portal looks and where it is found." />
            {isPending && <LoadingState />}
            {error && <ErrorState error={error} retry={() => void refetch()} />}
            {data && <PortalForm operator={data} />}
        </>
    );
}
