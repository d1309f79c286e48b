import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function ReportsPage() {
    return (
        <>
            <PageHeader title="Reports" description="Choose groups and metrics; see, save and export." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
