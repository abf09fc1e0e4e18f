import mongoose from 'mongoose';

/**
 * The minimum of an import: the PSA's requests in arrays of 100, and in MongoDB one lead, one outcome and one
 * event for each row, with their indexes, in transactions of 500. Nothing is validated, looked for, locked, or found again after a crash.
 *
 * Copies leads that are there. Arguments: MongoDB, PSA, its client id and secret, how many. Prints the seconds.
 */
const [mongodbUri = '', psaUrl = '', clientId = '', clientSecret = '', count = '0'] = process.argv.slice(2);
const batchSize = 500;
const perRequest = 100;
const batchesUnderWay = 2;
const lists = 4;

interface Row {
  readonly _id: string;
  readonly index: number;
  readonly outcome: unknown;
}

type Documents = readonly Record<string, unknown>[];

const connection = await mongoose
  .createConnection(mongodbUri, { writeConcern: { w: 'majority', journal: true } })
  .asPromise();
const jobId = `job_bare${Date.now()}`;
const leads = connection.collection('leads');
const rows = connection.collection<{ _id: string }>('job_rows');
const events = connection.collection('events');

async function newest(collection: mongoose.Collection, filter: object): Promise<Documents> {
  return await collection.find(filter).sort({ _id: -1 }).limit(Number(count)).toArray();
}

const offset = Date.now() * 1_000;
const leadDocuments = (await newest(leads, { key: { $not: /\|bare/ } })).map((lead, index) => ({
  ...lead,
  _id: offset + index,
  key: `${String(lead['key'])}|bare${offset}`,
}));
const eventDocuments = (await newest(events, { type: 'lead.created' })).map((event, index) => ({
  ...event,
  _id: `evt_bare${offset}${index}`,
}));
const rowDocuments = (await newest(rows as never, { status: 'succeeded' })).map((row, index): Row => ({
  ...row,
  _id: `${jobId}:${index}`,
  index,
  outcome: row['outcome'],
}));
await rows.insertMany(rowDocuments.map((row) => ({ ...row, jobId, status: 'pending', outcome: null })));

async function token(): Promise<string> {
  const response = await fetch(`${psaUrl}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'all',
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const bearer = await token();

async function create(path: string, entities: Documents): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < entities.length; from += perRequest) {
    const response = await fetch(`${psaUrl}/api${path}?bulkresponse=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(entities.slice(from, from + perRequest)),
    });
    const responses = (await response.json()) as readonly { index: number; id: number }[];
    ids.push(...responses.toSorted((one, other) => one.index - other.index).map(({ id }) => id));
  }
  return ids;
}

async function importBatch(from: number): Promise<void> {
  const numbers = Array.from({ length: batchSize }, (_, index) => offset + from + index);
  const clients = await create(
    '/Client',
    numbers.map((number) => ({ name: `Bare ${number}` })),
  );
  const sites = await create(
    '/Site',
    clients.map((id) => ({ client_id: id, name: 'Main' })),
  );
  const users = await create(
    '/Users',
    numbers.map((number, index) => ({
      client_id: clients[index],
      site_id: sites[index],
      firstname: 'Ada',
      surname: `Bare${number}`,
      emailaddress: `bare${number}@example.com`,
    })),
  );
  const tickets = await create(
    '/Tickets',
    numbers.map((number, index) => ({
      client_id: clients[index],
      site_id: sites[index],
      user_id: users[index],
      tickettype_id: 1,
      status_id: 1,
      priority_id: 3,
      category_1: 'Lead',
      category_2: 'Provider A',
      summary: `Ada Bare${number} - Bare`,
      details: 'Imported from Provider A',
      customfields: Array.from({ length: 6 }, (_, field) => ({ id: 101 + field, value: 'Software' })),
    })),
  );
  for (let list = 1; list <= lists; list += 1) {
    await create(
      `/Lists/${list}/items`,
      tickets.map((id) => ({ ticket_id: id, added_by: 'Leadbridge', notes: '' })),
    );
  }
  const part = [from, from + batchSize] as const;
  await connection.transaction(async (session) => {
    await leads.insertMany(leadDocuments.slice(...part) as never[], { session, ordered: false });
    await rows.bulkWrite(
      rowDocuments.slice(...part).map(({ _id, outcome }) => ({
        updateOne: {
          filter: { _id, status: 'pending' },
          update: { $set: { status: 'succeeded', result: 'created', outcome } },
        },
      })),
      { session, ordered: false },
    );
    await events.insertMany(eventDocuments.slice(...part) as never[], { session, ordered: false });
  });
}

const started = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: batchesUnderWay }, async () => {
    while (next < Number(count)) {
      const from = next;
      next += batchSize;
      await importBatch(from);
    }
  }),
);
process.stdout.write(`${(performance.now() - started) / 1_000}\n`);
await connection.close();
