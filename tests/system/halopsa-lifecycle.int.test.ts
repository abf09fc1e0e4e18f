import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statusName } from '@leadbridge/domain';

import { openLifecycleHarness, qualified, type LifecycleHarness } from '../support/lifecycle-harness.js';

let harness: LifecycleHarness;

beforeAll(async () => {
  harness = await openLifecycleHarness({ psaDialect: 'halopsa', psaCategories: true });
});

afterAll(async () => {
  await harness.close();
});

beforeEach(() => {
  harness.simulator.faults.clear();
  harness.simulator.requests.clear();
});

const fourFields = {
  pain_points: 'Manual reporting',
  budget_range: '50k-100k',
  decision_maker: 'Head of operations',
  fit_score: 60,
};

describe('the lifecycle in a HaloPSA', () => {
  it('changes a lead to another status by its name', async () => {
    const { leadId, ticketId } = await harness.seedLead('new_lead');
    const job = await harness.run('lead_status', { lead_id: leadId, status: 'researching' });
    expect(job.status).toBe('completed');
    expect(harness.simulator.ticket(ticketId)).toMatchObject({ status_id: 2 });
  });

  it('[11] converts with one POST, and another one if the change of type reset the category', async () => {
    for (const typeChange of ['keeps', 'resets_category'] as const) {
      harness.simulator.halo?.setQuirks({ typeChange });
      harness.simulator.requests.clear();
      const { leadId, ticketId } = await harness.seedLead('engaged');
      const job = await harness.run('prospect_conversion', {
        lead_id: leadId,
        qualification_data: fourFields,
      });
      expect(job.status).toBe('completed');
      expect(harness.simulator.ticket(ticketId)).toMatchObject({
        tickettype_id: 2,
        status_id: 10,
        category_1: 'Prospect',
        customfields: { 201: 'Manual reporting', 203: 'Head of operations', 204: '50k-100k', 206: 60 },
      });
      const posts = harness.writes().filter((write) => write === 'POST /api/Tickets');
      expect(posts).toHaveLength(typeChange === 'keeps' ? 1 : 2);
    }
  });

  it('rejects a conversion if the PSA has no status for it, and writes nothing', async () => {
    const { leadId, ticketId } = await harness.seedLead('engaged');
    harness.simulator.halo?.setQuirks({ absent: [statusName('new_prospect')] });
    await harness.psa.check();
    const job = await harness.run('prospect_conversion', { lead_id: leadId, qualification_data: fourFields });
    expect(JSON.stringify(job.error)).toContain('no status New Prospect');
    expect(harness.simulator.ticket(ticketId)).toMatchObject({ tickettype_id: 1 });
    harness.simulator.halo?.setQuirks({ absent: [] });
    await harness.psa.check();
  });

  it('creates an opportunity with the fields that the PSA has for it', async () => {
    const { prospectId } = await harness.seedProspect('qualified', qualified);
    const job = await harness.run('opportunity_creation', {
      prospect_id: prospectId,
      opportunity_data: {
        value: 60_000,
        probability: 40,
        expected_close_date: '2027-03-31',
        products_services: 'Automation',
        competitors: 'Somebody else',
      },
    });
    expect(job.status).toBe('completed');
    const made = harness.simulator.opportunities().at(-1);
    expect(made?.extras).toMatchObject({
      oppvalue: 60_000,
      oppconversionprobability: 40,
      targetdate: '2027-03-31T12:00:00Z',
      oppproductchosen: 'Automation',
      oppcompetitors: 'Somebody else',
      oppcompanyname: 'Company',
    });
  });

  it('notes a call on the ticket with the outcome that the PSA requires', async () => {
    const { leadId, ticketId } = await harness.seedLead('researching');
    const job = await harness.run('call_record', {
      lead_id: leadId,
      occurred_at: '2025-11-20T11:30:00+02:00',
      direction: 'outbound',
      outcome: 'Reached',
      notes: 'Prefers mornings',
    });
    expect(job.status).toBe('completed');
    expect(harness.simulator.actions(ticketId).at(-1)).toMatchObject({ outcome: 'Internal Note' });
  });
});
