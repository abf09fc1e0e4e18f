import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Remedy } from '@leadbridge/domain';
import { isoTime, newId, silentLogger, systemClock } from '@leadbridge/platform';
import {
  createCompanyMatchStore,
  createErasureStore,
  createImportStore,
  createJobStore,
  createSuppressionStore,
  createReconciledRecords,
  createReconciliationStore,
} from '@leadbridge/store';
import {
  createStatusIds,
  defaultSettings,
  jobRecordOf,
  readJob,
  requestOptOut,
  runReconciliation,
  takeRemedies,
  type Finding,
  type ReconciliationDependencies,
  type ReconciliationStore,
} from '@leadbridge/usecases';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

const clock = systemClock;
const actor = { id: 'key_test', name: 'test' };
const origin = 'test';
const killed = new Error('The process was killed');

let harness: ImportHarness;
let reconciliations: ReconciliationStore;
let reconciliationId: string;

/** The worker's dependencies, with changes to its store that kill it. */
function depsOf(changes: Partial<ReconciliationStore> = {}): ReconciliationDependencies {
  const { mongo, psa, mirror: mirrorStore } = harness;
  const settings = () => defaultSettings('US');
  return {
    ...{ psa, mirrorStore, settings, clock, logger: silentLogger },
    readOn: async () => {
      await harness.fillMirror(origin);
      return { pauseMs: 0, isBudgetSpent: false };
    },
    letGo: async () => Promise.resolve(),
    reconciliations: { ...reconciliations, ...changes },
    records: createReconciledRecords(mongo),
    aliases: createCompanyMatchStore(mongo),
    store: createImportStore(mongo),
    statusIds: createStatusIds(settings, () => clock.now()),
    jobs: createJobStore(mongo),
    queue: { enqueue: async () => Promise.resolve() },
    takesOptOuts: false,
    isStopping: () => false,
  };
}

const newJob = (jobId: string) => ({
  ...{ jobId, requestId: 'req_test', actor, total: 1 },
  createdAt: isoTime(clock.now()),
});

async function remedyJob({ findingId }: Finding, remedy: Remedy) {
  const type = 'reconciliation_remedy';
  const input = { reconciliation_id: reconciliationId, remedy };
  const job = { ...newJob(newId('job')), type, input } as const;
  const request = { reconciliationId, remedy, findings: { findingId } };
  const response = await reconciliations.resolve(request, job, {
    actor: { ...actor, kind: 'api_key' },
    ...{ address: null, requestId: 'req_test', action: 'reconciliation.resolved' },
    target: { type: 'reconciliation', id: reconciliationId },
  });
  expect(response).toBe('accepted');
  return readJob(jobRecordOf(type, await harness.job(job.jobId)));
}

const otherJobs = async () =>
  harness.mongo
    .collection<{ _id: string; type: string }>('jobs')
    .find({ type: { $ne: 'reconciliation_remedy' } })
    .toArray();

const findings = async () =>
  (await reconciliations.findings(reconciliationId, { page: 1, limit: 100 })).items;

beforeAll(async () => {
  harness = await openImportHarness();
  reconciliations = createReconciliationStore(harness.mongo);
  const { simulator } = harness;
  const leads = Array.from({ length: 6 }, (_, index) => flatLead(index));
  await harness.worker().finishBulk(await harness.bulkJob(leads));
  const [gone, lost, moved, flagged, unmarked] = simulator.tickets();
  const optOuts = { suppressions: createSuppressionStore(harness.mongo), settings: depsOf().settings, clock };
  await requestOptOut(optOuts, { email: String(unmarked?.user_email) }, 'key_test');
  await harness.mongo.collection('suppressions').updateMany({}, { $set: { marks: [], ticketAt: null } });
  [gone, lost].forEach((ticket) => {
    simulator.removeTicket(Number(ticket?.id));
  });
  simulator.actAsAgent(Number(moved?.id), { status_id: 2 });
  simulator.actAsAgent(Number(flagged?.id), { customfields: { 105: true } });
  simulator.seedTicket({ emailaddress: 'made.by.hand@example.com', company: 'By hand' });
});

afterAll(async () => {
  await harness.close();
});

/** Ends the imports that were stored since. */
async function finishImports(before: ReadonlySet<string>): Promise<void> {
  const began = (await otherJobs()).filter(({ _id, type }) => !before.has(_id) && type === 'bulk_import');
  for (const { _id: jobId } of began) {
    await harness.worker().finishBulk(jobId);
  }
}

describe('a reconciliation whose worker is killed', () => {
  it('in the middle of the comparison finds each discrepancy once', async () => {
    reconciliationId = newId('rec');
    const type = 'reconciliation';
    const input = { reconciliation_id: reconciliationId };
    const job = { ...newJob(newId('job')), type, input } as const;
    await reconciliations.create({ reconciliationId, day: null }, job, null);
    let pages = 0;
    const addFindings: ReconciliationStore['addFindings'] = async (...page) => {
      await reconciliations.addFindings(...page);
      pages += page[1].length > 0 ? 1 : 0;
      if (pages === 2) {
        throw killed;
      }
    };
    const read = readJob(jobRecordOf(type, await harness.job(job.jobId)));
    await expect(runReconciliation(depsOf({ addFindings }), read)).rejects.toThrow(killed);
    await runReconciliation(depsOf(), read);

    expect((await findings()).map(({ kind }) => kind).sort()).toEqual([
      'missing_ticket',
      'missing_ticket',
      'opt_out_missing',
      'opt_out_unmarked',
      'status_drift',
      'unknown_ticket',
    ]);
  });

  it.each([
    ['missing_ticket', 'forget', []],
    ['missing_ticket', 'keep', []],
    ['unknown_ticket', 'adopt', ['bulk_import']],
    ['status_drift', 'follow', ['ticket_change']],
    ['opt_out_missing', 'opt_out', ['dnc_sync']],
    ['opt_out_unmarked', 'mark', []],
  ] as const)('before a remedy of %s is settled continues and does %s once', async (kind, remedy, work) => {
    const [finding] = (await findings()).filter((each) => each.kind === kind && each.resolution === null);
    if (finding === undefined) {
      throw new Error(`There is no open finding of ${kind}`);
    }
    const before = new Set((await otherJobs()).map(({ _id }) => _id));
    const job = await remedyJob(finding, remedy);
    const settle = async () => Promise.reject(killed);
    const run = async () => takeRemedies(depsOf({ settle }), job);
    if (remedy === 'adopt') {
      const noteImports = async () => Promise.reject(killed);
      await expect(takeRemedies(depsOf({ noteImports }), job)).rejects.toThrow(killed);
      // It waits for the import that it has stored, and is not resolved before.
      expect(await run()).toMatchObject({ kind: 'waiting' });
      await finishImports(before);
    }
    await expect(run()).rejects.toThrow(killed);

    const result = { resolved: 1, failed: 0 };
    expect(await takeRemedies(depsOf(), job)).toMatchObject({ kind: 'done', result });
    // A worker that was killed later returns the same.
    expect(await takeRemedies(depsOf(), job)).toMatchObject({ kind: 'done', result });
    const jobs = (await otherJobs()).filter(({ _id }) => !before.has(_id));
    expect(jobs.map(({ type }) => type)).toEqual(work);
    expect((await findings()).find(({ findingId }) => findingId === finding.findingId)).toMatchObject({
      resolution: { remedy, status: 'done' },
      error: null,
    });
  });
});

describe('the adoption of a ticket whose person was erased before', () => {
  it('fails wherever it is killed, and leaves nothing of the person', async () => {
    const { mongo, simulator } = harness;
    const email = 'erased.before@example.com';
    const ticketId = simulator.seedTicket({ emailaddress: email, company: 'Erased before' });
    await createErasureStore(mongo).rememberErased([{ kind: 'email', value: email }], isoTime(clock.now()));
    // The one of the tests before was never ended by a worker.
    await mongo.collection('jobs').updateMany({ type: 'reconciliation' }, { $set: { status: 'completed' } });
    reconciliationId = newId('rec');
    const job = { ...newJob(newId('job')), type: 'reconciliation' } as const;
    const input = { reconciliation_id: reconciliationId };
    await reconciliations.create({ reconciliationId, day: null }, { ...job, input }, null);
    await runReconciliation(depsOf(), readJob(jobRecordOf('reconciliation', await harness.job(job.jobId))));
    const finding = (await findings()).find(({ psaTicketId }) => psaTicketId === ticketId);
    if (finding === undefined) {
      throw new Error('The ticket is not found');
    }
    const before = new Set((await otherJobs()).map(({ _id }) => _id));
    const remedy = await remedyJob(finding, 'adopt');
    for (const changes of [{ noteImports: async () => Promise.reject(killed) }, {}]) {
      await takeRemedies(depsOf(changes), remedy).catch(() => undefined);
    }
    await finishImports(before);
    const settle = async () => Promise.reject(killed);
    await expect(takeRemedies(depsOf({ settle }), remedy)).rejects.toThrow(killed);
    expect(await takeRemedies(depsOf(), remedy)).toMatchObject({
      kind: 'refused',
      error: { message: expect.stringContaining('not adopted (ERASED: 1)') },
    });
    expect((await findings()).find(({ findingId }) => findingId === finding.findingId)).toMatchObject({
      resolution: null,
      error: expect.stringContaining('ERASED'),
    });
    expect(await mongo.collection('leads').countDocuments({ psaTicketId: ticketId })).toBe(0);
    for (const name of ['job_rows', 'jobs', 'error_log', 'leads']) {
      expect(JSON.stringify(await mongo.collection(name).find().toArray())).not.toContain(email);
    }
  });
});
