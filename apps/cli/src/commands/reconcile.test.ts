import { describe, expect, it } from '@jest/globals';

import { fakeService, jobView } from '../testing/fake-service.js';
import { reconcile, resolveFindings, showFindings } from './reconcile.js';

const one = '/reconciliations/{reconciliation_id}';
const accepted = { 'POST /reconciliations': { reconciliation_id: 'rec_1', job_id: 'job_1' } };
const failed = jobView({ result: null, error: { code: 'EXTERNAL_API_ERROR', message: 'Why', details: {} } });

describe('leadbridge reconcile', () => {
  it('shows the findings by kind, without those that there are none of', async () => {
    const data = {
      tickets: 9,
      records: 8,
      resolved: 1,
      counts: { status_drift: 2, missing_ticket: 0, type_drift: 1 },
    };
    const { context, results, notes } = fakeService({ ...accepted, [`GET ${one}`]: data });
    expect(await reconcile(context)).toBe(true);
    expect(results).toEqual(['status_drift: 2', 'type_drift: 1']);
    expect(notes.at(-1)).toBe('Compared 9 tickets with 8 records. Findings: 3, resolved: 1');
  });

  it('shows why it failed', async () => {
    const { context, notes } = fakeService(accepted, { progress: [failed] });
    expect(await reconcile(context)).toBe(false);
    expect(notes.at(-1)).toBe('EXTERNAL_API_ERROR: Why');
  });
});

it('leadbridge reconcile findings shows them as CSV, all or of a kind', async () => {
  const { context, sent, results } = fakeService({
    [`GET ${one}/findings`]: 'id,kind\r\nfnd_1,status_drift\r\n',
  });
  await showFindings(context, 'rec_1', { kind: 'status_drift' });
  await showFindings(context, 'rec_1', {});
  expect(results[0]).toBe('\uFEFFid,kind\r\nfnd_1,status_drift');
  expect(sent.map(({ options }) => options['params'])).toMatchObject([
    { query: { format: 'csv', kind: 'status_drift' } },
    { query: { format: 'csv' } },
  ]);
});

describe('leadbridge reconcile resolve', () => {
  it('resolves one finding, whose result comes at once', async () => {
    const path = `${one}/findings/{finding_id}/resolve`;
    const { context, sent, results } = fakeService({ [`POST ${path}`]: { resolved: 1, failed: 0 } });
    expect(await resolveFindings(context, 'rec_1', { findingId: 'fnd_1' }, 'follow')).toBe(true);
    expect(sent[0]).toMatchObject({ path, options: { body: { remedy: 'follow' } } });
    expect(results).toEqual(['1 resolved, 0 failed']);
    await resolveFindings(context, 'rec_1', { findingId: 'fnd_1', clientId: 12 }, 'alias');
    expect(sent[1]?.options).toMatchObject({ body: { remedy: 'alias', client_id: 12 } });
  });

  it('resolves all of a kind in a job, and reports if one was left', async () => {
    const responses = { [`POST ${one}/resolve`]: { job_id: 'job_1' } };
    const progress = [jobView({ result: { resolved: 4, failed: 1 } })];
    const { context, sent, results } = fakeService(responses, { progress });
    expect(await resolveFindings(context, 'rec_1', { kind: 'status_drift' }, 'keep')).toBe(false);
    expect(sent[0]?.options).toMatchObject({ body: { kind: 'status_drift', remedy: 'keep' } });
    expect(results).toEqual(['4 resolved, 1 failed']);
  });

  it('shows why the job failed', async () => {
    const { context, notes } = fakeService(
      { [`POST ${one}/resolve`]: { job_id: 'job_1' } },
      { progress: [failed] },
    );
    expect(await resolveFindings(context, 'rec_1', { kind: 'status_drift' }, 'keep')).toBe(false);
    expect(notes).toContain('EXTERNAL_API_ERROR: Why');
  });
});
