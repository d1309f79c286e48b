import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { ErrorNotice, ErrorState, LoadingState } from '@/ui/states';
import { mailTopics } from './mailTopics';
import { auth, mailsQuery } from './session';

function Choices({ choices }: { choices: Schema<'MailChoices'> }) {
    const client = useQueryClient();
    const choose = useMutation({ mutationFn: auth.chooseMails, onSuccess: (chosen) => client.setQueryData(mailsQuery.queryKey, chosen) });
    const offered = mailTopics.filter(({ name }) => choices.wanted[name] !== undefined);
    if (offered.length === 0) return <Text size="sm">Users of your role get no other mails.</Text>;
    return (
        <Stack gap="sm">
            {!choices.sendsMails && <Alert color="yellow">This service has no mail server, so it sends no mail. Your choices are stored.</Alert>}
            {offered.map(({ name, label, description }) => (
                <Switch
                    key={name}
                    label={label}
                    description={description}
                    checked={choices.wanted[name]}
                    disabled={choose.isPending}
                    onChange={(event) => choose.mutate({ [name]: event.currentTarget.checked })}
                />
            ))}
            <ErrorNotice error={choose.error} />
        </Stack>
    );
}

// Which mails the user gets, by topic. A choice is stored at once.
export function MailChoices() {
    const { data, error, refetch } = useQuery(mailsQuery);
    if (data) return <Choices choices={data} />;
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState />;
}
