import { unpushedStatuses } from '@leadbridge/contracts';

import { ageSeconds } from './age.js';
import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

type Figures = Pick<ServiceFigures, 'optOuts' | 'oldestOptOut' | 'clock'>;

export const optOutsPart = definePart({
  name: 'opt_outs',
  gauges: {
    opt_outs: ['Opt-outs that their provider does not know of, by status', 'status'],
    opt_out_oldest_seconds: [
      'Age of the oldest opt-out that its provider does not know of, by status; 0 for none',
      'status',
    ],
  },
  read: async ({ optOuts, oldestOptOut, clock }: Figures) => {
    const read = await Promise.all(
      unpushedStatuses.map(async (status) => ({
        status,
        page: await optOuts.list({ status, isErased: false, page: 1, limit: 1 }),
        oldest: await oldestOptOut(status),
      })),
    );
    return {
      opt_outs: Object.fromEntries(read.map(({ status, page }) => [status, page.total])),
      opt_out_oldest_seconds: Object.fromEntries(
        read.map(({ status, oldest }) => [status, ageSeconds(clock, oldest)]),
      ),
    };
  },
});
