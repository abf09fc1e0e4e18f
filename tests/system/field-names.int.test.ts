import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';
import fc from 'fast-check';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

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

describe.each(eachPsa)('the field names of other tools, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);
  const from = 1_000 * (1 + eachPsa.indexOf(kind));

  it("set the lead's company, title, phone and size, in bulk and single imports", async () => {
    const [first, second, third] = [from, from + 1, from + 2];
    const single = await api.importLead(exported(first), { source: 'csv' });
    expect(single).toMatchObject({ status: 201, body: { result: 'created', warnings: [] } });
    const { body } = await api.importBulk([exported(second), exported(third)], { source: 'csv' });
    expect(body).toMatchObject({ successful: 2, failed: 0 });
    expect((body['results'] as { warnings?: unknown }[]).flatMap(({ warnings }) => warnings ?? [])).toEqual(
      [],
    );

    expect(system.simulator.clients().map(({ name }) => name)).toEqual(
      expect.arrayContaining([first, second, third].map((number) => `Company ${number}`)),
    );
    const email = `ada.${second}@example.com`;
    expect(system.simulator.users()).toContainEqual(
      expect.objectContaining({ emailaddress: email, jobtitle: 'CTO', phonenumber: '+14155550132' }),
    );
    const tickets = system.simulator.tickets().filter(({ user_email: own }) => own === email);
    expect(tickets).toMatchObject([{ customfields: { 108: '51-200' } }]);
  });

  it("keep a source's own id for one person, even with concurrent imports", async () => {
    const tickets = system.simulator.tickets().length;
    const responses = await Promise.all(
      Array.from({ length: 5 }, async (_, index) =>
        api.importLead(exported(from + 10 + index, { external_id: `crm-${from}` }), { source: 'csv' }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    expect(system.simulator.tickets()).toHaveLength(tickets + 1);
  });
});

describe('keys that name no field', () => {
  const lead = exported(10, { Firm: 'Elsewhere', compnay: 'Elsewhere', Fax: '' });
  const warnings = [
    '"compnay" is not known and was ignored; did you mean company?',
    'Not known and ignored: "Firm"',
  ];

  it('are listed in the warnings of the lead, and of its row', async () => {
    expect((await api.importLead(lead, { source: 'csv' })).body['warnings']).toEqual(warnings);
    const { body } = await api.importBulk([{ ...lead, Email: 'ada.11@example.com' }], { source: 'csv' });
    expect(body['results']).toMatchObject([{ index: 0, warnings }]);
  });

  it('reject the lead, or only its row, in strict mode', async () => {
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

  it('are reported with the field that they may have meant, if the lead lacks it', async () => {
    const { body } = await api.importLead({ 'First Name': 'Ada', Firm: 'Acme' }, { source: 'csv' });
    expect(JSON.stringify(body)).toContain('Firm');
  });
});

describe("a source's own id of a lead", () => {
  const withId = (number: number, id: unknown, changes: object = {}) =>
    exported(number, { external_id: id, ...changes });
  const found = async (query: string) =>
    ((await api.call('GET', `/leads?${query}`)).body['leads'] as Record<string, unknown>[]).map(
      ({ lead_id: leadId, external_id: externalId }) => ({ leadId, externalId }),
    );

  it('is stored, returned and searchable; an import without it keeps it, and another source may have the same', async () => {
    const { body } = await api.importLead(withId(20, 'crm-20'), { source: 'csv' });
    expect(body['warnings']).toEqual([]);
    const leadId = Number(body['lead_id']);
    const updated = await api.importLead(exported(20, { 'LinkedIn URL': 'linkedin.com/in/ada-20' }), {
      source: 'csv',
    });
    expect(updated.body).toMatchObject({ lead_id: leadId, result: 'updated' });
    const other = await api.importLead(withId(21, 'crm-20'), { source: 'manual' });
    expect(other).toMatchObject({ status: 201 });

    expect(await found('external_id=crm-20&source=csv')).toEqual([{ leadId, externalId: 'crm-20' }]);
    expect(await found('external_id=crm-20')).toEqual([
      { leadId, externalId: 'crm-20' },
      { leadId: other.body['lead_id'], externalId: 'crm-20' },
    ]);
    expect(await found('external_id=crm-2')).toEqual([]);
    expect((await api.call('GET', `/leads/${leadId}`)).body['sources']).toMatchObject([
      { source: 'csv', external_id: 'crm-20' },
    ]);
  });

  it('belongs to one person within its source: another is rejected, and the message names the lead', async () => {
    const first = await api.importLead(withId(30, 4711), { source: 'csv' });
    const tickets = system.simulator.tickets().length;
    const refusal = `The external_id is another person's: lead ${String(first.body['lead_id'])}`;
    expect(await api.importLead(withId(31, '4711'), { source: 'csv' })).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'VALIDATION_ERROR',
          message: refusal,
          details: { field: 'data.external_id', value: '4711' },
        },
      },
    });
    const { body } = await api.importBulk(
      [withId(32, '4711'), withId(33, '4712'), withId(34, '4712'), withId(30, '4711')],
      { source: 'csv' },
    );
    expect(body).toMatchObject({ successful: 2, failed: 2, results: [{ index: 1 }, { index: 3 }] });
    expect(body['errors']).toMatchObject([
      { index: 0, code: 'EXTERNAL_ID_IN_USE', error: refusal },
      { index: 2, code: 'EXTERNAL_ID_IN_USE', error: expect.stringMatching(/person's: lead \d+$/u) },
    ]);
    expect(system.simulator.tickets()).toHaveLength(tickets + 1);
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

/** Malformed leads between ordinary ones. */
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
    'reports for every row what the import reports, from %s',
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
