import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function LinksPage() {
    return (
        <>
            <PageHeader title="Links" description="Your tracking links." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
