import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '@leadbridge/devkit';
import fc from 'fast-check';

import { callerOf, type Caller } from './testing/caller.js';

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystem({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
}, 120_000);

afterAll(async () => {
  await system.stop();
}, 60_000);

const exported = (number: number, changes: object = {}) => ({
  'First Name': 'Ada',
  'Last Name': `Number${number}`,
  Email: `ada.${number}@example.com`,
  'Company Name': `Company ${number}`,
  'Job Title': 'CTO',
  'Phone Number': '+1 415 555 0132',
  'No. of Employees': '120',
  ...changes,
});

describe('the names that other tools give the fields', () => {
  it('give the lead its company, title, phone and size, in a bulk and alone', async () => {
    const single = await api.importLead(exported(1), { source: 'csv' });
    expect(single).toMatchObject({ status: 201, body: { result: 'created', warnings: [] } });
    const { body } = await api.importBulk([exported(2), exported(3)], { source: 'csv' });
    expect(body).toMatchObject({ successful: 2, failed: 0 });
    expect((body['results'] as { warnings?: unknown }[]).flatMap(({ warnings }) => warnings ?? [])).toEqual(
      [],
    );

    expect(system.simulator.clients().map(({ name }) => name)).toEqual([
      'Company 1',
      'Company 2',
      'Company 3',
    ]);
    expect(system.simulator.users()).toContainEqual(
      expect.objectContaining({
        emailaddress: 'ada.2@example.com',
        jobtitle: 'CTO',
        phonenumber: '+14155550132',
      }),
    );
    expect(system.simulator.tickets()[1]?.customfields).toMatchObject({ 108: '51-200' });
  });
});

describe('keys that name no field', () => {
  const lead = exported(10, { Firm: 'Elsewhere', compnay: 'Elsewhere', Fax: '' });
  const warnings = [
    '"compnay" is not known and was ignored; did you mean company?',
    'Not known and ignored: "Firm"',
  ];

  it('are named in the warnings of the lead, and of its row', async () => {
    expect((await api.importLead(lead, { source: 'csv' })).body['warnings']).toEqual(warnings);
    const { body } = await api.importBulk([{ ...lead, Email: 'ada.11@example.com' }], { source: 'csv' });
    expect(body['results']).toMatchObject([{ index: 0, warnings }]);
  });

  it('refuse the lead, or its row alone, with strict', async () => {
    const single = await api.importLead(lead, { source: 'csv', options: { strict: true } });
    expect(single).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'VALIDATION_ERROR',
          details: { errors: [{ field: 'data.Firm' }, { field: 'data.compnay', value: 'Elsewhere' }] },
        },
      },
    });
    const leads = [{ ...lead, Email: 'ada.12@example.com' }, exported(13)];
    const { body } = await api.call('POST', '/sync/leads/bulk', {
      source: 'csv',
      leads,
      options: { strict: true },
    });
    expect(body).toMatchObject({
      results: [{ index: 1, result: 'created' }],
      errors: [{ index: 0, code: 'VALIDATION_ERROR', error: '"data.Firm" is not a known field' }],
    });
  });

  it('are told where the lead lacks what they may have been meant for', async () => {
    const { body } = await api.importLead({ 'First Name': 'Ada', Firm: 'Acme' }, { source: 'csv' });
    expect(JSON.stringify(body)).toContain('Firm');
  });
});

const leadKey = fc.constantFrom(
  ...[
    'first_name',
    'Last Name',
    'name',
    'email',
    'Company Name',
    'title',
    'phone',
    'titel',
    'Firm',
    'website',
  ],
);
const leadText = fc.oneof(
  fc.constantFrom(
    'Ada',
    'Acme',
    'ada@example.com',
    'ADA@example.com',
    'ada@',
    '+1 415 555 0132',
    'call me',
    ' ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

/** Leads as nobody should send them, between such as everybody sends. */
const strangeLead = fc.oneof(
  fc
    .tuple(fc.dictionary(leadKey, leadText, { maxKeys: 5 }), fc.emailAddress())
    .map(([lead, email]) => ({ ...lead, email })),
  fc.dictionary(leadKey, leadText, { maxKeys: 5 }),
  fc.dictionary(
    fc.oneof(leadKey, fc.constantFrom('person', 'contact', 'data')),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  fc.jsonValue({ maxDepth: 1 }),
);

describe('the validation', () => {
  it.each(['provider_a', 'provider_b', 'provider_c', 'csv'])(
    'says of every row what the import says, from %s',
    async (source) => {
      const leads = fc.sample(strangeLead, { numRuns: 60, seed: 7 });
      const imported = (await api.importBulk(leads, { source })).body;
      const results = (imported['results'] as Row[]).map(({ index, warnings = [] }) => ({
        index,
        valid: true,
        warnings,
      }));
      const errors = (imported['errors'] as Row[]).map(({ index, code, error }) => ({
        index,
        valid: false,
        code,
        warnings: [error],
      }));
      const said = [...results, ...errors]
        .sort((one, other) => one.index - other.index)
        .map(({ index: _, ...row }) => row);
      const validated = (await api.call('POST', '/validate/leads', { source, leads })).body[
        'results'
      ] as Verdict[];
      expect(
        validated.map(({ valid, code, warnings }) =>
          valid ? { valid, warnings } : { valid, code, warnings: warnings.slice(0, 1) },
        ),
      ).toEqual(said);
      expect(new Set(validated.map(({ valid }) => valid)).size).toBe(2);
    },
  );
});

interface Row {
  readonly index: number;
  readonly warnings?: readonly string[];
  readonly code?: string;
  readonly error?: string;
}

interface Verdict {
  readonly valid: boolean;
  readonly warnings: readonly string[];
  readonly code?: string;
}
