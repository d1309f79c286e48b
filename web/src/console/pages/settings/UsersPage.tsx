import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function UsersPage() {
    return (
        <>
            <PageHeader title="Users" description="Who may log in." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
