import { describe, expect, it } from '@jest/globals';

import { rowState } from '../import/testing/import-rows.js';
import { optOutOfLead } from './opt-out-of-lead.js';

const cause = {
  origin: 'lifecycle',
  reason: 'Asked on the phone',
  at: '2026-01-31T09:00:00.000Z',
  by: 'key_1',
  marks: ['list'],
} as const;
const recordOf = (data: Readonly<Record<string, unknown>>) => {
  const { lead, recordKey } = rowState(data);
  return { leadId: 12, psaTicketId: 300, lead, key: recordKey };
};

describe('the opt-out of a lead', () => {
  it('names the person, the ticket, and all known keys', () => {
    const record = recordOf({
      email: 'alex@example.com',
      first_name: 'Alex',
      last_name: 'Example',
      company: 'Example Inc',
      phone: '+15551234567',
    });
    const request = optOutOfLead(record, cause);
    expect(request).toMatchObject({
      ...cause,
      ticketId: 300,
      leadId: 12,
      leadSource: null,
      person: { email: 'alex@example.com', firstName: 'Alex', lastName: 'Example', companyName: 'Example' },
    });
    // A number may be shared, so it counts only with the name.
    expect(request.keys.map(({ kind }) => kind)).toEqual(['email', 'company-person', 'phone-person']);
  });

  it('counts by the number alone if the record began with it', () => {
    const record = recordOf({ phone: '+15551234567' });
    const later = { ...record, lead: { ...record.lead, email: 'alex@example.com' } };
    expect(optOutOfLead(later, cause).keys.map(({ kind }) => kind)).toEqual(['phone', 'email']);
  });

  it('carries the source of its ticket if known', () => {
    const record = recordOf({ email: 'alex@example.com' });
    expect(optOutOfLead(record, { ...cause, leadSource: 'Provider A' }).leadSource).toBe('Provider A');
  });
});
