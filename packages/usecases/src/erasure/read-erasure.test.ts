import type { ErasureBody } from '@leadbridge/contracts';
import { describe, expect, it } from '@jest/globals';

import { readErasure } from './read-erasure.js';

const settings = { defaultCountry: 'US' };

describe('the person to erase', () => {
  it.each<[ErasureBody, object]>([
    [{ lead_id: 12 }, { lead_id: 12 }],
    [{ email: ' Alex@Example.com ' }, { email: 'alex@example.com' }],
    [{ phone: '(202) 555-0143 ext. 5' }, { phone: '+12025550143' }],
  ])('is read of %j in the form of records', (body, input) => {
    expect(readErasure(body, settings)).toEqual(input);
  });

  it.each<[ErasureBody, string, string]>([
    [{ email: 'alex' }, 'email', 'The email cannot be read'],
    [{ email: 'none@none.com' }, 'email', 'The email cannot be read'],
    [{ phone: '12' }, 'phone', 'The phone cannot be read'],
    [{ phone: '+1 202 555 0143; +1 202 555 0144' }, 'phone', 'Name one phone number at a time'],
  ])('rejects %j, without repeating it', (body, field, message) => {
    const read = (): unknown => readErasure(body, settings);
    expect(read).toThrow(expect.objectContaining({ message, details: { field, value: null } }));
  });
});
