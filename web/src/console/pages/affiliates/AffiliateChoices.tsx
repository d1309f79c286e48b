import { Badge, Group, Select, TagsInput, type SelectProps, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountManagersQuery, affiliateTagsQuery } from './questions';

const tagsMax = 20;
const tagLengthMax = 40;

// The tags in use. The tags that most affiliates have come first.
export function useTags(): string[] {
    const { data } = useQuery(affiliateTagsQuery);
    return data?.items.map(({ tag }) => tag) ?? [];
}

export function useAccountManagers(): { value: string; label: string }[] {
    const { data } = useQuery(accountManagersQuery);
    return (data ?? []).map(({ id, email }) => ({ value: id, label: email }));
}

const same = (left: string, right: string): boolean => left.localeCompare(right, undefined, { sensitivity: 'base' }) === 0;

// Suggests the tags in use, so that people use the same tag for the same thing.
export function TagsField({ description, ...props }: TagsInputProps) {
    const known = useTags();
    return (
        <TagsInput
            label="Tags"
            description={description ?? 'Tags let you filter and search affiliates. Press Enter after each tag. Affiliates never see tags.'}
            data={known}
            maxTags={tagsMax}
            maxLength={tagLengthMax}
            limit={20}
            isDuplicate={(value, current) => current.some((one) => same(one, value))}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear tags' }}
            {...props}
        />
    );
}

export function AccountManagerField(props: SelectProps) {
    const people = useAccountManagers();
    return <Select label="Account manager" description="The user who looks after this affiliate" placeholder="None" data={people} searchable clearable clearButtonProps={{ 'aria-label': 'Clear account manager' }} {...props} />;
}

export function Tags({ tags }: { tags: string[] }) {
    if (tags.length === 0) return <span>–</span>;
    return (
        <Group gap={4}>
            {tags.map((tag) => (
                <Badge key={tag} variant="light" color="gray" tt="none" fw={500} miw="max-content">
                    {tag}
                </Badge>
            ))}
        </Group>
    );
}
