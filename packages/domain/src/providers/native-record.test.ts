import { describe, expect, it } from '@jest/globals';
import { aDraft } from '../testing/drafts.js';
import type { NativeRecord, Opening } from './envelope.js';
import type { LeadDraft } from './lead-draft.js';
import { personPlaces, placeIn, readOpened, searchRow, type RecordDraft } from './native-record.js';
import { own, type Payload } from './payload.js';

function recordOf(record: Payload, path = 'matches[0]'): NativeRecord {
  return { record, path, around: [{ part: { matches: [record] }, path: '' }] };
}

/** Reads a record of which only the name and a text of an email are known. */
function draftOf({ record }: NativeRecord): RecordDraft {
  const draft: Partial<LeadDraft> = { firstName: own(record, 'name'), email: own(record, 'email') };
  return { draft: aDraft(draft), ignored: [], warnings: ['a warning'], consentFaults: [] };
}

const noFault = () => null;
const opened = (record: Payload): Opening => ({ ok: true, opened: recordOf(record) });

describe('the result of an opened record', () => {
  it('is an error if it may hold an opt-out that cannot be read, with the person', () => {
    const fault = { field: 'data.dnc', value: 'perhaps', message: 'must be a boolean' };
    const held = readOpened(
      opened({ name: 'Dana' }),
      (record) => ({ ...draftOf(record), consentFaults: [fault] }),
      noFault,
    );
    expect(held).toMatchObject({ ok: false, faults: [fault] });
    expect(held.ok ? [] : held.people?.()).toMatchObject([{ firstName: 'Dana' }]);
  });

  it('is its draft with the warnings', () => {
    expect(readOpened(opened({ name: 'Dana', email: 'dana@acme.test' }), draftOf, noFault)).toMatchObject({
      ok: true,
      draft: { firstName: 'Dana', email: 'dana@acme.test' },
      warnings: ['a warning'],
    });
  });

  it('is the error of a record that cannot be imported, with its person', () => {
    const fault = searchRow('data.matches[0].email', 'people/match');
    const result = readOpened(opened({ name: 'Dana' }), draftOf, () => fault);
    expect(result).toMatchObject({ ok: false, faults: [fault] });
    expect(!result.ok && result.people?.()).toMatchObject([{ firstName: 'Dana' }]);
  });

  it('is the error of an envelope, with all the people in it', () => {
    const fault = { field: 'data.matches', value: 2, message: 'two' };
    const records = [recordOf({ name: 'Dana' }), recordOf({ name: 'Omar' }, 'matches[1]')];
    const result = readOpened({ ok: false, fault, records }, draftOf, noFault);
    expect(result).toMatchObject({ ok: false, faults: [fault] });
    expect(!result.ok && result.people?.()).toMatchObject([{ firstName: 'Dana' }, { firstName: 'Omar' }]);
  });
});

describe('an email in an unknown format', () => {
  it.each([
    ['emails', ['dana@acme.test']],
    ['emails', [{ value: 'dana@acme.test' }]],
    ['email', { work: { text: 'dana@acme.test' } }],
    ['emailAddresses', { primary: 'dana@acme.test' }],
    ['email_addresses', [null, 7, 'dana@acme.test']],
    ['workEmails', ['dana@acme.test']],
    ['emails', 'dana@acme.test'],
    ['email_addresses', 'dana@acme.test'],
  ])('is an error that names %s: %j', (key, value) => {
    const result = readOpened(opened({ name: 'Dana', [key]: value }), draftOf, noFault);
    expect(result).toMatchObject({
      ok: false,
      faults: [
        {
          field: `data.matches[0].${key}`,
          message: 'must be a text: the form of this email is not known',
          suggestion: "Send the provider's payload as it came, or the email as a text",
        },
      ],
    });
  });

  it.each([
    ['an empty list', { emails: [] }],
    ['a text that was read as the email', { email: 'dana@acme.test', emailAddress: 'dana@acme.test' }],
    ['a text without an address', { emails: 'unknown' }],
    ['no address in the list', { emails: [{ verified: true }, null, 'unknown'] }],
    ['an address beyond three levels', { emails: [[[['dana@acme.test']]]] }],
    [
      'an address beyond a thousand entries',
      { emails: [...Array.from({ length: 1_000 }, () => 'x'), 'dana@acme.test'] },
    ],
    ['an address under another name', { contacts: ['dana@acme.test'] }],
    ['an address besides the known email', { email: 'dana@acme.test', emails: ['other@acme.test'] }],
  ])('is none: %s', (_what, values) => {
    expect(readOpened(opened({ name: 'Dana', ...values }), draftOf, noFault).ok).toBe(true);
  });

  it('that refers to itself at any depth ends', () => {
    let value: unknown = 'dana@acme.test';
    for (let depth = 0; depth < 10_000; depth += 1) value = [value];
    expect(readOpened(opened({ name: 'Dana', emails: value }), draftOf, noFault).ok).toBe(true);
  });
});

describe('the parts about a person', () => {
  const record = { contact: { dnc: true }, account: [1], name: 'Dana' };

  it('are the record, the objects in it and what contains it', () => {
    const deep = { contact: { dnc: true, settings: { sms: { more: { deeper: {} } } } }, account: [{}] };
    expect(personPlaces(recordOf(deep)).map(({ path }) => path)).toEqual([
      'matches[0]',
      'matches[0].contact',
      'matches[0].contact.settings',
      '',
    ]);
  });

  it.each([['account'], ['missing'], ['name'], ['constructor'], ['__proto__']])('%s is no part', (key) => {
    expect(placeIn({ part: record, path: '' }, key)).toEqual([]);
  });

  it('of the payload itself have no prefix', () => {
    expect(placeIn({ part: record, path: '' }, 'contact')).toEqual([
      { part: { dnc: true }, path: 'contact' },
    ]);
  });
});
