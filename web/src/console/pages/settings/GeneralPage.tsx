import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function GeneralPage() {
    return (
        <>
            <PageHeader title="General" description="Name, time zone and currencies." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
