import { describe, expect, it } from '@jest/globals';

import { createOpportunityBody } from './create-opportunity.js';
import { updateOpportunityBody } from './update-opportunity.js';

const data = { value: 12_500.5, probability: 60, expected_close_date: '2026-12-31' };

describe('a change of an opportunity', () => {
  it.each([
    [{ status: 'closed_won' }],
    [{ value: 0 }],
    [{ probability: 0 }],
    [{ probability: 100 }],
    [{ expected_close_date: '2028-02-29' }],
    [{ notes: 'n'.repeat(2_000) }],
    [{ win_loss_reason: 'Preis — zu hoch' }],
  ])('may be %j alone', (body) => {
    expect(updateOpportunityBody.validate(body)).toEqual({ value: body });
  });

  it.each([
    [{}, 'body must have at least 1 key'],
    [{ value: -0.01 }, 'value must be greater than or equal to 0'],
    [{ value: '12500' }, 'value must be a number'],
    [{ value: 1e300 }, 'value must be a safe number'],
    [{ value: null }, 'value must be a number'],
    [{ probability: 101 }, 'probability must be less than or equal to 100'],
    [{ probability: -1 }, 'probability must be greater than or equal to 0'],
    [{ probability: 0.6 }, 'probability must be an integer'],
    [{ expected_close_date: '2026-02-30' }, 'expected_close_date must be a day that exists'],
    [{ expected_close_date: '31.12.2026' }, 'expected_close_date must be a date in the form YYYY-MM-DD'],
    [{ status: '' }, 'status is not allowed to be empty'],
    [{ notes: 'n'.repeat(2_001) }, 'notes length must be less than or equal to 2000 characters long'],
    [{ prospect_id: 2 }, 'prospect_id is not allowed'],
  ])('may not be %j', (body, message) => {
    const { error } = updateOpportunityBody.validate(body, { abortEarly: false });
    expect(error?.details.map((detail) => detail.message)).toEqual([message]);
  });
});

describe('a new opportunity', () => {
  it('needs a prospect, a value, a probability and a day', () => {
    const body = { prospect_id: 1, opportunity_data: data };
    expect(createOpportunityBody.validate(body)).toEqual({ value: body });
    const { error } = createOpportunityBody.validate({ opportunity_data: {} }, { abortEarly: false });
    expect(error?.details.map(({ message }) => message)).toEqual([
      'prospect_id is required',
      'opportunity_data.value is required',
      'opportunity_data.probability is required',
      'opportunity_data.expected_close_date is required',
    ]);
  });
});
