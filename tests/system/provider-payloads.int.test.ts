import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { sampled } from '../support/sampled.js';
import { callerOf, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

type Json = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
  const added = ['cognism', 'lusha', 'hubspot', 'flat'].map((kind) => [`of_${kind}`, { kind, label: kind }]);
  const { status, headers } = await api.call('PUT', '/config', { providers: Object.fromEntries(added) });
  expect(status).toBe(200);
  const version = Number(headers.get('etag')?.replaceAll('"', ''));
  const processes = [...system.apis, ...system.workers];
  await until(() => processes.every(({ output }) => output.includes(`"config_version":${version}`)));
});

afterAll(async () => {
  await system.stop();
});

const phones = [{ number: '+12025550143', doNotCall: true }];

type Payload = readonly [source: string, name: string, data: Json, optedOut: boolean];

/** Each provider's payload for one person, who has opted out as far as the provider supports that. */
const payloadsOf = (company: string, emailOf: (name: string) => string): readonly Payload[] => [
  [
    'provider_a',
    'apollo',
    {
      contact: {
        first_name: 'Dana',
        last_name: 'Apollo',
        email: emailOf('apollo'),
        email_unsubscribed: true,
        account: { name: company },
      },
    },
    true,
  ],
  [
    'provider_b',
    'zoominfo',
    {
      success: true,
      data: {
        result: [
          {
            data: [
              {
                firstName: 'Dana',
                lastName: 'Zoominfo',
                email: emailOf('zoominfo'),
                directPhoneDoNotCall: true,
                company: { name: company, companyId: 9, revenue: 18_000 },
              },
            ],
          },
        ],
      },
    },
    true,
  ],
  [
    'provider_c',
    'hunter',
    {
      data: {
        first_name: 'Dana',
        last_name: 'Hunter',
        email: emailOf('hunter'),
        company,
        confidence_score: 96,
        sending_status: 'unsubscribed',
      },
    },
    true,
  ],
  [
    'of_cognism',
    'cognism',
    {
      results: [
        {
          firstName: 'Dana',
          lastName: 'Cognism',
          email: { address: emailOf('cognism') },
          account: { name: company },
        },
      ],
    },
    false,
  ],
  [
    'of_lusha',
    'lusha',
    {
      results: [
        {
          firstName: 'Dana',
          lastName: 'Lusha',
          emails: [{ email: emailOf('lusha') }],
          phones,
          company: { name: company },
        },
      ],
    },
    true,
  ],
  [
    'of_hubspot',
    'hubspot',
    {
      id: '1',
      properties: {
        firstname: 'Dana',
        lastname: 'Hubspot',
        email: emailOf('hubspot'),
        company,
        hs_email_optout: 'true',
      },
    },
    true,
  ],
  [
    'of_flat',
    'clay',
    {
      'First Name': 'Dana',
      'Last Name': 'Clay',
      'Work Email': emailOf('clay'),
      'Company Name': company,
      do_not_contact: true,
    },
    true,
  ],
];

const suppressionsOf = async (email: string): Promise<readonly Json[]> =>
  (await api.call('GET', `/suppressions?email=${encodeURIComponent(email)}`)).body[
    'suppressions'
  ] as readonly Json[];

describe.each(eachPsa)('a payload as its provider sends it, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);
  const emailOf = (name: string) => `${name}@northgate-${kind.name}.example.com`;
  // Who has opted out is held back by name and company too.
  const company = `Northgate ${kind.name}`;
  const payloads = payloadsOf(company, emailOf);

  it.each(kind.name === 'usual' ? payloads : sampled(payloads, 2))(
    'of %s, %s, becomes a ticket with its opt-out, which blocks imports and is sent to the provider',
    async (source, name, data, optedOut) => {
      const { status, body } = await api.importLead(data, { source });
      expect({ status, body }).toMatchObject({ status: 201, body: { result: 'created' } });
      const ticket = system.simulator.tickets().find(({ user_email: email }) => email === emailOf(name));
      expect(ticket).toMatchObject({
        summary: expect.stringMatching(new RegExp(`^Dana ${name} - ${company}$`, 'iu')),
        customfields: { 105: optedOut },
      });
      const flat = { email: emailOf(name), company: 'Elsewhere' };
      const again = await api.importLead(flat, { source: 'csv', options: { deduplication: false } });
      expect(again.body['suppressed_by'] ?? null).toEqual(optedOut ? 'email' : null);
      const isTold = async (): Promise<boolean> =>
        (await suppressionsOf(emailOf(name))).some(({ provider }) => provider === source);
      if (optedOut) {
        await until(isTold);
      } else {
        expect(await suppressionsOf(emailOf(name))).toEqual([]);
      }
    },
  );

  it('applies the opt-outs of all people in a response that is rejected because it contains several', async () => {
    const person = (name: string) => ({ first_name: 'Dana', email: emailOf(name), email_unsubscribed: true });
    const { status, body } = await api.importLead({ contacts: [person('first'), person('second')] });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'data.contacts', value: 2 } } },
    });
    await until(async () => {
      const entries = await Promise.all(['first', 'second'].map((name) => suppressionsOf(emailOf(name))));
      return entries.every(({ length }) => length > 0);
    });
  });

  it('shows the expected format if no person is found', async () => {
    const { status, body } = await api.importLead({ results: [{ id: '1' }] }, { source: 'of_lusha' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('neither email, name, company nor phone');
  });
});
