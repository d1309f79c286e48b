import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function NewDealPage() {
    return (
        <>
            <PageHeader title="New deal" description="Terms in words and numbers." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
