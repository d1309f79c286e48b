import { api, take } from '@/api/client';
import { Messages } from '@/outbox/Messages';
import { Link } from '../../../link';

// The postbacks and webhooks that the accrual has caused.
export function AccrualMessages({ accrualId }: { accrualId: string }) {
    return (
        <Messages
            heading={
                <Link to="/deliveries" search={{ accrualId }}>
                    Messages about this accrual
                </Link>
            }
            query={{
                queryKey: ['deliveries', 'of', accrualId],
                queryFn: () => take(api.GET('/deliveries', { params: { query: { limit: 20, accrualId } } })),
            }}
        />
    );
}
