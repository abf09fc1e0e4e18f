import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { until } from '@leadbridge/devkit';
import { startHaloSystem, type HaloSystem } from '../support/halo-system.js';

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

/** Imports two leads and undoes the import; returns the undo, and the tickets. */
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

/** Imports one lead as a job of its own, and undoes it. `reopened` is its ticket before the undo. */
async function importAndUndo(lead: Readonly<Record<string, unknown>>) {
  const accepted = await api.importBulk([lead], { headers: { prefer: 'respond-async' } });
  const jobId = String(accepted.body['job_id']);
  const { result } = await api.finished(jobId);
  const imported = result as { results: readonly { lead_id: number }[] };
  const { body: record } = await api.call('GET', `/leads/${String(imported.results[0]?.lead_id)}`);
  const ticketId = Number(record['psa_ticket_id']);
  const reopened = halo.system.simulator.ticket(ticketId);
  const undoing = await api.call('POST', `/jobs/${jobId}/undo`, {});
  return { ticketId, imported, reopened, undo: await api.finished(String(undoing.body['job_id'])) };
}

describe('the undo of an import into a HaloPSA', () => {
  it('deletes the tickets that the import has created, if the agent may', async () => {
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

  it('closes them with a note if the agent may not delete, and keeps their tags', async () => {
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

  it('can be repeated for a lead that was imported again, although its ticket was closed once', async () => {
    const { simulator } = halo.system;
    simulator.faults.set({ kind: 'error', status: 403, method: 'DELETE', path: '/api/Tickets/*' });
    const lead = flatLead((number += 1));
    const first = await importAndUndo(lead);
    const again = await importAndUndo({ ...lead, title: 'CEO' });
    halo.restore();

    expect(again.imported.results).toMatchObject([{ result: 'created' }]);
    expect(again.ticketId).toBe(first.ticketId);
    expect(again.reopened).toMatchObject({ status_id: 1 });
    expect(again.undo).toMatchObject({ status: 'completed', result: { undone: 1, kept: 0, failed: 0 } });
    expect(simulator.ticket(first.ticketId)?.status_id).toBe(7);
  });

  it('leaves a ticket that is opened again with the tag of its industry, which no configuration names', async () => {
    const { simulator } = halo.system;
    simulator.faults.set({ kind: 'error', status: 403, method: 'DELETE', path: '/api/Tickets/*' });
    const lead = flatLead((number += 1));
    const { ticketId } = await importAndUndo(lead);
    await api.importBulk([{ ...lead, services_offered: 'Insurance' }]);
    halo.restore();

    await until(() => halo.halo.tags(ticketId).includes('Industry: Insurance'));
    const { body } = await api.call('GET', '/errors');
    expect(JSON.stringify(body['errors'])).not.toContain('LIST_MISSING');
  });
});
