import { describe, expect, it } from '@jest/globals';

import { leadTicket } from '../import/testing/import-rows.js';
import { createLifecycleWorld } from '../lifecycle/testing/lifecycle-world.js';
import { leadRecord, prospectRecord } from '../lifecycle/testing/records.js';
import type { IrregularChange, LeadDetails, ProspectRecord } from '../ports/records.js';
import { recordIllegalChange } from './record-illegal-change.js';

const cause = { at: '2026-01-31T08:59:00.000Z', by: 'psa: 9', reason: null, jobId: 'job_p1' };
const ticket = leadTicket({ statusId: 4 });
const irregular: IrregularChange = {
  ...{ from: 'contacted', to: 'new_lead', at: cause.at, by: cause.by },
  ...{ psaStatusId: 4, psaTickettypeId: 1 },
};

function setUp(given: { readonly lead?: Partial<LeadDetails>; readonly prospect?: Partial<ProspectRecord> }) {
  const world = createLifecycleWorld();
  const lead = leadRecord(given.lead);
  const prospect = prospectRecord(given.prospect);
  world.leads.set(12, lead);
  world.prospects.set(21, prospect);
  return {
    ...world,
    ofLead: async (isFollowed = false, work = world.work()) =>
      recordIllegalChange(work, { kind: 'lead', record: lead, to: 'new_lead', ticket, cause, isFollowed }),
    ofProspect: async (isFollowed: boolean) =>
      recordIllegalChange(world.work(), {
        ...{ kind: 'prospect', record: prospect, to: 'new_prospect', ticket, cause, isFollowed },
      }),
  };
}

describe('an illegal transition of people in the PSA', () => {
  it('is shown on the record, which stays, and in the error log', async () => {
    const { ofLead, leads, writes } = setUp({});
    await ofLead();
    expect(leads.get(12)?.status).toBe('contacted');
    expect(writes).toEqual([
      {
        ...{ fence: 1, at: cause.at, lead: { leadId: 12, irregular } },
        errorLogEntries: [
          {
            level: 'warning',
            message:
              'The PSA moved lead 12 from contacted to new_lead, which the lifecycle does not allow; its record stays contacted',
            ...{ source: 'psa', errorCode: 'ILLEGAL_TRANSITION', leadId: 12, jobId: 'job_p1' },
          },
        ],
      },
    ]);
  });

  it('is followed where somebody has asked for that, and counted like every other transition', async () => {
    const { ofLead, leads, last } = setUp({});
    await ofLead(true);
    expect(leads.get(12)).toMatchObject({ status: 'new_lead', history: [{}, { to: 'new_lead' }] });
    expect(last()).toMatchObject({
      lead: { irregular },
      transitions: [{ kind: 'lead', recordId: 12, from: 'contacted', to: 'new_lead' }],
      errorLogEntries: [{ message: expect.stringContaining('its record follows, as requested') }],
    });
  });

  it.each([false, true])('of a prospect is recorded on it and not on its lead (followed: %s)', async (is) => {
    const { ofProspect, prospects, last } = setUp({ prospect: { status: 'qualified' } });
    await ofProspect(is);
    expect(prospects.get(21)?.status).toBe(is ? 'new_prospect' : 'qualified');
    expect(last()).toMatchObject({
      prospect: { prospectId: 21, irregular: { from: 'qualified', to: 'new_prospect' } },
      errorLogEntries: [{ message: expect.stringContaining('prospect 21 from qualified'), leadId: 12 }],
    });
    expect(last()?.lead).toBeUndefined();
    expect(last()?.transitions?.map(({ kind, recordId }) => [kind, recordId])).toEqual(
      is ? [['prospect', 21]] : undefined,
    );
  });
});

describe('an illegal transition that is already on the record', () => {
  const later = { at: '2026-01-30T10:00:00.000Z', by: 'psa: 8' };

  it('is not recorded again, whoever makes it and whenever', async () => {
    const { ofLead, writes } = setUp({ lead: { irregularChanges: [{ ...irregular, ...later }] } });
    await ofLead();
    expect(writes).toEqual([]);
  });

  it('is followed all the same where somebody has asked for that', async () => {
    const { ofLead, leads } = setUp({ lead: { irregularChanges: [irregular] } });
    await ofLead(true);
    expect(leads.get(12)?.status).toBe('new_lead');
  });

  it.each<[string, readonly IrregularChange[]]>([
    ['began elsewhere', [{ ...irregular, from: 'engaged' }]],
    ['went elsewhere', [{ ...irregular, to: 'invalid_data' }]],
    ['was shown by another status', [{ ...irregular, psaStatusId: 5 }]],
    ['was of another type', [{ ...irregular, psaTickettypeId: 2 }]],
    ['was followed by another one', [irregular, { ...irregular, to: 'invalid_data' }]],
  ])('is recorded as a new one where the last one %s', async (_how, irregularChanges) => {
    const { ofLead, last } = setUp({ lead: { irregularChanges } });
    await ofLead();
    expect(last()?.lead?.irregular).toEqual(irregular);
  });
});

it('nothing is recorded once another worker has taken over the lead', async () => {
  const { ofLead, work, writes } = setUp({});
  const lost = new Error('Another worker has it');
  await expect(ofLead(false, work({ assertHeld: async () => Promise.reject(lost) }))).rejects.toThrow(lost);
  expect(writes).toEqual([]);
});
