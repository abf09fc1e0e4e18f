import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';

const { read } = readingsOf('provider_a');

describe('the callback of a phone reveal', () => {
  const phone_numbers = [
    { raw_number: '+1 202 555 0143', sanitized_number: '+12025550143', type_cd: 'mobile' },
  ];
  const callback = (person: object) => ({
    status: 'success',
    total_requested_enrichments: 1,
    people: [person],
  });

  it.each([
    { id: '64a1', status: 'success', phone_numbers },
    { id: '64a1', status: 'success', phone_numbers: [] },
    { id: '64a1', waterfall: { phone_numbers: [{ phone_numbers }] } },
    { id: '64a1', name: '', email: null, phone_numbers },
  ])('is no lead: %j', (person) => {
    expect(read(callback(person))).toMatchObject({
      ok: false,
      faults: [{ field: 'data.people[0]', message: expect.stringContaining('callback of a phone') }],
    });
  });

  it.each([
    { id: '64a1', name: 'Dana Whitfield', phone_numbers },
    { id: '64a1', email: 'dana@northgate.test', phone_numbers },
    { id: '64a1', phone_numbers, organization: { name: 'Northgate' } },
    { phone_numbers },
  ])('is told from a response with a person: %j', (person) => {
    expect(read(callback(person))).toMatchObject({ ok: true, lead: { phone: '+12025550143' } });
  });
});
