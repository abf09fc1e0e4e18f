import { describe, expect, it } from '@jest/globals';
import type { Suppression } from '@leadbridge/usecases';

import { presentSuppression } from './suppression.js';
import { suppressionsAsCsv } from './suppressions-csv.js';

const at = '2026-01-31T09:00:00.000Z';

const entry: Suppression = {
  suppressionId: 'sup_1',
  origin: 'psa',
  ticketId: 42,
  leadId: 7,
  person: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', companyName: 'Engines, Ltd' },
  keys: [
    { kind: 'phone', value: '+441234567890' },
    { kind: 'email', value: 'ada@example.com' },
    { kind: 'email', value: 'ada@home.example' },
  ],
  leadSource: 'Provider A',
  provider: 'provider_a',
  reason: 'asked on the phone',
  requestedBy: 'psa',
  requestedAt: at,
  status: 'pending',
  statusReason: null,
  error: null,
  statusAt: at,
  attempts: 0,
  lastAttemptAt: null,
  pushAt: at,
  retryUntil: at,
  marks: [],
  notes: [],
  ticketAt: null,
  ticketAttempts: 0,
  propagateAt: null,
};

async function csvOf(entries: readonly Suppression[]): Promise<readonly Readonly<Record<string, string>>[]> {
  async function* each(): AsyncIterable<Suppression> {
    yield* entries;
    await Promise.resolve();
  }
  let text = '';
  for await (const piece of suppressionsAsCsv(each())) {
    text += piece;
  }
  const [names = [], ...rows] = text
    .trimEnd()
    .replace(/^\uFEFF/u, '')
    .split('\r\n')
    .map(
      (line) => line.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,]*)/g)?.map((cell) => cell.replace(/^,/, '')) ?? [],
    );
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

describe('presentSuppression', () => {
  it('names the kinds of keys, each once, the most specific first, and none of their values', () => {
    const view = presentSuppression({ ...entry, person: null });
    expect(view.gates).toEqual(['email', 'phone']);
    expect(JSON.stringify(view)).not.toMatch(/441234567890|home\.example/);
  });

  it('shows no person until the ticket was read', () => {
    expect(presentSuppression({ ...entry, person: null })).toMatchObject({
      email: null,
      first_name: null,
      last_name: null,
      company_name: null,
    });
  });

  it('lists what is still to be written to the ticket, and several notes once', () => {
    const note = { reference: 'sup_1', text: 'Ada has opted out', attempted: false };
    expect(presentSuppression({ ...entry, notes: [note, note] }).ticket_pending).toEqual(['note']);
    expect(presentSuppression(entry).ticket_pending).toEqual([]);
  });

  it('tells when the provider is told next, and until when', () => {
    expect(presentSuppression({ ...entry, pushAt: null, retryUntil: at })).toMatchObject({
      next_attempt_at: null,
      retried_until: at,
    });
  });
});

describe('suppressionsAsCsv', () => {
  it('has a row for each entry, and leaves empty what is null', async () => {
    const rows = await csvOf([entry, { ...entry, suppressionId: 'sup_2', person: null, keys: [] }]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ id: 'sup_1', gates: '"email; phone"', company_name: '"Engines, Ltd"' });
    expect(rows[1]).toMatchObject({ id: 'sup_2', gates: '', company_name: '', email: '' });
  });

  it('has a column for everything that the view shows', async () => {
    const [row] = await csvOf([entry]);
    expect(Object.keys(row ?? {}).sort()).toEqual(Object.keys(presentSuppression(entry)).sort());
  });

  it('makes a text out of a name that is a formula', async () => {
    const person = { email: null, firstName: '=1+1', lastName: null, companyName: '@SUM(A1)' };
    expect((await csvOf([{ ...entry, person }]))[0]).toMatchObject({
      first_name: "'=1+1",
      company_name: "'@SUM(A1)",
    });
  });
});
