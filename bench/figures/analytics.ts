import mongoose from 'mongoose';

import { percentile, type Figure, type Measurement } from '../figure.js';
import { startService } from '../service.js';

const leadCount = 200_000;
const batch = 10_000;
const freshProcesses = 3;
const requests = 40;

const minute = 60_000;
const day = 24 * 60 * minute;
const sources = ['provider_a', 'provider_b', 'provider_c', 'csv'] as const;
const levels = ['error', 'warning', 'info'] as const;
const steps = [
  ['new_lead', 'researching'],
  ['researching', 'contacted'],
  ['contacted', 'engaged'],
  ['researching', 'invalid_data'],
  ['contacted', 'no_interest'],
  ['contacted', 'do_not_contact'],
  ['engaged', 'new_prospect'],
  ['new_prospect', 'prospecting'],
  ['prospecting', 'qualified'],
  ['prospecting', 'disqualified'],
  ['qualified', 'new_opportunity'],
  ['new_opportunity', 'progressing'],
  ['progressing', 'negotiation'],
] as const;
const statuses = ['researching', 'contacted', 'engaged', 'no_interest', 'do_not_contact', 'invalid_data'];

/** An authenticated request that reads nothing from a database but its credential. */
const trivialPath = '/config';

type Service = Awaited<ReturnType<typeof startService>>;

export const analytics: Measurement = {
  name: 'analytics',
  title: 'Analytics and the error log with 200,000 leads, moves and entries, from a freshly started API',

  async run() {
    const system = await startService();
    const connection = await mongoose.createConnection(system.mongodbUri).asPromise();
    try {
      const seconds = await seed(connection);
      const first = new Map<string, number[]>();
      const later = new Map<string, number[]>();
      for (let round = 0; round < freshProcesses; round += 1) {
        for (const [name, path] of questions()) {
          await system.apis[0]?.restart();
          // The first connection of a process is not what is measured.
          await ask(system, trivialPath);
          note(first, name, await ask(system, path));
        }
      }
      const trivial: number[] = [];
      for (let turn = 0; turn < requests; turn += 1) {
        trivial.push(await ask(system, trivialPath));
        for (const [name, path] of questions(turn)) {
          note(later, name, await ask(system, path));
        }
      }
      return figuresOf({ seconds, first, later, trivial });
    } finally {
      await connection.close();
      await system.stop();
    }
  },
};

const atOf = (number: number, now: number): Date =>
  new Date(now - Math.floor((number / leadCount) * 364 * day) - minute);
const sourceOf = (number: number): string => sources[number % sources.length] ?? 'csv';

/** Of ten leads seven were never touched; one in fifty became a prospect, and half of these an opportunity that was won or lost. */
const documentsOf: Readonly<Record<string, (number: number, now: number) => object | null>> = {
  leads: (number, now) => ({
    _id: number,
    key: `email:ada.number${number}@example.com`,
    psaTicketId: number,
    status: number % 10 < 7 ? 'new_lead' : statuses[Math.floor(number / 10) % statuses.length],
    createdSource: sourceOf(number),
    source: sourceOf(number),
    lead: {
      ...{ firstName: 'Ada', lastName: `Number${number}`, email: `ada.number${number}@example.com` },
      company: { name: 'Example Ltd', website: null, phone: null },
    },
    prospectId: number % 50 === 9 ? number : null,
    createdAt: atOf(number, now),
    updatedAt: atOf(number, now),
  }),
  prospects: (number, now) =>
    number % 50 === 9
      ? {
          _id: number,
          leadId: number,
          status: ['new_prospect', 'prospecting', 'qualified', 'disqualified'][Math.floor(number / 50) % 4],
          source: sourceOf(number),
          opportunityId: number % 100 === 9 ? number : null,
          createdAt: atOf(number, now),
        }
      : null,
  opportunities: (number, now) =>
    number % 100 === 9
      ? {
          _id: number,
          prospectId: number,
          psaOpportunityId: number,
          status: number % 200 === 9 ? 'won' : 'lost',
          source: sourceOf(number),
          opportunity: { value: number },
          createdAt: new Date(atOf(number, now).getTime() - 20 * day),
        }
      : null,
  // Counts of imports.
  events: (number, now) => ({
    ...{ at: atOf(number, now), source: sourceOf(number) },
    ...{ created: 1, updated: 0, skipped: 0, preserved: 0, failed: 0 },
  }),
  transitions: (number, now) => {
    const [from, to] = stepOf(number);
    const move = { from, to, secondsInFrom: number % 100_000, source: sourceOf(number) };
    return { ...move, at: atOf(number, now), kind: 'lead', recordId: number, leadId: number };
  },
  error_log: (number, now) => ({
    _id: `err_${String(number).padStart(9, '0')}`,
    at: new Date(now - Math.floor((number / leadCount) * 89 * day)),
    level: levels[number % levels.length],
    message: 'The PSA refused a ticket with the status that the configuration names',
    ...{ source: 'import', leadId: number, errorCode: 'EXTERNAL_API_ERROR', jobId: null, requestId: null },
  }),
};

function stepOf(number: number): readonly [string, string] {
  if (number % 100 === 9) {
    return number % 200 === 9 ? ['negotiation', 'won'] : ['negotiation', 'lost'];
  }
  return steps[Math.floor(number / sources.length) % steps.length] ?? steps[0];
}

/** What is asked about: the last year, and periods that begin and end somewhere within a minute, another one each time. */
function questions(turn = 0): readonly (readonly [name: string, path: string])[] {
  const now = Date.now();
  const moment = (daysAgo: number): string =>
    new Date(now - daysAgo * day + ((turn * 7_919_333) % day)).toISOString();
  const year = `start_date=${new Date(now - 365 * day).toISOString()}`;
  const odd = `start_date=${moment(340)}&end_date=${moment(12)}`;
  return [
    ['sync, a year', `/analytics/sync?${year}`],
    ['sync, from moment to moment', `/analytics/sync?${odd}`],
    ['sync, of a source', `/analytics/sync?${odd}&source=csv`],
    ['workflow, a year', `/analytics/workflow?${year}`],
    ['workflow, from moment to moment', `/analytics/workflow?${odd}`],
    ['workflow, of a source', `/analytics/workflow?${odd}&source=csv`],
    ['performance', '/analytics/performance?window=24h'],
    ['errors, first page', '/errors'],
    ['errors, page in the middle', '/errors?limit=500&page=200'],
    ['errors, last page', '/errors?limit=500&page=400'],
    ['errors of a level and a period, last page', `/errors?limit=500&page=120&level=error&${year}`],
  ];
}

function note(times: Map<string, number[]>, name: string, milliseconds: number): void {
  times.set(name, [...(times.get(name) ?? []), milliseconds]);
}

/** Milliseconds until the whole response is there. */
async function ask(system: Service, path: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${system.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${system.adminKey}` },
  });
  const body = await response.text();
  const milliseconds = performance.now() - started;
  if (response.status !== 200) {
    throw new Error(`${path} responded with ${response.status}: ${body}`);
  }
  return milliseconds;
}

interface Measured {
  readonly seconds: number;
  readonly first: ReadonlyMap<string, readonly number[]>;
  readonly later: ReadonlyMap<string, readonly number[]>;
  readonly trivial: readonly number[];
}

function figuresOf({ seconds, first, later, trivial }: Measured): readonly Figure[] {
  const goal = { atMost: 100 };
  const rows = (kind: string, times: ReadonlyMap<string, readonly number[]>, value: typeof worst): Figure[] =>
    [...times].map(([name, values]) => ({
      name: `${name}: ${kind}`,
      unit: 'ms',
      values: [value(values)],
      goal,
    }));
  const compared = percentile(trivial, 0.95);
  return [
    {
      name: 'time until a worker has added up 200,000 facts and moves',
      unit: 's',
      values: [seconds],
      goal: null,
      note: 'each in a minute of its own; in service a fact is that of a whole batch, and added up within ten seconds',
    },
    ...rows(`first of a process, worst of ${freshProcesses}`, first, worst),
    ...rows(`later, 95th percentile of ${requests}`, later, (values) => percentile(values, 0.95)),
    { name: `GET ${trivialPath}, 95th percentile`, unit: 'ms', values: [compared], goal: null },
    ...[...later].map(([name, values]) => ({
      name: `${name}: times as long as GET ${trivialPath}`,
      unit: 'ratio',
      values: [percentile(values, 0.95) / compared],
      goal: null,
    })),
  ];
}

function worst(values: readonly number[]): number {
  return Math.max(...values);
}

/** Straight into MongoDB, what 200,000 imports of one lead each and as many moves over a year leave; returns the seconds that the worker adds up. */
async function seed(connection: mongoose.Connection): Promise<number> {
  const now = Date.now();
  for (let start = 0; start < leadCount; start += batch) {
    const numbers = Array.from({ length: batch }, (_, index) => start + index);
    await Promise.all(
      Object.entries(documentsOf).map(async ([collection, documentOf]) => {
        const documents = numbers.flatMap((number) => documentOf(number, now) ?? []);
        await connection.collection(collection).insertMany(documents, { ordered: false });
      }),
    );
  }
  const started = performance.now();
  for (;;) {
    const left = ['events', 'transitions'].map(async (collection) =>
      connection.collection(collection).findOne({ counted: null, source: { $exists: true } }),
    );
    if ((await Promise.all(left)).every((fact) => fact === null)) {
      return (performance.now() - started) / 1_000;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
