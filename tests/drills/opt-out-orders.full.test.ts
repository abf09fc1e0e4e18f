import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobResult } from '@leadbridge/contracts';
import { currentTestRun } from '@leadbridge/devkit';
import { defaultSources } from '@leadbridge/domain';
import { systemClock } from '@leadbridge/platform';
import { createSuppressionStore, distinctValues } from '@leadbridge/store';
import { requestOptOut, type SuppressionStore } from '@leadbridge/usecases';
import fc from 'fast-check';

import { eachDialect, haloAsSpecified, useDialect } from '../support/each-psa.js';
import { openImportHarness, type ImportHarness, type ImportWorker } from '../support/import-harness.js';
import { OptOutModel, type ModelFacts, type ModelLead } from '../support/opt-out-model.js';

/** For more orders, or others: `OPT_OUT_ORDERS=10000 TEST_SEED=7 npm test`. */
const { optOutOrders: orderCount, seed } = currentTestRun();
const ordersOfKind = Math.ceil(orderCount / eachDialect.length);
/** Orders that run in step, so that their imports share batches as in production. */
const ordersAtOnce = Math.min(100, ordersOfKind);
const maxSteps = 6;

type Step =
  | {
      readonly kind: 'import';
      readonly facts: ModelFacts;
      readonly source: 'csv' | 'provider_b';
      readonly isFlagged: boolean;
      readonly deduplication: boolean;
    }
  | { readonly kind: 'opt-out'; readonly facts: ModelFacts }
  | { readonly kind: 'opt-out-of-lead'; readonly lead: number };

const part = fc.constantFrom(0 as const, 1 as const, null);
const facts = fc.record({ email: part, name: part, company: part, phone: part });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      facts,
      source: fc.constantFrom('csv' as const, 'provider_b' as const),
      isFlagged: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
      deduplication: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('opt-out' as const), facts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('opt-out-of-lead' as const), lead: fc.nat(3) }) },
);

/** One order of imports and opt-outs, with people that no other order has. */
interface Order {
  readonly number: number;
  readonly steps: readonly Step[];
  readonly model: OptOutModel;
  readonly leadIds: Map<ModelLead, number>;
}

let harness: ImportHarness;
let worker: ImportWorker;
let suppressions: SuppressionStore;
let orders = 0;
let importsHeldBack = 0;
let importsMade = 0;
let optOuts = 0;

function work(opened: ImportHarness): void {
  harness = opened;
  worker = harness.worker();
  suppressions = createSuppressionStore(harness.mongo);
}

const places = {
  get: () => harness,
  set: work,
  openHalo: async () => openImportHarness(haloAsSpecified),
};

beforeAll(async () => {
  work(await openImportHarness());
});

afterAll(async () => {
  await harness.close();
});

const letters = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');

/** The facts with the data of the order's person. */
function dataOf({ number }: Order, { email, name, company, phone }: ModelFacts) {
  return {
    ...(email === null ? {} : { email: `e${email}.o${number}@orders.example` }),
    ...(name === null ? {} : { first_name: 'Ann', last_name: `${letters(number)}x${letters(name)}` }),
    ...(company === null ? {} : { company: `Orders ${number} ${letters(company)}` }),
    ...(phone === null ? {} : { phone: `+1${2_012_000_000 + number * 2 + phone}` }),
  };
}

/** The key of the model as the service stores it. */
function textOf({ number }: Order, key: string): string {
  const name = (index: string) => `ann${letters(number)}x${letters(Number(index))}`;
  const phone = (index: string) => `1${2_012_000_000 + number * 2 + Number(index)}`;
  const [, kind = '', first = '', second] = /^([ecp])(\d)(?:n(\d))?$/u.exec(key) ?? [];
  if (kind === 'e') return `email:e${first}.o${number}@orders.example`;
  if (kind === 'c') return `company-person:orders${number}${letters(Number(first))}-${name(second ?? '')}`;
  return second === undefined ? `phone:${phone(first)}` : `phone-person:${phone(first)}-${name(second)}`;
}

async function importAll(
  due: readonly { readonly order: Order; readonly step: Extract<Step, { kind: 'import' }> }[],
) {
  const jobs = await Promise.all(
    due.map(async ({ order, step: { facts: known, isFlagged, source, deduplication } }) =>
      harness.singleJob(
        { ...dataOf(order, known), do_not_contact: isFlagged },
        { source, options: { deduplication } },
      ),
    ),
  );
  await worker.runSingles(jobs);
  for (const [index, jobId] of jobs.entries()) {
    const item = due[index];
    const { result, error } = await harness.single(jobId);
    if (item !== undefined) {
      follow(item.order, item.step, result, error === null ? null : error.message);
    }
  }
}

/** Compares the outcome of an import with the model, and updates the model. */
function follow(
  order: Order,
  { facts: known, source, isFlagged, deduplication }: Extract<Step, { kind: 'import' }>,
  result: JobResult<'lead_import'> | null,
  error: string | null,
): void {
  const { model } = order;
  const key = model.keyOf(known);
  if (key === null) {
    expect(error).toBe('Insufficient data for deduplication');
    return;
  }
  const record = deduplication ? (model.leads.find(({ recordKey }) => recordKey === key) ?? null) : null;
  const wasHeldBack = result?.suppressedBy !== undefined;
  const trail = JSON.stringify({ seed, order: order.number, steps: order.steps, known, result, error });
  if (model.isHeldBack(known, record)) {
    expect(wasHeldBack ? '' : `past a gate: ${trail}`).toBe('');
  } else {
    const isExplained = !wasHeldBack || model.isHeldBackByTicket(known);
    expect(isExplained ? '' : `held back without a reason: ${trail}`).toBe('');
  }
  if (wasHeldBack) {
    importsHeldBack += 1;
    expect(result).toMatchObject({ result: 'preserved', reason: 'Do Not Contact' });
    model.holdBack(known, source, record);
    if (isFlagged) model.optOut(known);
    return;
  }
  importsMade += 1;
  expect(error === null ? '' : `failed: ${trail}`).toBe('');
  const ownKey = deduplication ? key : `${key}#${model.leads.length}`;
  const lead = model.record(known, source, record, { isFlagged, ownKey });
  order.leadIds.set(lead, Number(result?.leadId));
}

async function optOut(order: Order, due: Exclude<Step, { kind: 'import' }>): Promise<void> {
  const { model, leadIds } = order;
  const deps = {
    suppressions,
    clock: systemClock,
    settings: () => ({ sources: defaultSources, defaultCountry: 'US' }),
  };
  if (due.kind === 'opt-out-of-lead') {
    const lead = model.leads[due.lead];
    if (lead === undefined) return;
    await requestOptOut(deps, { lead_id: leadIds.get(lead) ?? 0 }, 'key_test');
    model.optOutLead(lead);
  } else {
    if (model.keyOf(due.facts) === null) return;
    await requestOptOut(deps, dataOf(order, due.facts), 'key_test');
    model.optOut(due.facts);
  }
  optOuts += 1;
}

/**
 * Nothing that the model knows is lost: every key blocks, every lead is marked and has an entry for its
 * ticket.
 */
async function expectNothingLost(of: readonly Order[]): Promise<void> {
  const gates = of.flatMap((order) => [...order.model.gates].map((key) => textOf(order, key)));
  const held = await distinctValues<string>(
    { collection: harness.mongo.collection('suppressed_keys') },
    'key',
    {
      key: { $in: gates },
    },
  );
  expect(gates.filter((key) => !held.includes(key))).toEqual([]);
  const marked = of.flatMap(({ model, leadIds }) =>
    model.leads.filter(({ isMarked }) => isMarked).map((lead) => leadIds.get(lead) ?? 0),
  );
  const leads = await harness.mongo
    .collection<{ _id: number; psaTicketId: number; doNotContact: boolean }>('leads')
    .find({ _id: { $in: marked } })
    .toArray();
  expect(leads.filter(({ doNotContact }) => !doNotContact).map(({ _id }) => _id)).toEqual([]);
  expect(leads).toHaveLength(new Set(marked).size);
  const ticketIds = leads.map(({ psaTicketId }) => psaTicketId);
  const told = await distinctValues<number>(
    { collection: harness.mongo.collection('suppressions') },
    'ticketId',
    {
      ticketId: { $in: ticketIds },
    },
  );
  expect(ticketIds.filter((ticketId) => !told.includes(ticketId))).toEqual([]);
}

describe.each(eachDialect)(
  'random orders of imports and opt-outs that share their keys, on the $name PSA,',
  (kind) => {
    useDialect(kind, places);
    const seedOfKind = seed + eachDialect.indexOf(kind);
    it(
      `lose no opt-out and let no blocked import pass (${ordersOfKind} orders, seed ${seedOfKind})`,
      async () => {
        const before = { orders, importsHeldBack, importsMade, optOuts };
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.array(step, { minLength: 2, maxLength: maxSteps }), {
              minLength: ordersAtOnce,
              maxLength: ordersAtOnce,
            }),
            async (all) => {
              const group = all.map((steps): Order => {
                orders += 1;
                return { number: orders, steps, model: new OptOutModel(), leadIds: new Map() };
              });
              for (let index = 0; index < maxSteps; index += 1) {
                const due = group.flatMap((order) => {
                  const next = order.steps[index];
                  return next === undefined ? [] : [{ order, next }];
                });
                await importAll(
                  due.flatMap(({ order, next }) => (next.kind === 'import' ? [{ order, step: next }] : [])),
                );
                await Promise.all(
                  due.map(async ({ order, next }) => {
                    if (next.kind !== 'import') await optOut(order, next);
                  }),
                );
              }
              await expectNothingLost(group);
            },
          ),
          { numRuns: Math.ceil(ordersOfKind / ordersAtOnce), seed: seedOfKind, endOnFailure: true },
        );
        // A test that blocks nothing, or everything, would prove nothing.
        const tried = {
          orders: orders - before.orders,
          imported: importsMade - before.importsMade,
          heldBack: importsHeldBack - before.importsHeldBack,
          optOuts: optOuts - before.optOuts,
        };
        expect(Math.min(...Object.values(tried))).toBeGreaterThan(ordersOfKind / 10);
        process.stderr.write(
          `opt-out orders on the ${kind.name} PSA, seed ${seedOfKind}: ${JSON.stringify(tried)}\n`,
        );
      },
      Math.max(300_000, ordersOfKind * 400),
    );
  },
);
