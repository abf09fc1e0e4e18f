import { describe, expect, it } from '@jest/globals';

import type { ProviderKind } from './model.js';
import { blocks, leadOf } from './testing/blocked-leads.js';

const one = 'jane@example.com';
const other = 'jane@home.example';

describe('an opt-out by an address', () => {
  const names = { first_name: 'Jane', last_name: 'Doe' };
  const person = { firstName: 'Jane', lastName: 'Doe' };

  it.each<[string, ProviderKind, object]>([
    ['a second column', 'flat', { ...names, email: one, personal_email: `Jane <${other}>` }],
    [
      'the personal ones of provider A',
      'provider_a',
      { person: { ...names, email: one, personal_emails: [other] }, organization: { name: 'Acme' } },
    ],
    [
      'the contact of provider A',
      'provider_a',
      {
        person: { ...names, email: one, contact: { contact_emails: [{ email: other }] } },
        organization: { name: 'Acme' },
      },
    ],
    [
      'the supplemental one of provider B',
      'provider_b',
      { contact: { ...person, email: one, supplementalEmail: [other] }, company: { name: 'Acme' } },
    ],
    [
      'the list of Lusha',
      'lusha',
      { ...person, emails: [{ email: one, emailType: 'work' }, { email: other }], company: { name: 'Acme' } },
    ],
    [
      'the further ones of HubSpot',
      'hubspot',
      { properties: { firstname: 'Jane', lastname: 'Doe', email: one, hs_additional_emails: other } },
    ],
  ])('blocks the person whose record has it in %s', (_, kind, data) => {
    const lead = leadOf(kind, data);
    expect([lead.email, lead.otherEmails]).toEqual([one, [other]]);
    expect(blocks({ email: one }, lead)).toBe(true);
    expect(blocks({ email: other }, lead)).toBe(true);
    expect(blocks({ email: 'zoe@example.com' }, lead)).toBe(false);
  });

  it.each([one.toUpperCase(), 'n/a', 'not yet', ''])('counts %j beside the address as nothing', (written) => {
    expect(leadOf('flat', { email: one, work_email: written }).otherEmails).toBeUndefined();
  });
});
