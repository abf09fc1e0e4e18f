import { STATUSES } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { createOpportunity } from './create-opportunity.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { jobOf, prospectRecord, qualified, salesInput } from './testing/records.js';

function begin(prospect: Parameters<typeof prospectRecord>[0] = {}) {
  const world = createLifecycleWorld();
  world.psa.opportunities.clear();
  world.prospects.set(21, prospectRecord({ status: 'qualified', qualification: qualified, ...prospect }));
  const create = async (more = {}, jobId = 'job_a1') =>
    createOpportunity(
      world.deps,
      jobOf('opportunity_creation', { prospect_id: 21, opportunity_data: { ...salesInput, ...more } }, jobId),
    );
  return { ...world, create };
}

describe('a promotion', () => {
  it('creates the opportunity in the PSA, and records it with the prospect’s transition in one write', async () => {
    const { create, psa, prospects, opportunities, writes } = begin();
    expect(await create()).toEqual({ kind: 'recorded' });
    const [inPsa] = psa.opportunities.values();
    const [opportunity] = opportunities.values();
    expect(inPsa).toMatchObject({ clientId: 10, userId: 200 });
    expect(inPsa?.details).toContain('Reference: job_a1');
    expect(opportunity).toMatchObject({
      psaOpportunityId: inPsa?.id,
      prospectId: 21,
      status: 'new_opportunity',
      psaReference: 'job_a1',
      // The request did not name any products and services.
      opportunity: { value: 12_000, productsServices: 'Reporting' },
    });
    expect(prospects.get(21)?.opportunityId).toBe(opportunity?.opportunityId);
    expect(writes).toMatchObject([
      {
        transitions: [{ kind: 'prospect', from: 'qualified', to: 'new_opportunity' }],
        events: [{ type: 'opportunity.created', data: { value: 12_000 } }],
        end: { result: { prospectId: 21, psaOpportunityId: inPsa?.id } },
      },
    ]);
  });

  it.each(STATUSES.prospect.filter((status) => status !== 'qualified'))(
    'of a prospect that is %s is refused',
    async (status) => {
      const { create, psa } = begin({ status });
      expect(await create()).toMatchObject({ kind: 'refused', error: { details: { from: status } } });
      expect(psa.writes).toEqual([]);
    },
  );

  it('happens once, whichever job does it', async () => {
    const { create, psa, opportunities } = begin();
    await create();
    const again = await create({}, 'job_a2');
    expect(again).toMatchObject({ kind: 'refused', error: { details: { prospect_id: 21 } } });
    expect([psa.opportunities.size, opportunities.size]).toEqual([1, 1]);
  });

  it('finds what it has created before an interruption, even if another job resumes it', async () => {
    const { create, psa, race, opportunities } = begin();
    race.isLost = true;
    await expect(create()).rejects.toThrow(StaleClaimError);
    race.isLost = false;
    await create({}, 'job_a2');
    expect(psa.opportunities.size).toBe(1);
    expect([...opportunities.values()]).toMatchObject([{ psaReference: 'job_a1' }]);
  });

  it.each(['response_lost', 'request_lost'] as const)(
    'creates it once in spite of a fault: %s',
    async (fault) => {
      const { create, psa } = begin();
      psa.faults.plan('createOpportunity', fault);
      await create();
      expect(psa.opportunities.size).toBe(1);
    },
  );

  it('takes client and contact from the ticket if the record lacks them', async () => {
    const { create, psa } = begin({ psaClientId: null, psaUserId: null });
    await create();
    expect([...psa.opportunities.values()]).toMatchObject([{ clientId: 10, userId: 200 }]);
  });

  it('is refused without the required data, named by its place in the request', async () => {
    const { create, psa } = begin({ qualification: { ...qualified, qualifiedServices: null } });
    const outcome = await create();
    expect(JSON.stringify(outcome)).toContain('opportunity_data.products_services');
    expect(psa.writes).toEqual([]);
  });

  it('writes nothing of a prospect that was erased before its lead was claimed', async () => {
    const { create, onClaim, prospects, psa, writes } = begin();
    onClaim.run = () => prospects.clear();
    expect(await create()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
    expect([psa.writes, writes]).toEqual([[], []]);
  });

  it('is refused for a prospect that does not exist or has lost its ticket', async () => {
    const { create, prospects } = begin({ psaTicketId: null });
    expect(await create()).toMatchObject({ error: { details: { field: 'psa_ticket_id' } } });
    prospects.clear();
    expect(await create()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
  });
});
