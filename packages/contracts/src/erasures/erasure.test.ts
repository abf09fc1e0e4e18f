import { describe, expect, it } from '@jest/globals';

import { erasureBody } from './erasure.js';

const message = (body: unknown) => erasureBody.validate(body).error?.message;

describe('who is to be erased', () => {
  it.each([[{ email: 'ada@example.com' }], [{ phone: '+1 555 123 4567' }], [{ lead_id: 1, dry_run: true }]])(
    'is named by %j',
    (body) => {
      expect(erasureBody.validate(body)).toEqual({ value: body });
    },
  );

  it.each([
    [{}],
    [{ email: 'ada@example.com', phone: '+15551234567' }],
    [{ email: 'ada@example.com', lead_id: 1 }],
    [{ email: 'ada@example.com', phone: '+15551234567', lead_id: 1 }],
  ])('is not named by %j: two keys could mean two people', (body) => {
    expect(message(body)).toBe('Name exactly one of email, phone and lead_id');
  });

  it.each([
    [{ email: '' }, 'email is not allowed to be empty'],
    [{ phone: '' }, 'phone is not allowed to be empty'],
    [{ email: null }, 'email must be a string'],
    [{ email: { $ne: '' } }, 'email must be a string'],
    [{ email: ['a@b.cc'] }, 'email must be a string'],
    [{ phone: 15_551_234_567 }, 'phone must be a string'],
    [{ lead_id: '1' }, 'lead_id must be a number'],
    [{ lead_id: 0 }, 'lead_id must be greater than or equal to 1'],
    [{ lead_id: 1.5 }, 'lead_id must be an integer'],
    [{ lead_id: 2 ** 53 }, 'lead_id must be a safe number'],
    [{ name: 'Ada' }, 'name is not allowed'],
    [undefined, 'body is required'],
  ])('is refused for %j', (body, expected) => {
    expect(message(body)).toBe(expected);
  });

  it('may be an email of 254 characters and a phone of 80, and no longer', () => {
    expect(message({ email: 'e'.repeat(254) })).toBeUndefined();
    expect(message({ email: 'e'.repeat(255) })).toMatch(/^email length must be less than or equal to 254/);
    expect(message({ phone: '1'.repeat(80) })).toBeUndefined();
    expect(message({ phone: '1'.repeat(81) })).toMatch(/^phone length must be less than or equal to 80/);
  });
});
