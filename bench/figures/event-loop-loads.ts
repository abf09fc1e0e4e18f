import { leads } from '../service.js';

/** A request that is as large, or as laborious, as the limits let it be. */
export interface Load {
  readonly name: string;
  readonly path: string;
  readonly body: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status that the API is to respond with; 202 unless said. */
  readonly status?: number;
}

const rows = 10_000;
const respondAsync = { prefer: 'respond-async' };
const bulkPath = '/sync/leads/bulk';
const notificationPath = '/webhooks/dnc-sync';
/** Just below the 25,000 values of a body that is no bulk import. */
const values = 24_500;

export function bulk(notes = ''): string {
  return JSON.stringify({ source: 'provider_a', leads: leads(1, rows, () => ({ notes })) });
}

function bulkOf(items: readonly unknown[]): string {
  return JSON.stringify({ source: 'provider_a', leads: items });
}

/** 10,000 rows, close to the limit of 10 MiB. */
function table(): string {
  const head = 'first_name,last_name,email,company,notes';
  const notes = 'x'.repeat(960);
  const lines = Array.from(
    { length: rows },
    (_, index) => `Ada,Number${index},ada.${index}@example.com,Company ${index},${notes}`,
  );
  return [head, ...lines].join('\r\n');
}

function keys(count: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}

/** As many as one request may bring. */
function notifications(): string {
  const changes = {
    status_id: { new_value: 3 },
    customfields: [{ id: 105, new_value: true }],
    notes: 'x'.repeat(480),
  };
  return JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ ticket_id: index + 1, changes })));
}

function notificationOfManyFields(index: number) {
  const customfields = Array.from({ length: 1_000 }, (_, field) => ({ id: field + 1, new_value: index }));
  return { ticket_id: index + 1, changes: { customfields } };
}

function single(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ source: 'provider_a', data: { email: 'ada@example.com', ...data } });
}

/** Texts that make inefficient patterns backtrack. */
const laborious = ['.', ' ', '<', '"', '\u200b', 'ａ', '+1', 'a.', '@'];

function laboriousLeads(): string {
  const fields = ['first_name', 'last_name', 'email', 'company', 'phone', 'website', 'headcount', 'notes'];
  const items = laborious.flatMap((part) =>
    fields.map((field) => ({
      email: 'ada@example.com',
      [field]: `${part.repeat(Math.floor(9_000 / Buffer.byteLength(part)))}x`,
    })),
  );
  return JSON.stringify({ source: 'provider_a', leads: items });
}

const ofBulk: readonly Load[] = [
  { name: '10,000 rows', path: bulkPath, body: () => bulk(), headers: respondAsync },
  {
    name: '10,000 rows, Idempotency-Key',
    path: bulkPath,
    body: () => bulk(),
    headers: { ...respondAsync, 'idempotency-key': 'bench' },
  },
  {
    name: '10,000 rows of 9.5 MB, Idempotency-Key',
    path: bulkPath,
    body: () => bulk('x'.repeat(720)),
    headers: { ...respondAsync, 'idempotency-key': 'bench' },
  },
  {
    name: 'one row of 9.5 MB, Idempotency-Key',
    path: bulkPath,
    body: () => bulkOf(leads(1, 1, () => ({ notes: 'x'.repeat(9_500_000) }))),
    headers: { ...respondAsync, 'idempotency-key': 'bench' },
  },
  {
    name: '10,000 rows of 98 unknown keys',
    path: bulkPath,
    body: () => bulkOf(Array.from({ length: rows }, () => keys(98))),
    headers: respondAsync,
  },
  {
    name: '48 rows of 19,900 values',
    path: bulkPath,
    body: () => bulkOf(Array.from({ length: 48 }, () => ({ notes: Array(19_900).fill(1) }))),
    headers: respondAsync,
  },
  {
    name: '10,000 rows that are no objects',
    path: bulkPath,
    body: () => bulkOf(Array(rows).fill(1)),
    headers: respondAsync,
  },
  { name: '999,000 rows', path: bulkPath, body: () => bulkOf(Array(999_000).fill(1)), status: 413 },
  {
    name: 'CSV of 10 MB',
    path: `${bulkPath}?source=csv`,
    body: table,
    headers: { ...respondAsync, 'content-type': 'text/csv' },
  },
];

const ofOthers: readonly Load[] = [
  {
    name: 'one lead of 1 MB of text',
    path: '/sync/leads',
    body: () => single({ notes: 'x'.repeat(1_000_000) }),
    headers: respondAsync,
  },
  {
    name: 'one lead of 19,900 values',
    path: '/sync/leads',
    body: () => single({ notes: Array(19_900).fill('') }),
    headers: respondAsync,
  },
  {
    name: 'validation of 1,000 leads of 1 kB',
    path: '/validate/leads',
    body: () =>
      JSON.stringify({ source: 'provider_a', leads: leads(1, 1_000, () => ({ notes: 'y '.repeat(350) })) }),
    status: 200,
  },
  {
    name: `validation of ${laborious.length * 8} leads of laborious texts`,
    path: '/validate/leads',
    body: laboriousLeads,
    status: 200,
  },
  { name: '500 notifications, 300 kB', path: notificationPath, body: notifications, headers: respondAsync },
  {
    name: '8 notifications of 1,000 fields',
    path: notificationPath,
    body: () => JSON.stringify(Array.from({ length: 8 }, (_, index) => notificationOfManyFields(index))),
    headers: respondAsync,
  },
  {
    name: `${values} empty notifications`,
    path: notificationPath,
    body: () => JSON.stringify(Array(values / 2).fill({})),
    status: 413,
  },
];

export const loads: readonly Load[] = [...ofBulk, ...ofOthers];

/** What no route wants, as much of it as fits. */
export const unwantedBodies: readonly (() => string)[] = [
  () => JSON.stringify({ name: 'x'.repeat(1_000_000) }),
  () => JSON.stringify({ name: Array(values).fill(1) }),
  () => JSON.stringify(keys(2_000)),
  () => JSON.stringify(Array(values / 2).fill({})),
];
