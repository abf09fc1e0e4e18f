import { describe, expect, it } from '@jest/globals';

import { setProspectStatusBody } from '../prospects/set-prospect-status.js';
import { setLeadStatusBody } from './set-lead-status.js';

const refusals = (schema: typeof setLeadStatusBody | typeof setProspectStatusBody, body: unknown) =>
  schema.validate(body, { abortEarly: false }).error?.details.map(({ message }) => message) ?? [];

describe.each([
  ['lead', setLeadStatusBody],
  ['prospect', setProspectStatusBody],
])('the body that sets the status of a %s', (_record, schema) => {
  it.each<[string, object]>([
    ['a status alone', { status: 'contacted' }],
    ['a status that no lifecycle has, which the lifecycle refuses with its own list', { status: 'Ünknown' }],
    ['a status of 50 characters', { status: 's'.repeat(50) }],
    ['a reason of several lines', { status: 'lost', reason: 'Zu teuer —\nzu spät\u{1F600}' }],
    ['a reason of 2,000 characters', { status: 'lost', reason: 'r'.repeat(2_000) }],
    ['no qualification data in their object', { status: 'engaged', qualification_data: {} }],
    ['a fit score of 0', { status: 'engaged', qualification_data: { fit_score: 0 } }],
    [
      'a decision maker who is called "true"',
      { status: 'x', qualification_data: { decision_maker: 'true' } },
    ],
  ])('accepts %s, and changes nothing in it', (_case, body) => {
    expect(schema.validate(body)).toEqual({ value: body });
  });

  it.each<[string, unknown, string[]]>([
    ['a missing body', undefined, ['body is required']],
    ['null', null, ['body must be of type object']],
    ['a list', [{ status: 'contacted' }], ['body must be of type object']],
    ['an empty object', {}, ['status is required']],
    ['a status of null', { status: null }, ['status must be a string']],
    ['an empty status', { status: '' }, ['status is not allowed to be empty']],
    ['a number as the status', { status: 3 }, ['status must be a string']],
    [
      'a status of 51 characters',
      { status: 's'.repeat(51) },
      ['status length must be less than or equal to 50 characters long'],
    ],
    [
      'a reason of 2,001 characters',
      { status: 'lost', reason: 'r'.repeat(2_001) },
      ['reason length must be less than or equal to 2000 characters long'],
    ],
    ['an empty reason', { status: 'lost', reason: '' }, ['reason is not allowed to be empty']],
    [
      'a fit score as text',
      { status: 'engaged', qualification_data: { fit_score: '70' } },
      ['qualification_data.fit_score must be a number'],
    ],
    [
      'an unknown key of the qualification data',
      { status: 'engaged', qualification_data: { score: 70 } },
      ['qualification_data.score is not allowed'],
    ],
    [
      'every mistake at once',
      { status: 7, reason: 8, constructor: 'x' },
      ['status must be a string', 'reason must be a string', 'constructor is not allowed'],
    ],
  ])('refuses %s', (_case, body, expected) => {
    expect(refusals(schema, body)).toEqual(expected);
  });

  it('takes nothing from a key named __proto__, as JSON can bring it', () => {
    const hidden: unknown = JSON.parse('{"__proto__":{"status":"contacted"}}');
    expect(refusals(schema, hidden)).toEqual(['status is required']);
    const beside: unknown = JSON.parse('{"status":"contacted","__proto__":{"reason":"x"}}');
    expect(schema.validate(beside)).toEqual({ value: { status: 'contacted' } });
  });
});

describe('the next action of a prospect', () => {
  it('may be planned for a leap day', () => {
    const body = { status: 'qualified', next_action: 'Call', next_action_date: '2028-02-29' };
    expect(setProspectStatusBody.validate(body)).toEqual({ value: body });
  });

  it.each([
    ['2027-02-29', 'next_action_date must be a day that exists'],
    ['2026-13-01', 'next_action_date must be a day that exists'],
    ['2026-1-31', 'next_action_date must be a date in the form YYYY-MM-DD'],
    ['2026-01-31T09:30:00Z', 'next_action_date must be a date in the form YYYY-MM-DD'],
    ['2026-01-31\n', 'next_action_date must be a date in the form YYYY-MM-DD'],
    ['٢٠٢٦-٠١-٣١', 'next_action_date must be a date in the form YYYY-MM-DD'],
  ])('may not be on %j', (date, message) => {
    expect(refusals(setProspectStatusBody, { status: 'qualified', next_action_date: date })).toEqual([
      message,
    ]);
  });

  it('belongs to prospects alone', () => {
    expect(refusals(setLeadStatusBody, { status: 'contacted', next_action: 'Call' })).toEqual([
      'next_action is not allowed',
    ]);
  });
});
