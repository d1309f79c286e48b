import { linksOf } from '@/ui/Link';
import type { router } from './router';

// Links and navigation within the console. Only the type of the router is imported, so pages do not load it.
export const { Link, LinkButton, useNavigate, linkTo } = linksOf<typeof router>();
