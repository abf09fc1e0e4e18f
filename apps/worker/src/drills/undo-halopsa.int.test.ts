import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { callerOf, flatLead, type Caller } from './testing/caller.js';
import { startHaloSystem, type HaloSystem } from './testing/halo-system.js';

let halo: HaloSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  halo = await startHaloSystem();
  api = callerOf(halo.system);
});

afterAll(async () => {
  await halo.system.stop();
});

/** Imports two leads and undoes the import; answers the undo, and the tickets. */
async function importedAndUndone(changes: Readonly<Record<string, unknown>> = {}) {
  const leads = [flatLead((number += 1)), flatLead((number += 1), changes)];
  const imported = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
  const jobId = String(imported.body['job_id']);
  const { result } = await api.finished(jobId);
  const { results } = result as { results: readonly { lead_id: number }[] };
  const tickets: number[] = [];
  for (const { lead_id: leadId } of results) {
    const { body } = await api.call('GET', `/leads/${leadId}`);
    tickets.push(Number(body['psa_ticket_id']));
  }
  const accepted = await api.call('POST', `/jobs/${jobId}/undo`, {});
  return {
    undo: await api.finished(String(accepted.body['job_id'])),
    results,
    tickets,
  };
}

describe('the undo of an import into a HaloPSA', () => {
  it('deletes the tickets that the import has created, where the agent may', async () => {
    const { undo, tickets, results } = await importedAndUndone();
    expect(undo).toMatchObject({ status: 'completed', result: { undone: 2, kept: 0, failed: 0 } });
    expect(tickets.map((id) => halo.halo.isDeleted(id))).toEqual([true, true]);
    const { body } = await api.call('GET', `/leads/${String(results[0]?.lead_id)}`);
    expect(body).toMatchObject({ status: 'undone' });
  });

  it('deletes no ticket that shows the opt-out of its person', async () => {
    const { undo, tickets } = await importedAndUndone({ do_not_contact: true });
    expect(undo).toMatchObject({ status: 'completed', result: { undone: 2, kept: 0, failed: 0 } });
    expect(tickets.map((id) => halo.halo.isDeleted(id))).toEqual([true, false]);
    const [, optedOut = 0] = tickets;
    expect(halo.system.simulator.ticket(optedOut)).toMatchObject({
      status_id: 7,
      customfields: expect.objectContaining({ 105: true }),
    });
    expect(halo.halo.tags(optedOut)).toContain('Do Not Contact');
  });

  it('closes them with a note where the agent may not delete, and leaves their tags', async () => {
    const { simulator } = halo.system;
    simulator.faults.set({ kind: 'error', status: 403, method: 'DELETE', path: '/api/Tickets/*' });
    const { undo, tickets } = await importedAndUndone();
    halo.restore();
    expect(undo).toMatchObject({ status: 'completed', result: { undone: 2, kept: 0, failed: 0 } });
    for (const id of tickets) {
      expect(halo.halo.isDeleted(id)).toBe(false);
      expect(simulator.ticket(id)?.status_id).toBe(7);
      expect(simulator.actions(id).map(({ note }) => note)).toContainEqual(
        expect.stringContaining('was undone by'),
      );
      expect(halo.halo.tags(id).length).toBeGreaterThan(0);
    }
  });
});
