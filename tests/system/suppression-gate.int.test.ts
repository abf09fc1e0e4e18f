import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf, type Caller } from '../support/caller.js';
import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let provider: SuppressionEndpoint;
let number = 0;

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await startSystemHere({
    env: {
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      BULK_LIMIT_PER_HOUR: '1000',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      PROVIDER_B_SUPPRESSION_URL: `${provider.origin}/b`,
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
  await provider.stop();
});

const letter = (index: number) => String.fromCharCode(97 + (index % 26));

/** A unique person: names contain only letters, like keys. */
function somebody(changes: Readonly<Record<string, unknown>> = {}) {
  number += 1;
  const name = `Person${letter(number)}${letter(Math.floor(number / 26))}`;
  return {
    first_name: name,
    last_name: 'Example',
    email: `${name.toLowerCase()}@one.example`,
    company: `Company ${number}`,
    phone: `+1202556${String(number).padStart(4, '0')}`,
    ...changes,
  };
}

const without = (lead: Readonly<Record<string, unknown>>, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(lead).filter(([field]) => !fields.includes(field)));

const isGated = { result: 'preserved', reason: 'Do Not Contact' };

async function optOut(person: Readonly<Record<string, unknown>>): Promise<void> {
  const { status } = await api.call('POST', '/suppressions', person);
  expect([200, 201]).toContain(status);
}

async function created(lead: Readonly<Record<string, unknown>>, source = 'provider_a') {
  const { body } = await api.importLead(lead, { source });
  expect(body).toMatchObject({ result: 'created' });
  return { leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']) };
}

const ticketsOf = (email: unknown) =>
  system.simulator.tickets().filter(({ user_email: address }) => address === email);

describe.each(eachPsa)('an opt-out blocks every import of the person, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);

  it('that was made with only a phone: all people with that number, whatever other data they have', async () => {
    const person = somebody();
    await optOut({ phone: person.phone });
    const { body } = await api.importLead(person);
    expect(body).toMatchObject({ ...isGated, suppressed_by: 'phone', lead_id: null });
    const colleague = somebody({ phone: person.phone });
    expect((await api.importLead(colleague, { source: 'csv' })).body).toMatchObject(isGated);
    expect([...ticketsOf(person.email), ...ticketsOf(colleague.email)]).toEqual([]);
  });

  it('that was made with company and name, if it is imported with an email', async () => {
    const person = somebody();
    const { first_name, last_name, company } = person;
    await optOut({ first_name, last_name, company: `${company}, Inc.` });
    const { body } = await api.importLead(person);
    expect(body).toMatchObject({ ...isGated, suppressed_by: 'company_and_name' });
    expect(body['suppression_id']).toMatch(/^sup_/u);
    expect(ticketsOf(person.email)).toEqual([]);
  });

  it('with a second address, and from then on by that address alone', async () => {
    const person = somebody();
    const { leadId } = await created(person);
    await optOut({ lead_id: leadId });
    const second = { ...person, email: person.email.replace('one', 'two') };
    const options = { deduplication: false };
    for (const sent of [
      await api.importLead(second, { source: 'provider_b' }),
      await api.importLead(second, { options }),
      await api.importLead({ email: second.email }, { source: 'csv' }),
    ]) {
      expect(sent.body).toMatchObject({ ...isGated, lead_id: null });
    }
    const { body } = await api.importBulk([second, { email: second.email, first_name: 'Other' }]);
    expect(body['successful']).toBe(1);
    expect(ticketsOf(second.email)).toEqual([]);
  });

  it('by the number together with the name, and not by a number that offices share', async () => {
    const person = somebody();
    const { leadId } = await created(person);
    await optOut({ lead_id: leadId });
    const elsewhere = somebody({
      first_name: person.first_name,
      last_name: person.last_name,
      phone: person.phone,
    });
    expect((await api.importLead(elsewhere)).body).toMatchObject({
      ...isGated,
      suppressed_by: 'phone_and_name',
    });
    await created(somebody({ phone: person.phone, company: person.company }));
  });

  it('by what any source has sent about the person, not only the merged values', async () => {
    const person = somebody();
    const { leadId } = await created(person, 'csv');
    const ofB = { ...person, phone: somebody().phone, company: somebody().company };
    expect((await api.importLead(ofB, { source: 'provider_b' })).body).toMatchObject({ result: 'updated' });
    await optOut({ lead_id: leadId });
    for (const known of [person, ofB]) {
      const elsewhere = { ...known, email: somebody().email };
      expect((await api.importLead(elsewhere)).body).toMatchObject(isGated);
      expect((await api.importLead({ ...elsewhere, company: 'Elsewhere' })).body).toMatchObject(isGated);
    }
  });

  it('and marks their other leads, whichever key they have', async () => {
    const person = somebody();
    const byEmail = await created(person);
    const byName = await created(without(person, 'email', 'phone'), 'csv');
    const second = { ...person, email: person.email.replace('one', 'two'), phone: undefined };
    const bySecond = await created(second, 'provider_b');
    expect(new Set([byEmail, byName, bySecond].map(({ ticketId }) => ticketId)).size).toBe(3);
    await notify(system, optOutNotification(byEmail.ticketId));
    for (const { leadId, ticketId } of [byName, bySecond]) {
      expect((await api.call('GET', `/leads/${leadId}`)).body).toMatchObject({ do_not_contact: true });
      await until(() => system.simulator.ticket(ticketId)?.customfields[105] === true);
    }
    expect((await api.importLead({ email: second.email })).body).toMatchObject(isGated);
    await until(() => provider.pushed(second.email).some(({ path }) => path === '/b'));
  });

  it('and marks the leads with a number that opted out by itself', async () => {
    const person = somebody();
    const { leadId } = await created(person);
    await optOut({ phone: person.phone });
    expect((await api.call('GET', `/leads/${leadId}`)).body).toMatchObject({ do_not_contact: true });
    await until(() => provider.pushed(person.email).length === 1);
    expect((await api.importLead(without(person, 'phone'))).body).toMatchObject(isGated);
  });

  it('and its own lead, if a lead without a name turns out to be theirs', async () => {
    const person = somebody();
    const anonymous = await created({ email: person.email.replace('one', 'two') }, 'csv');
    const { leadId } = await created(person);
    await optOut({ lead_id: leadId });
    const named = { ...person, email: person.email.replace('one', 'two'), phone: undefined };
    expect((await api.importLead(named)).body).toMatchObject({ ...isGated, lead_id: anonymous.leadId });
    expect((await api.call('GET', `/leads/${anonymous.leadId}`)).body).toMatchObject({
      do_not_contact: true,
    });
    await until(() => system.simulator.ticket(anonymous.ticketId)?.customfields[105] === true);
  });

  it('and reports the key in the results of a bulk import and in its own entry', async () => {
    const person = somebody();
    await optOut(without(person, 'phone'));
    const { body } = await api.importBulk([{ ...person, email: somebody().email }], {
      headers: { Prefer: 'respond-async' },
    });
    await api.finished(String(body['job_id']));
    const results = (await api.call('GET', `/jobs/${String(body['job_id'])}/results`)).body['results'];
    const [row] = results as readonly Readonly<Record<string, unknown>>[];
    expect(row).toMatchObject({ ...isGated, suppressed_by: 'company_and_name' });
    const entry = await api.call('GET', `/suppressions/${String(row?.['suppression_id'])}`);
    expect(entry.body).toMatchObject({ email: person.email });
    // The import added the number.
    expect(entry.body['gates']).toEqual(['email', 'company_and_name', 'phone_and_name']);
  });
});
