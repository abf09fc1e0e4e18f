import { describe, expect, it } from '@jest/globals';

import { checkLeadSize } from './import.js';

/** A lead of so many values, itself included. */
const leadOf = (values: number): object => ({ list: Array.from({ length: values - 2 }, () => 0) });

describe('checkLeadSize', () => {
  it('accepts a lead of 20,000 values, and refuses one more', () => {
    const message = 'data holds more than 20000 values';
    expect(() => {
      checkLeadSize(leadOf(20_000), 'data');
    }).not.toThrow();
    expect(() => {
      checkLeadSize(leadOf(20_001), 'data');
    }).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        status: 413,
        message,
        details: { field: 'data', value: null, errors: [{ field: 'data', value: null, message }] },
      }),
    );
  });

  it.each([null, undefined, 'text', {}, []])('leaves %j to the schema', (lead) => {
    expect(() => {
      checkLeadSize(lead, 'data');
    }).not.toThrow();
  });
});
