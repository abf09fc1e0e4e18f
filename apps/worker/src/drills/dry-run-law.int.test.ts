import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  currentTestRun,
  holdDryRunLaw,
  type ComparedRow,
  type ImportsUnderTest,
  type RandomImport,
} from '@leadbridge/devkit';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';

const rows = 30;
const { seed, dryRunRows } = currentTestRun();
const dialects = ['spec', 'halopsa'] as const;
const rounds = Math.ceil(dryRunRows / rows / dialects.length);
/** What a dry run may write: its own job. Claims are given back without waiting for it. */
const ownCollections: readonly string[] = ['jobs', 'job_rows', 'claim_sets', 'psa_callers'];

describe.each(dialects)('a dry run, in the dialect %s', (psaDialect) => {
  let house: ImportHouse;

  beforeAll(async () => {
    house = await openImportHouse({ psaDialect });
  });
  afterAll(async () => {
    await house.close();
  });

  async function run({ source, leads, options, batchOptions }: RandomImport, dryRun: boolean) {
    const jobId = await house.bulkJob(
      leads,
      { ...batchOptions, ...(dryRun ? { dry_run: true } : {}) },
      { source, options },
    );
    await house.worker().finishBulk(jobId);
    const { status, plannedRequests } = await house.job(jobId);
    expect(status).toBe('completed');
    const documents = await house.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
    const { writes = 0, listItems = {} } = plannedRequests ?? {};
    return {
      rows: documents.map(comparedRow),
      psaRequests: writes + Object.values(listItems).filter((count) => count > 0).length,
    };
  }

  async function stored(): Promise<ReadonlyMap<string, string>> {
    const contents = new Map<string, string>();
    for (const { name } of (await house.mongo.db?.listCollections().toArray()) ?? []) {
      if (!ownCollections.includes(name)) {
        const documents = await house.mongo.collection(name).find().sort({ _id: 1 }).toArray();
        contents.set(name, JSON.stringify(documents));
      }
    }
    return contents;
  }

  it(`equals the import that follows it, row by row and field by field, and writes nothing (${rounds * rows} leads, seed ${seed})`, async () => {
    const imports: ImportsUnderTest = { simulator: house.simulator, run, stored };
    const law = await holdDryRunLaw(imports, { seed, rounds, rows, people: 60 });
    expect(law.differences.slice(0, 5)).toEqual([]);
    expect(law.writes).toBe(0);
    expect(Object.keys(law.results).toSorted()).toEqual([
      'created',
      'preserved',
      'rejected',
      'skipped',
      'updated',
    ]);
  }, 600_000);
});

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
