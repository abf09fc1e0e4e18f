import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { alex, robin, importRow, sourceNamed } from './testing/import-rows.js';
import { cleanRows } from './read/clean.js';
import { validateLeads } from './validate-leads.js';

const settings = { defaultCountry: 'US' };
const verdicts = async (leads: readonly unknown[]) =>
  validateLeads({ source: sourceNamed('csv'), leads, strict: false }, settings);
const codes = async (leads: readonly unknown[]) =>
  (await verdicts(leads)).map(({ failure }) => failure?.code);

describe('the validation of leads', () => {
  it('reports what an import of the same rows reports', async () => {
    const lead = fc.constantFrom<unknown>(alex, robin, { email: 'no address' }, {}, null, 'text');
    await fc.assert(
      fc.asyncProperty(fc.array(lead, { maxLength: 6 }), async (leads) => {
        const rows = leads.map((data, index) => importRow(data, { index }));
        const { rejected } = cleanRows(rows, settings, { seen: new Map(), stopAtFirstFailure: false });
        const failures = new Map(rejected.map(({ row, outcome }) => [row.ref.index, outcome]));
        const said = (await verdicts(leads)).map(({ failure }) => failure);
        expect(said).toEqual(leads.map((_, index) => failures.get(index) ?? null));
      }),
      { numRuns: 30 },
    );
  });

  it('rejects the second of two people with the same external id', async () => {
    const withId = [alex, robin].map((lead) => ({ ...lead, external_id: 'c1' }));
    expect(await codes(withId)).toEqual([undefined, 'EXTERNAL_ID_IN_USE']);
  });

  it('tells an id of the same person from one of another, and names the row that has it', async () => {
    const leads = [
      { ...alex, external_id: 'c1' },
      { ...robin, external_id: ' c1 ' },
      { ...robin, email: 'kim@example.com', external_id: 'C1' },
      { ...robin, email: 'lee@example.com', external_id: 1 },
      { ...robin, email: 'pat@example.com', external_id: '1' },
    ];
    expect((await verdicts(leads)).map(({ failure }) => failure?.error)).toEqual([
      undefined,
      "The external_id is another person's: row 1 of this request",
      undefined,
      undefined,
      "The external_id is another person's: row 4 of this request",
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('takes the external id %j for any other', async (id) => {
    const leads = [alex, robin].map((lead) => ({ ...lead, external_id: id }));
    expect(await codes(leads.slice(0, 1))).toEqual([undefined]);
    expect(await codes(leads)).toEqual([undefined, 'EXTERNAL_ID_IN_USE']);
  });

  it('rejects a second row with the same person, and names the first', async () => {
    const [, second] = await verdicts([alex, { ...alex, first_name: 'Sasha' }]);
    expect(second?.failure).toMatchObject({
      code: 'DUPLICATE_IN_REQUEST',
      suggestion: 'The lead in row 1 is the same one; send the data of both as one lead',
    });
  });

  it('gives no advice for a rejected row, and warnings with advice for an accepted one', async () => {
    const [rejected, accepted] = await verdicts([{ email: 'no address' }, { ...alex, phone: 'ask Alex' }]);
    expect(rejected).toMatchObject({ failure: { code: 'VALIDATION_ERROR' }, warnings: [], advice: [] });
    expect(accepted?.failure).toBeNull();
    expect(accepted?.warnings).toEqual([
      'The phone number could not be read; the lead is imported without it',
    ]);
    expect(accepted?.advice).toEqual(expect.arrayContaining(['Add a job title']));
  });

  it('rejects keys without a use only if it is strict', async () => {
    const leads = [{ ...alex, colour: 'blue' }];
    const strictly = await validateLeads({ source: sourceNamed('csv'), leads, strict: true }, settings);
    expect(strictly.map(({ failure }) => failure?.code)).toEqual(['VALIDATION_ERROR']);
    expect(await codes(leads)).toEqual([undefined]);
  });

  it.each([0, 1, 50, 51, 120])('gives one verdict for each of %i rows, in their order', async (count) => {
    const leads = Array.from({ length: count }, (_, index) =>
      index % 3 === 0 ? { email: 'no address' } : { ...alex, email: `alex${index}@example.com` },
    );
    expect((await verdicts(leads)).map(({ failure }) => failure === null)).toEqual(
      leads.map((_, index) => index % 3 !== 0),
    );
  });
});
