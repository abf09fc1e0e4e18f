import { describe, expect, it } from '@jest/globals';

import { convertLead } from './convert-lead.js';
import { setLeadStatus } from './set-lead-status.js';
import { setProspectStatus } from './set-prospect-status.js';
import { createLifecycleWorld, statusIdOf } from './testing/lifecycle-world.js';
import { jobOf, leadRecord, prospectRecord, qualified } from './testing/records.js';

type World = ReturnType<typeof createLifecycleWorld>;

/** Everything that gives a ticket another status. */
const moves = [
  {
    name: 'a status request for a lead',
    status: 'contacted',
    from: 'contacted',
    move: async ({ deps }: World) =>
      setLeadStatus(deps, jobOf('lead_status', { lead_id: 12, status: 'engaged' })),
  },
  {
    name: 'a conversion',
    status: 'engaged',
    from: 'engaged',
    move: async ({ deps }: World) => convertLead(deps, jobOf('prospect_conversion', { lead_id: 12 })),
  },
  {
    name: 'a status request for a prospect',
    status: 'engaged',
    from: 'prospecting',
    move: async ({ deps }: World) =>
      setProspectStatus(deps, jobOf('prospect_status', { prospect_id: 21, status: 'qualified' })),
  },
] as const;

function begin(status: (typeof moves)[number]['status'], doNotContact = false) {
  const world = createLifecycleWorld();
  world.leads.set(12, leadRecord({ status, qualification: qualified, doNotContact }));
  world.prospects.set(21, prospectRecord({ qualification: qualified }));
  return world;
}

const byStatus = { statusId: 6 };
const byFlag = { customFields: { 105: true } };

describe.each(moves)('$name', ({ status, from, move }) => {
  it.each([
    ['the status', byStatus, 'moved to the status Do Not Contact'],
    ['CF_105', byFlag, 'CF_105'],
    ['both', { ...byStatus, ...byFlag }, 'CF_105'],
  ])(
    'stores an opt-out that people have shown by %s, before it replaces the status',
    async (_, shown, reason) => {
      const world = begin(status);
      world.psa.addTicket({ id: 300, ...shown });
      expect(await move(world)).toEqual({ kind: 'recorded' });
      expect(world.writes[0]).toMatchObject({
        lead: { leadId: 12, doNotContact: true },
        optOut: { origin: 'psa', ticketId: 300, leadId: 12, by: 'psa', marks: ['flag', 'list'] },
      });
      expect(world.writes[0]?.optOut?.reason).toContain(reason);
      expect(world.ticket()?.statusId).not.toBe(6);
      expect(world.ticket()?.customFields[105]).toBe(true);
    },
  );

  it('leaves an opt-out that is known as it is, and still shown', async () => {
    const world = begin(status, true);
    world.psa.addTicket({ id: 300, ...byStatus });
    await move(world);
    expect(world.writes.filter(({ optOut }) => optOut !== undefined)).toEqual([]);
    expect(world.ticket()?.customFields[105]).toBe(true);
  });

  it('stores it although the PSA does not take the status', async () => {
    const world = begin(status);
    world.psa.addTicket({ id: 300, ...byStatus });
    world.psa.faults.plan('updateTicket', 'away');
    await expect(move(world)).rejects.toThrow();
    expect(world.writes).toMatchObject([{ optOut: { ticketId: 300 } }]);
  });

  it('stores none otherwise', async () => {
    const world = begin(status);
    await move(world);
    expect(world.writes.filter(({ optOut }) => optOut !== undefined)).toEqual([]);
    expect(world.ticketChanges.flatMap(({ customfields = [] }) => customfields)).not.toContainEqual(
      expect.objectContaining({ id: 105 }),
    );
  });

  it.each([
    ['writes its status, if the ticket still shows the one before', () => 3, true],
    ['writes its status, if the first run read one from before a write of ours', statusIdOf, true],
    ['leaves the status that people have given to the ticket since, and reports it', () => 42, false],
  ])('resumed %s', async (_, statusOf, isWritten) => {
    const world = begin(status);
    const statusId = statusOf(from);
    world.psa.faults.plan('updateTicket', 'away');
    await expect(move(world)).rejects.toThrow();
    world.psa.addTicket({ ...world.ticket(), statusId });
    expect(await move(world)).toEqual({ kind: 'recorded' });
    expect(world.ticket()?.statusId === statusId).toBe(!isWritten);
    expect(world.last()?.errorLogEntries).toEqual(
      isWritten
        ? []
        : [expect.objectContaining({ errorCode: 'STATUS_KEPT_IN_PSA', leadId: 12, jobId: 'job_a1' })],
    );
    expect(world.ticketChanges.flatMap((changes) => changes.status_id ?? [])).toHaveLength(isWritten ? 1 : 0);
  });

  it('resumed leaves a ticket alone that people have moved on from its status', async () => {
    const world = begin(status);
    world.race.isLost = true;
    await expect(move(world)).rejects.toThrow('recorded meanwhile');
    world.race.isLost = false;
    world.psa.addTicket({ ...world.ticket(), statusId: 42 });
    expect(await move(world)).toEqual({ kind: 'recorded' });
    expect([world.ticket()?.statusId, world.ticketChanges.length]).toEqual([42, 1]);
  });
});
