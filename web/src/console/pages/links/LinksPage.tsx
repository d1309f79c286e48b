import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function LinksPage() {
    return (
        <>
            <PageHeader title="Links" description="Tracking links, ready to copy." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
