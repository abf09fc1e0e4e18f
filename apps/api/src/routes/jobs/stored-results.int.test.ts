import { describe, expect, it } from '@jest/globals';

import { useTestApi } from '../../testing/test-api.js';

interface StoredJob {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const ended = {
  ...{ status: 'completed', requestId: 'req_1', actor: { id: 'key_1', name: 'Desk' } },
  progress: { total: 1, processed: 1, successful: 1, failed: 0 },
  ...{ error: null, parentJobId: null, cancelRequested: false },
  ...{ createdAt: new Date(), startedAt: new Date(), finishedAt: new Date() },
};

/** As release 1.0.0 has stored them. */
const ofRelease100 = {
  lead_status: {
    input: { lead_id: 1, status: 'contacted' },
    result: {
      ...{ success: true, lead_id: 1, psa_ticket_id: 300, status: 'contacted' },
      previous_status: 'researching',
    },
  },
  dnc_sync: {
    input: { notifications: [{ ticketId: 300, changes: {} }], isList: true },
    result: {
      success: true,
      results: [
        {
          ...{ success: true, ticket_id: 300 },
          suppression_result: { provider: 'acme', status: 'suppressed', email: null, reason: 'Asked' },
        },
      ],
    },
  },
  /** A dry run, whose plan names fields of the PSA. */
  lead_import: {
    input: { source: 'acme', data: {}, options: { dry_run: true } },
    result: {
      ...{
        success: true,
        lead_id: null,
        psa_ticket_id: 300,
        actions_taken: ['lead_updated'],
        result: 'updated',
      },
      ...{ quality_score: 65, warnings: [], ticket_id: 300, fields_updated: ['CF_106'], dry_run: true },
      plan: {
        ticket: { action: 'update', id: 300, changes: { CF_106: { from: null, to: 'x' } }, kept: {} },
        ...{ lists: [], note: null, psa_requests: 4 },
      },
    },
  },
  erasure: {
    input: { lead_id: 1 },
    result: {
      ...{ success: true, erased: { job_rows: 1, suppressed_keys: 2 }, lead_ids: [1], opted_out: true },
      psa: { ticket_ids: [300], may_hold_more: false, what_to_do: ['Remove the ticket'] },
    },
  },
  /** Of a person who was erased since. */
  call_record: { input: { lead_id: 1 }, result: { success: true, call_id: 'call_1', lead_id: 1 } },
} as const;

describe('the result of a job', () => {
  const api = useTestApi();

  async function responseFor(jobId: string, type: string, stored: object): Promise<unknown> {
    await api.mongo.collection<StoredJob>('jobs').insertOne({ _id: jobId, type, ...ended, ...stored });
    return (await api.call('GET', `/jobs/${jobId}`)).body['result'];
  }

  it.each(Object.entries(ofRelease100))(
    'of the type %s is returned as release 1.0.0 has stored it',
    async (type, stored) => {
      const result = await responseFor(`job_old_${type}`, type, stored);
      expect(JSON.stringify(result)).toBe(JSON.stringify(stored.result));
    },
  );

  it('is found by the lead that it names', async () => {
    await responseFor('job_of_lead', 'opportunity_creation', { input: {}, result: { lead_id: 77 } });
    const { body } = await api.call('GET', '/jobs?lead_id=77');
    expect(body['jobs']).toMatchObject([{ job_id: 'job_of_lead', result: { lead_id: 77 } }]);
  });
});
