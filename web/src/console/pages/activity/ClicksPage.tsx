import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function ClicksPage() {
    return (
        <>
            <PageHeader title="Clicks" description="Every click that was tracked." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
