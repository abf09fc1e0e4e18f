import { setImmediate as turn } from 'node:timers/promises';

import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Period } from '@leadbridge/contracts';
import { testServers } from '@leadbridge/devkit';
import type { AnalyticsReader, FactTotals, TransitionFacts, SourceFacts } from '@leadbridge/usecases';
import fc from 'fast-check';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createAnalyticsReader } from './analytics-reader.js';
import { createFactTotals } from './fact-totals.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const origin = Date.parse('2026-01-05T00:00:00Z');
const sources = ['csv', 'manual', 'provider_a'];
const steps = [
  ['new_lead', 'researching'],
  ['engaged', 'new_prospect'],
  ['negotiation', 'won'],
  ['negotiation', 'lost'],
] as const;

interface ImportRow {
  readonly at: Date;
  readonly source: string;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly preserved: number;
  readonly failed: number;
}

interface MoveRow {
  readonly at: Date;
  readonly source: string;
  readonly from: string;
  readonly to: string;
  readonly recordId: number;
  readonly secondsInFrom: number;
}

interface Deal {
  readonly createdAt: Date;
  /** Null if it was omitted. */
  readonly value: number | null;
}

const few = fc.integer({ min: 0, max: 4 });
/** Moments at the edges of buckets as often as elsewhere. */
const moments = fc
  .tuple(
    fc.integer({ min: 0, max: 70 }),
    fc.constantFrom(0, 1, 12, 23),
    fc.constantFrom(0, 1, 59),
    fc.constantFrom(0, 1, 30_000, minute - 1),
  )
  .map(
    ([days, hours, minutes, rest]) => new Date(origin + days * day + hours * hour + minutes * minute + rest),
  );
const importRows: fc.Arbitrary<ImportRow> = fc.record({
  at: moments,
  source: fc.constantFrom(...sources),
  created: few,
  updated: few,
  skipped: few,
  preserved: few,
  failed: few,
});
const moveRows: fc.Arbitrary<Omit<MoveRow, 'recordId'> & { readonly deal: Deal }> = fc
  .record({
    at: moments,
    source: fc.constantFrom(...sources),
    step: fc.constantFrom(...steps),
    secondsInFrom: fc.integer({ min: 0, max: 1_000_000 }),
    age: fc.integer({ min: 0, max: 90 * day }),
    value: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((quarters) => quarters / 4)),
  })
  .map(({ at, step: [from, to], age, value, ...row }) => ({
    ...row,
    at,
    from,
    to,
    deal: { createdAt: new Date(at.getTime() - age), value },
  }));
const periods: fc.Arbitrary<Period> = fc
  .tuple(moments, moments)
  .filter(([left, right]) => left.getTime() !== right.getTime())
  .map(([left, right]) => (left < right ? { from: left, to: right } : { from: right, to: left }));
const questions = fc.record({
  period: periods,
  source: fc.option(fc.constantFrom(...sources), { nil: undefined }),
});
type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

let mongo: Connection;
let reader: AnalyticsReader;
let totals: FactTotals;
const connections: Connection[] = [];

async function connect(uri: string): Promise<Connection> {
  const connection = await connectMongo(uri);
  connections.push(connection);
  return connection;
}

beforeEach(async () => {
  mongo = await connect(testServers().mongodbUri);
  reader = createAnalyticsReader(mongo);
  totals = createFactTotals(mongo);
  await ensureIndexes(mongo);
});

afterAll(async () => {
  await Promise.all(connections.map(async (connection) => connection.close()));
});

async function insert(collection: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) {
    await mongo.collection(collection).insertMany(rows.map((row) => ({ ...row })));
  }
}

/** A plain count, one fact at a time. */
function countImports(rows: readonly ImportRow[], { period, source }: Question): SourceFacts[] {
  return sources.flatMap((name) => {
    const inside = rows.filter(
      (row) =>
        row.source === name &&
        (source === undefined || source === name) &&
        row.at >= period.from &&
        row.at <= period.to,
    );
    const sum = (value: (row: ImportRow) => number): number =>
      inside.reduce((total, row) => total + value(row), 0);
    const succeeded = sum(
      ({ created, updated, skipped, preserved }) => created + updated + skipped + preserved,
    );
    const tried = succeeded + sum(({ failed }) => failed);
    return tried === 0 ? [] : [{ source: name, created: sum(({ created }) => created), succeeded, tried }];
  });
}

function countTransitions(
  rows: readonly MoveRow[],
  deals: ReadonlyMap<number, Deal>,
  { period, source }: Question,
): TransitionFacts[] {
  return [...steps]
    .sort((left, right) => left.join().localeCompare(right.join()))
    .flatMap(([from, to]) => {
      const inside = rows.filter(
        (row) =>
          row.from === from &&
          row.to === to &&
          (source === undefined || source === row.source) &&
          row.at >= period.from &&
          row.at <= period.to,
      );
      const won = to === 'won' ? inside : [];
      const values = won.flatMap(({ recordId }) => deals.get(recordId)?.value ?? []);
      const waits = won.flatMap(({ recordId, at }) => {
        const deal = deals.get(recordId);
        return deal === undefined ? [] : [at.getTime() - deal.createdAt.getTime()];
      });
      const sum = (numbers: readonly number[]): number =>
        numbers.reduce((total, number) => total + number, 0);
      return inside.length === 0
        ? []
        : [
            {
              from,
              to,
              count: inside.length,
              secondsInFrom: sum(inside.map(({ secondsInFrom }) => secondsInFrom)),
              deals: {
                priced: values.length,
                value: sum(values),
                dated: waits.length,
                millisecondsToWin: sum(waits),
              },
            },
          ];
    });
}

describe('figures of a period', () => {
  it('are those of a plain count, however many of the facts are rolled up', async () => {
    const imports: ImportRow[] = [];
    const moves: MoveRow[] = [];
    const deals = new Map<number, Deal>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(importRows, { maxLength: 40 }),
        fc.array(moveRows, { maxLength: 40 }),
        fc.boolean(),
        fc.array(questions, { minLength: 4, maxLength: 4 }),
        async (newImports, newMoves, addsUp, asked) => {
          const rows = newMoves.map(({ deal, ...row }, index) => ({
            deal,
            row: { ...row, recordId: moves.length + index + 1 },
          }));
          const won = rows.filter(({ row }) => row.to === 'won');
          won.forEach(({ row, deal }) => deals.set(row.recordId, deal));
          await insert('events', newImports);
          await insert(
            'opportunities',
            won.map(({ row: { recordId }, deal: { createdAt, value } }) => ({
              _id: recordId,
              prospectId: recordId,
              psaOpportunityId: recordId,
              createdAt,
              opportunity: { value },
            })),
          );
          await insert(
            'transitions',
            rows.map(({ row }) => ({ ...row, kind: 'lead', leadId: row.recordId })),
          );
          imports.push(...newImports);
          moves.push(...rows.map(({ row }) => row));
          if (addsUp) {
            while ((await totals.rollUp()) > 0);
          }
          for (const question of asked) {
            const { period, source } = question;
            expect(await reader.sourceFacts(period, source)).toEqual(countImports(imports, question));
            expect(await reader.transitions(period, source)).toEqual(
              countTransitions(moves, deals, question),
            );
          }
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
    expect(await mongo.collection('events').countDocuments({ counted: true })).toBeGreaterThan(100);
    expect(await mongo.collection('move_totals').countDocuments({ to: 'won' })).toBeGreaterThan(20);
  });

  it('stay the same while two processes roll up, and include facts that are committed late', async () => {
    const uri = testServers().mongodbUri;
    const [first, second] = [await connect(uri), await connect(uri)];
    reader = createAnalyticsReader(first);
    const adders = [createFactTotals(first), createFactTotals(second)];
    await ensureIndexes(first);
    const facts = first.collection('events');
    const period = { from: new Date(origin + 1), to: new Date(origin + 3 * day + 12_345) };
    const fact = (index: number) => ({
      at: new Date(period.from.getTime() + ((index * 7_919_000) % (3 * day))),
      ...{ source: 'csv', created: 1, updated: 0, skipped: 0, preserved: 0, failed: 0 },
    });
    const initial = 6_000;
    await facts.insertMany(Array.from({ length: initial }, (_, index) => fact(index)));

    let committed = initial;
    let begun = initial;
    let writing = true;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        await second.transaction(async (session) => {
          const rows = Array.from({ length: 10 }, (_, index) => fact(writer * 10_000 + round * 10 + index));
          await second.collection('events').insertMany(rows, { session });
          begun += rows.length;
          // Some commit long after facts that were recorded later.
          for (let waits = 0; waits < (round % 4) * 20; waits += 1) {
            await turn();
          }
        });
        committed += 10;
      }
    };
    let added = 0;
    const rollUp = async (adder: FactTotals): Promise<void> => {
      while (writing || (await facts.countDocuments({ counted: null })) > 0) {
        const count = await adder.rollUp();
        added += count;
      }
    };
    let responses = 0;
    const ask = async (): Promise<void> => {
      while (writing || responses < 30) {
        const least = committed;
        const [csv] = await reader.sourceFacts(period);
        expect(csv?.created).toBeGreaterThanOrEqual(least);
        expect(csv?.created).toBeLessThanOrEqual(begun);
        responses += 1;
      }
    };
    await Promise.all([
      Promise.all([write(1), write(2)]).then(() => (writing = false)),
      ...adders.map(rollUp),
      ask(),
      ask(),
    ]);
    expect(added).toBe(committed);
    expect(await reader.sourceFacts(period)).toEqual([
      { source: 'csv', created: committed, succeeded: committed, tried: committed },
    ]);
    for (const grain of [minute, hour, day, 30 * day]) {
      const [sum] = await first
        .collection('import_totals')
        .aggregate([{ $match: { grain } }, { $group: { _id: null, created: { $sum: '$created' } } }])
        .toArray();
      expect(sum?.['created']).toBe(committed);
    }
  });

  it('leaves nothing half done if the rolling up fails', async () => {
    await insert('events', [
      { at: new Date(origin), source: 'csv', created: 1, updated: 0, skipped: 0, preserved: 0, failed: 0 },
      { at: new Date(origin), source: 'csv', created: 'x', updated: 0, skipped: 0, preserved: 0, failed: 0 },
    ]);
    // Nothing is rolled up either if MongoDB ends the transaction, as a busy one may.
    const retried = async (): Promise<void> => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await totals.rollUp();
      }
    };
    await expect(retried()).rejects.toThrow('increment');
    expect(await mongo.collection('events').countDocuments({ counted: true })).toBe(0);
    expect(await mongo.collection('import_totals').countDocuments()).toBe(0);
  });
});
