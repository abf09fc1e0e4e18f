import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { sampled } from '../support/sampled.js';
import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;
let from = 0;

beforeAll(async () => {
  harness = await openImportHarness();
});

afterAll(async () => {
  await harness.close();
});

/** Each value of each switch occurs in at least one of these. */
const dialects = [
  ['tells whose each ticket is', {}],
  ['does not tell whose its tickets are', { ticketPeople: false }],
  [
    'does not tell whose its tickets are, caps its pages and puts the newest first',
    {
      ticketPeople: false,
      lists: 'bare',
      lookUps: 'envelope',
      pageCap: 25,
      recordCount: false,
      order: 'newest_first',
      reads: 'wrapped',
      writes: 'wrapped',
      bulkStatus: 'word',
      customFieldValues: 'option_ids',
      clientSites: 'own',
      lastUpdatedBy: 'name',
      errors: 'error',
    },
  ],
  [
    'does not tell whose its tickets are, ignores paging and leaves out what is empty',
    {
      ticketPeople: false,
      paging: 'ignored',
      countedRows: 'page',
      reads: 'array',
      writes: 'array',
      customFieldValues: 'text',
      unsetCustomFields: 'omitted',
      lastUpdatedBy: 'omitted',
      errors: 'fields',
      repeatedListItems: 'same',
    },
  ],
  [
    'does not tell whose its tickets are, has no order and shows no custom fields in lists',
    {
      ticketPeople: false,
      pageCap: 50,
      countedRows: 'hidden_too',
      order: 'none',
      reads: 'envelope',
      writes: 'envelope',
      arrayCap: 10,
      customFieldsInLists: false,
      errors: 'errorMessage',
      repeatedListItems: 'refused',
    },
  ],
  [
    'does not tell whose its tickets are, and knows neither search nor types',
    { ticketPeople: false, ignoredFilters: ['search', 'tickettype_id'] },
  ],
  [
    'tells whose each ticket is, and knows neither search nor types',
    { ignoredFilters: ['search', 'tickettype_id'] },
  ],
] as const;

type Lead = Partial<ReturnType<typeof flatLead>>;

/** Their `services_offered` are new to each existing ticket. */
function people(count: number, changes: (lead: Lead) => Lead = (lead) => lead): Lead[] {
  from += count;
  return Array.from({ length: count }, (_, index) => changes(flatLead(from - index)));
}

const withoutEmail = ({ email: _email, ...lead }: Lead): Lead => lead;

function seed(lead: Lead, ticket: object = {}): void {
  const { first_name: firstname, last_name: surname, company } = lead;
  harness.simulator.seedTicket({
    ...(firstname === undefined ? {} : { firstname }),
    ...(surname === undefined ? {} : { surname }),
    ...(company === undefined ? {} : { company }),
    emailaddress: lead.email ?? '',
    ...ticket,
  });
}

async function importInBulk(leads: readonly Lead[], worker = harness.worker()): Promise<unknown[]> {
  const jobId = await harness.bulkJob(leads);
  await worker.finishBulk(jobId);
  const rows = await harness.mongo.collection('job_rows').find({ jobId }).sort({ index: 1 }).toArray();
  return rows.map((row) => row['result']);
}

async function importSingly(leads: readonly Lead[]): Promise<unknown[]> {
  const worker = harness.worker();
  const results: unknown[] = [];
  for (const lead of leads) {
    const jobId = await harness.singleJob(lead);
    await worker.runSingle(jobId);
    results.push((await harness.single(jobId)).result?.result);
  }
  return results;
}

const ways = [
  ['in bulk', importInBulk],
  ['singly', importSingly],
] as const;

const tickets = (): number => harness.simulator.tickets().length;

describe.each(sampled<(typeof dialects)[number]>(dialects, 5))('in a PSA that %s', (_name, dialect) => {
  beforeAll(() => {
    harness.simulator.reset();
    harness.simulator.setDialect(dialect);
  });

  it.each(ways)('an existing lead without a record is found %s', async (_way, importAll) => {
    const early = people(3);
    const renamed = people(1);
    const [late, prospect] = people(2) as [Lead, Lead];
    const nameless = people(1, withoutEmail);
    const namesakes = people(1);
    const renamedNameless = people(1, withoutEmail);
    early.forEach((lead) => seed(lead));
    [...renamed, ...renamedNameless].forEach((lead) => seed(lead, { summary: 'Call back on Monday' }));
    seed(late, { status_id: 4 });
    seed(prospect, { tickettype_id: 2, status_id: 10 });
    [...nameless, ...namesakes].forEach((lead) => seed(lead));
    const before = tickets();

    const found = await importAll([...early, ...renamed, ...nameless, ...renamedNameless]);
    expect(found).toEqual(Array(6).fill('updated'));
    expect(await importAll([late, prospect])).toEqual(['preserved', 'preserved']);
    expect(tickets()).toBe(before);
    // The ticket of a person with an email belongs to no other person of that name.
    expect(await importAll(namesakes.map(withoutEmail))).toEqual(['created']);
    expect(tickets()).toBe(before + 1);
  });

  it.each(ways)(
    'a lead that was imported before its records were lost is found %s',
    async (_way, importAll) => {
      const phones = people(1).map(({ phone }): Lead => (phone === undefined ? {} : { phone }));
      const leads = [...people(2), ...people(1, withoutEmail), ...phones];
      expect(await importInBulk(leads)).toEqual(leads.map(() => 'created'));
      const before = tickets();
      await harness.mongo.collection('leads').deleteMany({});

      expect(await importAll(leads)).toEqual(leads.map(() => 'skipped'));
      expect(tickets()).toBe(before);
    },
  );

  it('a ticket that was created and not recorded is adopted, by a bulk import and by a single one', async () => {
    const leads = [...people(4), ...people(2, withoutEmail)];
    const before = tickets();
    const jobId = await harness.bulkJob(leads);
    const unlucky = harness.worker(() => ({ record: async () => Promise.reject(new Error('No database')) }));
    await expect(unlucky.finishBulk(jobId)).rejects.toThrow('No database');
    expect(tickets()).toBe(before + leads.length);

    expect(await importSingly(leads.slice(0, 1))).toEqual(['created']);
    await harness.worker().finishBulk(jobId);
    expect((await harness.job(jobId)).progress).toMatchObject({ successful: leads.length });
    expect(tickets()).toBe(before + leads.length);
  });

  it('a ticket whose response was lost is not created again', async () => {
    const leads = [...people(3), ...people(2, withoutEmail)];
    const before = tickets();
    harness.simulator.faults.set({
      kind: 'drop',
      when: 'after',
      times: 2,
      method: 'POST',
      path: '/api/Tickets',
    });

    expect(await importInBulk(leads)).toEqual(leads.map(() => 'created'));
    expect(await importSingly(people(1))).toEqual(['created']);
    expect(tickets()).toBe(before + leads.length + 1);
  });
});
