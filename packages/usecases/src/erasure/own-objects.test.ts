import { describe, expect, it } from '@jest/globals';

import { createOwnership } from './own-objects.js';
import { erasureAt } from './testing/erasure-world.js';

const ownership = createOwnership(erasureAt('jobs', { prospectIds: [3], opportunityIds: [2] }));

describe('an object is about the person', () => {
  it.each<[string, unknown, boolean]>([
    ['by its lead', { lead_id: 7 }, true],
    ['by its prospect', { prospect_id: 3 }, true],
    ['by its opportunity', { opportunity_id: 2 }, true],
    ['by its ticket', { psa_ticket_id: 1_007 }, true],
    ['by the ticket of a notification', { ticketId: 1_007 }, true],
    ['by a notification that came alone', { isList: false, notifications: [{ ticketId: 1_007 }] }, true],
    ['not by one of several notifications', { isList: true, notifications: [{ ticketId: 1_007 }] }, false],
    ['not by the id of another kind', { lead_id: 3, prospect_id: 7, ticket_id: 7 }, false],
    ['not by an id in text', { lead_id: '7' }, false],
    ['not by what stands further in', { details: { lead_id: 7 } }, false],
    ['not where it is a list', [{ lead_id: 7 }], false],
    ['not where it is nothing', null, false],
  ])('%s', (_how, value, isOwn) => {
    expect(ownership.isOwn(value)).toBe(isOwn);
  });
});

describe('a value without what is about the person', () => {
  it('keeps ids and words of ours, however deep it stands', () => {
    const own = { lead_id: 7, status: 'created', name: 'Alex Example', warnings: ['Alex has no phone'] };
    const other = { lead_id: 8, name: 'Sam' };
    expect(ownership.withoutOwn({ results: [own, other], total: 2 })).toEqual({
      results: [{ lead_id: 7, status: 'created' }, other],
      total: 2,
    });
  });

  it('is the same value where nothing is, so that nothing is written', () => {
    const value = { results: [{ lead_id: 8, name: 'Sam', at: new Date(0) }], total: 1 };
    expect(ownership.withoutOwn(value)).toBe(value);
  });

  it('leaves what is no plain object alone', () => {
    const at = new Date(0);
    const value = { at, results: [{ lead_id: 7, note: 'x' }] };
    expect(ownership.withoutOwn(value).at).toBe(at);
  });
});
