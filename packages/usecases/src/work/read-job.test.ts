import { describe, expect, it } from '@jest/globals';

import { jobOf } from '../lifecycle/testing/records.js';
import { ForeignJobError } from './foreign-job-error.js';
import { isOfType, jobRecordOf, readJob } from './read-job.js';

const input = { lead_id: 12, status: 'contacted' };
const stored = { ...jobOf('lead_status', input), input };

describe('a stored job', () => {
  it('is read with the input of its type', () => {
    expect(readJob(stored)).toMatchObject({ jobId: 'job_a1', input });
  });

  it.each([{}, { lead_id: 'alex@example.com', status: 'contacted' }])(
    'with another input (%p) is left to another release, without revealing its input',
    (other) => {
      const read = () => readJob({ ...stored, input: other });
      expect(read).toThrow(ForeignJobError);
      expect(read).not.toThrow(/alex@example/u);
    },
  );

  it('has only its own type', () => {
    expect(isOfType('lead_status', stored)).toBe(true);
    expect(jobRecordOf('lead_status', stored)).toBe(stored);
    expect(isOfType('call_record', stored)).toBe(false);
    expect(() => jobRecordOf('call_record', stored)).toThrow(ForeignJobError);
  });
});
