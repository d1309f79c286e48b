import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadingState } from '@/ui/states';
import { Drawer } from '@/ui/unsaved';
import { queries, type Link } from '../../api';
import { useAffiliate } from '../../me';
import { LinkForm } from './LinkForm';

interface LinkDrawerProps {
    opened: boolean;
    onClose: () => void;
    link: Link | null;
    brandId?: string;
    onSaved?: (link: Link) => void;
}

// The form needs the affiliate's brands and marketing sources, so it waits for them.
export function LinkDrawer({ opened, onClose, link, ...rest }: LinkDrawerProps) {
    const { me } = useAffiliate();
    const sources = useQuery(queries.sources);
    return (
        <Drawer opened={opened} onClose={onClose} title={<Text fw={600}>{link ? 'Edit link' : 'New link'}</Text>}>
            {opened && me && sources.data ? <LinkForm me={me} link={link} sources={sources.data} onClose={onClose} {...rest} /> : <LoadingState />}
        </Drawer>
    );
}
