import { describe, expect, it } from '@jest/globals';

import { errorLogQuery, errorLogView } from './error-log.js';

describe('the query of the error log', () => {
  it('asks for the first 50 entries where it says nothing', () => {
    expect(errorLogQuery.validate({})).toEqual({ value: { page: 1, limit: 50 } });
  });

  it.each([
    [{ level: 'fatal' }, 'level must be one of [error, warning, info]'],
    [{ fault: 'psa' }, 'fault must be one of [caller, service]'],
    [{ lead_id: '01' }, 'lead_id must be an integer'],
    [{ lead_id: '0' }, 'lead_id must be greater than or equal to 1'],
    [{ code: 'X'.repeat(101) }, 'code length must be less than or equal to 100 characters long'],
    [{ request_id: 'r'.repeat(256) }, 'request_id length must be less than or equal to 255 characters long'],
    [{ start_date: '2026-02-01', end_date: '2026-01-31' }, 'end_date must not lie before start_date'],
    [{ message: 'timeout' }, 'message is not allowed'],
  ])('refuses %j', (query, message) => {
    expect(errorLogQuery.validate(query).error?.message).toBe(message);
  });

  it('accepts a request id of 255 characters, which callers choose', () => {
    expect(errorLogQuery.validate({ request_id: 'r'.repeat(255) }).error).toBeUndefined();
  });
});

describe('an entry of the error log', () => {
  const entry = {
    id: 'err_1',
    timestamp: '2026-01-31T09:30:00.000Z',
    level: 'warning',
    message: '',
    source: 'worker',
    details: {
      lead_id: null,
      error_code: 'EXTERNAL_API_ERROR',
      job_id: null,
      request_id: null,
      fault: 'service',
      lead_source: null,
    },
  };

  it('may be about no lead, no job and no request', () => {
    expect(errorLogView.validate(entry).error).toBeUndefined();
  });

  it('has ids in its details and no personal data', () => {
    const details = { ...entry.details, email: 'ada@example.com' };
    expect(errorLogView.validate({ ...entry, details }).error?.message).toBe(
      '"details.email" is not allowed',
    );
  });
});
