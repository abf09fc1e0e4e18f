import { type ApiResponse, type Caller, flatLead } from './caller.js';

/** The data that a request in the specification's format needs to convert, qualify and promote. */
export const completeQualification = {
  pain_points: 'Manual reporting takes days',
  budget_range: '50k-100k',
  decision_maker: true,
  fit_score: 85,
  qualified_services: 'Reporting automation',
  timeframe: 'Q3',
} as const;

export const opportunityData = {
  value: 60_000,
  probability: 40,
  expected_close_date: '2027-03-31',
  competitors: 'Two local firms',
} as const;

/** Takes leads through their lifecycle over HTTP, like an integrator. */
export function leadLifeOf(api: Caller) {
  async function expectOk(response: Promise<ApiResponse>): Promise<ApiResponse> {
    const { status, body, headers } = await response;
    if (status >= 300) {
      throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
    }
    return { status, body, headers };
  }

  async function importLead(number: number): Promise<number> {
    const { body } = await expectOk(api.importLead(flatLead(number)));
    return Number(body['lead_id']);
  }

  async function moveLead(leadId: number, ...statuses: readonly string[]): Promise<void> {
    for (const status of statuses) {
      await expectOk(api.call('PUT', `/leads/${leadId}/status`, { status }));
    }
  }

  async function engagedLead(number: number): Promise<number> {
    const leadId = await importLead(number);
    await moveLead(leadId, 'researching', 'contacted', 'engaged');
    return leadId;
  }

  async function prospect(number: number): Promise<number> {
    const leadId = await engagedLead(number);
    const { body } = await expectOk(
      api.call('POST', `/prospects/convert/${leadId}`, { qualification_data: completeQualification }),
    );
    return Number(body['prospect_id']);
  }

  async function qualifiedProspect(number: number): Promise<number> {
    const prospectId = await prospect(number);
    for (const status of ['prospecting', 'qualified']) {
      await expectOk(api.call('PUT', `/prospects/${prospectId}/status`, { status }));
    }
    return prospectId;
  }

  async function opportunity(number: number): Promise<number> {
    const prospectId = await qualifiedProspect(number);
    const { body } = await expectOk(
      api.call('POST', '/opportunities', { prospect_id: prospectId, opportunity_data: opportunityData }),
    );
    return Number(body['opportunity_id']);
  }

  return { importLead, moveLead, engagedLead, prospect, qualifiedProspect, opportunity };
}
