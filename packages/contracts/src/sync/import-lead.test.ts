import { describe, expect, it } from '@jest/globals';

import {
  completeImportOptions,
  importLeadResponse,
  importLeadBody,
  type SingleImportOptions,
} from './import-lead.js';

const refusals = (body: unknown) =>
  importLeadBody.validate(body, { abortEarly: false }).error?.details.map(({ message }) => message) ?? [];

describe('the body of a single import', () => {
  it.each<[string, object]>([
    ['no option', { source: 'apollo', data: { email: 'jo@example.com' } }],
    ['an empty lead, which the import rules judge', { source: 'apollo', data: {} }],
    [
      'a nested payload with values of any type',
      { source: 'a', data: { a: [1, null, { b: '' }], c: false } },
    ],
    ['keys that are names of prototypes', { source: 'a', data: { constructor: 'x', toString: 1 } }],
    ['a source of 100 characters', { source: 'ä'.repeat(100), data: {} }],
    ['no options in their object', { source: 'a', data: {}, options: {} }],
    [
      'every option',
      {
        source: 'a',
        data: {},
        options: {
          deduplication: false,
          update_existing: false,
          custom_fields: false,
          strict: true,
          dry_run: true,
        },
      },
    ],
  ])('may have %s, and stays as it was sent', (_case, body) => {
    expect(importLeadBody.validate(body)).toEqual({ value: body });
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['body is required']],
    ['neither source nor data', {}, ['source is required', 'data is required']],
    ['an empty source', { source: '', data: {} }, ['source is not allowed to be empty']],
    [
      'a source of 101 characters',
      { source: 's'.repeat(101), data: {} },
      ['source length must be less than or equal to 100 characters long'],
    ],
    ['a list as its data', { source: 'a', data: [{}] }, ['data must be of type object']],
    ['JSON in a text as its data', { source: 'a', data: '{}' }, ['data must be of type object']],
    ['null as its data', { source: 'a', data: null }, ['data must be of type object']],
    ['a bulk list', { source: 'a', leads: [{}] }, ['data is required', 'leads is not allowed']],
    [
      'options as texts and numbers',
      { source: 'a', data: {}, options: { strict: 'true', dry_run: 1 } },
      ['options.strict must be a boolean', 'options.dry_run must be a boolean'],
    ],
    [
      'an option with a typing error',
      { source: 'a', data: {}, options: { dedupe: false } },
      ['options.dedupe is not allowed'],
    ],
  ])('may not have %s', (_case, body, expected) => {
    expect(refusals(body)).toEqual(expected);
  });
});

describe('completeImportOptions', () => {
  const defaults = { deduplication: true, update_existing: true, custom_fields: true, strict: false };

  it.each<[string, Partial<SingleImportOptions> | undefined, object]>([
    ['missing options', undefined, defaults],
    ['empty options', {}, defaults],
    ['one option', { deduplication: false }, { ...defaults, deduplication: false }],
    ['a dry run', { dry_run: true }, { ...defaults, dry_run: true }],
  ])('completes %s', (_case, options, expected) => {
    expect(completeImportOptions(options)).toEqual(expected);
  });

  it('changes neither its argument nor its next result', () => {
    const options = Object.freeze({ strict: true });
    expect(completeImportOptions(options)).toEqual({ ...defaults, strict: true });
    expect(completeImportOptions()).toEqual(defaults);
  });
});

describe('the response of a single import', () => {
  const response = {
    success: true,
    lead_id: 7,
    psa_ticket_id: 70,
    actions_taken: ['ticket_created'],
    result: 'created',
    quality_score: 100,
    warnings: [],
  };

  it.each([
    ['a created lead', response],
    [
      'a skipped lead without a ticket',
      { ...response, lead_id: null, psa_ticket_id: null, result: 'skipped' },
    ],
    ['the lowest quality score', { ...response, quality_score: 0 }],
    [
      'the preserved fields of a worked ticket',
      {
        ...response,
        result: 'preserved',
        manual_work_detected: true,
        fields_preserved: ['phone'],
      },
    ],
  ])('may be %s', (_case, value) => {
    expect(importLeadResponse.validate(value, { convert: false }).error).toBeUndefined();
  });

  it.each([
    ['a result that does not exist', { ...response, result: 'merged' }],
    ['a quality score of 101', { ...response, quality_score: 101 }],
    ['a quality score with a fraction', { ...response, quality_score: 70.5 }],
    ['a missing list of warnings', { ...response, warnings: undefined }],
    ['a field that the document does not name', { ...response, email: 'jo@example.com' }],
  ])('may not be %s', (_case, value) => {
    expect(importLeadResponse.validate(value, { convert: false }).error).toBeDefined();
  });
});
