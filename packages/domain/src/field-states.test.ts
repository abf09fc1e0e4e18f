import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { derivedStates, fieldStates, type FieldStates, type ImportOfFields } from './field-states.js';
import type { Lead } from './model.js';
import { mergeSources, type SourceData } from './precedence.js';
import { smartUpdate } from './smart-update.js';
import { aContact, aLead, aTicket } from './testing/leads.js';

const first = '2026-01-01T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';
const kinds = { provider_a: 'provider_a', provider_b: 'provider_b' } as const;

type Given = Pick<ImportOfFields, 'result'> & {
  readonly source: keyof typeof kinds;
} & Partial<ImportOfFields>;

const jobs: Readonly<Record<string, string>> = { [first]: 'job_1', [later]: 'job_2' };

/** The states after an import that merged `lead` into a record with the data of `known`. */
function statesAfter(
  lead: Lead,
  given: Given,
  known: Readonly<Record<string, SourceData>> = {},
): FieldStates {
  const at = given.at ?? later;
  const jobId = jobs[at] ?? 'job_3';
  const bySource = {
    ...known,
    [given.source]: { kind: kinds[given.source], lead, receivedAt: at, jobId },
  };
  return fieldStates({
    jobId,
    at,
    offered: lead,
    merged: mergeSources(bySource, given.source),
    bySource,
    previous: {},
    standing: null,
    written: { customFields: {}, contact: {} },
    fieldsUpdated: [],
    kept: {},
    updateExisting: true,
    customFields: true,
    fit: (_, text) => text,
    ...given,
  });
}

const ofProviderA = {
  provider_a: { kind: 'provider_a', lead: aLead(), receivedAt: first, jobId: 'job_1' },
} as const;
const created = statesAfter(aLead(), { source: 'provider_a', result: 'created', at: first });
const asTicket = { customFields: aTicket().customFields, contact: aContact() };

/** An import by provider A of a ticket that is unchanged since the first import. */
function again(lead: Lead, given: Partial<Given> = {}): FieldStates {
  const { customFields, contact, fieldsUpdated, kept } = smartUpdate(lead, aTicket(), aContact(), true);
  return statesAfter(
    lead,
    {
      source: 'provider_a',
      result: 'updated',
      previous: created,
      standing: asTicket,
      written: { customFields, contact },
      fieldsUpdated,
      kept,
      ...given,
    },
    ofProviderA,
  );
}

const withCustomFields = (values: Lead['customFields']) =>
  aLead({ customFields: { ...aLead().customFields, ...values } });

describe('the fields of a lead', () => {
  it('name what a value was concluded from, with the job that concluded it', () => {
    const lead = { ...aLead(), customFields: { 101: 'Provider A', 107: '5M-25M' }, derivedFields: [107] };
    const states = statesAfter(lead, { source: 'provider_a', result: 'created', at: first });
    const expected = {
      value: '5M-25M',
      source: 'derived from headcount',
      at: first,
      jobId: 'job_1',
      notTaken: [],
    };
    expect(states['CF_107']).toEqual(expected);
    expect(states['CF_101']?.source).toBe('provider_a');
    const bySource = { provider_a: { kind: 'provider_a', lead, receivedAt: first, jobId: 'job_1' } } as const;
    expect(derivedStates(mergeSources(bySource, 'provider_a'), () => 'job_1')['CF_107']).toEqual(expected);
  });

  it('name the source of a value of its own, whatever another source concludes', () => {
    const concluded = { ...aLead(), customFields: { 107: '5M-25M' }, derivedFields: [107] };
    const own = { ...aLead(), customFields: { 107: '1M-5M' } };
    const states = statesAfter(
      own,
      { source: 'provider_b', result: 'created' },
      { provider_a: { kind: 'provider_a', lead: concluded, receivedAt: first, jobId: 'job_1' } },
    );
    expect(states['CF_107']).toMatchObject({ value: '1M-5M', source: 'provider_b' });
  });

  it('are set by the import that created it', () => {
    expect(created['CF_106']).toEqual({
      value: 'Salesforce, AWS',
      source: 'provider_a',
      at: first,
      jobId: 'job_1',
      notTaken: [],
    });
    expect(created).toMatchObject({
      email: { value: 'jane.doe@example.com', jobId: 'job_1' },
      phone: { value: '+14155550132', jobId: 'job_1' },
    });
  });

  it('keep their origin until an import changes them', () => {
    const states = again(withCustomFields({ 106: 'Oracle' }));
    expect(states['CF_106']).toEqual({
      value: 'Oracle',
      source: 'provider_a',
      at: later,
      jobId: 'job_2',
      notTaken: [],
    });
    expect(states['CF_107']).toEqual(created['CF_107']);
    expect(states['email']).toEqual(created['email']);
  });

  it.each([
    ['not_longer', 'CF_102', { 102: 'cloud' }, 'cloud'],
    ['already_contained', 'CF_103', { 103: 'Series B' }, 'Series B'],
  ])('show which values were offered and not used: %s', (rule, field, values, value) => {
    expect(again(withCustomFields(values))[field]).toEqual({
      ...created[field],
      notTaken: [{ source: 'provider_a', value, at: later, rule }],
    });
  });

  it('show what another source offered: protected, precedence', () => {
    const lead = aLead({
      jobTitle: 'Head of IT',
      customFields: { ...aLead().customFields, 101: 'Provider B', 106: 'Oracle' },
    });
    const { kept } = smartUpdate(lead, aTicket(), aContact(), true);
    const states = again(lead, { source: 'provider_b', kept, written: { customFields: {}, contact: {} } });
    expect(states['CF_101']?.notTaken).toMatchObject([{ source: 'provider_b', rule: 'protected' }]);
    expect(states['CF_106']).toEqual({
      ...created['CF_106'],
      notTaken: [{ source: 'provider_b', value: 'Oracle', at: later, rule: 'precedence' }],
    });
    expect(states['title']).toMatchObject({ value: 'Head of IT', source: 'provider_b', jobId: 'job_2' });
  });

  it('keep the values of a ticket past the early stage: manual_work', () => {
    const states = again(withCustomFields({ 106: 'Oracle' }), {
      result: 'preserved',
      written: { customFields: {}, contact: {} },
    });
    expect(states['CF_106']).toEqual({
      ...created['CF_106'],
      notTaken: [{ source: 'provider_a', value: 'Oracle', at: later, rule: 'manual_work' }],
    });
    expect(states['CF_107']?.notTaken).toEqual([]);
  });

  it('keep the values that the import was asked to leave: left_unchanged', () => {
    const states = again(withCustomFields({ 106: 'Oracle' }), {
      result: 'skipped',
      updateExisting: false,
      written: { customFields: {}, contact: {} },
    });
    expect(states['CF_106']?.notTaken).toMatchObject([{ rule: 'left_unchanged' }]);
    const bare = statesAfter(aLead(), { source: 'provider_a', result: 'created', customFields: false });
    expect(bare['CF_106']).toMatchObject({
      value: null,
      source: null,
      notTaken: [{ rule: 'left_unchanged' }],
    });
    expect(bare['CF_101']).toMatchObject({ value: 'Provider A', notTaken: [] });
  });

  it('have the PSA as their origin if a person entered the value there', () => {
    const standing = {
      ...asTicket,
      customFields: { ...asTicket.customFields, 102: 'A much longer text of a person' },
    };
    expect(again(aLead(), { result: 'skipped', standing })['CF_102']).toMatchObject({
      value: 'A much longer text of a person',
      source: 'psa',
      at: later,
      jobId: null,
    });
  });

  it('are unchanged if a PSA truncates a text', () => {
    const fit = (_: string, text: string) => text.slice(0, 5);
    const standing = { ...asTicket, customFields: { ...asTicket.customFields, 113: 'acme.' } };
    expect(again(aLead(), { result: 'skipped', standing, fit })['CF_113']).toMatchObject({
      source: 'provider_a',
      jobId: 'job_1',
      notTaken: [],
    });
  });

  it('drop an offer once the field has its value, and keep a few of the newest, truncated', () => {
    let states = created;
    const texts = Array.from({ length: 9 }, (_, index) => `${index}${'x'.repeat(600)}`);
    for (const text of [...texts, 'Oracle']) {
      states = again(withCustomFields({ 106: text }), {
        result: 'preserved',
        previous: states,
        written: { customFields: {}, contact: {} },
      });
    }
    const offers = states['CF_106']?.notTaken.map(({ value }) => String(value)) ?? [];
    expect(offers.map((value) => value.slice(0, 1))).toEqual(['O', '8', '7', '6', '5']);
    expect(Math.max(...offers.map((value) => value.length))).toBe(501);
    const taken = again(withCustomFields({ 106: 'Oracle' }), { previous: states });
    expect(taken['CF_106']?.notTaken.map(({ value }) => String(value).slice(0, 1))).toEqual([
      '8',
      '7',
      '6',
      '5',
    ]);
  });

  it('do not grow with the number of imports', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }), (texts) => {
        let states = created;
        for (const text of texts) {
          states = again(withCustomFields({ 102: text, 103: text, 106: text }), { previous: states });
        }
        expect(Object.values(states).every(({ notTaken }) => notTaken.length <= 5)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('of earlier releases are the merged values, set by an unknown job', () => {
    const merged = mergeSources(
      { provider_a: { kind: 'provider_a', lead: aLead(), receivedAt: first } },
      'provider_a',
    );
    expect(derivedStates(merged, () => null)['CF_106']).toEqual({ ...created['CF_106'], jobId: null });
  });
});
