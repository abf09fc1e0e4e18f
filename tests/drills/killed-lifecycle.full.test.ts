import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMongo } from '@leadbridge/store';

import { callerOf, type Caller } from '../support/caller.js';
import { completeQualification, leadLifeOf, opportunityData } from '../support/lead-life.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

let system: WorkerSystem;
let api: Caller;
let life: ReturnType<typeof leadLifeOf>;

beforeAll(async () => {
  system = await startWorkerSystem({
    // Longer than until the last request is held: none may time out meanwhile.
    env: { PSA_RATE_LIMIT: '100000', PSA_TIMEOUT_SECONDS: '600' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  life = leadLifeOf(api);
});

afterAll(async () => {
  await system.stop();
});

afterEach(() => {
  system.simulator.faults.clear();
});

type Moment = readonly [method: string, path: string];
type Json = Readonly<Record<string, unknown>>;

/** A request whose job loses its worker, and what must be true after another worker has continued it. */
interface Drill {
  readonly name: string;
  readonly at: Moment;
  /** Brings a record into the required state, and returns the request. */
  readonly prepare: (number: number) => Promise<{ method: string; path: string; body: unknown; id: number }>;
  readonly check: (result: Json, id: number) => Promise<void>;
}

const putTicket: Moment = ['PUT', '/api/Tickets/*'];
const postAction: Moment = ['POST', '/api/Actions'];
const postOpportunity: Moment = ['POST', '/api/Opportunities'];
const putOpportunity: Moment = ['PUT', '/api/Opportunities/*'];

async function historyOf(path: string): Promise<string[]> {
  const { body } = await api.call('GET', path);
  return (body['history'] as readonly { to: string }[]).map(({ to }) => to);
}

function actionsNaming(ticketId: unknown, text: string): number {
  return system.simulator.actions(Number(ticketId)).filter(({ note }) => note.includes(text)).length;
}

/** Opportunities in the PSA for a ticket's contact. */
function opportunitiesOf(ticketId: unknown): number {
  const userId = system.simulator.ticket(Number(ticketId))?.user_id;
  return system.simulator.opportunities().filter((opportunity) => opportunity.user_id === userId).length;
}

const leadMove: Omit<Drill, 'at'> = {
  name: 'moves a lead',
  async prepare(number) {
    const id = await life.importLead(number);
    const body = { status: 'researching', reason: 'Assigned to the desk' };
    return { method: 'PUT', path: `/leads/${id}/status`, body, id };
  },
  async check(result, id) {
    expect(result).toMatchObject({ status: 'researching', previous_status: 'new_lead' });
    expect(await historyOf(`/leads/${id}`)).toEqual(['new_lead', 'researching']);
    expect(actionsNaming(result['psa_ticket_id'], 'Assigned to the desk')).toBe(1);
  },
};

const conversion: Omit<Drill, 'at'> = {
  name: 'converts a lead',
  async prepare(number) {
    const id = await life.engagedLead(number);
    const body = {
      qualification_data: completeQualification,
      conversion_options: { notify_team: true },
    };
    return { method: 'POST', path: `/prospects/convert/${id}`, body, id };
  },
  async check(result, id) {
    expect(result).toMatchObject({ lead_id: id, status: 'new_prospect' });
    const { body } = await api.call('GET', '/prospects?limit=500');
    const prospects = body['prospects'] as readonly { lead_id: number }[];
    expect(prospects.filter((prospect) => prospect.lead_id === id)).toHaveLength(1);
    expect(actionsNaming(result['psa_ticket_id'], 'Lead converted to prospect')).toBe(1);
  },
};

const prospectMove: Omit<Drill, 'at'> = {
  name: 'moves a prospect',
  async prepare(number) {
    const id = await life.prospect(number);
    const body = {
      status: 'prospecting',
      next_action: 'Call the plant manager',
      next_action_date: '2027-02-01',
    };
    return { method: 'PUT', path: `/prospects/${id}/status`, body, id };
  },
  async check(result, id) {
    expect(result).toMatchObject({ status: 'prospecting' });
    expect(await historyOf(`/prospects/${id}`)).toEqual(['new_prospect', 'prospecting']);
    expect(actionsNaming(result['psa_ticket_id'], 'Call the plant manager')).toBe(1);
  },
};

const conversionWithPromotion: Omit<Drill, 'at'> = {
  name: 'converts and promotes in one request',
  async prepare(number) {
    const id = await life.engagedLead(number);
    const body = {
      qualification_data: completeQualification,
      conversion_options: { create_opportunity: true },
      opportunity_data: opportunityData,
    };
    return { method: 'POST', path: `/prospects/convert/${id}`, body, id };
  },
  async check(result) {
    expect(result).toMatchObject({ status: 'qualified' });
    expect(opportunitiesOf(result['psa_ticket_id'])).toBe(1);
    expect(await historyOf(`/prospects/${String(result['prospect_id'])}`)).toEqual([
      'new_prospect',
      'prospecting',
      'qualified',
    ]);
  },
};

const opportunityUpdate: Omit<Drill, 'at'> = {
  name: 'updates an opportunity',
  async prepare(number) {
    const id = await life.opportunity(number);
    const body = { status: 'progressing', value: 90_000, notes: 'They asked for a pilot' };
    return { method: 'PUT', path: `/opportunities/${id}`, body, id };
  },
  async check(result, id) {
    expect(result).toMatchObject({ status: 'progressing', value: 90_000 });
    const { body } = await api.call('GET', `/opportunities/${id}`);
    expect(body).toMatchObject({ notes: [{ text: 'They asked for a pilot' }] });
    expect(await historyOf(`/opportunities/${id}`)).toEqual(['new_opportunity', 'progressing']);
    expect(actionsNaming(body['psa_ticket_id'], 'They asked for a pilot')).toBe(1);
    const inPsa = system.simulator.opportunities().find((one) => one.id === body['psa_opportunity_id']);
    expect(inPsa?.details).toContain('Value: 90000');
  },
};

const drills: readonly Drill[] = [
  { ...leadMove, at: putTicket },
  { ...conversion, at: putTicket },
  { ...prospectMove, at: putTicket },
  { ...conversionWithPromotion, at: putTicket },
  { ...leadMove, at: postAction },
  { ...conversion, at: postAction },
  { ...prospectMove, at: postAction },
  { ...opportunityUpdate, at: postAction },
  {
    name: 'records a call',
    at: postAction,
    async prepare(number) {
      const id = await life.importLead(number);
      const call = { occurred_at: '2025-11-20T09:30:00Z', direction: 'outbound', notes: 'No answer' };
      return { method: 'POST', path: '/calls', body: { lead_id: id, ...call }, id };
    },
    async check(result, id) {
      expect(result).toMatchObject({ success: true, lead_id: id, notes: 'No answer' });
      const { body } = await api.call('GET', `/calls?lead_id=${id}`);
      expect(body).toMatchObject({ pagination: { total: 1 }, calls: [{ notes: 'No answer' }] });
      const lead = await api.call('GET', `/leads/${id}`);
      expect(actionsNaming(lead.body['psa_ticket_id'], 'No answer')).toBe(1);
    },
  },
  {
    name: 'promotes a prospect',
    at: postOpportunity,
    async prepare(number) {
      const id = await life.qualifiedProspect(number);
      const body = { prospect_id: id, opportunity_data: opportunityData };
      return { method: 'POST', path: '/opportunities', body, id };
    },
    async check(result, id) {
      expect(result).toMatchObject({ prospect_id: id, status: 'new_opportunity' });
      const { body } = await api.call('GET', `/prospects/${id}`);
      expect(opportunitiesOf(body['psa_ticket_id'])).toBe(1);
    },
  },
  { ...conversionWithPromotion, at: postOpportunity },
  { ...opportunityUpdate, at: putOpportunity },
];

const finished = new Map<Drill, { readonly job: Json; readonly id: number }>();

/**
 * All drills lose their worker at once: each job's write is applied by the PSA, but the response never
 * arrives; then the only worker is killed and restarted.
 */
beforeAll(async () => {
  const { simulator } = system;
  const asked = [];
  for (const [index, drill] of drills.entries()) {
    asked.push({ drill, ...(await drill.prepare(index + 1)) });
  }
  const moments = [...new Set(drills.map(({ at }) => at))];
  let held = 0;
  const running: { drill: Drill; id: number; jobId: string }[] = [];
  for (const at of moments) {
    const [method, path] = at;
    const group = asked.filter(({ drill }) => drill.at === at);
    simulator.faults.set({ kind: 'hang', when: 'after', times: group.length, method, path });
    for (const { drill, id, ...request } of group) {
      const wish = { prefer: 'respond-async' };
      const { body } = await api.call(request.method, request.path, request.body, wish);
      running.push({ drill, id, jobId: String(body['job_id']) });
    }
    held += group.length;
    await simulator.faults.waitForHeld(held);
  }
  const worker = system.workers[0];
  await worker?.kill('SIGKILL');
  simulator.faults.clear();
  await worker?.restart();
  for (const { drill, id, jobId } of running) {
    finished.set(drill, { id, job: await api.finished(jobId) });
  }
});

describe("a worker killed between the PSA's response and our record", () => {
  it.each(drills.map((drill) => [drill.name, ...drill.at, drill] as const))(
    '%s once (%s %s)',
    async (_name, _method, _path, drill) => {
      const { job, id } = finished.get(drill) ?? { job: {}, id: 0 };
      expect(job).toMatchObject({ status: 'completed', error: null });
      await drill.check(job['result'] as Json, id);
    },
  );

  it('leaves each transition in the log of transitions once', async () => {
    const mongo = await connectMongo(system.mongodbUri);
    const rows = await mongo.collection('transitions').find().toArray();
    await mongo.close();
    const moves = rows.map(({ kind, recordId, from, to }) => [kind, recordId, from, to].join(' '));
    expect(moves.length).toBeGreaterThan(drills.length);
    expect(new Set(moves).size).toBe(moves.length);
  });
});

let number = 100;
const next = (): number => (number += 1);

describe('a lost response of the PSA', () => {
  it.each(['drop', 'html_502'] as const)('(%s) creates no second opportunity', async (kind) => {
    const prospectId = await life.qualifiedProspect(next());
    const before = system.simulator.opportunities().length;
    system.simulator.faults.set({
      kind,
      when: 'after',
      times: 1,
      method: 'POST',
      path: '/api/Opportunities',
    });
    const { status } = await api.call('POST', '/opportunities', {
      prospect_id: prospectId,
      opportunity_data: opportunityData,
    });
    expect(status).toBe(201);
    expect(system.simulator.opportunities()).toHaveLength(before + 1);
  });

  it('for two people with the same name at one company results in one opportunity each', async () => {
    const twin = { first_name: 'Sam', last_name: 'Twin', company: 'Twins' };
    const prospects: number[] = [];
    for (const email of ['sam.a@twins.example.com', 'sam.b@twins.example.com']) {
      const { body } = await api.importLead({ ...twin, email });
      const leadId = Number(body['lead_id']);
      await life.moveLead(leadId, 'researching', 'contacted', 'engaged');
      const converted = await api.call('POST', `/prospects/convert/${leadId}`, {
        qualification_data: completeQualification,
      });
      const prospectId = Number(converted.body['prospect_id']);
      await api.call('PUT', `/prospects/${prospectId}/status`, { status: 'prospecting' });
      await api.call('PUT', `/prospects/${prospectId}/status`, { status: 'qualified' });
      prospects.push(prospectId);
    }
    const made: unknown[] = [];
    for (const prospectId of prospects) {
      system.simulator.faults.set({
        kind: 'drop',
        when: 'after',
        times: 1,
        method: 'POST',
        path: '/api/Opportunities',
      });
      const { body } = await api.call('POST', '/opportunities', {
        prospect_id: prospectId,
        opportunity_data: opportunityData,
      });
      made.push(body['psa_opportunity_id']);
    }
    expect(new Set(made).size).toBe(2);
  });
});
