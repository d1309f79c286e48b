import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useSession } from '@/session/session';
import { PageHeader } from '@/ui/PageHeader';
import { LoadingState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { linkTo, useNavigate } from '../../link';
import { DealForm } from './DealForm';
import { newDealRoute } from './routes';

export default function NewDealPage() {
    const [{ from }] = useSearchState(newDealRoute);
    const navigate = useNavigate();
    const client = useQueryClient();
    const { operator } = useSession();
    const model = useQuery({ queryKey: ['deals', from], queryFn: () => take(api.GET('/deals/{id}', { params: { path: { id: from ?? '' } } })), enabled: Boolean(from) });
    return (
        <>
            <PageHeader title="New deal" parents={[{ label: 'Deals', link: linkTo({ to: '/deals' }) }]} description="A deal says what affiliates earn. Once it exists, assign it to affiliates or make it the default deal." />
            {from && model.isPending ? (
                <LoadingState />
            ) : (
                <DealForm
                    deal={null}
                    model={model.data}
                    baseCurrency={operator.baseCurrency}
                    onCancel={() => void navigate({ to: '/deals' })}
                    onSaved={(deal) => {
                        void client.invalidateQueries({ queryKey: ['deals'] });
                        notifications.show({ message: `Deal ${deal.name} created.` });
                        void navigate({ to: '/deals/$dealId', params: { dealId: deal.id } });
                    }}
                />
            )}
        </>
    );
}
