import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function AuditLogPage() {
    return (
        <>
            <PageHeader title="Audit log" description="Who changed what, and when." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
