import { Alert, Button, ColorInput, Group, MantineProvider, Paper, SimpleGrid, Stack, Switch, TagsInput, Text, TextInput, Title, useComputedColorScheme } from '@mantine/core';
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
            White text on this colour has a contrast of {ratio.toFixed(1)} : 1.{' '}
            {good ? 'It is easy to read.' : 'This is less than 4.5 : 1, so the portal uses a darker shade for buttons and links.'}
        </Alert>
    );
}

// A preview of the header and a button in the theme of the portal.
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
                Without a domain, the portal is at the URL below. With a domain, affiliates see only your own domain.
            </Text>
        );
    }
    return (
        <Stack gap="xs">
            <Text size="sm">Point each domain to this server with a DNS record, and install a certificate for it in the proxy in front of Fairlead:</Text>
            <CodeBlock code={records} label="DNS records" />
            <Text size="xs" c="dimmed">
                If the domain cannot have a CNAME record (the apex of a zone), use A and AAAA records with the server’s IP addresses.
            </Text>
        </Stack>
    );
}

function PortalForm({ operator }: { operator: Schema<'Operator'> }) {
    const client = useQueryClient();
    const { write } = usePermissions();
    const { portal } = operator;
    const form = useApiForm({
        initialValues: { postbackAmounts: operator.postbackAmounts, postbackCommission: operator.postbackCommission, portal: { name: portal?.name ?? '', logoUrl: portal?.logoUrl ?? '', primaryColor: portal?.primaryColor ?? '', domains: portal?.domains ?? [], showAccountManager: portal?.showAccountManager ?? false } },
        validate: { portal: { primaryColor: (value) => (value === '' || isColor(value) ? null : 'Enter a colour such as #0f6f87') } },
        submit: ({ postbackAmounts, postbackCommission, portal: { name, logoUrl, primaryColor, domains, showAccountManager } }) =>
            take(api.PATCH('/operator', { body: { postbackAmounts, postbackCommission, portal: { name: name.trim() || null, logoUrl: logoUrl.trim() || null, primaryColor: primaryColor || null, domains, showAccountManager } } })),
        onDone: (saved) => {
            client.setQueryData(['operator'], saved);
            notifications.show({ message: 'Portal saved. Affiliates see the change when they reload the page.' });
        },
    });
    const { name, logoUrl, primaryColor, domains } = form.values.portal;
    const branding = useMemo(() => ({ name: name.trim() || operator.name, logoUrl: logoUrl.trim() || null, primaryColor: isColor(primaryColor) ? primaryColor : null }), [name, logoUrl, primaryColor, operator.name]);
    const wrongDomain = Object.entries(form.errors).find(([path]) => path.startsWith('portal.domains'));
    const fields = (
        <>
            <TextInput label="Name" description="Shown at the top of every page" placeholder={operator.name} disabled={!write} maxLength={255} {...form.getInputProps('portal.name')} />
            <TextInput label="Logo URL" description="The https URL of an image that is at least 28 pixels high and wider than it is high" type="url" placeholder="https://" disabled={!write} {...form.getInputProps('portal.logoUrl')} />
            <ColorInput label="Colour" description="The colour of buttons, links and charts" placeholder="#0f6f87" format="hex" disabled={!write} eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }} {...form.getInputProps('portal.primaryColor')} />
            <ContrastHint color={primaryColor} />
            <TagsInput
                label="Domains"
                description="The portal’s own domains, such as partners.example.com. Press Enter after each domain."
                placeholder={domains.length ? undefined : 'partners.example.com'}
                disabled={!write}
                {...form.getInputProps('portal.domains')}
                onChange={(names) => form.setFieldValue('portal.domains', names.map((one) => one.trim().toLowerCase()))}
                error={wrongDomain?.[1]}
            />
            <DnsHint domains={domains} />
            <Switch label="Affiliates see their account manager" description="The email address of the user who looks after them" disabled={!write} {...form.getInputProps('portal.showAccountManager', { type: 'checkbox' })} />
            <Switch label="Postbacks contain amounts" description="The amounts of deposits, as {amount} and {currency}" disabled={!write} {...form.getInputProps('postbackAmounts', { type: 'checkbox' })} />
            <Switch label="Postbacks contain commission" description="What the affiliate earns, as {commission} and {commission_currency}" disabled={!write} {...form.getInputProps('postbackCommission', { type: 'checkbox' })} />
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
                <CopyField label="Portal URL on this server" description="This URL always works, even without a domain" value={`${window.location.origin}/portal`} />
            </Stack>
        </SimpleGrid>
    );
}

export default function PortalPage() {
    const { data, error, isPending, refetch } = useQuery(queries.operator);
    return (
        <>
            <PageHeader title="Portal" description="The look and the domains of the affiliate portal." />
            {isPending && <LoadingState />}
            {error && <ErrorState error={error} retry={() => void refetch()} />}
            {data && <PortalForm operator={data} />}
        </>
    );
}
