import { describe, expect, it } from '@jest/globals';

import type { MemoryPsaOptions } from '../testing/memory-psa.js';
import { PsaRefusedError, PsaUncertainError } from '../ports/psa-errors.js';
import type { Settings } from '../ports/settings.js';
import { createPsaOpportunity } from './create-psa-opportunity.js';
import { noOpportunityData } from './read-input.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { opportunityRecord, prospectRecord, qualified } from './testing/records.js';

const data = {
  ...noOpportunityData,
  productsServices: 'Reporting',
  value: 12_000,
  probability: 40,
  expectedCloseDate: '2026-06-30',
};

/** @param promotionReference saved by an earlier run */
function begin(
  promotionReference: string | null = null,
  options: MemoryPsaOptions & { readonly settings?: Partial<Settings> } = {},
) {
  const world = createLifecycleWorld(options);
  world.psa.opportunities.clear();
  const prospect = prospectRecord({ status: 'qualified', qualification: qualified, promotionReference });
  world.prospects.set(21, prospect);
  const create = async (reference = 'job_a1', changes: Partial<typeof prospect> = {}) =>
    createPsaOpportunity(world.work(), { ...prospect, ...changes, psaTicketId: 300 }, data, reference);
  const put = (id: number, details: string | null, userId = 200) => {
    const summary = `Alex Example - ${prospect.lead.company.name}`;
    world.psa.opportunities.set(id, { id, summary, details, clientId: 10, userId, customFields: {} });
  };
  return { ...world, create, put };
}

describe('the opportunity of a prospect', () => {
  it('is created under its reference, which is saved first', async () => {
    const { create, psa, prospects } = begin();
    psa.faults.plan('createOpportunity', 'refused');
    await expect(create()).rejects.toThrow(PsaRefusedError);
    expect(prospects.get(21)?.promotionReference).toBe('job_a1');
    const made = await create();
    expect(made).toMatchObject({ clientId: 10, userId: 200, reference: 'job_a1' });
    expect(psa.opportunities.get(made.id)?.details).toBe(made.details);
    expect(made.details).toContain('Reference: job_a1');
  });

  it('is not looked up if no one has begun it', async () => {
    const { create, psa } = begin();
    await create();
    expect(psa.calls).toEqual(['createOpportunity']);
  });

  it('has no custom fields if they are disabled', async () => {
    const [withFields, without] = [
      begin(),
      begin(null, { settings: { psa: { customFieldsEnabled: false } } }),
    ];
    await withFields.create();
    await without.create();
    const fieldsOf = ({ psa }: typeof without) => [...psa.opportunities.values()][0]?.customFields;
    expect([Object.keys(fieldsOf(withFields) ?? {}).length > 0, fieldsOf(without)]).toEqual([true, {}]);
  });

  it.each([
    [{ psaClientId: null }, 10, 200],
    [{ psaUserId: null }, 10, 200],
    [{ psaClientId: 11, psaUserId: 201 }, 11, 201],
  ])('of %o gets client and contact from the ticket if that has more', async (changes, clientId, userId) => {
    const { create } = begin();
    expect(await create('job_a1', changes)).toMatchObject({ clientId, userId });
  });

  it('gets client and contact from the record if the ticket no longer exists', async () => {
    const { create, psa } = begin();
    psa.tickets.clear();
    expect(await create('job_a1', { psaUserId: null })).toMatchObject({ clientId: 10, userId: null });
  });
});

describe('an opportunity begun by an earlier run', () => {
  it('is found by the reference of that run, among others with its name', async () => {
    const { create, put, psa } = begin('job_first');
    put(601, 'Value: 3\nReference: job_other');
    put(602, 'Value: 12000\nReference: job_first');
    expect(await create()).toMatchObject({ id: 602, reference: 'job_first' });
    expect(psa.writes).toEqual([]);
  });

  it('is created under the reference of that run if that run did not create it', async () => {
    const { create, put, psa } = begin('job_first');
    put(601, 'Value: 3\nReference: job_other');
    const { id, reference } = await create();
    expect([reference, psa.opportunities.get(id)?.details]).toEqual([
      'job_first',
      expect.stringContaining('Reference: job_first'),
    ]);
  });

  it('is ours because of its reference, even if another record once had its id', async () => {
    const { create, put, opportunities } = begin('job_first');
    put(500, 'Reference: job_first');
    opportunities.set(31, opportunityRecord({ psaOpportunityId: 500 }));
    expect((await create()).id).toBe(500);
  });

  it('is found without details by its name and contact, unless one of our records has it', async () => {
    const { create, put, opportunities, psa } = begin('job_first');
    put(500, null);
    put(601, null, 999);
    opportunities.set(31, opportunityRecord({ psaOpportunityId: 500 }));
    const { id } = await create();
    expect([500, 601]).not.toContain(id);
    psa.opportunities.delete(id);
    put(602, null);
    expect((await create()).id).toBe(602);
  });
});

describe('a PSA that stores the beginning of the details alone', () => {
  it('has one opportunity after a lost response', async () => {
    const { create, psa } = begin();
    psa.faults.plan('createOpportunity', 'response_lost');
    const cut = psa.opportunities.set.bind(psa.opportunities);
    psa.opportunities.set = (id, each) => cut(id, { ...each, details: each.details?.slice(0, 60) ?? null });
    const { id } = await create();
    expect([...psa.opportunities.keys()]).toEqual([id]);
  });

  it('has none of ours if the beginning is another', async () => {
    const { create, put } = begin('job_first');
    put(601, 'Opportunity of somebody else with a text that is long enough');
    expect((await create()).id).not.toBe(601);
  });
});

describe('a PSA that loses the response', () => {
  it.each([['response_lost'], ['request_lost'], ['request_lost', 'response_lost']] as const)(
    'has one opportunity after %s',
    async (...faults) => {
      const { create, psa } = begin();
      psa.faults.plan('createOpportunity', ...faults);
      const { id } = await create();
      expect([...psa.opportunities.keys()]).toEqual([id]);
    },
  );

  it('every time leads to a retry of the promotion, which finds it', async () => {
    const { create, psa, prospects } = begin();
    psa.faults.plan('createOpportunity', 'request_lost', 'request_lost', 'response_lost');
    await expect(create()).rejects.toThrow(PsaUncertainError);
    const promotionReference = prospects.get(21)?.promotionReference ?? null;
    const { id } = await create('job_a2', { promotionReference });
    expect([...psa.opportunities.keys()]).toEqual([id]);
  });
});
