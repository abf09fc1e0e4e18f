import { describe, expect, it } from '@jest/globals';

import { jobTypes, readJobInput, type JobType } from './job-catalogue.js';

const options = { deduplication: true, update_existing: false, custom_fields: true };
const batchOptions = { batch_size: 50, rate_limit: null, continue_on_error: true };
const notification = { ticketId: 1001, changes: { status_id: { new_value: 6 }, customfields: [] } };

/** Inputs as release 1.0.0 stored them. */
const ofRelease100: readonly (readonly [JobType, object])[] = [
  ['lead_import', { source: 'provider_a', data: { email: 'alex@example.com' }, options }],
  ['bulk_import', { source: 'csv', options, batch_options: batchOptions }],
  ['lead_status', { lead_id: 1, status: 'contacted' }],
  ['lead_status', { lead_id: 1, status: 'do_not_contact', reason: 'Opt-out request' }],
  ['prospect_conversion', { lead_id: 1 }],
  ['prospect_conversion', { lead_id: 1, conversion_options: { notify_team: true } }],
  ['prospect_status', { prospect_id: 2, status: 'prospecting', next_action_date: '2026-12-01' }],
  [
    'opportunity_creation',
    { prospect_id: 2, opportunity_data: { value: 1, probability: 5, expected_close_date: '2026-12-01' } },
  ],
  ['opportunity_update', { opportunity_id: 3, status: 'won' }],
  ['call_record', { lead_id: 1, occurred_at: '2026-11-20T11:30:00+02:00', direction: 'outbound' }],
  ['dnc_sync', { notifications: [notification], isList: false }],
  ['ticket_change', { notifications: [notification, notification], isList: true }],
];

describe('the job catalog', () => {
  it.each(ofRelease100)('reads a %s of release 1.0.0', (type, input) => {
    expect(readJobInput(type, input)).toMatchObject(input);
  });

  it('includes a stored job of each type of release 1.0.0', () => {
    expect(jobTypes.filter((type) => !ofRelease100.some(([old]) => old === type))).toEqual([
      'undo_import',
      'opt_out_list',
      'erasure',
      'mirror_rebuild',
      'psa_check',
      'reconciliation',
      'reconciliation_remedy',
    ]);
  });

  it('gives a new option the behavior from before it existed as its default', () => {
    const input = { source: 'csv', options, batch_options: {} };
    expect(readJobInput('bulk_import', input)).toEqual({
      source: 'csv',
      options: { ...options, strict: false },
      batch_options: { batch_size: 100, rate_limit: null, continue_on_error: true, verify: false },
    });
    expect(readJobInput('bulk_import', { source: 'csv' }).options.deduplication).toBe(true);
  });

  it('ignores additions of a later release', () => {
    expect(readJobInput('lead_status', { lead_id: 1, status: 'new', later: 1 })).toHaveProperty('later');
  });

  it('rejects an invalid input, without quoting it', () => {
    expect(() => readJobInput('erasure', {})).toThrow('The input of the job is none of a erasure');
    expect(() => readJobInput('lead_status', { lead_id: 'alex@example.com', status: 'new' })).toThrow(
      /^The input of the job is none of a lead_status: lead_id$/u,
    );
  });
});
