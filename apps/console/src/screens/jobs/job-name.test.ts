import { describe, expect, it } from '@jest/globals';

import { jobName } from './job-name.js';

describe('the name of a job', () => {
  it.each([
    [{ type: 'bulk_import', file_name: 'leads.csv', source: 'csv' }, 'leads.csv'],
    [{ type: 'bulk_import', source: 'provider_a' }, 'Bulk import from Provider A'],
    [{ type: 'lead_import', source: 'provider_a' }, 'Lead import'],
    [{ type: 'undo_import', file_name: 'leads.csv', source: 'csv' }, 'Undo of leads.csv'],
    [{ type: 'undo_import', source: 'csv' }, 'Undo of an import'],
    [{ type: 'erasure' }, 'Erasure'],
  ] as const)('of %j is %s', (job, name) => {
    expect(jobName(job)).toBe(name);
  });
});
