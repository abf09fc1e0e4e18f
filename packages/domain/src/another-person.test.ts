import { describe, expect, it } from '@jest/globals';

import { isOfAnother } from './another-person.js';
import type { TicketSnapshot } from './model.js';
import type { PersonFacts } from './person-keys.js';

const alex: PersonFacts = {
  email: 'alex@example.com',
  personName: 'Alex Example',
  companyName: 'Example Software Ltd',
  phone: null,
};
const told = { email: alex.email, userName: alex.personName, clientName: alex.companyName };
const nobody = { email: null, userName: null, clientName: null };

function ticketOf(facts: Partial<TicketSnapshot>): TicketSnapshot {
  return {
    id: 1,
    tickettypeId: 1,
    statusId: 1,
    summary: 'Call back',
    clientId: 1,
    siteId: 1,
    userId: 1,
    lastUpdatedBy: null,
    customFields: {},
    ...nobody,
    ...facts,
  };
}

describe('a ticket', () => {
  it.each([
    [
      'another address, name and company',
      { email: 'sam@other.test', userName: 'Sam Other', clientName: 'Other' },
    ],
    [
      'another address and name in the same company',
      { ...told, email: 'sam@example.com', userName: 'Sam Other' },
    ],
    [
      'a namesake by the first name elsewhere',
      { email: 'alex@other.test', userName: 'Alex Other', clientName: 'Other' },
    ],
    ['another name and company, and no address', { email: null, userName: 'Sam Other', clientName: 'Other' }],
  ])('clearly belongs to another person with %s', (_, facts) => {
    expect(isOfAnother(ticketOf(facts), [alex])).toBe(true);
  });

  it.each([
    ['the address, whatever else', { ...told, userName: 'Sam Other', clientName: 'Other' }],
    [
      'the address in another spelling',
      { email: ' ALEX@example.com ', userName: 'Sam Other', clientName: 'Other' },
    ],
    ['a new address', { ...told, email: 'a.example@example.com' }],
    ['a new job', { ...told, email: 'alex@other.test', clientName: 'Other' }],
    ['a new last name', { ...told, email: 'alex.other@example.com', userName: 'Alex Other' }],
    ['a corrected company', { ...told, email: null, clientName: 'Other' }],
    ['another name in the same company, and no address', { ...told, email: null, userName: 'Sam Other' }],
    ['no name', { email: 'sam@other.test', userName: null, clientName: 'Other' }],
    ['nothing', nobody],
  ])('does not clearly belong to another person with %s', (_, facts) => {
    expect(isOfAnother(ticketOf(facts), [alex])).toBe(false);
  });

  it('is compared with all known facts about the person', () => {
    const formerly = { ...alex, email: 'sam@other.test', personName: 'Sam Other', companyName: 'Other' };
    const ticket = ticketOf({ email: 'sam@other.test', userName: 'Sam Other', clientName: 'Other' });
    expect(isOfAnother(ticket, [alex, formerly])).toBe(false);
  });

  it('also shows names in its summary', () => {
    expect(isOfAnother(ticketOf({ ...nobody, summary: 'Sam Other - Other' }), [alex])).toBe(true);
    expect(isOfAnother(ticketOf({ ...nobody, summary: 'Alex Example - Other' }), [alex])).toBe(false);
  });
});
