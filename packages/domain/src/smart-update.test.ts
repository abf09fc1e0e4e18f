import { describe, expect, it } from '@jest/globals';
import type { CustomFieldValue } from './model.js';
import { smartUpdate } from './smart-update.js';
import { aContact, aLead, aTicket } from './testing/leads.js';

/** The update of one custom field from a stored to an offered value. */
function updateOf(
  id: number,
  stored: CustomFieldValue | null | undefined,
  offered: CustomFieldValue | undefined,
) {
  const lead = aLead({ customFields: offered === undefined ? {} : { [id]: offered } });
  const ticket = aTicket({ customFields: stored === undefined ? {} : { [id]: stored } });
  return smartUpdate(lead, ticket, aContact(), true);
}

describe('specification, "Smart update": "Always updated when the new value is non-empty: phonenumber, linkedin_url, CF_106 to CF_113"', () => {
  it.each([106, 107, 108, 109, 110, 111, 113])('CF_%i', (id) => {
    const update = updateOf(id, 'old', 'new');
    expect(update.customFields).toEqual({ [id]: 'new' });
    expect(update.fieldsUpdated).toEqual([`CF_${id}`]);
  });

  it('CF_112', () => {
    expect(updateOf(112, 1998, 2004).customFields).toEqual({ 112: 2004 });
  });

  it.each([106, 107, 108, 109, 110, 111, 113])('CF_%i, if it was empty', (id) => {
    expect(updateOf(id, null, 'new').customFields).toEqual({ [id]: 'new' });
    expect(updateOf(id, '', 'new').customFields).toEqual({ [id]: 'new' });
    expect(updateOf(id, undefined, 'new').customFields).toEqual({ [id]: 'new' });
  });

  it('even a shorter value', () => {
    expect(updateOf(106, 'Salesforce, AWS, Oracle', 'AWS').customFields).toEqual({ 106: 'AWS' });
  });

  it.each([102, 103, 104, 106, 107, 108, 109, 110, 111, 112, 113])(
    'never with an empty value: CF_%i',
    (id) => {
      expect(updateOf(id, 'old', undefined).fieldsUpdated).toEqual([]);
      expect(updateOf(id, 'old', '').fieldsUpdated).toEqual([]);
    },
  );

  it('phonenumber', () => {
    const update = smartUpdate(aLead({ phone: '+442079460018' }), aTicket(), aContact(), true);
    expect(update.contact).toEqual({ phonenumber: '+442079460018' });
    expect(update.fieldsUpdated).toEqual(['phonenumber']);
  });

  it('linkedin_url', () => {
    const update = smartUpdate(
      aLead({ linkedinUrl: 'https://linkedin.test/in/new' }),
      aTicket(),
      aContact(),
      true,
    );
    expect(update.contact).toEqual({ linkedin_url: 'https://linkedin.test/in/new' });
    expect(update.fieldsUpdated).toEqual(['linkedin_url']);
  });

  it('both, if the contact has neither', () => {
    const update = smartUpdate(aLead(), aTicket(), aContact({ phonenumber: null, linkedinUrl: '' }), true);
    expect(update.fieldsUpdated).toEqual(['phonenumber', 'linkedin_url']);
  });

  it('never to an empty value', () => {
    const update = smartUpdate(aLead({ phone: null, linkedinUrl: null }), aTicket(), aContact(), true);
    expect(update.contact).toEqual({});
  });

  it('not if the ticket has no contact to write them to', () => {
    const lead = aLead({ phone: '+442079460018', linkedinUrl: 'https://linkedin.test/in/new' });
    expect(smartUpdate(lead, aTicket(), null, true).fieldsUpdated).toEqual([]);
  });
});

describe('specification, "Smart update": "CF_102 is updated when it is empty or the new value is longer than 1.5 times the existing length"', () => {
  it.each([
    ['empty', '', 'cloud'],
    ['null', null, 'cloud'],
    ['missing', undefined, 'cloud'],
    ['blank', '   ', 'cloud'],
    ['16 characters for 10', '0123456789', '0123456789abcdef'],
    ['2 characters for 1', 'a', 'bc'],
  ])('updated: %s', (_what, stored, offered) => {
    expect(updateOf(102, stored, offered).customFields).toEqual({ 102: offered });
  });

  it.each([
    ['15 characters for 10, which is 1.5 times and not longer', '0123456789', '0123456789abcde'],
    ['as long', 'cloud', 'email'],
    ['shorter', 'cloud hosting', 'cloud'],
  ])('kept: %s', (_what, stored, offered) => {
    const update = updateOf(102, stored, offered);
    expect(update.customFields).toEqual({});
    expect(update.fieldsUpdated).toEqual([]);
    expect(update.fieldsKept).toEqual(['CF_102']);
  });

  it('the same value is neither updated nor kept', () => {
    const update = updateOf(102, 'cloud', 'cloud');
    expect(update.fieldsUpdated).toEqual([]);
    expect(update.fieldsKept).toEqual([]);
  });
});

describe('specification, "Smart update": "CF_103 and CF_104 are updated when empty or when the existing value does not contain the new value"', () => {
  describe.each([103, 104])('CF_%i', (id) => {
    it.each([
      ['empty', ''],
      ['null', null],
      ['missing', undefined],
      ['another text', 'Series A'],
      ['a part of the new text', 'Series'],
    ])('updated: %s', (_what, stored) => {
      expect(updateOf(id, stored, 'Series B').customFields).toEqual({ [id]: 'Series B' });
    });

    it.each([
      ['the same text', 'Series B'],
      ['a text that contains it', 'Seed; Series B; IPO planned'],
      ['the same text with other blanks', ' Series\n B '],
    ])('not updated: %s', (_what, stored) => {
      const update = updateOf(id, stored, 'Series B');
      expect(update.fieldsUpdated).toEqual([]);
      expect(update.fieldsKept).toEqual([]);
    });
  });
});

describe('changed and kept values', () => {
  it('are listed by field, with the previous value', () => {
    const lead = aLead({
      phone: '+442079460018',
      customFields: { 101: 'Provider B', 102: 'cloud', 103: 'Series', 104: 'AWS', 106: 'Oracle', 112: 2004 },
    });
    const stored = { 101: 'Provider A', 102: 'cloud hosting', 103: 'Series B', 104: 'AWS', 106: 'SAP' };
    const update = smartUpdate(
      lead,
      aTicket({ customFields: stored }),
      aContact({ phonenumber: '+442079460000' }),
      true,
    );
    expect(update.changes).toEqual({
      phonenumber: { from: '+442079460000', to: '+442079460018' },
      CF_106: { from: 'SAP', to: 'Oracle' },
      CF_112: { from: null, to: 2004 },
    });
    expect(update.fieldsUpdated).toEqual(Object.keys(update.changes));
    expect(update.kept).toEqual({
      CF_101: { value: 'Provider A', offered: 'Provider B', rule: 'protected' },
      CF_102: { value: 'cloud hosting', offered: 'cloud', rule: 'not_longer' },
      CF_103: { value: 'Series B', offered: 'Series', rule: 'already_contained' },
    });
    expect(update.fieldsKept).toEqual(['CF_102']);
  });
});

describe('CF_101 and CF_105', () => {
  it('the source of a ticket is never changed', () => {
    expect(updateOf(101, 'Provider A', 'Provider B').fieldsUpdated).toEqual([]);
    expect(updateOf(101, null, 'Provider B').fieldsUpdated).toEqual([]);
  });

  it.each([false, null, undefined, '', 'No', 'false', 0])(
    'an opt-out is written if %p is stored',
    (stored) => {
      const update = updateOf(105, stored, true);
      expect(update.customFields).toEqual({ 105: true });
      expect(update.fieldsUpdated).toEqual(['CF_105']);
    },
  );

  it.each([true, 'true', 'Yes', 1, '1', 'on'])(
    'an opt-out is not written again if %p is stored',
    (stored) => {
      expect(updateOf(105, stored, true).fieldsUpdated).toEqual([]);
    },
  );

  it.each([true, 'true', 'Yes', 1, false, null])('an opt-out is never reverted if %p is stored', (stored) => {
    const update = updateOf(105, stored, false);
    expect(update.customFields).toEqual({});
    expect(update.fieldsKept).toEqual([]);
  });
});

describe('decision "Always updated when non-empty": "A value equal to the stored one is no update"', () => {
  it('nothing changes if everything is equal', () => {
    expect(smartUpdate(aLead(), aTicket(), aContact(), true)).toEqual({
      customFields: {},
      contact: {},
      fieldsUpdated: [],
      fieldsKept: [],
      changes: {},
      kept: {},
    });
  });

  it.each([
    ['a number as text', 112, '1998', 1998],
    ['a number as text with blanks', 112, ' 1998 ', 1998],
    ['line breaks of the other kind', 111, 'Topics:\r\ncloud', 'Topics:\ncloud'],
    ['blanks that the PSA trimmed', 113, 'Springfield', 'Springfield '],
    ['the other Unicode form', 106, 'Zoe\u0308', 'Zo\u00eb'],
    ['a dropdown in another case', 109, 'c-suite', 'C-Suite'],
    ['a dropdown with blanks', 107, ' 1M-5M ', '1M-5M'],
  ])('equal: %s', (_what, id, stored, offered) => {
    expect(updateOf(id, stored, offered).fieldsUpdated).toEqual([]);
  });

  it.each([
    ['a text in another case', 106, 'aws', 'AWS'],
    ['another number', 112, '1997', 1998],
    ['a number for a text', 112, 'unknown', 1998],
    ['a number for an empty text', 112, '', 1998],
    ['another option', 108, '10-50', '51-200'],
  ])('not equal: %s', (_what, id, stored, offered) => {
    expect(updateOf(id, stored, offered).customFields).toEqual({ [id]: offered });
  });

  it.each(['+1 415-555-0132', '(415) 555-0132', '415.555.0132', '001 415 555 0132', '14155550132'])(
    'a phone is equal in any written form: %s',
    (phonenumber) => {
      expect(smartUpdate(aLead(), aTicket(), aContact({ phonenumber }), true).contact).toEqual({});
    },
  );

  it('a phone with the trunk zero of its country is equal', () => {
    const update = smartUpdate(
      aLead({ phone: '+442079460018' }),
      aTicket(),
      aContact({ phonenumber: '020 7946 0018' }),
      true,
    );
    expect(update.contact).toEqual({});
  });

  it.each(['555-0132', '+1 415-555-0133', '0132', '', 'unknown', '+44 415 555 0132'])(
    'a phone is not equal to %p',
    (phonenumber) => {
      expect(smartUpdate(aLead(), aTicket(), aContact({ phonenumber }), true).contact).toEqual({
        phonenumber: '+14155550132',
      });
    },
  );

  it.each([
    'https://www.linkedin.test/in/jane-doe/',
    'http://linkedin.test/in/jane-doe',
    'linkedin.test/in/Jane-Doe',
    ' www.linkedin.test/in/jane-doe ',
  ])('a profile link is equal in any written form: %s', (linkedinUrl) => {
    expect(smartUpdate(aLead(), aTicket(), aContact({ linkedinUrl }), true).contact).toEqual({});
  });

  it.each(['https://www.linkedin.test/in/jane-doe-2', 'https://www.linkedin.test', ''])(
    'a profile link is not equal to %p',
    (linkedinUrl) => {
      expect(smartUpdate(aLead(), aTicket(), aContact({ linkedinUrl }), true).fieldsUpdated).toEqual([
        'linkedin_url',
      ]);
    },
  );
});

describe('decision "options": "custom_fields: false sends CF_101 and CF_105 alone"', () => {
  const changed = aLead({
    phone: '+442079460018',
    doNotContact: true,
    customFields: { 101: 'Provider B', 102: 'a much longer text of services', 105: true, 106: 'Oracle' },
  });

  it('the opt-out is written; the other custom fields are neither changed nor reported', () => {
    const update = smartUpdate(changed, aTicket(), aContact(), false);
    expect(update.customFields).toEqual({ 105: true });
    expect(update.fieldsKept).toEqual([]);
  });

  it('phone and profile link are not custom fields', () => {
    expect(smartUpdate(changed, aTicket(), aContact(), false).contact).toEqual({
      phonenumber: '+442079460018',
    });
  });
});

describe('the order of reported fields', () => {
  it('contact first, then custom fields by number', () => {
    const lead = aLead({
      phone: '+442079460018',
      linkedinUrl: 'https://linkedin.test/in/new',
      customFields: { 113: 'Chicago', 103: 'IPO', 106: 'Oracle', 105: true },
    });
    expect(smartUpdate(lead, aTicket(), aContact(), true).fieldsUpdated).toEqual([
      'phonenumber',
      'linkedin_url',
      'CF_103',
      'CF_105',
      'CF_106',
      'CF_113',
    ]);
  });
});
