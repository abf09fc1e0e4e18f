import { describe, expect, it } from '@jest/globals';

import {
  newProspectOf,
  prospectConverted,
  prospectQualified,
  prospectTicketChanges,
} from './new-prospect.js';
import { createLifecycleWorld } from './testing/lifecycle-world.js';
import { leadRecord, qualified } from './testing/records.js';

const cause = { at: '2026-01-31T09:00:00.000Z', by: 'Sales desk', reason: 'They asked' };

function made(changes: Parameters<typeof leadRecord>[0] = {}) {
  const lead = leadRecord({ status: 'engaged', qualification: qualified, ...changes });
  return { lead, ...newProspectOf({ ...lead, psaTicketId: 300 }, 21, cause, 'job_a1') };
}

describe('the ticket of a new prospect', () => {
  it('has the prospect type, its status and its qualification', async () => {
    const { work } = createLifecycleWorld();
    const changes = await prospectTicketChanges(work(), qualified);
    expect(changes).toMatchObject({ tickettype_id: 2, category_1: 'Prospect', status_id: 10 });
    expect(changes.customfields).toContainEqual({ id: 201, value: 'Reports take two days' });
  });

  it('has no custom fields if they are disabled', async () => {
    const { work } = createLifecycleWorld({ settings: { psa: { customFieldsEnabled: false } } });
    expect(await prospectTicketChanges(work(), qualified)).not.toHaveProperty('customfields');
  });

  it('keeps its status if the PSA has none for it', async () => {
    const { work } = createLifecycleWorld();
    const none = { ...work().statusIds, idOf: async () => Promise.resolve(null) };
    const changes = await prospectTicketChanges(work({ statusIds: none }), qualified);
    expect(changes).not.toHaveProperty('status_id');
    expect(changes.tickettype_id).toBe(2);
  });
});

describe('a new prospect', () => {
  it('has all data of the lead, including its opt-out, and begins its own history', () => {
    const { lead, newProspect } = made({ doNotContact: true });
    expect(newProspect).toMatchObject({
      ...{ prospectId: 21, leadId: 12, psaTicketId: 300, psaClientId: 10, psaUserId: 200 },
      ...{ source: 'provider_a', lead: lead.lead, qualification: qualified, doNotContact: true },
      ...{ status: 'new_prospect', convertedBy: 'job_a1', opportunityId: null, promotionReference: null },
      createdAt: cause.at,
    });
    expect(newProspect.history).toEqual([
      { from: 'engaged', to: 'new_prospect', at: cause.at, by: 'Sales desk', reason: 'They asked' },
    ]);
  });

  it('counts as a transition of the lead, with the time that it was engaged', () => {
    const history = [
      { from: null, to: 'new_lead', at: '2026-01-30T09:00:00.000Z', by: 'import', reason: null },
      { from: 'contacted', to: 'engaged', at: '2026-01-31T08:59:00.000Z', by: 'import', reason: null },
    ];
    const { move } = made({ history });
    expect(move.transition).toMatchObject({
      ...{ kind: 'lead', recordId: 12, from: 'engaged', to: 'new_prospect', secondsInFrom: 60 },
    });
  });

  it.each([true, false])('is reported with whether the team should be notified: %p', (notifyTeam) => {
    expect(prospectConverted(made().newProspect, { notifyTeam })).toEqual({
      type: 'prospect.converted',
      data: {
        ...{ lead_id: 12, prospect_id: 21, psa_ticket_id: 300, source: 'provider_a' },
        ...{ status: 'new_prospect', fit_score: 82, notify_team: notifyTeam },
      },
    });
  });

  it('is reported as qualified, whatever state it came from', () => {
    expect(prospectQualified(made().newProspect)).toMatchObject({
      type: 'prospect.qualified',
      data: { prospect_id: 21, status: 'qualified', fit_score: 82 },
    });
  });
});
