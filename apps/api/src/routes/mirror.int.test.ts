import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../testing/test-api.js';

const api = useTestApi({ environment: { PSA_MIRROR: 'on' } });

describe('the mirror of the PSA', () => {
  it('tells how far each kind has come, and shows it on the page and in the metrics', async () => {
    const { status, body } = await api.call('GET', '/mirror');
    expect(status).toBe(200);
    expect(body).toMatchObject({ enabled: true });
    expect(body['kinds']).toMatchObject([
      { kind: 'tickets', documents: 0, complete: false, scanning_page: null },
      { kind: 'contacts' },
      { kind: 'clients' },
    ]);
  });

  it('is rebuilt by one job at a time, which the audit log names', async () => {
    const asked = await Promise.all(
      [{}, { body: {} }].map(async (sent) => api.call('POST', '/mirror/rebuild', sent)),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409]);
    const accepted = asked.find(({ status }) => status === 202)?.body ?? {};
    const refused = asked.find(({ status }) => status === 409)?.body ?? {};
    expect(refused['error']).toMatchObject({
      details: { reason: 'MIRROR_REBUILDING', job_id: accepted['job_id'] },
    });
    const { body } = await api.call('GET', `/audit?target_id=${String(accepted['job_id'])}`);
    expect(body['entries']).toMatchObject([{ action: 'mirror.rebuild_requested' }]);
    expect(await api.mongo.collection('jobs').countDocuments({ type: 'mirror_rebuild' })).toBe(1);
  });
});
