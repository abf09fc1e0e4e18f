import { describe, expect, it } from '@jest/globals';

import { convertLeadBody } from './convert-lead.js';

const message = (body: unknown) => convertLeadBody.validate(body).error?.message;

describe('the body that converts a lead', () => {
  it('may be left out: what the record and the ticket know is enough', () => {
    expect(convertLeadBody.validate(undefined)).toEqual({ value: {} });
  });

  it.each<[string, object]>([
    ['a decision maker as true or false', { qualification_data: { decision_maker: false } }],
    ['a decision maker by name', { qualification_data: { decision_maker: 'Grace Hopper' } }],
    ['the lowest fit score', { qualification_data: { fit_score: 0 } }],
    ['the highest fit score', { qualification_data: { fit_score: 100 } }],
    ['a text of 2,000 characters', { qualification_data: { pain_points: 'p'.repeat(2_000) } }],
    ['a line of 500 characters', { qualification_data: { budget_range: '€'.repeat(500) } }],
    ['options', { conversion_options: { create_opportunity: true, notify_team: false } }],
  ])('accepts %s', (_case, body) => {
    expect(convertLeadBody.validate(body)).toEqual({ value: body });
  });

  it.each<[string, object, string]>([
    [
      'a fit score of 101',
      { qualification_data: { fit_score: 101 } },
      'qualification_data.fit_score must be less than or equal to 100',
    ],
    [
      'a fit score with a fraction',
      { qualification_data: { fit_score: 7.5 } },
      'qualification_data.fit_score must be an integer',
    ],
    [
      'a decision maker that is a number',
      { qualification_data: { decision_maker: 1 } },
      'qualification_data.decision_maker must be one of [boolean, string]',
    ],
    [
      'a line of 501 characters',
      { qualification_data: { timeframe: 't'.repeat(501) } },
      'qualification_data.timeframe length must be less than or equal to 500 characters long',
    ],
    [
      'an option as text',
      { conversion_options: { notify_team: 'true' } },
      'conversion_options.notify_team must be a boolean',
    ],
    [
      'half of the data of an opportunity',
      { opportunity_data: { value: 1, probability: 50 } },
      'opportunity_data.expected_close_date is required',
    ],
    ['a key of no part', { lead_id: 1 }, 'lead_id is not allowed'],
  ])('refuses %s', (_case, body, expected) => {
    expect(message(body)).toBe(expected);
  });
});
