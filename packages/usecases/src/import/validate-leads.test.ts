import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { alex, robin, importRow, sourceNamed } from './testing/import-rows.js';
import { cleanRows } from './stages/clean.js';
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
});
