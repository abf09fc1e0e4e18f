import { oldestWaiting } from '../../connections/read-workers.js';
import { ageSeconds } from './age.js';
import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const queuesPart = definePart({
  name: 'queues',
  gauges: {
    queue_jobs: ['Jobs in a queue by state', 'queue', 'state'],
    queue_oldest_waiting_seconds: ['Age of the job that has waited longest; 0 for none', 'queue'],
  },
  read: async ({ queues, clock }: Pick<ServiceFigures, 'queues' | 'clock'>) => {
    const read = await Promise.all(
      Object.values(queues).map(async (queue) => {
        const [counts, oldest] = await Promise.all([
          queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
          oldestWaiting(queue),
        ]);
        return { name: queue.name, counts, oldest };
      }),
    );
    return {
      queue_jobs: Object.fromEntries(read.map(({ name, counts }) => [name, counts])),
      queue_oldest_waiting_seconds: Object.fromEntries(
        read.map(({ name, oldest }) => [name, ageSeconds(clock, oldest)]),
      ),
    };
  },
});
