import { describe, expect, it } from '@jest/globals';

import { PsaRefusedError, PsaUnavailableError } from '../ports/psa-errors.js';
import type { PsaNamed, PsaSession } from '../ports/psa.js';
import { createStatusIds } from './status-ids.js';

function psaWith(respond: () => readonly PsaNamed[]): { session: PsaSession; reads: () => number } {
  let reads = 0;
  const statuses = async (): Promise<readonly PsaNamed[]> => {
    reads += 1;
    return respond();
  };
  return { session: { statuses } as unknown as PsaSession, reads: () => reads };
}

const usual: readonly PsaNamed[] = [
  { id: 31, name: ' contacted ' },
  { id: 40, name: 'No-Interest' },
  { id: 99, name: 'Contacted' },
  { id: 50, name: 'New Opportunity' },
];

function idsWith(statusIds: Record<string, number> = {}, now: () => number = () => 0) {
  return createStatusIds(() => ({ statusIds }), now);
}

describe('the PSA status of one of our states', () => {
  it('is the one in the specification, without a query', async () => {
    const { session, reads } = psaWith(() => usual);
    const ids = idsWith();
    expect(await ids.idOf(session, 'new_lead')).toBe(1);
    expect(await ids.idOf(session, 'do_not_contact')).toBe(6);
    expect(await ids.idOf(session, 'new_prospect')).toBe(10);
    expect(reads()).toBe(0);
  });

  it('is otherwise found by its name, ignoring case and punctuation; the first of two', async () => {
    const { session, reads } = psaWith(() => usual);
    const ids = idsWith();
    expect(await ids.idOf(session, 'contacted')).toBe(31);
    expect(await ids.idOf(session, 'no_interest')).toBe(40);
    expect(await ids.idOf(session, 'won')).toBeNull();
    expect(reads()).toBe(1);
  });

  it('is above all the one in the settings', async () => {
    const { session } = psaWith(() => usual);
    const ids = idsWith({ new_lead: 77, contacted: 78 });
    expect(await ids.idOf(session, 'new_lead')).toBe(77);
    expect(await ids.idOf(session, 'contacted')).toBe(78);
    expect(await ids.stateOf(session, 78)).toEqual({ kind: 'lead', status: 'contacted' });
  });

  it('is read again after five minutes', async () => {
    let time = 0;
    const { session, reads } = psaWith(() => usual);
    const ids = idsWith({}, () => time);
    await ids.idOf(session, 'contacted');
    time = 300_000;
    await ids.idOf(session, 'contacted');
    time = 300_001;
    await ids.idOf(session, 'contacted');
    expect(reads()).toBe(2);
  });

  it('is missing in a PSA without such a lookup', async () => {
    const { session } = psaWith(() => {
      throw new PsaRefusedError('Not found', 404);
    });
    expect(await idsWith().idOf(session, 'contacted')).toBeNull();
  });

  it('is queried again if the PSA was unavailable', async () => {
    let isAway = true;
    const { session } = psaWith(() => {
      if (isAway) {
        throw new PsaUnavailableError('away');
      }
      return usual;
    });
    const ids = idsWith();
    await expect(ids.idOf(session, 'contacted')).rejects.toThrow(PsaUnavailableError);
    isAway = false;
    expect(await ids.idOf(session, 'contacted')).toBe(31);
  });
});

describe('our state for a PSA status', () => {
  it('is of the matching kind of record', async () => {
    const { session } = psaWith(() => usual);
    const ids = idsWith();
    expect(await ids.stateOf(session, 31)).toEqual({ kind: 'lead', status: 'contacted' });
    expect(await ids.stateOf(session, 50)).toEqual({ kind: 'opportunity', status: 'new_opportunity' });
    expect(await ids.stateOf(session, 12_345)).toBeNull();
  });

  it('is the manually configured one, even if another one has that name in the PSA', async () => {
    const { session, reads } = psaWith(() => usual);
    const ids = idsWith({ engaged: 31, researching: 77 });
    expect(await ids.stateOf(session, 31)).toEqual({ kind: 'lead', status: 'engaged' });
    expect(await ids.stateOf(session, 77)).toEqual({ kind: 'lead', status: 'researching' });
    expect(reads()).toBe(0);
    expect(await ids.stateOf(session, 2)).toBeNull();
  });
});
