import { describe, expect, it } from '@jest/globals';
import { qualificationFields, type LeadStatus, type Status, type TicketSnapshot } from '@leadbridge/domain';

import { leadRecord, prospectRecord, qualified } from '../lifecycle/testing/records.js';
import { createLifecycleWorld, statusIdOf } from '../lifecycle/testing/lifecycle-world.js';
import type { LeadDetails, ProspectRecord } from '../ports/records.js';
import { leadTicket } from '../import/testing/import-rows.js';
import { followTicket, type PsaCause } from './follow-ticket.js';

const cause: PsaCause = { at: '2026-01-31T08:59:00.000Z', by: 'psa: 9', reason: null, jobId: 'job_p1' };
const fixedIds: Partial<Record<Status, number>> = {
  new_lead: 1,
  researching: 2,
  do_not_contact: 6,
  new_prospect: 10,
};
const idOf = (status: Status): number => fixedIds[status] ?? statusIdOf(status);

interface Given {
  readonly lead?: Partial<LeadDetails>;
  readonly prospect?: Partial<ProspectRecord>;
  readonly settings?: Parameters<typeof createLifecycleWorld>[0];
}

function setUp({ lead = {}, prospect, settings }: Given = {}) {
  const world = createLifecycleWorld(settings);
  world.leads.set(12, leadRecord({ ...lead, prospectId: prospect === undefined ? null : 21 }));
  if (prospect !== undefined) {
    world.prospects.set(21, prospectRecord(prospect));
  }
  return {
    ...world,
    lead: () => world.leads.get(12),
    prospect: () => world.prospects.get(world.leads.get(12)?.prospectId ?? 0),
    /** @param told the content of the notification, if the ticket has changed since */
    async follow(
      shows: Partial<TicketSnapshot>,
      given: {
        readonly told?: Partial<TicketSnapshot>;
        readonly hasTypeChange?: boolean;
        readonly isForced?: boolean;
      } = {},
    ): Promise<void> {
      const { told = {}, hasTypeChange = false, isForced = false } = given;
      const ticket = leadTicket({ email: null, ...shows });
      const notified = { ...ticket, ...told };
      await followTicket(world.work(), 12, { ticket, notified, hasTypeChange, isForced }, cause);
    },
  };
}

describe('a lead whose ticket people change', () => {
  it.each<[Status, Status]>([
    ['new_lead', 'researching'],
    ['researching', 'contacted'],
    ['researching', 'invalid_data'],
    ['contacted', 'engaged'],
    ['contacted', 'no_interest'],
    ['contacted', 'do_not_contact'],
  ])('follows from %s to %s', async (from, to) => {
    const { lead, follow, writes } = setUp({ lead: { status: from as LeadDetails['status'] } });
    await follow({ statusId: idOf(to) });
    expect(lead()?.status).toBe(to);
    expect(lead()?.history.at(-1)).toEqual({ from, to, at: cause.at, by: cause.by, reason: null });
    expect(writes).toMatchObject([{ fence: 1, transitions: [{ from, to }] }]);
  });

  it.each<[string, Partial<TicketSnapshot>]>([
    ['to where it is', { statusId: idOf('contacted') }],
    ['to a status that only the PSA knows', { statusId: 4_711 }],
  ])('stays %s', async (_where, shows) => {
    const { follow, writes } = setUp();
    await follow(shows);
    expect(writes).toEqual([]);
  });

  it('follows both of two steps even if the ticket shows only the second', async () => {
    const { lead, follow } = setUp({ lead: { status: 'new_lead' } });
    await follow({ statusId: idOf('contacted') }, { told: { statusId: idOf('researching') } });
    expect(lead()?.history.map(({ to }) => to)).toEqual(['new_lead', 'researching', 'contacted']);
  });

  it('ignores an illegal step that has been superseded, and follows the current state', async () => {
    const { lead, follow, writes } = setUp();
    await follow({ statusId: idOf('engaged') }, { told: { statusId: idOf('new_lead') } });
    expect(lead()?.history.map(({ to }) => to)).toEqual(['contacted', 'engaged']);
    expect(writes).toHaveLength(1);
  });

  it('does not follow a state that our own job has written and is about to record', async () => {
    const { follow, writes, intents } = setUp();
    intents.set('job_1', { jobId: 'job_1', leadId: 12, to: ['engaged'] });
    await follow({ statusId: idOf('engaged') });
    expect(writes).toEqual([]);
  });

  it('is not recorded once another worker has taken it over', async () => {
    const world = setUp();
    const lost = new Error('Another worker has it');
    const work = world.work({ assertHeld: async () => Promise.reject(lost) });
    const ticket = leadTicket({ statusId: idOf('engaged') });
    const told = { ticket, notified: ticket, hasTypeChange: false, isForced: false };
    await expect(followTicket(work, 12, told, cause)).rejects.toThrow(lost);
    expect(world.writes).toEqual([]);
  });

  it('is converted to a prospect by a job if auto-conversion is enabled', async () => {
    const { lead, follow, enqueued, last } = setUp({
      lead: { qualification: qualified },
      settings: { settings: { autoConversion: true } },
    });
    await follow({ statusId: idOf('engaged'), customFields: qualificationFields(qualified) });
    expect(lead()?.status).toBe('engaged');
    expect(last()?.newJobs).toMatchObject([{ type: 'prospect_conversion' }]);
    expect(enqueued).toHaveLength(1);
  });
});

describe('a transition that the lifecycle does not permit', () => {
  const shows = { statusId: idOf('new_lead') };
  const recorded = {
    ...{ from: 'contacted', to: 'new_lead', at: cause.at, by: cause.by },
    ...{ psaStatusId: 1, psaTickettypeId: 1 },
  };

  it('stays in the PSA, and is shown on the record and in the error log', async () => {
    const { lead, follow, last } = setUp();
    await follow(shows);
    expect(lead()?.status).toBe('contacted');
    expect(last()).toMatchObject({
      lead: { leadId: 12, irregular: { from: 'contacted', to: 'new_lead', by: 'psa: 9', psaStatusId: 1 } },
      errorLogEntries: [{ errorCode: 'ILLEGAL_TRANSITION', leadId: 12, jobId: 'job_p1' }],
    });
    expect(last()?.transitions).toBeUndefined();
  });

  it('is ignored when it is repeated', async () => {
    const { follow, writes } = setUp({ lead: { irregularChanges: [recorded] } });
    await follow(shows);
    expect(writes).toEqual([]);
    await follow({ statusId: idOf('researching') });
    expect(writes).toHaveLength(1);
  });

  it('is followed on request, with an entry in the error log', async () => {
    const { lead, follow, last } = setUp();
    await follow(shows, { isForced: true });
    expect(lead()?.status).toBe('new_lead');
    expect(last()).toMatchObject({
      transitions: [{ from: 'contacted', to: 'new_lead' }],
      errorLogEntries: [{ message: expect.stringContaining('follows, as requested') }],
    });
  });

  it('is followed even if that is requested after it was recorded', async () => {
    const { lead, follow } = setUp({ lead: { irregularChanges: [recorded] } });
    await follow(shows, { isForced: true });
    expect(lead()?.status).toBe('new_lead');
  });

  it('is not followed once it has been superseded, whatever was requested', async () => {
    const { lead, follow } = setUp();
    const told = { tickettypeId: 2, statusId: idOf('new_prospect') };
    await follow({ statusId: idOf('engaged') }, { told, isForced: true });
    expect(lead()).toMatchObject({ status: 'engaged', prospectId: null });
  });

  it('includes the conversion of a lead that is not engaged', async () => {
    const { lead, follow, last } = setUp();
    await follow({ tickettypeId: 2, statusId: idOf('new_prospect') }, { hasTypeChange: true });
    expect(lead()?.prospectId).toBeNull();
    expect(last()).toMatchObject({ lead: { irregular: { to: 'new_prospect', psaTickettypeId: 2 } } });
  });
});

describe('a lead that people convert to a prospect', () => {
  const engaged = { lead: { status: 'engaged' as const } };

  it.each<[string, Partial<TicketSnapshot>]>([
    ['the type', { tickettypeId: 2, statusId: 4_711 }],
    ['the status', { statusId: idOf('new_prospect') }],
    ['both', { tickettypeId: 2, statusId: idOf('new_prospect') }],
  ])('is one by %s of its ticket, with the qualification that they entered', async (_what, shows) => {
    const { prospect, follow, last } = setUp(engaged);
    const hasTypeChange = shows.tickettypeId !== undefined;
    await follow({ ...shows, customFields: qualificationFields(qualified) }, { hasTypeChange });
    expect(prospect()).toMatchObject({ status: 'new_prospect', qualification: qualified });
    expect(last()?.events).toMatchObject([{ type: 'prospect.converted' }]);
  });

  it('gets the status of its ticket immediately', async () => {
    const { prospect, follow, writes } = setUp(engaged);
    await follow({ tickettypeId: 2, statusId: idOf('prospecting') }, { hasTypeChange: true });
    expect(prospect()?.status).toBe('prospecting');
    expect(writes).toHaveLength(2);
  });

  it('is converted from any state on request, and the record shows what was skipped', async () => {
    const { prospect, follow, writes } = setUp();
    await follow(
      { tickettypeId: 2, statusId: idOf('new_prospect') },
      { hasTypeChange: true, isForced: true },
    );
    expect(prospect()?.status).toBe('new_prospect');
    expect(writes).toMatchObject([{ lead: { irregular: { from: 'contacted', to: 'new_prospect' } } }]);
  });
});

describe('a prospect whose ticket people change', () => {
  it('qualifies with the criteria that they entered', async () => {
    const { prospect, follow, last } = setUp({ prospect: { status: 'prospecting' } });
    await follow({
      tickettypeId: 2,
      statusId: idOf('qualified'),
      customFields: qualificationFields(qualified),
    });
    expect(prospect()).toMatchObject({ status: 'qualified', qualification: qualified });
    expect(last()?.events).toMatchObject([{ type: 'prospect.qualified' }]);
  });

  it.each<[Status, boolean]>([
    ['qualified', false],
    ['disqualified', true],
  ])('does not become %s against its criteria', async (status, isQualified) => {
    const { prospect, follow, last } = setUp({ prospect: { status: 'prospecting' } });
    const customFields = isQualified ? qualificationFields(qualified) : {};
    await follow({ tickettypeId: 2, statusId: idOf(status), customFields });
    expect(prospect()?.status).toBe('prospecting');
    expect(last()).toMatchObject({ prospect: { irregular: { from: 'prospecting', to: status } } });
  });

  it('never becomes a lead again, even on request', async () => {
    const { prospect, follow, last } = setUp({ prospect: { status: 'prospecting' } });
    await follow({ tickettypeId: 1, statusId: idOf('new_lead') }, { hasTypeChange: true, isForced: true });
    expect(prospect()?.status).toBe('prospecting');
    expect(last()).toMatchObject({ prospect: { irregular: { to: 'lead' } } });
  });

  it('does not change if the PSA has ignored the type that was written', async () => {
    const { follow, writes } = setUp({ prospect: { status: 'prospecting' } });
    await follow({ tickettypeId: 1, statusId: idOf('prospecting') });
    expect(writes).toEqual([]);
  });
});

it.each<[LeadStatus, Status, boolean]>([
  ['undone', 'lost', false],
  ['undone', 'won', true],
  ['contacted', 'lost', false],
  ['contacted', 'lost', true],
])(
  'a lead that is %s never gets the status %s, which leads do not have (forced: %s)',
  async (from, to, isForced) => {
    const { lead, follow, last } = setUp({ lead: { status: from } });
    await follow({ statusId: idOf(to) }, { isForced });
    expect(lead()?.status).toBe(from);
    expect(last()).toMatchObject({
      lead: { irregular: { from, to } },
      errorLogEntries: [{ errorCode: 'ILLEGAL_TRANSITION' }],
    });
  },
);

describe('a lead whose import was undone', () => {
  const undone = { lead: { status: 'undone' as const } };

  it('becomes active again with the status that people give its ticket', async () => {
    const { lead, follow } = setUp(undone);
    await follow({ statusId: idOf('engaged') });
    expect(lead()?.status).toBe('engaged');
  });

  it.each<[string, Partial<TicketSnapshot>, Partial<TicketSnapshot>]>([
    ['while its ticket has that status', { statusId: idOf('invalid_data') }, {}],
    ['if it was open only briefly', { statusId: idOf('invalid_data') }, { statusId: idOf('engaged') }],
  ])('stays undone %s', async (_when, shows, told) => {
    const { lead, follow, writes } = setUp(undone);
    await follow(shows, { told });
    expect([lead()?.status, writes]).toEqual(['undone', []]);
  });
});

it.each<[string, Partial<LeadDetails> | null]>([
  ['is gone', null],
  ['has no ticket', { psaTicketId: null }],
])('a record that %s follows nothing', async (_how, lead) => {
  const world = setUp({ lead: lead ?? {} });
  if (lead === null) {
    world.leads.clear();
  }
  await world.follow({ statusId: idOf('engaged') });
  expect(world.writes).toEqual([]);
});
