import { describe, expect, it } from '@jest/globals';

import { jobListQuery, jobParams, jobResultsQuery, jobRowView } from './job-queries.js';

describe('the query of the list of jobs', () => {
  it('asks for the first 50 jobs where it says nothing', () => {
    expect(jobListQuery.validate({})).toEqual({ value: { page: 1, limit: 50 } });
  });

  it('keeps every filter, and reads the lead as a number', () => {
    const filters = { status: 'failed', parent_job_id: 'job_1', source: 'csv', requested_by: 'key_1' };
    expect(jobListQuery.validate({ ...filters, lead_id: '7' }).value).toEqual({
      ...filters,
      lead_id: 7,
      page: 1,
      limit: 50,
    });
  });

  it.each([
    [{ status: 'done' }, 'status must be one of [queued, active, completed, failed, cancelled]'],
    [{ lead_id: '0' }, 'lead_id must be greater than or equal to 1'],
    [{ lead_id: '1e3' }, 'lead_id must be an integer'],
    [{ limit: '501' }, 'limit must be less than or equal to 500'],
    [
      { requested_by: 'x'.repeat(101) },
      'requested_by length must be less than or equal to 100 characters long',
    ],
    [{ state: 'failed' }, 'state is not allowed'],
  ])('refuses %j', (query, message) => {
    expect(jobListQuery.validate(query).error?.message).toBe(message);
  });
});

describe('the query of the rows of a job', () => {
  it('has no default limit: JSON has a page, and CSV all rows', () => {
    expect(jobResultsQuery.validate({})).toEqual({ value: { page: 1 } });
  });

  it.each(['created', 'updated', 'skipped', 'preserved', 'undone', 'kept', 'nothing_to_undo'])(
    'filters by the result %s',
    (result) => {
      expect(jobResultsQuery.validate({ result }).error).toBeUndefined();
    },
  );

  it.each([
    [{ limit: '1001' }, 'limit must be less than or equal to 1000'],
    [{ limit: '0' }, 'limit must be greater than or equal to 1'],
    [{ status: 'completed' }, 'status must be one of [succeeded, failed]'],
    [{ format: 'xlsx' }, 'format must be one of [json, csv]'],
    [{ cursor: 'nonsense' }, 'cursor is not the next_cursor of this list'],
  ])('refuses %j', (query, message) => {
    expect(jobResultsQuery.validate(query).error?.message).toBe(message);
  });
});

describe('the address of a job', () => {
  it('has at most 100 characters', () => {
    expect(jobParams.validate({ job_id: 'j'.repeat(100) }).error).toBeUndefined();
    expect(jobParams.validate({ job_id: 'j'.repeat(101) }).error).toBeDefined();
    expect(jobParams.validate({}).error?.message).toBe('job_id is required');
  });
});

describe('a row of a job in a response', () => {
  it('may be unknown, and may have lost its ids', () => {
    expect(jobRowView.validate({ index: 0, row: 1, success: null }).error).toBeUndefined();
    expect(
      jobRowView.validate({
        ...{ index: 0, row: 2, success: true, lead_id: null, psa_ticket_id: null, result: 'undone' },
      }).error,
    ).toBeUndefined();
  });

  it('never has the data of its lead', () => {
    expect(jobRowView.validate({ index: 0, row: 1, success: true, data: {} }).error?.message).toBe(
      '"data" is not allowed',
    );
  });
});
