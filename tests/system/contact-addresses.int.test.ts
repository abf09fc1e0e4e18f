import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@leadbridge/platform';
import { createSuppressionStore } from '@leadbridge/store';
import { defaultSettings, requestOptOut } from '@leadbridge/usecases';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

const origin = 'a PSA whose contacts have several addresses';

/** What people write into the field for the email of a contact. */
const forms: readonly (readonly [what: string, write: (email: string, other: string) => string])[] = [
  ['two addresses, separated by a semicolon', (email, other) => `${other};${email}`],
  ['two addresses, separated by a comma', (email, other) => `${email}, ${other}`],
  ['two addresses with names', (email, other) => `Jo <${other}>; "Doe, Jo" <${email}>`],
  ['a name', (email) => `Jo Doe <${email}>`],
  ['a label', (email) => `email:${email}`],
  ['a trailing NUL', (email) => `${email}\0`],
  ['a remark beside another address', (email, other) => `${email} (home) / ${other}`],
  ['something unreadable beside it', (email) => `n/a; ${email}`],
];

const lead = (number: number, email: string) => flatLead(number, { email, phone: null });

describe.each(['spec', 'halopsa'] as const)('a contact of a PSA of the dialect %s', (psaDialect) => {
  let harness: ImportHarness;
  let seeded: readonly number[];

  const emailOf = (index: number): string => `first${index}@example.com`;
  const otherOf = (index: number): string => `second${index}@example.org`;

  beforeAll(async () => {
    harness = await openImportHarness({ psaDialect });
    seeded = forms.map(([, write], index) => {
      const { company, first_name: firstname, last_name: surname } = lead(index, '');
      const person = { company: String(company), firstname: String(firstname), surname: String(surname) };
      return harness.simulator.seedTicket({
        ...person,
        emailaddress: write(emailOf(index), otherOf(index)),
      });
    });
    await harness.fillMirror(origin);
  });
  afterAll(async () => {
    await harness.close();
  });

  async function importAll(leads: readonly object[], isMirrored: boolean) {
    const jobId = await harness.bulkJob(leads);
    await harness.worker(() => ({}), isMirrored ? origin : undefined).finishBulk(jobId);
    const rows = await harness.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
    return rows.map((row) => String(row['result']));
  }

  it.each([
    ['with the mirror', true],
    ['without it', false],
  ])('is the person of each of its addresses, %s', async (_how, isMirrored) => {
    const leads = forms.map((_form, index) => lead(index, emailOf(index)));
    const results = await importAll(leads, isMirrored);
    expect(forms.map(([what], index) => [what, results[index]])).not.toContainEqual(
      expect.arrayContaining(['created']),
    );
    expect(harness.simulator.tickets()).toHaveLength(seeded.length);
  });

  it.each([
    ['with the mirror', true],
    ['without it', false],
  ])('is held back after an opt-out by another of its addresses, %s', async (_how, isMirrored) => {
    const suppressions = createSuppressionStore(harness.mongo);
    const deps = { suppressions, settings: () => defaultSettings('US'), clock: systemClock };
    const several = forms.flatMap(([, write], index) =>
      write('', otherOf(index)).includes(otherOf(index)) ? [index] : [],
    );
    expect(several).toHaveLength(4);
    for (const index of several) {
      await requestOptOut(deps, { email: `Jo <${otherOf(index).toUpperCase()}>` }, 'key_test');
    }
    const leads = several.map((index) => ({ ...lead(index, emailOf(index)), headcount: 4_000 }));
    expect(await importAll(leads, isMirrored)).toEqual(several.map(() => 'preserved'));
    expect(harness.simulator.tickets()).toHaveLength(seeded.length);
  });
});
