import { Alert, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';

// Shows all users that the two-person rule was switched off, and when it ends.
export function RuleEnd({ operator }: { operator: Schema<'Operator'> }) {
    const client = useQueryClient();
    const { write } = usePermissions();
    const format = useFormat();
    const keep = useMutation({
        mutationFn: () => take(api.PATCH('/operator', { body: { twoPersonRuleEndsAt: null } })),
        onSuccess: (saved) => {
            client.setQueryData(['operator'], saved);
            notifications.show({ message: 'The two-person rule stays on.' });
        },
    });
    if (!operator.twoPersonRuleEndsAt) return null;
    return (
        <Alert title={`The two-person rule ends on ${format.dateTime(operator.twoPersonRuleEndsAt)}`} maw={560}>
            <Stack gap="xs" align="flex-start">
                <Text size="sm">The rule was switched off, and stays in force until then. The audit log shows who switched it off.</Text>
                {write && (
                    <Button variant="default" size="xs" loading={keep.isPending} onClick={() => keep.mutate()}>
                        Keep the rule
                    </Button>
                )}
            </Stack>
        </Alert>
    );
}
