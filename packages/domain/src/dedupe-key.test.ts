import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  contactKey,
  contactKeys,
  dedupeKey,
  duplicateMessage,
  INSUFFICIENT_DATA,
  ownTicketKey,
  ticketKey,
  ticketKeys,
  withContact,
} from './dedupe-key.js';
import { ticketSummary } from './new-ticket.js';
import { readPayload } from './read-payload.js';
import { companyName, rewritten } from './testing/arbitraries.js';
import { aLead, anEmptyLead, aTicket, settings, source } from './testing/leads.js';

const acme = { name: 'Acme', website: null, phone: null };

describe('specification, "Deduplication key", order 1: "email present → email:<lower-cased email>"', () => {
  it('takes the email', () => {
    expect(dedupeKey(aLead())).toEqual({
      kind: 'email',
      key: 'email:jane.doe@example.com',
      searchTerm: 'jane.doe@example.com',
    });
  });

  it('takes the email although company, person and phone are present', () => {
    expect(dedupeKey(aLead({ company: acme, phone: '+14155550132' }))?.kind).toBe('email');
  });

  it('takes the email although nothing else is present', () => {
    expect(dedupeKey(anEmptyLead({ email: 'info@example.com' }))?.key).toBe('email:info@example.com');
  });
});

describe('specification, "Deduplication key", order 2: "company and person name present → company-person:<company>-<first+last name>"', () => {
  it('takes company and person if there is no email', () => {
    expect(dedupeKey(aLead({ email: null }))).toEqual({
      kind: 'company-person',
      key: 'company-person:acme-janedoe',
      searchTerm: 'Jane Doe',
    });
  });

  it.each([
    [
      '"company lower-cased, only a-z0-9"',
      'Acme & Sons 24/7',
      'Jane',
      'Doe',
      'company-person:acmesons247-janedoe',
    ],
    [
      '"first+last name lower-cased, only a-z"',
      'Acme',
      'Mary-Jane 2',
      "O'Neill",
      'company-person:acme-maryjaneoneill',
    ],
    ['a legal form is no part of the name', 'Acme Inc.', 'Jane', 'Doe', 'company-person:acme-janedoe'],
    ['a company of a legal form alone', 'Inc.', 'Jane', 'Doe', 'company-person:inc-janedoe'],
    ['a first name alone', 'Acme', 'Jane', null, 'company-person:acme-jane'],
    ['a last name alone', 'Acme', null, 'Doe', 'company-person:acme-doe'],
    ['accents are folded', 'Müller', 'Zoë', 'Lefèvre', 'company-person:muller-zoelefevre'],
  ])('%s', (_what, company, firstName, lastName, key) => {
    const lead = aLead({ email: null, firstName, lastName, company: { ...acme, name: company } });
    expect(dedupeKey(lead)?.key).toBe(key);
  });

  it.each([
    ['Japanese', '田中', '太郎', '山田', '花子'],
    ['Russian', 'Иван', 'Петров', 'Анна', 'Сидорова'],
    ['Arabic', 'محمد', 'علي', 'فاطمة', 'حسن'],
    ['Hebrew', 'דוד', 'כהן', 'רחל', 'לוי'],
    ['Korean', '김', '민수', '이', '지은'],
    ['Hindi', 'राम', 'शर्मा', 'सीता', 'वर्मा'],
    ['Thai', 'สมชาย', 'ใจดี', 'สมหญิง', 'ใจงาม'],
    ['Greek', 'Νίκος', 'Παππάς', 'Μαρία', 'Ιωάννου'],
  ])(
    'distinguishes people with %s names, of which "only a-z" would leave nothing',
    (_script, first, last, first2, last2) => {
      const one = dedupeKey(aLead({ email: null, firstName: first, lastName: last }));
      const other = dedupeKey(aLead({ email: null, firstName: first2, lastName: last2 }));
      expect(one?.kind).toBe('company-person');
      expect(other?.kind).toBe('company-person');
      expect(one?.key).not.toBe(other?.key);
    },
  );

  it('distinguishes companies with names in other scripts', () => {
    const at = (name: string) => dedupeKey(aLead({ email: null, company: { ...acme, name } }))?.key;
    expect(at('株式会社トヨタ')).not.toBe(at('株式会社ホンダ'));
  });

  it.each([
    ['there is no company', aLead({ email: null, company: { ...acme, name: null } })],
    ['there is no person', aLead({ email: null, firstName: null, lastName: null })],
    ['the name has no letter', aLead({ email: null, firstName: '123', lastName: '??' })],
    ['the name is an emoji', aLead({ email: null, firstName: '🚀', lastName: null })],
  ])('does not apply when %s', (_what, lead) => {
    expect(dedupeKey(lead)?.kind).toBe('phone');
  });
});

describe('specification, "Deduplication key", order 3: "phone present → phone:<digits of phone>"', () => {
  it('takes the digits of the phone if no earlier rule applies', () => {
    expect(dedupeKey(anEmptyLead({ phone: '+14155550132' }))).toEqual({
      kind: 'phone',
      key: 'phone:14155550132',
      searchTerm: '+14155550132',
    });
  });

  it('takes the phone of a person without a company', () => {
    expect(dedupeKey(anEmptyLead({ firstName: 'Jane', lastName: 'Doe', phone: '+14155550132' }))?.kind).toBe(
      'phone',
    );
  });
});

describe('specification, "Deduplication key", order 4: "none of the above → no key"', () => {
  it.each([
    ['nothing', anEmptyLead()],
    ['a person alone', anEmptyLead({ firstName: 'Jane', lastName: 'Doe' })],
    ['a company alone', anEmptyLead({ company: acme })],
    [
      'a job title and a website',
      anEmptyLead({ jobTitle: 'CTO', company: { ...acme, name: null, website: 'acme.test' } }),
    ],
  ])('%s has no key', (_what, lead) => {
    expect(dedupeKey(lead)).toBeNull();
  });

  it('has the reason of the specification', () => {
    expect(INSUFFICIENT_DATA).toBe('Insufficient data for deduplication');
  });
});

describe('decision "Duplicate inside one bulk request"', () => {
  it.each([
    ['email', 'Duplicate email address'],
    ['company-person', 'Duplicate company and person name'],
    ['phone', 'Duplicate phone number'],
  ] as const)('%s: %s', (kind, message) => {
    expect(duplicateMessage(kind)).toBe(message);
  });
});

describe('decision "Search by email": "a hit counts only if its own key equals the lead\'s key"', () => {
  it('compares emails exactly, unlike the loose search', () => {
    const wanted = dedupeKey(aLead())?.key;
    expect(ticketKey('email', aTicket())).toBe(wanted);
    expect(ticketKey('email', aTicket({ email: 'JANE.DOE@example.com ' }))).toBe(wanted);
    expect(ticketKey('email', aTicket({ email: 'mary.jane.doe@example.com' }))).not.toBe(wanted);
    expect(ticketKey('email', aTicket({ email: 'jane.doe@example.com.test' }))).not.toBe(wanted);
  });

  it('says nothing about a ticket whose email is unknown or missing', () => {
    expect(ticketKey('email', aTicket({ email: null }))).toBeNull();
    expect(ticketKey('email', aTicket({ email: 'n/a' }))).toBeNull();
    expect(ticketKey('email', aTicket({ email: '' }))).toBeNull();
  });

  it('compares client and contact of a ticket with company and person', () => {
    const wanted = dedupeKey(aLead({ email: null }))?.key;
    expect(ticketKey('company-person', aTicket())).toBe(wanted);
    expect(ticketKey('company-person', aTicket({ clientName: 'ACME, Inc.', userName: 'JANE  DOE' }))).toBe(
      wanted,
    );
    expect(ticketKey('company-person', aTicket({ userName: 'Janet Doe' }))).not.toBe(wanted);
    expect(ticketKey('company-person', aTicket({ clientName: 'Acme Europe' }))).not.toBe(wanted);
  });

  it('reads company and person from the summary if the ticket does not name them', () => {
    const wanted = dedupeKey(aLead({ email: null }))?.key;
    expect(ticketKey('company-person', aTicket({ clientName: null, userName: null }))).toBe(wanted);
    expect(ticketKey('company-person', aTicket({ clientName: null }))).toBe(wanted);
    expect(ticketKey('company-person', aTicket({ userName: null }))).toBe(wanted);
  });

  it('reads a company with a dash in its name from the summary', () => {
    const lead = aLead({ email: null, company: { ...acme, name: 'Acme - West' } });
    const ticket = aTicket({ summary: ticketSummary(lead), clientName: null, userName: null });
    expect(ticketKey('company-person', ticket)).toBe(dedupeKey(lead)?.key);
  });

  it('says nothing about a ticket with another summary and without names', () => {
    const ticket = aTicket({ summary: 'Please call back', clientName: null, userName: null });
    expect(ticketKey('company-person', ticket)).toBeNull();
  });

  it('compares the contact’s phone', () => {
    const wanted = dedupeKey(anEmptyLead({ phone: '+14155550132' }))?.key;
    expect(ticketKey('phone', aTicket(), '+1 (415) 555-0132')).toBe(wanted);
    expect(ticketKey('phone', aTicket(), '+14155550133')).not.toBe(wanted);
    expect(ticketKey('phone', aTicket(), 'none')).toBeNull();
    expect(ticketKey('phone', aTicket(), null)).toBeNull();
    expect(ticketKey('phone', aTicket())).toBeNull();
  });

  it('reads the phone from the summary of a ticket that was created with only a phone', () => {
    const lead = anEmptyLead({ phone: '+14155550132' });
    const ticket = aTicket({ summary: ticketSummary(lead) });
    expect(ticketKey('phone', ticket)).toBe(dedupeKey(lead)?.key);
    expect(ticketKey('phone', ticket, null)).toBe(dedupeKey(lead)?.key);
  });
});

describe('laws', () => {
  const keyOf = (data: object): string | null => {
    const read = readPayload(source('manual'), data, settings);
    return read.ok ? (dedupeKey(read.lead)?.key ?? null) : null;
  };

  it('the key of an email is stable under case and spaces', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\t'), (email, blank) => {
        expect(keyOf({ email: blank + email.toUpperCase() + blank })).toBe(keyOf({ email }));
      }),
    );
  });

  it('the key of company and person is stable under case, spaces and Unicode form', () => {
    const name = fc.constantFrom(
      'Jane',
      'Zoë',
      'Straße',
      'Νίκος',
      'İpek',
      'Иван',
      '太郎',
      'Mary Ann',
      "O'Neill",
    );
    const two = (text: fc.Arbitrary<string>) =>
      text.chain((one) => fc.tuple(fc.constant(one), rewritten(one)));
    fc.assert(
      fc.property(two(name), two(name), two(companyName), (first, last, company) => {
        const one = { first_name: first[0], last_name: last[0], company: company[0] };
        const other = { first_name: first[1], last_name: last[1], company: company[1] };
        expect(keyOf(other)).toBe(keyOf(one));
      }),
      { numRuns: 1_000 },
    );
  });

  it('the key of a phone is stable under its written form', () => {
    const written = fc.constantFrom('+1 415 555 0132', '(415) 555-0132', '415.555.0132', '1-415-555-0132 x9');
    fc.assert(
      fc.property(written, (phone) => {
        expect(keyOf({ phone })).toBe('phone:14155550132');
      }),
    );
  });

  it("a ticket that was created from a lead has the lead's key", () => {
    fc.assert(
      fc.property(companyName, fc.constantFrom('Jane', 'Zoë', 'Иван', '太郎'), (company, firstName) => {
        const read = readPayload(
          source('csv'),
          { first_name: firstName, last_name: 'Doe', company },
          settings,
        );
        fc.pre(read.ok);
        if (!read.ok) return;
        const ticket = aTicket({ summary: ticketSummary(read.lead), clientName: null, userName: null });
        fc.pre(!company.startsWith(' - '));
        expect(ticketKey('company-person', ticket)).toBe(dedupeKey(read.lead)?.key ?? null);
      }),
    );
  });
});

describe('the key of a ticket', () => {
  const jane = { email: 'jane.doe@example.com', firstName: 'Jane', lastName: 'Doe', clientName: 'Acme' };
  const silent = { email: null, userName: null, clientName: null, lacksEmail: true } as const;

  it('is that of the first rule that applies, as for a lead', () => {
    expect(ownTicketKey(aTicket())).toBe('email:jane.doe@example.com');
    expect(ownTicketKey(aTicket({ email: null }))).toBe('company-person:acme-janedoe');
    const nameless = { email: null, userName: null, summary: 'Please call back' };
    expect(ownTicketKey(aTicket(nameless), '+1 (415) 555-0132')).toBe('phone:14155550132');
    expect(ownTicketKey(aTicket(nameless))).toBeNull();
  });

  it('is that of its contact if the ticket does not name a person', () => {
    const ticket = aTicket({ ...silent, summary: 'Please call back' });
    for (const contact of [jane, { ...jane, email: null }]) {
      const completed = withContact(ticket, contact);
      expect(completed.lacksEmail).toBeUndefined();
      expect(ownTicketKey(completed)).toBe(contactKey(contact));
    }
    expect(contactKey(jane)).toBe(dedupeKey(aLead())?.key);
    expect(contactKey({ ...jane, email: null })).toBe(dedupeKey(aLead({ email: null }))?.key);
    expect(contactKey({ ...jane, email: null, clientName: null })).toBeNull();
    expect(
      contactKeys({ ...jane, email: null, clientName: null, otherEmails: ['jane@home.example'] }),
    ).toEqual(['email:jane@home.example']);
  });

  it("uses the ticket's own values where present", () => {
    const other = { ...jane, email: 'other@example.com', firstName: 'Other' };
    expect(withContact(aTicket(), other)).toEqual(aTicket());
  });
});

describe('the key in the summary of a ticket', () => {
  const ticket = {
    ...aTicket(),
    summary: 'Jane Doe - Acme Holdings',
    clientName: 'Acme',
    userName: 'Jane Doe',
  };

  it('is that of its lead, whatever the name of its client is', () => {
    expect(ticketKeys({ ...ticket, email: null })).toEqual([
      'company-person:acme-janedoe',
      'company-person:acmeholdings-janedoe',
    ]);
  });

  it('does not count beside an email', () => {
    expect(ticketKeys({ ...ticket, email: 'jane@example.com' })).toEqual(['email:jane@example.com']);
  });

  it('is not there without a company', () => {
    expect(ticketKeys({ ...ticket, email: null, summary: 'Jane Doe' })).toEqual([
      'company-person:acme-janedoe',
    ]);
  });
});
