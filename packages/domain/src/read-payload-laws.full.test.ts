import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from './cleansing/limits.js';
import { dedupeKey } from './dedupe-key.js';
import { newTicket } from './new-ticket.js';
import { anyText, jsonValue } from './testing/arbitraries.js';
import { source } from './testing/leads.js';
import { providerAFull, providerBFull, providerCFull } from './testing/payloads.js';
import { everySource, leadOf, read } from './testing/read-by-source.js';
import { replaced } from './testing/replaced.js';

describe('laws', () => {
  const paths: readonly (readonly string[])[] = [
    ['email'],
    ['first_name'],
    ['company'],
    ['phone'],
    ['headcount'],
    ['person'],
    ['person', 'email'],
    ['person', 'phone_numbers'],
    ['person', 'contact', 'phone_numbers'],
    ['organization'],
    ['organization', 'keywords'],
    ['organization', 'current_technologies'],
    ['organization', 'funding_events'],
    ['organization', 'primary_phone'],
    ['contact'],
    ['contact', 'managementLevel'],
    ['contact', 'jobFunction'],
    ['contact', 'company'],
    ['company', 'revenue'],
    ['company', 'socialMediaUrls'],
    ['technologies'],
    ['intent'],
    ['data'],
    ['data', 'emails'],
    ['data', 'emails', '0', 'verification'],
    ['data', 'emails', '0', 'sources'],
  ];

  it('nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everySource), fc.anything(), (name, data) => {
        read(data, name);
      }),
      { numRuns: 1_000 },
    );
  });

  it('removing any part of a native payload never throws', () => {
    const payload = fc.constantFrom(
      ['provider_a', providerAFull] as const,
      ['provider_b', providerBFull] as const,
      ['provider_c', providerCFull] as const,
      ['manual', {}] as const,
    );
    fc.assert(
      fc.property(
        payload,
        fc.constantFrom(...paths),
        fc.oneof(jsonValue, fc.anything()),
        ([name, data], path, value) => {
          const result = read(replaced(data, path, value), name);
          if (result.ok) newTicket(result.lead, source(name), { customFields: true, reference: 'job_1#0' });
          else expect(result.faults.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('no text in the result exceeds its limit or contains control characters', () => {
    const flat = fc.record({
      first_name: anyText.map((text) => text.repeat(20)),
      last_name: anyText,
      company: anyText.map((text) => text.repeat(20)),
      title: anyText,
      services_offered: anyText,
      linkedin_url: anyText,
      website: anyText,
    });
    fc.assert(
      fc.property(flat, (data) => {
        const lead = leadOf(data);
        for (const [value, limit] of [
          [lead.firstName, LIMITS.personName],
          [lead.lastName, LIMITS.personName],
          [lead.company.name, LIMITS.companyName],
          [lead.jobTitle, LIMITS.jobTitle],
          [lead.linkedinUrl, LIMITS.url],
          [lead.company.website, LIMITS.url],
        ] as const) {
          expect(value?.length ?? 0).toBeLessThanOrEqual(limit);
          expect(value ?? '').not.toMatch(/[\p{Cc}\p{Cs}]/u);
          expect(value).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a clean lead sent again as a flat record is the same lead', () => {
    const flat = fc.record({
      first_name: anyText,
      last_name: anyText,
      company: anyText,
      title: anyText,
      phone: fc.constantFrom('', '(415) 555-0132', '+44 20 7946 0018', 'call me'),
      website: fc.oneof(fc.webUrl(), fc.constant('')),
      email: fc.oneof(fc.emailAddress(), fc.constant('')),
      headcount: fc.integer({ min: 0, max: 20_000 }),
      services_offered: anyText,
      do_not_contact: fc.boolean(),
    });
    fc.assert(
      fc.property(flat, (data) => {
        const first = read(data);
        fc.pre(first.ok);
        if (!first.ok) return;
        const { lead } = first;
        const second = leadOf({
          first_name: lead.firstName,
          last_name: lead.lastName,
          company: lead.company.name,
          title: lead.jobTitle,
          phone: lead.phone,
          website: lead.company.website,
          email: lead.email,
          headcount: lead.headcount,
          services_offered: lead.customFields[102] ?? null,
          do_not_contact: lead.doNotContact,
        });
        expect(second).toEqual(lead);
        expect(dedupeKey(second)).toEqual(dedupeKey(lead));
      }),
      { numRuns: 500 },
    );
  });

  it('the payload itself is not modified', () => {
    const before = structuredClone([providerAFull, providerBFull, providerCFull]);
    leadOf(providerAFull, 'provider_a');
    leadOf(providerBFull, 'provider_b');
    leadOf(providerCFull, 'provider_c');
    expect([providerAFull, providerBFull, providerCFull]).toEqual(before);
  });
});
