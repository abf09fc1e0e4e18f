import { describe, expect, it } from '@jest/globals';

import { psaCallsOf } from './psa-calls.js';

const published = (instance: string, answeredAt: number, failedAt: number): string =>
  `# TYPE leadbridge_psa_last_answer_timestamp_seconds gauge
leadbridge_psa_last_answer_timestamp_seconds{instance="${instance}"} ${answeredAt}
# TYPE leadbridge_psa_last_failure_timestamp_seconds gauge
leadbridge_psa_last_failure_timestamp_seconds{instance="${instance}"} ${failedAt}
`;

describe('what became of the calls to the PSA', () => {
  it('is the latest that any worker saw', () => {
    const expositions = [published('one', 1795300927.25, 0), published('two', 1795300900, 1795300950.5)];
    expect(psaCallsOf(expositions)).toEqual({ answeredAt: 1795300927.25, failedAt: 1795300950.5 });
  });

  it('is nothing where no worker is', () => {
    expect(psaCallsOf([])).toEqual({ answeredAt: 0, failedAt: 0 });
  });
});
