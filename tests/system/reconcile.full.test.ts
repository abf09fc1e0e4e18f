import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startHaloSystem } from '../support/halo-system.js';
import { startSystemHere } from '../support/start-system-here.js';

const env = { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000' };

const dialects = [
  ['the usual PSA', async () => startSystemHere({ env, simulator: { rateLimit: 0 } })],
  ['a HaloPSA', async () => (await startHaloSystem({}, env)).system],
] as const;

type Body = Readonly<Record<string, unknown>>;
interface FoundFinding {
  readonly finding_id: string;
  readonly kind: string;
  readonly psa_ticket_id: number | null;
  readonly details: Body;
  readonly remedies: readonly string[];
  readonly resolution: Body | null;
}
interface ImportedLead {
  readonly email: string;
  readonly leadId: number;
  readonly ticketId: number;
}

describe.each(dialects)('with %s', (_name, start) => {
  let system: TestSystem;
  let api: Caller;
  let mongo: Awaited<ReturnType<typeof connectMongo>>;
  let number = 0;

  beforeAll(async () => {
    system = await start();
    api = callerOf(system);
    mongo = await connectMongo(system.mongodbUri);
  });

  afterAll(async () => {
    await mongo.close();
    await system.stop();
  });

  async function importLead(): Promise<ImportedLead> {
    number += 1;
    const lead = flatLead(number);
    const { body } = await api.importLead(lead);
    return { email: lead.email, leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']) };
  }

  type Ten = readonly [...Nine, ImportedLead];
  type Nine = readonly [...Four, ...Four, ImportedLead];
  type Four = readonly [ImportedLead, ImportedLead, ImportedLead, ImportedLead];
  const importLeads = async (count: number): Promise<Ten> =>
    (await Promise.all(Array.from({ length: count }, importLead))) as readonly ImportedLead[] as Ten;

  async function reconciled(): Promise<{ id: string; view: Body; findings: readonly FoundFinding[] }> {
    const { status, body } = await api.call('POST', '/reconciliations', {});
    expect(status).toBe(202);
    expect(await api.finished(String(body['job_id']))).toMatchObject({ status: 'completed' });
    return await foundBy(String(body['reconciliation_id']));
  }

  async function foundBy(id: string) {
    const { body: view } = await api.call('GET', `/reconciliations/${id}`);
    const { body } = await api.call('GET', `/reconciliations/${id}/findings?limit=1000`);
    return { id, view, findings: body['findings'] as readonly FoundFinding[] };
  }

  const suppressions = async () => {
    const { body } = await api.call('GET', '/suppressions?limit=100');
    return body['suppressions'] as readonly {
      readonly email: string | null;
      readonly ticket_pending: unknown[];
    }[];
  };

  it('finds each kind of discrepancy between the PSA and the records, and nothing else', async () => {
    const before = system.simulator.seedTicket({ emailaddress: 'early@example.com', company: 'Early' });
    const leads = await importLeads(10);
    const [flagged, moved, known, drifted, jumped, typed, gone, twin, kept] = leads;
    await api.call('POST', '/suppressions', { lead_id: known.leadId, reason: 'Asked on the telephone' });
    await until(async () =>
      (await suppressions()).every(({ ticket_pending: pending }) => pending.length === 0),
    );
    const { simulator } = system;
    simulator.actAsAgent(flagged.ticketId, { customfields: { 105: true } });
    simulator.actAsAgent(moved.ticketId, { status_id: 6 });
    simulator.actAsAgent(known.ticketId, { customfields: { 105: false } });
    simulator.actAsAgent(drifted.ticketId, { status_id: 2 });
    simulator.actAsAgent(jumped.ticketId, { status_id: 4 });
    simulator.actAsAgent(typed.ticketId, { tickettype_id: 2, status_id: 10 });
    simulator.removeTicket(gone.ticketId);
    simulator.removeTicket(kept.ticketId);
    const copy = simulator.ticket(twin.ticketId);
    const second = simulator.seedTicket({ user_id: Number(copy?.user_id), summary: String(copy?.summary) });
    const unknown = simulator.seedTicket({ emailaddress: 'new.one@example.com', company: 'New One' });
    simulator.requests.clear();

    const { view, findings } = await reconciled();

    const found = findings.map(({ kind, psa_ticket_id: ticketId }) => [kind, ticketId]);
    expect(new Map(found.map(([kind, ticketId]) => [`${String(kind)} ${String(ticketId)}`, true]))).toEqual(
      new Map(
        [
          ['opt_out_missing', flagged.ticketId],
          ['opt_out_missing', moved.ticketId],
          ['opt_out_unmarked', known.ticketId],
          ['status_drift', drifted.ticketId],
          ['status_drift', jumped.ticketId],
          ['type_drift', typed.ticketId],
          ['missing_ticket', gone.ticketId],
          ['missing_ticket', kept.ticketId],
          ['duplicate_ticket', twin.ticketId],
          ['unknown_ticket', unknown],
          ['unknown_before_first_import', null],
        ].map(([kind, ticketId]) => [`${String(kind)} ${String(ticketId)}`, true]),
      ),
    );
    expect(findings).toHaveLength(11);
    expect(view).toMatchObject({ status: 'completed', resolved: 2, records: 10 });
    const duplicate = findings.find(({ kind }) => kind === 'duplicate_ticket');
    expect(duplicate).toMatchObject({ remedies: [], details: { oldest_id: twin.ticketId } });
    expect(JSON.stringify(duplicate)).toContain(String(second));
    expect(JSON.stringify(findings)).not.toContain('@example');
    expect(before).toBeLessThan(flagged.ticketId);

    // Opt-outs that no notification reported are suppressed without a person's choice.
    const optedOut = [flagged.email, moved.email, known.email].sort();
    // An entry stands before its ticket has been read, and goes if its person has one.
    const emails = async () => (await suppressions()).map(({ email }) => email).sort();
    await until(async () => isDeepStrictEqual(await emails(), optedOut));
  });

  it('applies the chosen remedies, each once, and then finds nothing more', async () => {
    const [run] = (await api.call('GET', '/reconciliations')).body['reconciliations'] as [Body];
    const { id, findings } = await foundBy(String(run['reconciliation_id']));
    const choose = async ({ finding_id: finding }: FoundFinding, remedy: string) =>
      api.call('POST', `/reconciliations/${id}/findings/${finding}/resolve`, { remedy });
    const [forgotten, kept] = findings.filter(({ kind }) => kind === 'missing_ticket') as [
      FoundFinding,
      FoundFinding,
    ];
    const duplicate = findings.filter(({ kind }) => kind === 'duplicate_ticket') as [FoundFinding];

    const notOffered = { status: 400, body: { error: { details: { reason: 'REMEDY_NOT_OFFERED' } } } };
    expect(await choose(duplicate[0], 'keep')).toMatchObject(notOffered);
    expect(await choose(forgotten, 'follow')).toMatchObject(notOffered);
    expect((await choose({ ...forgotten, finding_id: 'fnd_0' }, 'keep')).status).toBe(404);
    expect(await choose(forgotten, 'forget')).toMatchObject({ status: 200, body: { resolved: 1 } });
    expect(await choose(forgotten, 'forget')).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'FINDING_RESOLVED' } } },
    });
    expect((await choose(kept, 'keep')).status).toBe(200);
    const kinds = [
      ['status_drift', 'follow'],
      ['type_drift', 'follow'],
      ['opt_out_unmarked', 'mark'],
      ['unknown_ticket', 'adopt'],
      ['unknown_before_first_import', 'adopt'],
    ];
    for (const [kind, remedy] of kinds) {
      const { status } = await api.call('POST', `/reconciliations/${id}/resolve`, { kind, remedy });
      expect({ kind, status }).toEqual({ kind, status: 200 });
    }
    const openJobs = async () => mongo.collection('jobs').countDocuments({ finishedAt: null });
    await until(async () => (await openJobs()) === 0);
    await until(async () =>
      (await suppressions()).every(({ ticket_pending: pending }) => pending.length === 0),
    );

    const drifts = findings.filter(({ kind }) => kind === 'status_drift');
    for (const { psa_ticket_id: ticketId, details } of drifts) {
      const { body } = await api.call('GET', `/leads?psa_ticket_id=${String(ticketId)}`);
      expect(body['leads']).toMatchObject([{ status: details['psa_status'] }]);
    }
    const again = await reconciled();
    expect(again.findings.map(({ kind }) => kind)).toEqual(['duplicate_ticket']);
    expect(again.view).toMatchObject({ resolved: 0 });

    const csv = await fetch(`${system.baseUrl}/api/v1/reconciliations/${id}/findings?format=csv`, {
      headers: { authorization: `Bearer ${system.adminKey}` },
    });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect((await csv.text()).trim().split('\n')).toHaveLength(12);
  });
});
