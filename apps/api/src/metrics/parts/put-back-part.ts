import { jobWaitReasons } from '@leadbridge/contracts';

import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const putBackPart = definePart({
  name: 'jobs',
  gauges: { jobs_put_back: ['Jobs that are put back, by what they wait for', 'reason'] },
  read: async ({ countPutBack }: Pick<ServiceFigures, 'countPutBack'>) => {
    const counts = await countPutBack();
    const reasons = jobWaitReasons.filter((reason) => reason !== 'no_worker');
    return { jobs_put_back: Object.fromEntries(reasons.map((each) => [each, counts.get(each) ?? 0])) };
  },
});
