import { describe, expect, it } from '@jest/globals';

import { auditActions, auditListResponse, auditQuery, auditTargets, auditViewSchema } from './audit.js';

describe('the query of the audit log', () => {
  it('asks for the newest 50 entries of all time where it says nothing', () => {
    expect(auditQuery.validate({})).toEqual({ value: { page: 1, limit: 50 } });
  });

  it('keeps every filter that it knows', () => {
    const filters = {
      action: 'user.locked',
      actor_id: 'usr_1',
      target_type: 'user',
      target_id: 'x'.repeat(200),
      start_date: '2026-01-31',
      end_date: '2026-01-31T12:00:00Z',
    };
    expect(auditQuery.validate(filters).value).toEqual({ ...filters, page: 1, limit: 50 });
  });

  it.each(auditActions)('knows the action %s', (action) => {
    expect(auditQuery.validate({ action }).error).toBeUndefined();
  });

  it.each([
    ['an unknown action', { action: 'user.promoted' }, /^action must be one of \[api_key\.issued, /],
    ['an unknown target', { target_type: 'lead' }, /^target_type must be one of \[api_key, /],
    [
      'an id of 201 characters',
      { actor_id: 'x'.repeat(201) },
      /^actor_id length must be less than or equal to 200/,
    ],
    ['an empty filter', { target_id: '' }, /^target_id is not allowed to be empty$/],
    ['a filter of a database', { target_id: { $ne: '' } }, /^target_id must be a string$/],
    ['a repeated filter', { actor_id: ['a', 'b'] }, /^actor_id must be a string$/],
    ['an unknown key', { user: 'usr_1' }, /^user is not allowed$/],
    ['a day that does not exist', { start_date: '2026-02-30' }, /^start_date must be a date that exists/],
    ['more than 500 entries', { limit: '501' }, /^limit must be less than or equal to 500$/],
    [
      'a period that ends before it starts',
      { start_date: '2026-02-01', end_date: '2026-01-31' },
      /^end_date must not lie before start_date$/,
    ],
  ])('refuses %s', (_case, query, message) => {
    expect(auditQuery.validate(query).error?.message).toMatch(message);
  });

  it('names the key of a reversed period', () => {
    const { error } = auditQuery.validate({ start_date: '2026-02-01', end_date: '2026-01-31' });
    expect(error?.details[0]?.path).toEqual(['end_date']);
  });

  it('accepts a period of one day and one of one moment', () => {
    expect(auditQuery.validate({ start_date: '2026-01-31', end_date: '2026-01-31' }).error).toBeUndefined();
    const moment = '2026-01-31T12:00:00Z';
    expect(auditQuery.validate({ start_date: moment, end_date: moment }).error).toBeUndefined();
  });
});

describe('an entry of the audit log', () => {
  const entry = {
    id: 'aud_1',
    at: '2026-01-31T09:30:00.000Z',
    action: 'config.changed',
    actor: { id: 'terminal', name: 'root', kind: 'terminal' },
    target: { type: 'config', id: 'config' },
    changes: { 'providers.csv.label': { from: null, to: 'CSV' } },
    address: null,
    request_id: null,
    via: null,
  };

  it('may come from no network and no request', () => {
    expect(auditViewSchema.validate(entry).error).toBeUndefined();
    expect(
      auditListResponse.validate({
        entries: [entry],
        pagination: { total: 1, page: 1, limit: 50, next_cursor: null },
      }).error,
    ).toBeUndefined();
  });

  it('belongs to a kind of target that can be asked for', () => {
    const others: Readonly<Record<string, string>> = { queue: 'queue_job', auth: 'user' };
    // The calls of assistants are about jobs and suppressions.
    for (const action of auditActions.filter((each) => !each.startsWith('mcp.'))) {
      const [about = ''] = action.split('.');
      expect(auditTargets).toContain(others[about] ?? about);
    }
  });
});
