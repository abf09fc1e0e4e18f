import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentTestRun, type TestSystem } from '@leadbridge/devkit';
import fc from 'fast-check';

import { callerOf, type ApiResponse, type Caller } from '../support/caller.js';
import { startHaloSystem } from '../support/halo-system.js';
import { startSystemHere } from '../support/start-system-here.js';

/** A tenth of the orders of other laws, as an erasure reads all records. For more, or others: `OPT_OUT_ORDERS=10000 TEST_SEED=7 npm test`. */
const { optOutOrders: orderCount, seed } = currentTestRun();
const dialects = ['spec', 'halopsa'] as const;
const ordersOfDialect = Math.ceil(orderCount / 10);
/** Orders that run in step, so that imports, lists and erasures meet. */
const ordersAtOnce = Math.min(5, ordersOfDialect);
const maxSteps = 5;
const people = [0, 1, 2] as const;
/** Otherwise they would be one person at their company. */
const names = ['Ann', 'Bob', 'Cyd'] as const;
type Who = (typeof people)[number];

type Step =
  | { readonly kind: 'import' | 'bulk' | 'list' | 'opt-out' | 'erase'; readonly who: Who }
  | { readonly kind: 'list-domain' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('import', 'import', 'bulk', 'list', 'list', 'opt-out', 'erase'),
      who: fc.constantFrom(...people),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'list-domain' }) },
);

interface Order {
  readonly number: number;
  readonly steps: readonly Step[];
  readonly listed: Set<Who>;
}

const env = { RATE_LIMIT_PER_HOUR: '10000000', RATE_LIMIT_BURST: '100000', BULK_LIMIT_PER_HOUR: '100000' };
let orders = 0;
let blocked = 0;
let created = 0;

const systems = new Map<string, TestSystem>();

beforeAll(async () => {
  const ofSpecification = { env: { ...env, PSA_RATE_LIMIT: '1000000' }, simulator: { rateLimit: 0 } };
  systems.set('spec', await startSystemHere(ofSpecification));
  systems.set('halopsa', (await startHaloSystem({}, { ...env, PSA_RATE_LIMIT: '1000000' })).system);
});

afterAll(async () => {
  await Promise.all([...systems.values()].map(async (system) => system.stop()));
});

/** The third person has an address below the domain of the others. */
function emailOf({ number }: Order, who: Who): string {
  return `person${who}@${who === 2 ? 'mail.' : ''}order${number}.example`;
}

const maxRepetitions = 60;

/**
 * A database that a busy machine keeps from confirming makes a response that asks for a repetition, also while it
 * cannot yet be told that the request has ended.
 */
async function untilConfirmed(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let repetitions = 0; ; repetitions += 1) {
    const response = await send();
    const { reason } = Object(Object(response.body['error'])['details']);
    const isUnconfirmed = response.status === 500 || reason === 'IDEMPOTENCY_IN_PROGRESS';
    if (!isUnconfirmed || repetitions === maxRepetitions) {
      return response;
    }
    await sleep(1_000);
  }
}

async function take(api: Caller, order: Order, due: Step): Promise<void> {
  const waits = { Prefer: 'wait=60' };
  const list = async (row: object): Promise<void> => {
    const headers = { ...waits, 'Idempotency-Key': randomUUID() };
    const sent = await untilConfirmed(async () =>
      api.call('POST', '/suppressions/bulk', { suppressions: [row] }, headers),
    );
    expect([sent.status, sent.body['failed']]).toEqual([200, 0]);
  };
  if (due.kind === 'list-domain') {
    await list({ domain: `order${order.number}.example` });
    people.forEach((who) => order.listed.add(who));
    return;
  }
  const email = emailOf(order, due.who);
  switch (due.kind) {
    case 'list':
      await list({ email });
      order.listed.add(due.who);
      break;
    case 'opt-out':
      await api.call('POST', '/suppressions', { email });
      order.listed.add(due.who);
      break;
    case 'erase': {
      const { body } = await api.call('POST', '/erasures', { email });
      await api.finished(String(body['job_id']));
      break;
    }
    default:
      await importPerson(api, order, due);
  }
}

async function importPerson(api: Caller, order: Order, due: { kind: string; who: Who }): Promise<void> {
  const data = {
    email: emailOf(order, due.who),
    first_name: names[due.who],
    company: `Order ${order.number}`,
  };
  const headers = { Prefer: 'wait=60', 'Idempotency-Key': randomUUID() };
  const send = async () =>
    due.kind === 'bulk'
      ? await api.importBulk([data], { source: 'csv', headers })
      : await api.importLead(data, { source: 'csv', headers });
  const response = await untilConfirmed(send);
  const [row = response.body] =
    (response.body['results'] as Readonly<Record<string, unknown>>[] | undefined) ?? [];
  const trail = JSON.stringify({ seed, order: order.number, steps: order.steps, due, body: response.body });
  if (order.listed.has(due.who)) {
    expect(row['result'] === 'preserved' ? '' : `past a list: ${trail}`).toBe('');
    blocked += 1;
  } else {
    expect(row['suppressed_by'] === undefined ? '' : `blocked without a reason: ${trail}`).toBe('');
    created += 1;
  }
}

it.each(dialects)(
  `no import of a listed address or domain is created, whatever the order of lists, opt-outs, erasures and imports (%s, ${ordersOfDialect} orders, seed ${seed})`,
  async (dialect) => {
    const system = systems.get(dialect);
    if (system === undefined) {
      throw new Error('The system was not started');
    }
    const api = callerOf(system);
    const before = { blocked, created };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 2, maxLength: maxSteps }), {
          minLength: ordersAtOnce,
          maxLength: ordersAtOnce,
        }),
        async (all) => {
          const group = all.map((steps): Order => {
            orders += 1;
            return { number: orders, steps, listed: new Set() };
          });
          await Promise.all(
            group.map(async (order) => {
              for (const due of order.steps) {
                await take(api, order, due);
              }
              for (const who of people) {
                await importPerson(api, order, { kind: 'import', who });
              }
            }),
          );
        },
      ),
      {
        numRuns: Math.ceil(ordersOfDialect / ordersAtOnce),
        seed,
        endOnFailure: true,
        includeErrorInReport: true,
      },
    );
    // A law that blocks nothing, or everything, would prove nothing.
    expect(Math.min(blocked - before.blocked, created - before.created)).toBeGreaterThan(ordersOfDialect / 4);
  },
  Math.max(600_000, ordersOfDialect * 3_000),
);
