import { Select, type ComboboxItem, type OptionsFilter, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useAffiliateNames } from './affiliateNames';

const offeredMax = 100;

// Props for Select and MultiSelect of affiliates. The first affiliates are loaded. If there are more, the server searches.
export function useAffiliateChoices(chosen: string[]) {
    const { items, complete, isPending, nameOf } = useAffiliateNames();
    const [typed, setTyped] = useState('');
    const [text] = useDebouncedValue(typed.trim(), 250);
    // A selection writes its name into the field. This is not a search.
    const asks = !isPending && !complete && text !== '' && text === typed.trim() && !chosen.some((id) => nameOf(id) === text);
    const found = useQuery({
        queryKey: ['affiliates', 'search', text],
        queryFn: () => take(api.GET('/affiliates', { params: { query: { limit: offeredMax, search: text } } })),
        enabled: asks,
        placeholderData: keepPreviousData,
    });
    const offered = asks ? (found.data?.items ?? []) : items;
    const options = offered.map((one) => ({ value: one.id, label: one.name }));
    const others = chosen.filter((id) => !offered.some((one) => one.id === id)).map((id) => ({ value: id, label: nameOf(id) }));
    // The server searches more than names, so its results are not filtered again. Results of the previous text may no longer match.
    const asFound: OptionsFilter = ({ options: all }) => all.filter((one) => options.some(({ value }) => value === (one as ComboboxItem).value));
    return {
        data: [...options, ...others],
        onSearchChange: setTyped,
        filter: asks && !found.isPlaceholderData ? asFound : undefined,
        limit: offeredMax,
        nothingFoundMessage: isPending || (asks && found.isFetching) ? 'Searching…' : 'No affiliate matches',
        searchable: true,
    };
}

interface AffiliateSelectProps extends Omit<SelectProps, 'data' | 'value'> {
    value?: string | null;
    // The affiliate that cannot be selected.
    except?: string | null;
}

export function AffiliateSelect({ except, value, ...props }: AffiliateSelectProps) {
    const { data, ...choices } = useAffiliateChoices(value ? [value] : []);
    return <Select {...choices} data={data.filter((one) => one.value !== except)} value={value ?? null} {...props} />;
}

// For a FilterBar.
export function AffiliateFilter({ value, onChange, width = 180 }: { value: string | undefined; onChange: (value: string | undefined) => void; width?: number }) {
    return (
        <AffiliateSelect
            aria-label="Affiliate"
            placeholder="Affiliate"
            value={value}
            onChange={(chosen) => onChange(chosen ?? undefined)}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear affiliate' }}
            w={{ base: '100%', xs: width }}
        />
    );
}
