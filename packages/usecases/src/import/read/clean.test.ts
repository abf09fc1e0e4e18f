import { defaultSources, findSource } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { RowPlace } from '../../ports/row-outcome.js';
import type { ImportOptions, ImportRow } from '../import-row-state.js';
import { cleanRow, cleanRows } from './clean.js';

const settings = { defaultCountry: 'US' };
const usual: ImportOptions = { deduplication: true, updateExisting: true, customFields: true, strict: false };

function row(index: number, data: unknown, options: Partial<ImportOptions> = {}): ImportRow {
  const source = findSource(defaultSources, 'csv');
  if (source === null) {
    throw new Error('There is no source csv');
  }
  return {
    ref: { jobId: 'job_1', index },
    row: index + 2,
    requestId: 'req_1',
    source,
    data,
    options: { ...usual, ...options },
    acceptedAt: 0,
    intent: null,
    planned: null,
  };
}

const alex = { email: 'alex@example.com', company: 'Example' };
const robin = { email: 'robin@example.com', company: 'Example' };
const malformed = { email: 'no address', company: 'Example' };

describe('a row', () => {
  it('gets its lead, its key, and the key of its record', () => {
    expect(cleanRow(row(0, { ...alex, phone: 'call me' }), settings)).toMatchObject({
      lead: { email: 'alex@example.com' },
      key: { key: 'email:alex@example.com' },
      recordKey: 'email:alex@example.com',
      warnings: ['The phone number could not be read; the lead is imported without it'],
    });
  });

  it('gets its own record key without deduplication', () => {
    expect(cleanRow(row(3, alex, { deduplication: false }), settings)).toMatchObject({
      recordKey: 'email:alex@example.com|job_1#3',
    });
  });

  it('is rejected with every fault, and the text names the field', () => {
    expect(cleanRow(row(0, { ...malformed, first_name: 7 }), settings)).toMatchObject({
      status: 'failed',
      code: 'VALIDATION_ERROR',
      error: 'Invalid email address',
      suggestion: 'Correct the email address, or omit it',
      faults: [
        { field: 'data.email' },
        { field: 'data.first_name', message: '"data.first_name" must be a string' },
      ],
    });
  });

  it('is rejected without a key; ignored data may be what is missing', () => {
    expect(cleanRow(row(0, { compnay: 'Example' }), settings)).toMatchObject({
      code: 'INSUFFICIENT_DATA',
      suggestion: expect.stringContaining('did you mean company?'),
    });
  });

  it('is rejected for an unknown field only in strict mode', () => {
    const data = { ...alex, compnay: 'Example' };
    expect(cleanRow(row(0, data), settings)).toHaveProperty('lead');
    expect(cleanRow(row(0, data, { strict: true }), settings)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('the rows of a batch', () => {
  const indexes = (rows: readonly { readonly ref: { readonly index: number } }[]) =>
    rows.map(({ ref }) => ref.index);
  const clean = (
    data: readonly unknown[],
    { seen = null as Map<string, RowPlace> | null, stopAtFirstFailure = false, options = {} } = {},
  ) => {
    const rows = data.map((lead, index) => row(index, lead, options));
    const { valid, repeated, rejected } = cleanRows(rows, settings, { seen, stopAtFirstFailure });
    return {
      valid: indexes(valid.map((work) => work.row)),
      repeated: indexes(repeated),
      rejected: rejected.map(({ row: { ref }, outcome }) => [
        ref.index,
        outcome.status === 'failed' ? outcome.code : null,
      ]),
    };
  };

  it('wait if an earlier one has their key', () => {
    expect(clean([alex, robin, alex])).toEqual({ valid: [0, 1], repeated: [2], rejected: [] });
    expect(clean([alex, alex], { options: { deduplication: false } })).toMatchObject({
      valid: [0, 1],
      repeated: [],
    });
  });

  it('fail if an earlier one in the request has their key, even in an earlier batch', () => {
    const seen = new Map([['email:robin@example.com', { index: 40, row: 42 }]]);
    expect(clean([alex, robin, alex], { seen })).toEqual({
      valid: [0],
      repeated: [],
      rejected: [
        [1, 'DUPLICATE_IN_REQUEST'],
        [2, 'DUPLICATE_IN_REQUEST'],
      ],
    });
    expect(seen.get('email:alex@example.com')).toEqual({ index: 0, row: 2 });
  });

  it('name the row that counts as a spreadsheet shows it', () => {
    const seen = new Map([['email:robin@example.com', { index: 40, row: 57 }]]);
    const { rejected } = cleanRows([row(41, robin)], settings, { seen, stopAtFirstFailure: false });
    expect(rejected[0]?.outcome).toMatchObject({
      suggestion: 'The lead in row 57 is the same one; send the data of both as one lead',
    });
  });

  it('still count as the first of their key when they are retried', () => {
    expect(
      clean([alex], { seen: new Map([['email:alex@example.com', { index: 0, row: 2 }]]) }),
    ).toMatchObject({ valid: [0] });
  });

  it('are left alone after the first rejected one if requested', () => {
    const data = [alex, malformed, robin, malformed];
    expect(clean(data)).toMatchObject({
      valid: [0, 2],
      rejected: [
        [1, 'VALIDATION_ERROR'],
        [3, 'VALIDATION_ERROR'],
      ],
    });
    expect(clean(data, { stopAtFirstFailure: true })).toEqual({
      valid: [0],
      repeated: [],
      rejected: [[1, 'VALIDATION_ERROR']],
    });
  });
});
