import { describe, expect, it } from '@jest/globals';

import { fakeService, jobView } from '../testing/fake-service.js';
import { rebuildMirror, showMirror } from './mirror.js';

const kind = {
  kind: 'tickets',
  documents: 40,
  complete: true,
  missing: 0,
  order: 'newest_first',
  oldest_observed_at: null,
  scanning_page: null,
};

describe('leadbridge mirror status', () => {
  it('has one line for each kind', async () => {
    const kinds = [kind, { ...kind, kind: 'contacts', complete: false, missing: 4_249, scanning_page: 7 }];
    const { context, results, notes } = fakeService({ 'GET /mirror': { enabled: true, kinds } });
    expect(await showMirror(context)).toBe(true);
    expect(results).toEqual([
      'tickets: 40 documents, complete, order newest_first, oldest none',
      "contacts: 40 documents, not complete, 4249 missing from the PSA's pages, order newest_first, oldest none, reading page 7",
    ]);
    expect(notes).toEqual([]);
  });

  it('says that the mirror is off', async () => {
    const { context, notes } = fakeService({ 'GET /mirror': { enabled: false, kinds: [] } });
    await showMirror(context);
    expect(notes).toEqual(['PSA_MIRROR is off']);
  });
});

describe('leadbridge mirror rebuild', () => {
  const accepted = { 'POST /mirror/rebuild': { job_id: 'job_1' } };

  it('waits for the job, and shows its result', async () => {
    const { context, results } = fakeService(accepted, {
      progress: [jobView({ result: { success: true } })],
    });
    expect(await rebuildMirror(context)).toBe(true);
    expect(JSON.parse(results.join(''))).toEqual({ success: true });
  });

  it.each([
    ['its error', { code: 'INTERNAL_ERROR', message: 'Why', details: {} }, 'INTERNAL_ERROR: Why'],
    ['that there is no result', null, 'The job has no result'],
  ])('shows %s if it failed', async (_what, error, line) => {
    const { context, notes } = fakeService(accepted, { progress: [jobView({ result: null, error })] });
    expect(await rebuildMirror(context)).toBe(false);
    expect(notes.at(-1)).toBe(line);
  });
});
