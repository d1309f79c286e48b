import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function DealPage() {
    return (
        <>
            <PageHeader title="Deal" description="What the deal pays, and its versions." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
