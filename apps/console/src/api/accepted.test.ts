import { describe, expect, it } from '@jest/globals';

import { acceptedInWords, isAccepted } from './accepted.js';

describe('a write that the service goes on with after the response', () => {
  it('is told from one that is done, whatever the response of that is', () => {
    expect(isAccepted({ job_id: 'job_1', status_url: '/api/v1/jobs/job_1', waiting_for: null })).toBe(true);
    for (const done of [undefined, null, '', { job_id: 'job_1' }, { resolved: 1, failed: 0 }]) {
      expect(isAccepted(done)).toBe(false);
    }
  });

  it('is not called done, and says what it waits for', () => {
    expect(acceptedInWords({ waiting_for: null })).toBe(
      'Accepted, and not done yet. Jobs shows how it ends.',
    );
    expect(acceptedInWords({ waiting_for: { reason: 'psa_budget', until: null } })).toBe(
      'Accepted, and not done yet: waiting for the PSA budget. Jobs shows how it ends.',
    );
  });
});
