import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function PortalPage() {
    return (
        <>
            <PageHeader title="Portal" description="Name, logo, colour and domains of the affiliate portal." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
