import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function CreativePage() {
    return (
        <>
            <PageHeader title="Creative" description="Preview and embed code." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
