import { expect } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import type { connectMongo } from '@leadbridge/store';

import { flatLead, type Caller } from './caller.js';
import { countsOf, once } from './lead-counts.js';
import { completeQualification, leadLifeOf, opportunityData } from './lead-life.js';
import { notify, optOutNotification } from './psa-notifications.js';
import type { WorkerSystem } from './start-system-here.js';
import type { SuppressionEndpoint } from './suppression-endpoint.js';

type Json = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** What a flow of a job needs and leaves. */
export interface FlowWorld {
  readonly system: WorkerSystem;
  readonly api: Caller;
  readonly mongo: Awaited<ReturnType<typeof connectMongo>>;
  readonly provider: SuppressionEndpoint;
  /** A number that no other lead has. */
  next(): number;
}

/** A request that is ready to be sent. */
export interface PreparedFlow {
  /** Resolves when it is accepted; `over` resolves with its job when that has ended. */
  send(headers: Headers): Promise<{ readonly over: Promise<Json> }>;
  /** What is left of it, wherever its worker was killed. */
  outcome(job: Json): Promise<Json>;
  readonly expected: Json;
}

export interface Flow {
  readonly name: string;
  /** How many messages its job sends at least. */
  readonly messages: number;
  prepare(world: FlowWorld): Promise<PreparedFlow>;
}

async function accepted(
  { api }: FlowWorld,
  [method, path]: readonly [string, string],
  body: unknown,
  headers: Headers,
): Promise<{ readonly over: Promise<Json> }> {
  const response = await api.call(method, path, body, { prefer: 'respond-async', ...headers });
  expect({ path, status: response.status, body: response.body }).toMatchObject({ path, status: 202 });
  return { over: api.finished(String(response.body['job_id'])) };
}

const importOf = (world: FlowWorld, data: object) => (headers: Headers) =>
  accepted(world, ['POST', '/sync/leads'], { source: 'provider_a', data, options: {} }, headers);

const resultOf = ({ result }: Json): Json => (result ?? {}) as Json;

const eventsOf = ({ mongo }: FlowWorld, type: string, leadId: unknown) =>
  mongo.collection('events').countDocuments({ type, 'data.lead_id': leadId });

async function leadOf({ api }: FlowWorld, leadId: number): Promise<Json> {
  return (await api.call('GET', `/leads/${leadId}`)).body;
}

const notesOf = ({ system }: FlowWorld, ticketId: unknown): readonly string[] =>
  system.simulator.actions(Number(ticketId)).map(({ note }) => note);

/** The opt-out of a person, once nothing more is to be done for it: its entries, and what providers were told. */
async function optOutOf({ mongo, provider, api }: FlowWorld, email: string): Promise<Json> {
  const entries = () => mongo.collection('suppressions').find({ 'person.email': email }).toArray();
  await until(async () => {
    const found = await entries();
    return found.length > 0 && found.every(({ pushAt, ticketAt }) => pushAt === null && ticketAt === null);
  });
  return {
    entries: (await entries()).length,
    // A push that was interrupted is repeated with its reference.
    pushes: new Set(provider.pushed(email).map(({ headers }) => headers['idempotency-key'])).size,
    again: (await api.importLead({ email })).body['result'],
  };
}

/** The requests that integrators, the PSA and admins send, and what each must have done in the end: once. */
export const flows: readonly Flow[] = [
  {
    name: 'a new lead',
    messages: 33,
    async prepare(world) {
      const lead = flatLead(world.next());
      return {
        send: importOf(world, lead),
        outcome: async (job) => ({
          status: job['status'],
          result: resultOf(job)['result'],
          ...countsOf(world.system.simulator, lead),
          records: await world.mongo.collection('leads').countDocuments({ key: `email:${lead.email}` }),
          events: await eventsOf(world, 'lead.created', resultOf(job)['lead_id']),
          again: (await world.api.importLead(lead)).body['result'],
        }),
        expected: {
          ...{ status: 'completed', result: 'created', ...once },
          ...{ records: 1, events: 1, again: 'skipped' },
        },
      };
    },
  },
  {
    name: 'a changed lead',
    messages: 16,
    async prepare(world) {
      const lead = flatLead(world.next());
      const { body } = await world.api.importLead(lead);
      return {
        send: importOf(world, { ...lead, headcount: 4_000 }),
        outcome: async (job) => ({
          status: job['status'],
          result: resultOf(job)['result'],
          ...countsOf(world.system.simulator, lead),
          notes: notesOf(world, body['psa_ticket_id']).length,
          events: await eventsOf(world, 'lead.updated', body['lead_id']),
        }),
        expected: { status: 'completed', result: 'updated', ...once, notes: 1, events: 1 },
      };
    },
  },
  {
    name: 'a lead that has opted out',
    messages: 44,
    async prepare(world) {
      const lead = flatLead(world.next(), { do_not_contact: true });
      return {
        send: importOf(world, lead),
        outcome: async (job) => ({
          status: job['status'],
          tickets: countsOf(world.system.simulator, lead)['tickets'],
          ...(await optOutOf(world, lead.email)),
        }),
        expected: { status: 'completed', tickets: 1, entries: 1, pushes: 1, again: 'preserved' },
      };
    },
  },
  {
    name: 'a bulk import',
    messages: 44,
    async prepare(world) {
      const leads = [1, 2, 3].map(() => flatLead(world.next()));
      const body = { source: 'provider_a', leads, batch_options: {} };
      return {
        send: async (headers) => accepted(world, ['POST', '/sync/leads/bulk'], body, headers),
        outcome: async (job) => ({
          status: job['status'],
          progress: job['progress'],
          counts: leads.map((lead) => countsOf(world.system.simulator, lead)),
          records: await world.mongo
            .collection('leads')
            .countDocuments({ key: { $in: leads.map(({ email }) => `email:${email}`) } }),
        }),
        expected: {
          status: 'completed',
          progress: expect.objectContaining({ processed: 3, successful: 3, failed: 0 }),
          counts: [once, once, once],
          records: 3,
        },
      };
    },
  },
  {
    name: 'an undo',
    messages: 44,
    async prepare(world) {
      const { api } = world;
      const [created, changed] = [flatLead(world.next()), flatLead(world.next())];
      await api.importLead(changed);
      const leads = [created, { ...changed, headcount: 999 }];
      const bulk = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
      await api.finished(String(bulk.body['job_id']));
      return {
        send: async (headers) =>
          accepted(world, ['POST', `/jobs/${String(bulk.body['job_id'])}/undo`], {}, headers),
        outcome: async (job) => ({
          status: job['status'],
          progress: job['progress'],
          tickets: countsOf(world.system.simulator, created)['tickets'],
          headcount: (await api.importLead(changed)).body['result'],
        }),
        expected: {
          status: 'completed',
          progress: expect.objectContaining({ processed: 2, successful: 2, failed: 0 }),
          tickets: 1,
          headcount: 'skipped',
        },
      };
    },
  },
  {
    name: 'a move of a lead',
    messages: 15,
    async prepare(world) {
      const id = await leadLifeOf(world.api).importLead(world.next());
      const body = { status: 'researching', reason: 'To the desk' };
      return {
        send: async (headers) => accepted(world, ['PUT', `/leads/${id}/status`], body, headers),
        async outcome(job) {
          const lead = await leadOf(world, id);
          return {
            status: job['status'],
            history: (lead['history'] as readonly { to: string }[]).map(({ to }) => to),
            notes: notesOf(world, lead['psa_ticket_id']).length,
          };
        },
        expected: { status: 'completed', history: ['new_lead', 'researching'], notes: 1 },
      };
    },
  },
  {
    name: 'a conversion with an opportunity',
    messages: 36,
    async prepare(world) {
      const id = await leadLifeOf(world.api).engagedLead(world.next());
      const body = {
        qualification_data: completeQualification,
        conversion_options: { create_opportunity: true },
        opportunity_data: opportunityData,
      };
      const recordsOf = (collection: string) =>
        world.mongo.collection(collection).countDocuments({ leadId: id });
      return {
        send: async (headers) => accepted(world, ['POST', `/prospects/convert/${id}`], body, headers),
        async outcome(job) {
          const { simulator } = world.system;
          const userId = simulator.ticket(Number(resultOf(job)['psa_ticket_id']))?.user_id;
          return {
            status: job['status'],
            result: resultOf(job)['status'],
            prospects: await recordsOf('prospects'),
            opportunities: await recordsOf('opportunities'),
            ofPsa: simulator.opportunities().filter((each) => each.user_id === userId).length,
          };
        },
        expected: { status: 'completed', result: 'qualified', prospects: 1, opportunities: 1, ofPsa: 1 },
      };
    },
  },
  {
    name: 'a call',
    messages: 11,
    async prepare(world) {
      const id = await leadLifeOf(world.api).importLead(world.next());
      const call = { occurred_at: '2025-11-20T09:30:00Z', direction: 'outbound', notes: 'No answer' };
      return {
        send: async (headers) => accepted(world, ['POST', '/calls'], { lead_id: id, ...call }, headers),
        async outcome(job) {
          const { body } = await world.api.call('GET', `/calls?lead_id=${id}`);
          const { psa_ticket_id: ticketId } = await leadOf(world, id);
          return {
            status: job['status'],
            calls: (body['calls'] as readonly unknown[]).length,
            notes: notesOf(world, ticketId).length,
          };
        },
        expected: { status: 'completed', calls: 1, notes: 1 },
      };
    },
  },
  {
    name: 'an opt-out in the PSA',
    messages: 42,
    async prepare(world) {
      const lead = flatLead(world.next());
      const { body } = await world.api.importLead(lead);
      const ticketId = Number(body['psa_ticket_id']);
      return {
        send: (headers) =>
          Promise.resolve({
            over: notify(world.system, optOutNotification(ticketId), headers).then(() => ({})),
          }),
        outcome: async () => ({
          ...(await optOutOf(world, lead.email)),
          notes: notesOf(world, ticketId).filter((note) => note.startsWith('Do Not Contact')).length,
        }),
        expected: { entries: 1, pushes: 1, notes: 1, again: 'preserved' },
      };
    },
  },
  {
    name: 'an erasure',
    messages: 44,
    async prepare(world) {
      const { email } = flatLead(world.next());
      await world.api.importLead({ first_name: 'Ada', last_name: 'Erased', email });
      return {
        send: async (headers) => accepted(world, ['POST', '/erasures'], { email }, headers),
        async outcome(job) {
          const { mongo } = world;
          const left: string[] = [];
          for (const { name } of (await mongo.db?.listCollections().toArray()) ?? []) {
            const documents = await mongo.collection(name).find().toArray();
            // The mirror shows the person again as long as the PSA does.
            const isLeft = name !== 'psa_records' && JSON.stringify(documents).includes(email);
            left.push(...(isLeft ? [name] : []));
          }
          return { status: job['status'], left };
        },
        expected: { status: 'completed', left: [] },
      };
    },
  },
  {
    name: 'a changed opportunity',
    messages: 16,
    async prepare(world) {
      const id = await leadLifeOf(world.api).opportunity(world.next());
      const body = { status: 'progressing', value: 90_000, notes: 'They asked for a pilot' };
      return {
        send: async (headers) => accepted(world, ['PUT', `/opportunities/${id}`], body, headers),
        async outcome(job) {
          const { body: found } = await world.api.call('GET', `/opportunities/${id}`);
          return {
            status: job['status'],
            value: resultOf(job)['value'],
            history: (found['history'] as readonly { to: string }[]).map(({ to }) => to),
            notes: notesOf(world, found['psa_ticket_id']).filter((note) => note.includes('pilot')).length,
          };
        },
        expected: {
          ...{ status: 'completed', value: 90_000, notes: 1 },
          history: ['new_opportunity', 'progressing'],
        },
      };
    },
  },
  {
    name: 'a list of opt-outs',
    messages: 30,
    async prepare(world) {
      const [known, unknown] = [flatLead(world.next()), flatLead(world.next())];
      await world.api.importLead(known);
      const suppressions = [{ email: known.email }, { email: unknown.email }];
      return {
        send: async (headers) => accepted(world, ['POST', '/suppressions/bulk'], { suppressions }, headers),
        outcome: async (job) => ({
          status: job['status'],
          result: job['result'],
          ...(await optOutOf(world, known.email)),
          entriesOfUnknown: await world.mongo
            .collection('suppressions')
            .countDocuments({ 'person.email': unknown.email }),
          unknown: (await world.api.importLead(unknown)).body['suppressed_by'],
        }),
        expected: {
          status: 'completed',
          result: expect.objectContaining({ total: 2, added: 2, known: 0, failed: 0 }),
          ...{ entries: 1, pushes: 1, again: 'preserved', entriesOfUnknown: 1, unknown: 'email' },
        },
      };
    },
  },
  {
    name: 'a rebuild of the mirror',
    messages: 12,
    prepare: (world) =>
      Promise.resolve({
        send: async (headers: Headers) => accepted(world, ['POST', '/mirror/rebuild'], {}, headers),
        async outcome(job: Json) {
          const { body } = await world.api.call('GET', '/mirror');
          const kinds = body['kinds'] as readonly Json[];
          return { status: job['status'], complete: kinds.map(({ complete }) => complete) };
        },
        expected: { status: 'completed', complete: [true, true, true] },
      }),
  },
  {
    name: 'a reconciliation',
    messages: 30,
    prepare: (world) =>
      Promise.resolve({
        send: async (headers: Headers) => accepted(world, ['POST', '/reconciliations'], {}, headers),
        outcome: (job: Json) => Promise.resolve({ status: job['status'] }),
        expected: { status: 'completed' },
      }),
  },
];
