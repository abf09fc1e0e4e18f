import { beforeAll, describe, expect, it } from '@jest/globals';

import { seedRecords } from '../testing/seed-records.js';
import { useTestApi } from '../testing/test-api.js';

describe('POST /suppressions', () => {
  const api = useTestApi();

  beforeAll(async () => {
    await seedRecords(api, { id: 1, company: 'Acme' });
    await seedRecords(api, { id: 2, company: 'Acme', email: 'ada@elsewhere.example.com' });
    await seedRecords(api, { id: 3, company: 'Globex', email: 'kim@elsewhere.example.com' });
  });

  const covered = [
    { lead_id: 1, psa_ticket_id: 1001, name: 'Ada Example', company: 'Acme' },
    { lead_id: 2, psa_ticket_id: 1002, name: 'Ada Example', company: 'Acme' },
  ];
  const optedOut = async (kind: string, id: number): Promise<unknown> => {
    const { body } = await api.call('GET', `/${kind}/${id}`);
    return [body['do_not_contact'], (body['custom_fields'] as Record<string, unknown>)['CF_105'] ?? false];
  };

  it('says which leads are covered, before anything is written and after', async () => {
    for (const { lead_id: id, psa_ticket_id: ticket, name, company } of covered) {
      const [first, last] = name.toLowerCase().split(' ');
      const key = `company-person:${company.toLowerCase()}-${first ?? ''}${last ?? ''}`;
      await api.mongo
        .collection<{ _id: number }>('leads')
        .updateOne({ _id: id, psaTicketId: ticket }, { $set: { personKeys: [key] } });
    }
    const dry = await api.call('POST', '/suppressions', { body: { lead_id: 1, dry_run: true } });
    expect(dry.status).toBe(200);
    expect(dry.body).toEqual({ success: true, suppressions: [], leads: covered, dry_run: true });
    expect(await api.mongo.collection('suppressions').countDocuments()).toBe(0);
    expect(await optedOut('leads', 1)).toEqual([false, false]);

    const { status, body } = await api.call('POST', '/suppressions', { body: { lead_id: 1 } });
    expect(status).toBe(201);
    expect(body['leads']).toEqual(covered);
    expect(body).not.toHaveProperty('dry_run');
  });

  it('is in the timeline of the lead with the name of who requested it', async () => {
    const { body } = await api.call('GET', '/leads/1/timeline');
    const entries = body['timeline'] as readonly { readonly kind: string }[];
    expect(entries.filter(({ kind }) => kind === 'opt_out')).toMatchObject([{ by: 'admin' }]);
  });

  it.each(['leads', 'prospects', 'opportunities'])('is shown in CF_105 of %s at once', async (kind) => {
    expect(await optedOut(kind, 1)).toEqual([true, true]);
    expect(await optedOut(kind, 2)).toEqual([true, true]);
    expect(await optedOut(kind, 3)).toEqual([false, false]);
  });

  it('are found by a provider only if a source or an entry has that name', async () => {
    const statusOf = async (provider: string): Promise<number> =>
      (await api.call('GET', `/suppressions?provider=${provider}`)).status;
    expect(await statusOf('Provider%20B')).toBe(200);
    const { status, body } = await api.call('GET', '/suppressions?provider=zzz');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'provider', value: 'zzz' },
    });

    await api.mongo.collection('suppressions').updateOne({}, { $set: { provider: 'zzz' } });
    expect(await statusOf('zzz')).toBe(200);
  });
});
