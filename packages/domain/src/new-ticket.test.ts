import { describe, expect, it } from '@jest/globals';
import { newTicket, personName, ticketSummary } from './new-ticket.js';
import { aLead, anEmptyLead, source } from './testing/leads.js';

const reference = 'job_1#0';
const everything = { customFields: true, reference };

describe('specification, "Provider field mapping": "Every lead ticket is created with"', () => {
  const ticket = newTicket(aLead(), source('provider_a'), everything);

  it('"tickettype_id 1"', () => {
    expect(ticket.tickettype_id).toBe(1);
  });

  it('"summary: first name, last name and company, joined as <first> <last> - <company>"', () => {
    expect(ticket.summary).toBe('Jane Doe - Acme');
  });

  it('"details: a generated text naming the source"', () => {
    expect(ticket.details).toMatch(/^Lead imported from Provider A\.\n/u);
  });

  it('"status_id 1"', () => {
    expect(ticket.status_id).toBe(1);
  });

  it('"priority_id 3"', () => {
    expect(ticket.priority_id).toBe(3);
  });

  it('"category_1 Lead"', () => {
    expect(ticket.category_1).toBe('Lead');
  });

  it('"category_2: the source label"', () => {
    expect(ticket.category_2).toBe('Provider A');
    expect(newTicket(aLead(), source('csv'), everything).category_2).toBe('CSV');
  });

  it('"customfields: a list of objects {id: integer, value}"', () => {
    expect(ticket.customfields).toEqual([
      { id: 101, value: 'Provider A' },
      { id: 102, value: 'Software, cloud hosting' },
      { id: 103, value: 'Series B 25M USD (2025-03-01)' },
      { id: 104, value: 'Salesforce (CRM)' },
      { id: 105, value: false },
      { id: 106, value: 'Salesforce, AWS' },
      { id: 107, value: '5M-25M' },
      { id: 108, value: '51-200' },
      { id: 109, value: 'C-Suite' },
      { id: 110, value: 'IT' },
      { id: 111, value: 'Intent strength: high' },
      { id: 112, value: 1998 },
      { id: 113, value: 'acme.example.com; 1 Main St, Springfield, IL 62701, United States' },
    ]);
  });

  it('nothing else', () => {
    expect(Object.keys(ticket).sort()).toEqual([
      'category_1',
      'category_2',
      'customfields',
      'details',
      'priority_id',
      'status_id',
      'summary',
      'tickettype_id',
    ]);
  });
});

describe('decision "source": the label "is the same in category_2, in CF_101 and in the list\'s name"', () => {
  it('is the label of the source of the import', () => {
    const ticket = newTicket(
      aLead({ customFields: { 101: 'Provider A' } }),
      source('provider_b'),
      everything,
    );
    expect(ticket.category_2).toBe('Provider B');
    expect(ticket.customfields).toContainEqual({ id: 101, value: 'Provider B' });
  });
});

describe('decision "options": "custom_fields: false sends CF_101 and CF_105 alone"', () => {
  it('sends two fields', () => {
    expect(newTicket(aLead(), source('provider_a'), { customFields: false, reference }).customfields).toEqual(
      [
        { id: 101, value: 'Provider A' },
        { id: 105, value: false },
      ],
    );
  });

  it('sends an opt-out', () => {
    const lead = aLead({ doNotContact: true });
    expect(
      newTicket(lead, source('provider_a'), { customFields: false, reference }).customfields,
    ).toContainEqual({
      id: 105,
      value: true,
    });
  });
});

describe('CF_105', () => {
  it('is sent for every lead, even if false', () => {
    expect(newTicket(anEmptyLead(), source('manual'), everything).customfields).toEqual([
      { id: 101, value: 'Manual' },
      { id: 105, value: false },
    ]);
  });

  it('has the value of the lead', () => {
    const lead = aLead({ doNotContact: true, customFields: { 105: false } });
    expect(newTicket(lead, source('provider_b'), everything).customfields).toContainEqual({
      id: 105,
      value: true,
    });
  });
});

describe('ticketSummary, with parts missing', () => {
  const noCompany = { name: null, website: null, phone: null };

  it.each([
    ['no company', aLead({ company: noCompany }), 'Jane Doe'],
    ['no last name', aLead({ lastName: null }), 'Jane - Acme'],
    ['no first name', aLead({ firstName: null }), 'Doe - Acme'],
    ['no person', aLead({ firstName: null, lastName: null }), 'Acme'],
    [
      'no names at all',
      anEmptyLead({ email: 'info@example.com', phone: '+14155550132' }),
      'info@example.com',
    ],
    ['a phone alone', anEmptyLead({ phone: '+14155550132' }), '+14155550132'],
    ['nothing', anEmptyLead(), 'Lead'],
  ])('%s', (_what, lead, summary) => {
    expect(ticketSummary(lead)).toBe(summary);
  });

  it('is never longer than the names can be', () => {
    const long = aLead({
      firstName: 'a'.repeat(100),
      lastName: 'b'.repeat(100),
      company: { ...noCompany, name: 'c'.repeat(200) },
    });
    expect(ticketSummary(long)).toHaveLength(404);
  });
});

describe('personName', () => {
  it.each([
    ['Jane', 'Doe', 'Jane Doe'],
    ['Jane', null, 'Jane'],
    [null, 'Doe', 'Doe'],
    [null, null, null],
  ])('of %p and %p is %p', (firstName, lastName, name) => {
    expect(personName({ firstName, lastName })).toBe(name);
  });
});

describe('the details', () => {
  it('contain the contact, so that a search by email or phone finds the ticket', () => {
    const { details } = newTicket(aLead(), source('provider_a'), everything);
    expect(details.split('\n')).toEqual([
      'Lead imported from Provider A.',
      '',
      'Name: Jane Doe',
      'Job title: Chief Technology Officer',
      'Email: jane.doe@example.com',
      'Email verification: verified',
      'Phone: +14155550132',
      'LinkedIn: https://www.linkedin.test/in/jane-doe',
      'Company: Acme',
      'Website: acme.example.com',
      'Industry: Software',
      'Headcount: 120',
      '',
      'Reference: job_1#0',
    ]);
  });

  it('decision "Flat research fields": public_research, news_articles, initial_notes go into the ticket\'s details', () => {
    const lead = anEmptyLead({
      email: 'jane@example.com',
      research: {
        publicResearch: 'Opened an office.\nHiring.',
        newsArticles: 'In the press',
        initialNotes: 'Met once',
      },
    });
    expect(newTicket(lead, source('manual'), everything).details).toBe(
      [
        'Lead imported from Manual.',
        '',
        'Email: jane@example.com',
        '',
        'Public research:',
        'Opened an office.',
        'Hiring.',
        '',
        'News and articles:',
        'In the press',
        '',
        'Initial notes:',
        'Met once',
        '',
        'Reference: job_1#0',
      ].join('\n'),
    );
  });

  it('name the source even if nothing else is known', () => {
    expect(newTicket(anEmptyLead(), source('csv'), everything).details).toBe(
      'Lead imported from CSV.\n\nReference: job_1#0',
    );
  });
});
