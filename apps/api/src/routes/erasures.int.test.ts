import { describe, expect, it } from '@jest/globals';

import { seedRecords } from '../testing/seed-records.js';
import { useTestApi } from '../testing/test-api.js';

const api = useTestApi();

const erase = (body: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', '/erasures', { body, headers });

describe('the request for an erasure', () => {
  it('is a job whose input is only in its record, and an audit entry without personal data', async () => {
    const { status, body, headers } = await erase({ email: ' Alex@Example.com ' }, { prefer: 'wait=5' });
    expect(status).toBe(202);
    const jobId = String(body['job_id']);
    expect(body).toEqual({
      job_id: jobId,
      status: 'queued',
      status_url: `/api/v1/jobs/${jobId}`,
      waiting_for: { reason: 'no_worker', until: null },
    });
    expect(headers.get('location')).toBe(body['status_url']);

    const job = await api.mongo.collection<{ _id: string }>('jobs').findOne({ _id: jobId });
    expect(job).toMatchObject({ type: 'erasure', status: 'queued', input: { email: 'alex@example.com' } });
    const { body: shown } = await api.call('GET', `/jobs/${jobId}`);
    expect(JSON.stringify(shown)).not.toContain('example.com');

    const { body: audit } = await api.call('GET', `/audit?target_id=${jobId}`);
    expect(audit['entries']).toMatchObject([
      {
        action: 'erasure.requested',
        target: { type: 'erasure', id: jobId },
        changes: { named_by: { from: null, to: 'email' } },
        actor: { kind: 'api_key', name: 'admin' },
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain('alex');
  });

  it('normalizes a number as in records', async () => {
    const { body } = await erase({ phone: '(202) 555-0143' });
    const job = await api.mongo.collection<{ _id: string }>('jobs').findOne({ _id: String(body['job_id']) });
    expect(job).toMatchObject({ input: { phone: '+12025550143' } });
  });

  it('is the same request under the same Idempotency-Key', async () => {
    const first = await erase({ email: 'robin@example.com' }, { 'idempotency-key': 'erase-robin' });
    const again = await erase({ email: 'robin@example.com' }, { 'idempotency-key': 'erase-robin' });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await erase({ email: 'sam@example.com' }, { 'idempotency-key': 'erase-robin' });
    expect(other.status).toBe(409);
    expect(await api.mongo.collection('jobs').countDocuments({ 'input.email': 'robin@example.com' })).toBe(1);
    expect(
      await api.mongo.collection('audit_log').countDocuments({ 'target.id': String(first.body['job_id']) }),
    ).toBe(1);
  });

  it.each([
    [{}],
    [{ email: 'a@example.com', phone: '+12025550143' }],
    [{ email: 'a@example.com', lead_id: 1 }],
    [{ lead_id: 0 }],
    [{ lead_id: '1' }],
    [{ email: 'nobody' }],
    [{ email: '' }],
    [{ phone: 'none' }],
    [{ name: 'Alex Example' }],
    [[{ email: 'a@example.com' }]],
  ])('is rejected for %j', async (body) => {
    const response = await erase(body);
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  });

  it('requires an existing lead', async () => {
    expect((await erase({ lead_id: 4_711 })).status).toBe(404);
    await seedRecords(api, { id: 7 });
    expect((await erase({ lead_id: 7 })).status).toBe(202);
  });

  it('requires an admin', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      const response = await api.call('POST', '/erasures', {
        body: { email: 'a@example.com' },
        key: api.keys[role],
      });
      expect(response).toMatchObject({
        status: 403,
        body: { error: { details: { permission: 'users.manage' } } },
      });
    }
  });
});
