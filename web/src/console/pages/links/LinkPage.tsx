import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function LinkPage() {
    return (
        <>
            <PageHeader title="Link" description="One link, its QR code and how it performs." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
