import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function AccrualPage() {
    return (
        <>
            <PageHeader title="Why this number" description="From the click to your earnings." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
