import { createQueryClient } from '@/api/queries';
import { start } from '@/start';
import { Wordmark } from '@/ui/Wordmark';

start(createQueryClient(), <Wordmark />);
