import { describe, expect, it } from '@jest/globals';
import type { PutBack } from '@leadbridge/usecases';

import { shownPart } from '../testing/shown.js';
import { putBackPart } from './put-back-part.js';

describe('the metrics of jobs that are put back', () => {
  it('show each reason, and 0 again when no job waits for it any more', async () => {
    const readings: ReadonlyMap<PutBack['reason'], number>[] = [
      new Map([['psa_budget', 3]]),
      new Map([['psa_unavailable', 1]]),
    ];
    const shown = shownPart(putBackPart, {
      countPutBack: () => Promise.resolve(readings.shift() ?? new Map()),
    });
    expect(await shown.read()).toMatchObject({
      'jobs_put_back{reason="psa_budget"}': 3,
      'jobs_put_back{reason="psa_unavailable"}': 0,
    });
    expect(await shown.read()).toMatchObject({
      'jobs_put_back{reason="psa_budget"}': 0,
      'jobs_put_back{reason="psa_unavailable"}': 1,
    });
  });

  it('do not show the lack of a worker, for which no job is put back', async () => {
    const samples = await shownPart(putBackPart, { countPutBack: () => Promise.resolve(new Map()) }).read();
    expect(Object.keys(samples)).not.toContain('jobs_put_back{reason="no_worker"}');
  });
});
