import { describe, expect, it } from '@jest/globals';

import type { Lead, TicketSnapshot } from './model.js';
import { personKeys, ticketPersonKeys } from './person-keys.js';

const lead: Lead = {
  firstName: 'Zoë',
  lastName: 'Miller',
  email: 'zoe@acme.example',
  jobTitle: null,
  phone: '+12025550123',
  linkedinUrl: null,
  company: { name: 'Acme', website: null, phone: null },
  industry: null,
  headcount: null,
  doNotContact: true,
  customFields: {},
  research: { publicResearch: null, newsArticles: null, initialNotes: null },
  emailVerification: null,
};

const ticket: TicketSnapshot = {
  id: 1,
  tickettypeId: 1,
  statusId: 1,
  summary: 'Zoe Miller - Acme',
  clientId: 1,
  siteId: 1,
  userId: 1,
  email: 'Zoe@Acme.example',
  userName: null,
  clientName: null,
  lastUpdatedBy: null,
  customFields: {},
};

describe('the keys of a person', () => {
  it('are all that a later import may bring, the telling one first', () => {
    expect(personKeys(lead)).toEqual([
      'email:zoe@acme.example',
      'company-person:acme-zoemiller',
      'phone:12025550123',
    ]);
    expect(personKeys({ ...lead, email: null })).toEqual([
      'company-person:acme-zoemiller',
      'phone:12025550123',
    ]);
    expect(personKeys({ ...lead, company: { ...lead.company, name: null }, phone: null })).toEqual([
      'email:zoe@acme.example',
    ]);
  });

  it('are none of a lead without any', () => {
    expect(personKeys({ ...lead, email: null, phone: null, lastName: null, firstName: null })).toEqual([]);
  });

  it('come from a ticket as from the lead that it was made of', () => {
    expect(ticketPersonKeys(ticket)).toEqual(['email:zoe@acme.example', 'company-person:acme-zoemiller']);
    expect(ticketPersonKeys({ ...ticket, email: null, summary: 'no names' })).toEqual([]);
  });
});
