import { describe, expect, it } from '@jest/globals';

import type { Lead, ProviderKind } from './model.js';
import { mergeSources } from './precedence.js';
import { blocks, leadOf } from './testing/blocked-leads.js';

const one = '+12025550143';
const other = '+12025550144';

const person = { first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com', company: 'Acme' };

describe('an opt-out by a number', () => {
  it.each<[string, ProviderKind, object]>([
    ['a second column', 'flat', { ...person, phone: one, mobile: other }],
    [
      'a third column',
      'flat',
      { ...person, phone: one, work_phone: '202 555 0145', mobile: '(202) 555-0144' },
    ],
    ['the same text', 'flat', { ...person, phone: `${one} / ${other}` }],
    ['the same text, behind two others', 'flat', { ...person, phone: `${one}, +1 202 555 0145; ${other}` }],
    [
      'the list of a provider',
      'provider_a',
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        phone_numbers: [{ raw_number: one }, { sanitized_number: other }],
        organization: { name: 'Acme' },
      },
    ],
  ])('blocks the person whose record names it in %s', (_, kind, data) => {
    const lead = leadOf(kind, data);
    expect(lead.phone).toBe(one);
    expect(lead.otherPhones).toContain(other);
    expect(blocks({ phone: other }, lead)).toBe(true);
    expect(blocks({ phone: other, name: 'Jane Doe' }, lead)).toBe(true);
    expect(blocks({ phone: other, name: 'Zoe Roe' }, lead)).toBe(true);
    expect(blocks({ phone: other, name: 'Zoe Roe', email: 'zoe@example.com' }, lead)).toBe(false);
    expect(blocks({ phone: '+12025550199' }, lead)).toBe(false);
  });

  it("does not block by a company's number beside the person's own", () => {
    const lead = leadOf('flat', { ...person, phone: one, company_phone: other });
    expect(lead.otherPhones).toBeUndefined();
    expect(blocks({ phone: other }, lead)).toBe(false);
  });

  it('counts the numbers of every source', () => {
    const data = (lead: Lead) => ({ lead, kind: 'flat' as const, receivedAt: '2026-01-31T09:00:00.000Z' });
    const { lead } = mergeSources(
      {
        csv: data(leadOf('flat', { ...person, phone: one, mobile: other })),
        manual: data(leadOf('flat', { ...person, phone: other })),
      },
      'csv',
    );
    expect([lead.phone, ...(lead.otherPhones ?? [])].sort()).toEqual([one, other]);
  });
});
