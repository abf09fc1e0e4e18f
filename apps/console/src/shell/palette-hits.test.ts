import { describe, expect, it } from '@jest/globals';
import { permissionsOf } from '@leadbridge/contracts';

import { pagesFor, recordPagesFor, screensFor } from './palette-hits.js';

const admin = permissionsOf('admin');

describe('the palette', () => {
  it.each([
    ['job_0mf3k2a9c4b1', ['/jobs/job_0mf3k2a9c4b1']],
    ['req_0mf3k2', ['/errors?request_id=req_0mf3k2']],
    ['6d1f0a52-9c1e-4a55-8f9f-0a9f5a3f2b11', ['/errors?request_id=6d1f0a52-9c1e-4a55-8f9f-0a9f5a3f2b11']],
    ['job_', []],
    ['job_/../x', []],
    ['Jane', []],
  ])('leads from the id %j to %j', (text, paths) => {
    expect(pagesFor(text, admin).map(({ path }) => path)).toEqual(paths);
  });

  it('offers no errors of a request to who may not read them', () => {
    expect(pagesFor('req_0mf3k2', permissionsOf('viewer'))).toEqual([]);
  });

  it('names a lead by what is known of it', () => {
    const contact = { name: null, email: 'jane@example.com', company: 'Example Ltd' };
    const lead = { lead_id: 7, psa_ticket_id: 1001, contact } as Parameters<typeof recordPagesFor>[0][number];
    expect(recordPagesFor([lead], '1001')).toEqual([
      { path: '/leads/7', name: 'jane@example.com', kind: 'ticket 1001, Example Ltd, lead' },
    ]);
  });

  it('finds screens by parts of words, and shows all before something is typed', () => {
    expect(screensFor('opt out', admin).map(({ path }) => path)).toEqual(['/opt-outs']);
    expect(screensFor('', permissionsOf('viewer')).length).toBe(12);
    expect(screensFor('people', permissionsOf('viewer'))).toEqual([]);
  });
});
