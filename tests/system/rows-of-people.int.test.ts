import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

type Row = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

const leads = [
  { name: 'Jo Doe', company: 'Acme Works', email: 'jo@acme.example.com' },
  { name: 'Kim Roe', company: 'Globex Forge', email: 'no address' },
  { name: 'Sam Poe', company: 'Initech Mill', email: 'sam@initech.example.com' },
];
/** Those of a file with a header and blank rows. */
const rows = [2, 4, 7];
const [jo, kim, sam] = [
  { row: 2, name: 'Jo Doe', company: 'Acme Works' },
  { row: 4, name: 'Kim Roe', company: 'Globex Forge' },
  { row: 7, name: 'Sam Poe', company: 'Initech Mill' },
];

async function ended(path: string, body: object): Promise<Row & { readonly job_id: string }> {
  const response = await api.call('POST', path, body, { prefer: 'respond-async' });
  const jobId = String(response.body['job_id']);
  return { ...(await api.finished(jobId)), job_id: jobId };
}

async function importAll(options: object = {}) {
  return await ended('/sync/leads/bulk', { source: 'csv', leads, rows, batch_options: options });
}

const person = ({ row, name, company }: Row): Row => ({ row, name, company });

async function results(jobId: string): Promise<readonly Row[]> {
  const { body } = await api.call('GET', `/jobs/${jobId}/results`);
  return (body['results'] as readonly Row[]).map(person);
}

async function csv(jobId: string): Promise<readonly string[]> {
  const response = await fetch(`${system.baseUrl}/api/v1/jobs/${jobId}/results?format=csv`, {
    headers: { authorization: `Bearer ${system.adminKey}` },
  });
  const [header = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
  // From the end: a text before it may have commas.
  const first = header.split(',').indexOf('row') - header.split(',').length;
  return lines.map((line) =>
    line
      .split(',')
      .slice(first, first + 3)
      .join(','),
  );
}

async function errorsOf(jobId: string): Promise<readonly Row[]> {
  const { body } = await api.call('GET', `/errors?job_id=${jobId}`);
  return (body['errors'] as readonly { readonly details: Row }[]).map(({ details }) => details);
}

describe('the row, the name and the company of a lead', () => {
  it('stand wherever a person looks for it: results, failures, error log, dry runs, commits, retries and undos', async () => {
    const imported = await importAll();
    const { job_id: jobId } = imported;
    expect(imported).toMatchObject({ result: { errors: [kim] } });
    expect(await results(jobId)).toEqual([jo, kim, sam]);
    expect(await errorsOf(jobId)).toMatchObject([{ job_id: jobId, rows: [kim] }]);

    const { job_id: retryId } = await ended(`/jobs/${jobId}/retry`, {});
    expect(await results(retryId)).toEqual([kim]);
    expect(await errorsOf(retryId)).toMatchObject([{ rows: [kim] }]);

    const { job_id: dryRunId } = await importAll({ dry_run: true });
    expect(await results(dryRunId)).toEqual([jo, kim, sam]);
    const { job_id: commitId } = await ended(`/jobs/${dryRunId}/commit`, {});
    expect(await results(commitId)).toEqual([jo, kim, sam]);

    const undo = await ended(`/jobs/${jobId}/undo`, {});
    expect(await results(undo.job_id)).toEqual([jo, kim, sam]);
    expect(await csv(undo.job_id)).toEqual([
      '2,Jo Doe,Acme Works',
      '4,Kim Roe,Globex Forge',
      '7,Sam Poe,Initech Mill',
    ]);
    const { results: undone = [] } = undo['result'] as { readonly results?: readonly Row[] };
    expect(undone.map(person)).toEqual([jo, kim, sam]);
  });

  it('are told of the undo of a single import, and of its entry in the error log', async () => {
    const data = { name: 'Lee Moe', company: 'Umbrella Yard', email: 'lee@umbrella.example.com' };
    const response = await api.importLead(data, { source: 'csv', headers: { prefer: 'respond-async' } });
    const jobId = String(response.body['job_id']);
    await api.finished(jobId);
    const undo = await ended(`/jobs/${jobId}/undo`, {});
    expect(await results(undo.job_id)).toEqual([{ row: 1, name: 'Lee Moe', company: 'Umbrella Yard' }]);

    const refused = await api.importLead(
      { ...data, email: 'no address' },
      { source: 'csv', headers: { prefer: 'respond-async' } },
    );
    const refusedId = String(refused.body['job_id']);
    await api.finished(refusedId);
    expect(await errorsOf(refusedId)).toMatchObject([{ name: 'Lee Moe', company: 'Umbrella Yard' }]);
  });

  it('are gone everywhere once the person is erased', async () => {
    const { job_id: jobId } = await importAll();
    const { job_id: undoId } = await ended(`/jobs/${jobId}/undo`, {});
    await ended('/erasures', { email: 'sam@initech.example.com' });
    const nobody = { row: 7, name: undefined, company: undefined };
    expect(await results(jobId)).toEqual([jo, kim, nobody]);
    expect(await results(undoId)).toEqual([jo, kim, nobody]);
    expect(await csv(undoId)).toContain('7,,');
  });
});
