import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { queries } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { useSession } from '@/session/session';
import { CodeBlock, CopyField } from '@/ui/copy';
import { useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { placeErrors } from '@/ui/placeErrors';
import { ErrorNotice, LoadingState } from '@/ui/states';
import { useUnsaved } from '@/ui/unsavedForms';
import { Link, LinkButton, linkTo } from '../../link';
import { problemsOf } from '../deals/formTerms';
import { valuesOf, type Deal, type DealValues } from '../deals/formValues';
import { firstTemplate } from '../deals/templates';
import { DealFields, LinkFields, PersonFields } from './OnboardFields';
import { onboard, type Onboarded, type OnboardingValues } from './onboarding';

// What to send to the affiliate.
function Result({ done }: { done: Onboarded }) {
    const format = useFormat();
    const { affiliate, invitation, link, embed } = done;
    if (!affiliate) return null;
    return (
        <Paper p="lg" maw={720}>
            <Stack gap="md">
                <Alert color="green" variant="light" icon={<IconCheck size={18} />}>
                    {invitation?.mailed ? `A mail with the invitation is on its way to ${affiliate.email}.` : `Send the following to ${affiliate.email}.`}
                </Alert>
                {invitation && <CopyField label="Invitation link" description={`Works once, until ${format.dateTime(invitation.expiresAt)}. It is shown only here.`} value={invitation.url} />}
                {link && <CopyField label="Tracking link" value={link.shortUrl} />}
                {embed && (
                    <div>
                        <Text size="sm" fw={500} mb={4}>
                            Banner
                        </Text>
                        <CodeBlock label="HTML" code={embed.trim()} wrap />
                    </div>
                )}
                <Group justify="flex-end">
                    <LinkButton to="/affiliates/$affiliateId" params={{ affiliateId: affiliate.id }}>
                        Open the affiliate
                    </LinkButton>
                </Group>
            </Stack>
        </Paper>
    );
}

const needed = (what: string) => (value: string) => (value.trim() ? null : what);

function Flow({ initial, defaultDeal, onDone }: { initial: OnboardingValues; defaultDeal: string | null; onDone: (done: Onboarded) => void }) {
    const client = useQueryClient();
    const { baseCurrency } = useSession().operator;
    const made = useRef<Onboarded>({});
    const deal = useApiForm<DealValues, Deal>({
        initialValues: valuesOf(null, baseCurrency, firstTemplate(baseCurrency)),
        validate: problemsOf,
        submit: () => Promise.reject(new Error('The deal is sent with the affiliate')),
    });
    const form = useApiForm<OnboardingValues, Onboarded>({
        initialValues: initial,
        validate: {
            name: needed('Enter a name'),
            email: needed('Enter an email address'),
            dealIds: (value, values) => (values.deal === 'existing' && value.length === 0 ? 'Choose a deal' : null),
            brandId: (value, values) => (values.withLink && !value ? 'Choose a brand' : null),
            destinationUrl: (value, values) => (values.withLink && !values.landingPageId && !value.trim() ? 'Enter the page that visitors reach' : null),
        },
        submit: async (values) => {
            try {
                return await onboard(values, deal.getValues(), defaultDeal, made.current);
            } catch (error) {
                // Errors in the new deal belong to its own fields.
                if (values.deal === 'new' && !made.current.deal) deal.setErrors(placeErrors(error, deal.getValues()).byField);
                throw error;
            } finally {
                for (const key of ['affiliates', 'deals', 'links', 'users']) void client.invalidateQueries({ queryKey: [key] });
            }
        },
        onDone,
    });
    const question = useUnsaved(form.unsaved);
    const submit = (event: FormEvent<HTMLFormElement>) => {
        const wrong = form.values.deal === 'new' && deal.validate().hasErrors;
        if (!wrong) return form.send(event);
        event.preventDefault();
        form.validate();
    };
    const errors = { ...form.errors, ...(form.values.deal === 'new' ? deal.errors : {}) };
    return (
        <form onSubmit={submit} noValidate>
            {question}
            <Stack gap="md" maw={820}>
                <PersonFields form={form} />
                <DealFields form={form} deal={deal} />
                <LinkFields form={form} deal={deal} />
                <ErrorNotice error={form.problem} />
                {Object.keys(errors).length > 0 && <ErrorNotice error="Some fields are not valid. See the messages below them." />}
                <Group justify="flex-end" gap="xs">
                    <LinkButton to="/affiliates" variant="default">
                        Cancel
                    </LinkButton>
                    <Button type="submit" loading={form.busy}>
                        Create affiliate
                    </Button>
                </Group>
            </Stack>
        </form>
    );
}

function Purpose() {
    return (
        <>
            This form creates the log-in, deal, link and banner. You can change everything later. To enter only a name and an email address, use{' '}
            <Link to="/affiliates" search={{ create: true }} inherit underline="always">
                the short form
            </Link>
            .
        </>
    );
}

// One flow for everything that a new affiliate needs: access, deal, link and banner.
export default function OnboardPage() {
    const [done, setDone] = useState<Onboarded | null>(null);
    const brands = useQuery(queries.brands);
    const pages = useQuery(queries.landingPages);
    const deals = useQuery(queries.deals);
    const brand = brands.data?.find((one) => one.status === 'active');
    const defaultDeal = deals.data?.find((one) => one.isDefault)?.id ?? null;
    const page = pages.data?.find((one) => one.brandId === brand?.id && one.status === 'active');
    const initial: OnboardingValues = {
        name: '',
        email: '',
        invite: true,
        tags: [],
        accountManagerId: null,
        deal: defaultDeal ? 'default' : 'new',
        dealIds: [],
        withDefault: false,
        withLink: true,
        brandId: brand?.id ?? null,
        landingPageId: page?.id ?? null,
        destinationUrl: brand?.websiteUrl ?? '',
        creativeId: null,
    };
    const loading = brands.isPending || pages.isPending || deals.isPending;
    return (
        <>
            <PageHeader
                title={done?.affiliate ? `${done.affiliate.name} is ready` : 'New affiliate'}
                parents={[{ label: 'Affiliates', link: linkTo({ to: '/affiliates' }) }]}
                description={done ? undefined : <Purpose />}
            />
            {done ? <Result done={done} /> : loading ? <LoadingState /> : <Flow initial={initial} defaultDeal={defaultDeal} onDone={setDone} />}
        </>
    );
}
