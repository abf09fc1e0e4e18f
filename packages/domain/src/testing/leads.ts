import type { ContactSnapshot, Lead, LeadSource, TicketSnapshot } from '../model.js';
import { defaultSources, findSource } from '../source-catalog.js';

/** The settings that most tests read payloads with. */
export const settings = { defaultCountry: 'US' };

/** The agent that the service writes as in tests. */
export const integrationUser = { id: 7, name: 'Leadbridge' };

/** One of the default sources. */
export function source(name: string): LeadSource {
  const found = findSource(defaultSources, name);
  if (found === null) throw new Error(`There is no default source ${name}`);
  return found;
}

/** A lead with every field set; a test overrides the ones it is about. */
export function aLead(overrides: Partial<Lead> = {}): Lead {
  return {
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane.doe@example.com',
    jobTitle: 'Chief Technology Officer',
    phone: '+14155550132',
    linkedinUrl: 'https://www.linkedin.test/in/jane-doe',
    company: { name: 'Acme', website: 'acme.example.com', phone: '+14155550100' },
    industry: 'Software',
    headcount: 120,
    doNotContact: false,
    customFields: {
      101: 'Provider A',
      102: 'Software, cloud hosting',
      103: 'Series B 25M USD (2025-03-01)',
      104: 'Salesforce (CRM)',
      105: false,
      106: 'Salesforce, AWS',
      107: '5M-25M',
      108: '51-200',
      109: 'C-Suite',
      110: 'IT',
      111: 'Intent strength: high',
      112: 1998,
      113: 'acme.example.com; 1 Main St, Springfield, IL 62701, United States',
    },
    research: { publicResearch: null, newsArticles: null, initialNotes: null },
    emailVerification: 'verified',
    ...overrides,
  };
}

/** A lead without any data except its source. */
export function anEmptyLead(overrides: Partial<Lead> = {}): Lead {
  return {
    firstName: null,
    lastName: null,
    email: null,
    jobTitle: null,
    phone: null,
    linkedinUrl: null,
    company: { name: null, website: null, phone: null },
    industry: null,
    headcount: null,
    doNotContact: false,
    customFields: { 101: 'Provider A', 105: false },
    research: { publicResearch: null, newsArticles: null, initialNotes: null },
    emailVerification: null,
    ...overrides,
  };
}

/** A ticket as `aLead()` creates it: a new lead that no person has changed. */
export function aTicket(overrides: Partial<TicketSnapshot> = {}): TicketSnapshot {
  return {
    id: 501,
    tickettypeId: 1,
    statusId: 1,
    summary: 'Jane Doe - Acme',
    clientId: 11,
    siteId: 12,
    userId: 13,
    email: 'jane.doe@example.com',
    userName: 'Jane Doe',
    clientName: 'Acme',
    lastUpdatedBy: 7,
    customFields: { ...aLead().customFields },
    ...overrides,
  };
}

/** The contact of `aTicket()`. */
export function aContact(overrides: Partial<ContactSnapshot> = {}): ContactSnapshot {
  return {
    phonenumber: '+14155550132',
    linkedinUrl: 'https://www.linkedin.test/in/jane-doe',
    ...overrides,
  };
}
