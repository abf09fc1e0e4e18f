import { describe, expect, it } from '@jest/globals';

import { replayBody, replayQuery } from './replay.js';

const messages = (body: unknown) =>
  replayBody.validate(body, { abortEarly: false }).error?.details.map(({ message }) => message);

describe('the body of a replay', () => {
  it.each([
    [{ from: '2026-01-31' }],
    [{ from: '2026-01-31T09:30Z', to: '2026-01-31T10:00:00.123456+02:00' }],
    [{ failed_since: '2026-01-31T09:30:00Z', dry_run: true }],
    [{ from: '2028-02-29' }],
  ])('accepts %j', (body) => {
    expect(replayBody.validate(body)).toEqual({ value: body });
  });

  it.each([
    '2026-02-30',
    '2027-02-29T00:00:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T09:30:00',
    '2026-01-31 09:30:00Z',
    'yesterday',
    '2026-01-31\n',
  ])('refuses the time %j, and says so once', (time) => {
    expect(messages({ from: time })).toEqual([
      'from must be a time in ISO 8601, such as 2026-01-31T09:00:00Z',
    ]);
  });

  it.each([
    [{}, 'Give from (and to), or failed_since'],
    [{ dry_run: true }, 'Give from (and to), or failed_since'],
    [
      { from: '2026-01-31', failed_since: '2026-01-31' },
      'Give either from (and to) or failed_since, not both',
    ],
    [{ from: 1_769_850_000 }, 'from must be a string'],
    [{ from: '2026-01-31', dry_run: 'true' }, 'dry_run must be a boolean'],
    [{ from: '2026-01-31', events: ['*'] }, 'events is not allowed'],
    [undefined, 'body is required'],
  ])('refuses %j', (body, message) => {
    expect(messages(body)).toEqual([message]);
  });

  it('refuses an end without a beginning', () => {
    expect(messages({ to: '2026-02-01', failed_since: '2026-01-31' })).toHaveLength(1);
  });
});

describe('the query of a replay', () => {
  it('reads dry_run from text', () => {
    expect(replayQuery.validate({ dry_run: 'true' })).toEqual({ value: { dry_run: true } });
    expect(replayQuery.validate({})).toEqual({ value: {} });
    expect(replayQuery.validate({ dry_run: '1' }).error?.message).toBe('dry_run must be a boolean');
  });
});
