import { linksOf } from '@/ui/Link';
import type { sharedRouter } from './routes';

// Links and navigation to the pages that console and portal both have.
export const { LinkButton, useNavigate } = linksOf<ReturnType<typeof sharedRouter>>();
