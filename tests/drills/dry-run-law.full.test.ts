import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jobResponse } from '@leadbridge/contracts';
import {
  currentTestRun,
  holdDryRunLaw,
  type ComparedRow,
  type ImportsUnderTest,
  type RandomImport,
} from '@leadbridge/devkit';
import { systemClock } from '@leadbridge/platform';
import { createSuppressionStore } from '@leadbridge/store';
import { defaultSettings, requestOptOut, type JobRecord } from '@leadbridge/usecases';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';

const rows = 30;
const { seed, dryRunRows } = currentTestRun();
const dialects = ['spec', 'halopsa'] as const;
const rounds = Math.ceil(dryRunRows / rows / dialects.length);
/** The collections that a dry run may write: its own job. Claims are released without waiting for it. */
const ownCollections: readonly string[] = ['jobs', 'job_rows', 'claim_sets', 'psa_callers'];

describe.each(dialects)('a dry run, in the dialect %s', (psaDialect) => {
  let harness: ImportHarness;

  beforeAll(async () => {
    harness = await openImportHarness({ psaDialect });
  });
  afterAll(async () => {
    await harness.close();
  });

  const done: string[] = [];

  async function run(what: RandomImport, dryRun: boolean) {
    const { source, leads, options, batchOptions } = what;
    const dry = dryRun ? { dry_run: true } : {};
    if (batchOptions === null) {
      const jobId = await harness.singleJob({ ...leads[0] }, { source, options: { ...options, ...dry } });
      await harness.worker().runSingle(jobId);
      const row = singleRow(await harness.job(jobId));
      return { rows: [row], psaRequests: row.plan?.psa_requests ?? 0 };
    }
    const jobId = await harness.bulkJob(leads, { ...batchOptions, ...dry }, { source, options });
    await harness.worker().finishBulk(jobId);
    const { status } = await harness.job(jobId);
    expect(status).toBe('completed');
    if (!dryRun) done.push(jobId);
    const documents = await harness.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
    return { rows: documents.map(comparedRow), psaRequests: await plannedRequests(jobId) };
  }

  async function plannedRequests(jobId: string): Promise<number> {
    const { writes = 0, listItems = {} } = (await harness.job(jobId)).plannedRequests ?? {};
    return writes + Object.values(listItems).filter((count) => count > 0).length;
  }

  async function optOut(person: object): Promise<void> {
    const settings = () => defaultSettings('US');
    const deps = { suppressions: createSuppressionStore(harness.mongo), settings, clock: systemClock };
    await requestOptOut(deps, person, 'key_test');
  }

  async function undoLast(): Promise<void> {
    const jobId = done.pop();
    if (jobId !== undefined) await harness.worker().finishUndo(await harness.undoJob(jobId));
  }

  async function stored(): Promise<ReadonlyMap<string, string>> {
    const contents = new Map<string, string>();
    for (const { name } of (await harness.mongo.db?.listCollections().toArray()) ?? []) {
      if (!ownCollections.includes(name)) {
        const collection = harness.mongo.collection<{ _id: string }>(name);
        // A fence is reserved before the job of a single import is read, and then remains unused.
        const documents = await collection
          .find({ _id: { $ne: 'claim_fence' } })
          .sort({ _id: 1 })
          .toArray();
        contents.set(name, JSON.stringify(documents));
      }
    }
    return contents;
  }

  it(
    `equals the import that follows it, row by row and field by field, and writes nothing (${rounds * rows} leads, seed ${seed})`,
    async () => {
      const imports: ImportsUnderTest = { simulator: harness.simulator, run, stored, optOut, undoLast };
      const law = await holdDryRunLaw(imports, { seed, rounds, rows, people: 60 });
      process.stderr.write(
        `dry runs, ${psaDialect}: ${law.cases} cases, seed ${seed}: ${law.differences.length} differences, ${law.writes} writes; ${JSON.stringify(law.results)}\n`,
      );
      expect(law.differences.slice(0, 5)).toEqual([]);
      expect(law.writes).toBe(0);
      expect(Object.keys(law.results).toSorted()).toEqual([
        'created',
        'preserved',
        'rejected',
        'skipped',
        'updated',
      ]);
    },
    Math.max(600_000, dryRunRows * 400),
  );
});

/** As the API returns it; what tells how its company was matched has the name that it has in a bulk import's row. */
function singleRow({ status, result, error }: JobRecord): ComparedRow {
  expect(['completed', 'failed']).toContain(status);
  const {
    dry_run: _dryRun,
    ticket_id: _ticket,
    company_match: companyMatch,
    ...response
  } = { ...(result === null ? {} : jobResponse(result)) } as Readonly<Record<string, unknown>> & {
    readonly company_match?: ComparedRow['companyMatch'];
  };
  return {
    index: 0,
    success: status === 'completed',
    ...response,
    ...(companyMatch === undefined ? {} : { companyMatch }),
    ...(error === null ? {} : { error }),
  };
}

function comparedRow(document: Readonly<Record<string, unknown>>): ComparedRow {
  const {
    leadId,
    psaTicketId,
    suppressionId: _entry,
    ...outcome
  } = document['outcome'] as Readonly<Record<string, unknown>>;
  return {
    ...outcome,
    index: Number(document['index']),
    success: document['status'] === 'succeeded',
    lead_id: typeof leadId === 'number' ? leadId : null,
    psa_ticket_id: typeof psaTicketId === 'number' ? psaTicketId : null,
  };
}
