import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { ForeignJobError, type PutBack } from '@leadbridge/usecases';

import { notePutBacks } from './note-put-backs.js';

const now = Date.UTC(2026, 10, 21);

describe('a job that no worker of this release can read', () => {
  it('is put back for others and costs no attempt, not even the last one', async () => {
    const waits: (PutBack | null)[] = [];
    const putBack = async (_jobId: string, wait: PutBack | null): Promise<void> => {
      waits.push(wait);
    };
    const deps = { runs: { putBack }, clock: { now: () => now }, logger: silentLogger };
    const handler = notePutBacks(deps, 'leadImports', async () => {
      throw new ForeignJobError('The input of the job is none of a lead_import: options');
    });
    await expect(handler({ jobId: 'job_1', attempt: 4, lastAttempt: true })).resolves.toEqual({
      done: false,
      continueAt: now + 5_000,
    });
    expect(waits).toEqual([{ reason: 'queue', until: '2026-11-21T00:00:05.000Z' }]);
  });
});
