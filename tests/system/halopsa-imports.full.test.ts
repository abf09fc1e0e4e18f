import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import type { HaloQuirks, SimulatedHalo } from '@leadbridge/psa-simulator';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';

let harness: ImportHarness;
let usual: SimulatedHalo['quirks'];

beforeAll(async () => {
  harness = await openImportHarness({ psaDialect: 'halopsa' });
  usual = halo().quirks;
});
afterEach(() => {
  harness.simulator.faults.clear();
  halo().setQuirks(usual);
});
afterAll(async () => {
  await harness.close();
});

const leadOf = (name: string, changes: object = {}) => ({
  person: { first_name: 'Ada', last_name: name, email: `${name}@halo.example.com`, title: 'CTO' },
  organization: { name: `Company ${name}`, industry: 'Software', estimated_num_employees: 120 },
  ...changes,
});

async function importOne(lead: object): Promise<Readonly<Record<string, unknown>>> {
  const jobId = await harness.singleJob(lead);
  await harness.worker().runSingle(jobId, true);
  const { result } = await harness.single(jobId);
  return { ...result };
}

const halo = () => {
  const { halo: simulated } = harness.simulator;
  if (simulated === null) {
    throw new Error('The simulator does not speak halopsa');
  }
  return simulated;
};

describe('imports into a HaloPSA', () => {
  it('create a lead with the mapped type and status, its fields, its key and its lists as tags', async () => {
    const result = await importOne(leadOf('first'));
    const ticket = harness.simulator.ticket(Number(result['psaTicketId']));
    expect(ticket).toMatchObject({
      tickettype_id: 1,
      status_id: 1,
      summary: 'Ada first - Company First',
      user_email: 'first@halo.example.com',
      customfields: { 101: 'Provider A', 105: false },
    });
    expect(halo().ownKey(ticket?.id ?? 0)).toMatch(/^lb:[0-9a-f]{32}$/);
    expect(halo().tags(ticket?.id ?? 0)).toEqual(
      expect.arrayContaining(['Source: Provider A', 'Cold', 'Mid-Market']),
    );
  });

  it('[2] of many leads make one ticket each, while responses get lost, with one object or fifty per request', async () => {
    for (const psaWriteBatch of [1, 50]) {
      const other = await openImportHarness({ psaDialect: 'halopsa', psaWriteBatch });
      await other.psa.check({ write: true });
      other.simulator.reset();
      other.simulator.faults.set({ kind: 'drop', when: 'after', method: 'POST', probability: 0.1 });
      const leads = Array.from({ length: 20 }, (_, index) => leadOf(`batch${index}`));
      await other.worker().finishBulk(await other.bulkJob(leads), true);
      other.simulator.faults.clear();
      const perPerson = other.simulator.halo?.ticketsPerPerson() ?? new Map<string, number>();
      expect([...perPerson.values()]).toEqual(leads.map(() => 1));
      await other.close();
    }
  });

  it("[3] read no page of the tenant's incidents", async () => {
    for (let incident = 0; incident < 250; incident += 1) {
      halo().seedIncident();
    }
    const before = halo().foreignPages;
    await harness
      .worker()
      .finishBulk(await harness.bulkJob([leadOf('calm1'), leadOf('calm2'), leadOf('calm3')]));
    await importOne(leadOf('calm4'));
    expect(halo().foreignPages).toBe(before);
  });

  it('[4] keep what a person wrote, although list rows have no fields', async () => {
    const created = await importOne(leadOf('kept'));
    const ticketId = Number(created['psaTicketId']);
    const written = 'Written by hand, and quite long enough to be kept';
    harness.simulator.actAsAgent(ticketId, { customfields: [{ id: 102, value: written }] });
    halo().setQuirks({ listFields: 'empty' });
    const again = await importOne(
      leadOf('kept', { person: { ...leadOf('kept').person, phone: '+1 212 555 0100' } }),
    );
    expect(again).toMatchObject({ result: 'updated', psaTicketId: ticketId, manualWorkDetected: true });
    expect(harness.simulator.ticket(ticketId)?.customfields[102]).toBe(written);
    const third = await importOne(leadOf('kept'));
    expect(third['result']).toBe('skipped');
  });

  it('[5] do not mistake an incident of the same contact for a lead', async () => {
    halo().seedIncident({ emailaddress: 'caller@halo.example.com', firstname: 'Ada', surname: 'caller' });
    expect(await importOne(leadOf('caller'))).toMatchObject({ result: 'created' });
  });

  it.each([
    ['has the address of the lead beside another', 'alias', { email2: 'Ada.Alias@Halo.example.com' }],
    ['is switched off', 'off', { inactive: true }],
  ])('use the ticket of a contact who %s, and preserve their opt-out', async (_is, name, marks) => {
    const first = name === 'alias' ? `main.alias@halo.example.com` : `ada.${name}@halo.example.com`;
    const lead = leadOf(`ada.${name}`);
    const ticketId = harness.simulator.seedTicket({ emailaddress: first });
    halo().markUser(harness.simulator.ticket(ticketId)?.user_id ?? 0, marks);
    expect(await importOne(lead)).toMatchObject({ psaTicketId: ticketId });
    const count = harness.simulator.users().length;
    harness.simulator.actAsAgent(ticketId, { status_id: 6 });
    expect(await importOne(lead)).toMatchObject({ result: 'preserved', psaTicketId: ticketId });
    expect(harness.simulator.users()).toHaveLength(count);
  });

  it('[6] preserve a ticket with an unmapped status', async () => {
    const ticketId = harness.simulator.seedTicket({
      emailaddress: 'foreign@halo.example.com',
      status_id: 1_010,
    });
    expect(await importOne(leadOf('foreign'))).toMatchObject({
      result: 'preserved',
      psaTicketId: ticketId,
    });
  });

  it('[7] leave out a value that a dropdown does not offer, with a warning', async () => {
    halo().setQuirks({ absent: ['Employee Count Range: 51-200'] });
    await harness.psa.check();
    const result = await importOne(leadOf('optionless'));
    expect(result['result']).toBe('created');
    expect(JSON.stringify(result['warnings'])).toContain("has no option '51-200'");
    expect(harness.simulator.ticket(Number(result['psaTicketId']))?.customfields[108]).toBeUndefined();
  });

  it('[9] look up the ambiguous results of an array', async () => {
    const other = await openImportHarness({ psaDialect: 'halopsa', psaWriteBatch: 50 });
    await other.psa.check({ write: true });
    for (const returnAll of ['short', 'shuffled', 'foreign', 'ignored'] as const) {
      other.simulator.reset();
      other.simulator.halo?.setQuirks({ returnAll });
      const leads = [1, 2].map((index) => leadOf(`${returnAll}${index}`));
      await other.worker().finishBulk(await other.bulkJob(leads), true);
      const perPerson = other.simulator.halo?.ticketsPerPerson() ?? new Map<string, number>();
      expect([returnAll, [...perPerson.values()]]).toEqual([returnAll, [1, 1]]);
    }
    await other.close();
  });

  it.each<[string, Partial<HaloQuirks>]>([
    [
      '[10] that does not know the filter for our keys',
      { ignoredParameters: ['tickettype_id', 'third_party_id_string'] },
    ],
    ['that keeps keys out of its rows', { rowKeys: false }],
    ['that has no main sites', { mainSite: 'none' }],
    ['[19] that does not tell its main sites', { mainSite: 'untold' }],
    ['that writes ids as decimals', { lookUpIds: 'decimal', fieldValues: 'text' }],
  ])('[14] make one ticket in a PSA %s, although a gateway gives up after a write', async (name, quirks) => {
    const other = await openImportHarness({ psaDialect: 'halopsa' });
    other.simulator.halo?.setQuirks(quirks);
    other.simulator.faults.set({
      kind: 'error',
      status: 504,
      when: 'after',
      method: 'POST',
      path: '/api/Tickets',
      times: 1,
    });
    const jobId = await other.singleJob(leadOf('gateway'));
    await other.worker().runSingle(jobId, true);
    const { result } = await other.single(jobId);
    expect([name, result]).toEqual([name, expect.objectContaining({ result: 'created' })]);
    const ticket = other.simulator.ticket(Number(result?.psaTicketId));
    expect(other.simulator.halo?.ticketsPerPerson()).toEqual(new Map([['gateway@halo.example.com', 1]]));
    const ofClient = other.simulator.sites().filter((site) => site.client_id === ticket?.client_id);
    expect(ofClient).toHaveLength(1);
    await other.close();
  });

  it('[18] ignore tickets that are deleted or merged', async () => {
    const gone = [{ deleted: true }, { merged_into_id: 7 }];
    for (const [index, marks] of gone.entries()) {
      const ticketId = harness.simulator.seedTicket({ emailaddress: `gone${index}@halo.example.com` });
      halo().markTicket(ticketId, marks);
      expect(await importOne(leadOf(`gone${index}`))).toMatchObject({ result: 'created' });
    }
  });

  it("[8] cut a text at its field's limit, and find no change the next time", async () => {
    const other = await openImportHarness({ psaDialect: 'halopsa' });
    other.simulator.halo?.setQuirks({ singleLineFields: [113] });
    const long = leadOf('lengthy', {
      organization: { ...leadOf('lengthy').organization, raw_address: 'Long Street '.repeat(30).trim() },
    });
    const results: unknown[] = [];
    for (let run = 0; run < 2; run += 1) {
      const jobId = await other.singleJob(long);
      await other.worker().runSingle(jobId, true);
      results.push((await other.job(jobId)).result);
    }
    expect(JSON.stringify(results[0])).toContain('it was cut');
    expect(results[1]).toMatchObject({ result: 'skipped' });
    await other.close();
  });
});

describe('a HaloPSA that is not set up', () => {
  it('[17] lists everything missing and ambiguous, with what exists instead', async () => {
    halo().setQuirks({
      absent: ['Lead', 'Researching', 'Do Not Contact', 'Internal Note'],
      doubled: ['Prospect'],
    });
    const problems = (await harness.psa.check()).map(({ level, message }) => `${level}: ${message}`);
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^error: no ticket type 'Lead'; there are: .*Incident \(1\)/),
        expect.stringMatching(/^error: ticket type 'Prospect' is ambiguous/),
        expect.stringMatching(/^error: no status 'Researching'/),
        expect.stringMatching(/^error: no custom field for 105 'Do Not Contact'/),
        expect.stringMatching(/^error: no outcome 'Internal Note'/),
      ]),
    );
    halo().setQuirks(usual);
    expect((await harness.psa.check()).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('[16] gets the tenant that its token service requires from AuthInfo', async () => {
    halo().setQuirks({ tenant: 'acme' });
    harness.simulator.expireTokens();
    expect((await harness.psa.check()).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('[16] that reports another host for its tokens is not sent the secret', async () => {
    halo().setQuirks({ authHost: 'other', tenant: 'acme' });
    harness.simulator.expireTokens();
    await expect(harness.psa.check()).rejects.toThrow(/http:\/\/localhost:\d+\/auth.*set PSA_AUTH_URL/);
  });
});
