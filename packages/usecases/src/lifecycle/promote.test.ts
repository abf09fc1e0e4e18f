import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { createdOpportunity, opportunityDataOf, promote } from './promote.js';
import { noOpportunityData } from './read-input.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { jobOf, prospectRecord, qualified, salesInput } from './testing/records.js';

const data = { ...noOpportunityData, value: 12_000, probability: 40, expectedCloseDate: '2026-06-30' };
const job = jobOf('opportunity_creation', { prospect_id: 21, opportunity_data: salesInput });

function begin(changes: Parameters<typeof prospectRecord>[0] = {}) {
  const world = createLifecycleWorld();
  world.psa.opportunities.clear();
  const prospect = prospectRecord({ status: 'qualified', qualification: qualified, ...changes });
  world.prospects.set(21, prospect);
  return {
    ...world,
    promote: async (given: Parameters<typeof world.work>[0] = {}) =>
      promote(world.work(given), job, {
        ...{ prospect: { ...prospect, psaTicketId: 300 }, data },
        resultOf: (opportunity) => ({
          ...{ success: true, ...createdOpportunity(opportunity), prospectId: 21, status: 'new_opportunity' },
        }),
      }),
  };
}

describe('the sales data of a request', () => {
  it('are required as a whole, and faults name the place of what is missing', () => {
    expect(opportunityDataOf(undefined, qualified).faults).toMatchObject([{ field: 'opportunity_data' }]);
    const { faults } = opportunityDataOf(salesInput, { ...qualified, qualifiedServices: null });
    expect(faults.map(({ field }) => field)).toEqual(['opportunity_data.products_services']);
  });

  it('default to the qualified services, and to nothing else', () => {
    const told = { ...salesInput, products_services: 'Consulting' };
    expect(opportunityDataOf(salesInput, qualified)).toEqual({
      data: { ...data, productsServices: 'Reporting' },
      faults: [],
    });
    expect(opportunityDataOf(told, qualified).data.productsServices).toBe('Consulting');
  });
});

describe('a promotion', () => {
  it('saves its intent before any call to the PSA', async () => {
    const { promote: begun, psa, intents, writes } = begin();
    psa.faults.plan('createOpportunity', 'refused');
    await expect(begun()).rejects.toThrow('The PSA objects to it');
    expect([...intents.values()]).toEqual([{ jobId: 'job_a1', leadId: 12, to: ['new_opportunity'] }]);
    expect(writes).toEqual([]);
  });

  it('carries over the prospect’s data, including its opt-out and qualification', async () => {
    const { promote: begun, opportunities } = begin({ doNotContact: true });
    expect(await begun()).toEqual({ kind: 'recorded' });
    expect([...opportunities.values()]).toMatchObject([
      {
        ...{ prospectId: 21, leadId: 12, psaTicketId: 300, psaClientId: 10, psaUserId: 200 },
        ...{ doNotContact: true, qualification: qualified, opportunity: data, source: 'provider_a' },
        history: [{ from: 'qualified', to: 'new_opportunity', by: 'Sales desk' }],
      },
    ]);
  });

  it('ends its job in the write that records it, with the ids of the record', async () => {
    const { promote: begun, last, opportunities } = begin();
    await begun();
    const [opportunity] = opportunities.values();
    expect(last()).toMatchObject({
      prospect: { prospectId: 21, opportunityId: opportunity?.opportunityId },
      end: {
        jobId: 'job_a1',
        status: 'completed',
        result: {
          opportunityId: opportunity?.opportunityId,
          psaOpportunityId: opportunity?.psaOpportunityId,
        },
      },
      events: [{ type: 'opportunity.created', data: { opportunity_id: opportunity?.opportunityId } }],
    });
  });

  it('records nothing if another worker has taken over the lead', async () => {
    const { promote: begun, writes, opportunities } = begin();
    const assertHeld = async () => Promise.reject(new StaleClaimError('The claims have run out'));
    await expect(begun({ assertHeld })).rejects.toThrow(StaleClaimError);
    expect([writes, opportunities.size]).toEqual([[], 0]);
  });
});
