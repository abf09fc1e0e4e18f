import { describe, expect, it } from '@jest/globals';
import { NO_QUALIFICATION, qualificationFields, type CustomFieldValues } from '@leadbridge/domain';

import { leadRecord, prospectRecord, qualified } from '../lifecycle/testing/records.js';
import { createLifecycleWorld, statusIdOf } from '../lifecycle/testing/lifecycle-world.js';
import { PsaUnavailableError } from '../ports/psa-errors.js';
import { StaleClaimError } from '../ports/import-store.js';
import { RecordBusyError } from '../work/record-busy-error.js';
import { applyTicketChange, type PsaTicketChange } from './apply-ticket-change.js';

const at = '2026-01-31T08:59:00.000Z';

/** A lead whose ticket has these `customFields`, and the result of a change. */
function setUp(customFields: CustomFieldValues = {}, lead = leadRecord()) {
  const world = createLifecycleWorld();
  world.leads.set(lead.leadId, lead);
  world.psa.addTicket({ id: 300, statusId: statusIdOf('contacted'), lastUpdatedBy: 9, customFields });
  return {
    ...world,
    apply: async (changes: PsaTicketChange['changes'], given: Partial<PsaTicketChange> = {}) =>
      applyTicketChange(world.deps, { ticketId: 300, changes, jobId: 'job_p1', at, ...given }),
  };
}

const fieldsChanged = (...ids: readonly number[]) => ({
  customfields: ids.map((id) => ({ id, new_value: 'as the notification has it' })),
});

describe('a change without any effect on our records', () => {
  it.each<[string, PsaTicketChange['changes']]>([
    ['nothing', {}],
    ['another field of the ticket', { summary: { new_value: 'New' } }],
    ['a custom field that is not of the qualification', fieldsChanged(101)],
    ['a status that is not a number', { status_id: { new_value: 'closed' } }],
  ])('is passed over without a request: %s', async (_what, changes) => {
    const { apply, psa, writes } = setUp();
    await apply(changes);
    expect([psa.calls, writes]).toEqual([[], []]);
  });

  it('is one of a ticket that is not a lead of ours', async () => {
    const { apply, psa, writes } = setUp();
    await apply({ status_id: { new_value: 5 } }, { ticketId: 999 });
    expect([psa.calls, writes]).toEqual([[], []]);
  });

  it('is one of a ticket that no longer exists', async () => {
    const { apply, psa, writes } = setUp();
    psa.tickets.delete(300);
    await apply({ status_id: { new_value: 5 } });
    expect([psa.calls, writes]).toEqual([['getTicket'], []]);
  });
});

describe('the qualification that people enter', () => {
  it('is read from the current ticket, and only for the changed fields', async () => {
    const { apply, leads } = setUp(qualificationFields(qualified));
    await apply(fieldsChanged(201, 206));
    expect(leads.get(12)?.qualification).toEqual({
      ...NO_QUALIFICATION,
      painPoints: qualified.painPoints,
      fitScore: qualified.fitScore,
    });
  });

  it('is cleared when they clear it', async () => {
    const { apply, leads } = setUp({}, leadRecord({ qualification: qualified }));
    await apply(fieldsChanged(203));
    expect(leads.get(12)?.qualification).toEqual({ ...qualified, decisionMaker: null });
  });

  it('is recorded once, even if a notification is repeated', async () => {
    const { apply, writes } = setUp(qualificationFields(qualified));
    await apply(fieldsChanged(201));
    await apply(fieldsChanged(201));
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatchObject({ at, lead: { leadId: 12 } });
  });

  it('is that of the prospect if the lead has become one', async () => {
    const { apply, leads, prospects } = setUp(
      qualificationFields(qualified),
      leadRecord({ status: 'engaged', prospectId: 21 }),
    );
    prospects.set(21, prospectRecord({ qualification: { ...NO_QUALIFICATION, timeframe: 'Q3' } }));
    await apply(fieldsChanged(202));
    expect(prospects.get(21)?.qualification).toEqual({
      ...{ ...NO_QUALIFICATION, timeframe: 'Q3' },
      qualifiedServices: qualified.qualifiedServices,
    });
    expect(leads.get(12)?.qualification).toEqual(NO_QUALIFICATION);
  });

  it('is recorded before the status that depends on it', async () => {
    const { apply, prospects, psa } = setUp({}, leadRecord({ status: 'engaged', prospectId: 21 }));
    prospects.set(21, prospectRecord({ status: 'prospecting' }));
    const statusId = statusIdOf('qualified');
    psa.addTicket({ id: 300, tickettypeId: 2, statusId, customFields: qualificationFields(qualified) });
    await apply({ ...fieldsChanged(201, 202, 203, 204, 205, 206), status_id: { new_value: statusId } });
    expect(prospects.get(21)).toMatchObject({ status: 'qualified', qualification: qualified });
  });
});

describe('the person who changed a lead', () => {
  it.each([
    [9, 'psa: 9'],
    [null, 'psa'],
  ])('is the agent that the ticket names: %s', async (lastUpdatedBy, by) => {
    const { apply, leads, psa } = setUp();
    psa.addTicket({ id: 300, statusId: statusIdOf('engaged'), lastUpdatedBy });
    await apply({ status_id: { new_value: statusIdOf('engaged') } });
    expect(leads.get(12)?.history.at(-1)).toMatchObject({ from: 'contacted', to: 'engaged', at, by });
  });
});

const engaged = { status_id: { new_value: statusIdOf('engaged') } };

describe('a ticket that several records share', () => {
  function setUpTwo() {
    const world = setUp();
    world.leads.set(13, leadRecord({ leadId: 13, status: 'researching' }));
    world.psa.addTicket({ id: 300, statusId: statusIdOf('engaged'), customFields: { 206: 80 } });
    const statuses = () => [...world.leads.values()].map(({ status }) => status);
    return { ...world, statuses };
  }

  it('is followed by each of them', async () => {
    const { apply, leads, writes } = setUpTwo();
    await apply({ ...engaged, ...fieldsChanged(206) });
    expect(leads.get(12)).toMatchObject({ status: 'engaged', qualification: { fitScore: 80 } });
    expect(leads.get(13)).toMatchObject({ status: 'researching', qualification: { fitScore: 80 } });
    // From there the lifecycle does not allow it.
    expect(writes.at(-1)).toMatchObject({
      errorLogEntries: [{ errorCode: 'ILLEGAL_TRANSITION', leadId: 13 }],
    });
  });

  it('is followed by the others while another worker holds one, and then again', async () => {
    const { apply, statuses, holders } = setUpTwo();
    holders.set('lead:12', 'another');
    await expect(apply(engaged, { isForced: true })).rejects.toThrow(RecordBusyError);
    expect(statuses()).toEqual(['contacted', 'engaged']);
    holders.delete('lead:12');
    await apply(engaged, { isForced: true });
    expect(statuses()).toEqual(['engaged', 'engaged']);
  });
});

describe('a change is retried', () => {
  it('if another worker holds the lead', async () => {
    const { apply, writes, holders } = setUp();
    holders.set('lead:12', 'another');
    await expect(apply(engaged)).rejects.toThrow(RecordBusyError);
    expect(writes).toEqual([]);
  });

  it('if another worker has taken over the lead in the meantime', async () => {
    const { apply, race, psa } = setUp();
    psa.addTicket({ id: 300, statusId: statusIdOf('engaged') });
    race.isLost = true;
    await expect(apply(engaged)).rejects.toThrow(StaleClaimError);
  });

  it('if the PSA fails, and the lead is released until then', async () => {
    const { apply, psa, holders, writes } = setUp();
    psa.faults.plan('getTicket', 'away');
    await expect(apply(engaged)).rejects.toThrow(PsaUnavailableError);
    expect([writes, holders.size]).toEqual([[], 0]);
  });
});
