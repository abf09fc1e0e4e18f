import { setTimeout as sleep } from 'node:timers/promises';

import type { SystemOptions, ProcessSystem } from '@leadbridge/devkit';

import type { Measurement } from '../figure.js';
import { completedJob, get, importBulk, leads, post, startService } from '../service.js';

const held = 10_000;
/** What is taken for one kind of fault. */
const perKind = 22;
const askEveryMs = 250;

type Ticket = ReturnType<ProcessSystem['simulator']['tickets']>[number];
/** Brings a fault into the PSA behind the service's back; returns what the finding of it names. */
type Plant = (simulator: ProcessSystem['simulator'], ticket: Ticket, number: number) => number | null;

interface Finding {
  readonly kind: string;
  readonly psa_ticket_id: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const faults: Readonly<Record<string, Plant>> = {
  duplicate_ticket: (simulator, { id, user_id, summary }) => {
    simulator.seedTicket({ user_id: Number(user_id), summary });
    return id;
  },
  duplicate_contact: (simulator, { client_id, user_id, user_email: emailaddress }) => {
    simulator.seedContact({ client_id, emailaddress });
    return Number(user_id);
  },
  duplicate_client: (simulator, { client_id, client_name }, number) => {
    simulator.seedContact({ company: client_name, emailaddress: `twin${number}@twin.example.com` });
    return client_id;
  },
  missing_ticket: (simulator, { id }) => {
    simulator.removeTicket(id);
    return id;
  },
  unknown_ticket: (simulator, _ticket, number) =>
    simulator.seedTicket({ emailaddress: `made.by.hand${number}@example.com`, company: `By hand ${number}` }),
  status_drift: (simulator, { id }, number) => {
    simulator.actAsAgent(id, { status_id: number % 2 === 0 ? 2 : 4 });
    return id;
  },
  type_drift: (simulator, { id }) => {
    simulator.actAsAgent(id, { tickettype_id: 2, status_id: 10 });
    return id;
  },
  opt_out_missing: (simulator, { id }, number) => {
    simulator.actAsAgent(id, number % 2 === 0 ? { customfields: { 105: true } } : { status_id: 6 });
    return id;
  },
  opt_out_unmarked: (simulator, { id }) => {
    simulator.actAsAgent(id, { status_id: 1, customfields: { 105: false } });
    return id;
  },
};

/** What the comparison of a PSA with 10,000 leads and 200 planted faults of all kinds finds and costs. */
export function reconciliation(name: string, options: SystemOptions = {}): Measurement {
  return {
    name,
    title: `Reconciliation of 10,000 leads with 200 planted faults (${name})`,

    async run() {
      // Opt-outs that are taken at once would write while it is measured.
      const env = { RECONCILE_OPT_OUTS: 'off', ...options.env };
      const system = await startService({ ...options, env });
      const { simulator } = system;
      try {
        const early = ['first', 'second'].map((each) =>
          simulator.seedTicket({ emailaddress: `${each}@early.example.com`, company: `Early ${each}` }),
        );
        await importBulk(system, leads(1, held));
        const tickets = simulator.tickets().filter(({ id }) => !early.includes(id));
        const planted = await plant(system, tickets);
        const { seconds, found, requests } = await reconcile(system);
        return [
          { name: 'planted faults', unit: 'faults', values: [planted.size], goal: null },
          row('found', 'faults', count(planted, found), { atLeast: planted.size }),
          row('found that nobody planted', 'findings', found.length - count(planted, found), { atMost: 0 }),
          row('compared', 's', seconds, { atMost: 60 }),
          row('compared, beyond the reading of the mirror', 'requests', requests.beyond, { atMost: 20 }),
          { name: `${name}: all requests`, unit: 'requests', values: [requests.all], goal: null },
        ];
      } finally {
        await system.stop();
      }
    },
  };

  function row(what: string, unit: string, value: number, goal: { atMost: number } | { atLeast: number }) {
    return { name: `${name}: ${what}`, unit, values: [value], goal };
  }
}

/** @returns the findings that are to come, as `keyOf` names them */
async function plant(system: ProcessSystem, tickets: readonly Ticket[]): Promise<ReadonlySet<string>> {
  const kinds = Object.entries(faults);
  const taken = kinds.map(([kind, fault], index) => ({
    ...{ kind, fault },
    // Spread over all of them, a ticket once.
    tickets: tickets
      .filter((_, at) => at % 400 === index)
      .slice(0, kind === 'unknown_ticket' ? perKind + 1 : perKind),
  }));
  const unmarked = taken.find(({ kind }) => kind === 'opt_out_unmarked')?.tickets ?? [];
  for (const { user_email: email } of unmarked) {
    await post(system, '/suppressions', { email, reason: 'Asked for it' });
  }
  while (!(await areMarked(system))) await sleep(askEveryMs);
  const planted = new Set(['unknown_before_first_import null']);
  for (const { kind, fault, tickets: its } of taken) {
    its.forEach((ticket, number) =>
      planted.add(`${kind} ${String(fault(system.simulator, ticket, number))}`),
    );
  }
  return planted;
}

async function areMarked(system: ProcessSystem): Promise<boolean> {
  const { suppressions } = await get(system, '/suppressions?limit=100');
  const entries = suppressions as readonly { readonly ticket_pending: readonly unknown[] }[];
  return entries.every(({ ticket_pending: pending }) => pending.length === 0);
}

async function reconcile(system: ProcessSystem) {
  const { requests: log } = system.simulator;
  log.clear();
  const started = performance.now();
  const { job_id: jobId, reconciliation_id: id } = await post(system, '/reconciliations', {});
  await completedJob(system, jobId);
  const seconds = (performance.now() - started) / 1_000;
  const requests = log.list();
  const { findings } = await get(system, `/reconciliations/${String(id)}/findings?limit=1000`);
  const found = (findings as readonly Finding[]).map(keyOf);
  // By the requests to the PSA, not by the figures of the service.
  const beyond = requests.filter((request) => !isPageOfMirror(request, typeOfLeads(requests))).length;
  return { seconds, found, requests: { all: requests.length, beyond } };
}

function keyOf({ kind, psa_ticket_id: ticketId, details }: Finding): string {
  const oldest = details['oldest_id'];
  return `${kind} ${ticketId ?? (typeof oldest === 'number' ? oldest : 'null')}`;
}

type Request = Pick<ReturnType<ProcessSystem['simulator']['requests']['list']>[number], 'path' | 'query'>;

/** What the PSA has is read before anything else of it is asked for. */
function typeOfLeads(requests: readonly Request[]): string | null {
  const first = requests.find(({ path }) => /^\/api\/tickets$/iu.test(path));
  return first === undefined ? null : ticketType(first);
}

function ticketType({ query }: Request): string | null {
  const parameters = new URLSearchParams(query);
  return parameters.get('tickettype_id') ?? parameters.get('requesttype_id');
}

function isPageOfMirror(request: Request, typeOfLeads: string | null): boolean {
  const isPage = /^\/api\/(?:tickets|users|client)$/iu.test(request.path);
  const type = ticketType(request);
  return isPage && (type === null || type === typeOfLeads);
}

function count(planted: ReadonlySet<string>, found: readonly string[]): number {
  return new Set(found.filter((key) => planted.has(key))).size;
}
