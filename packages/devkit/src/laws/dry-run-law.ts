import { isDeepStrictEqual } from 'node:util';

import type { PsaSimulator } from '@leadbridge/psa-simulator';

import { picturesOf, wholeState, writesSince, type TicketPicture } from './psa-picture.js';
import {
  createRandom,
  emailOf,
  oneOf,
  phoneOf,
  randomImport,
  randomSingleImport,
  randomWorkOfPeople,
  type RandomImport,
} from './random-imports.js';

interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

type Changes = Readonly<Record<string, Change>>;

/** A row as `GET /jobs/{job_id}/results` shows it. */
export interface ComparedRow {
  readonly index: number;
  readonly success: boolean | null;
  readonly lead_id?: number | null;
  readonly psa_ticket_id?: number | null;
  readonly result?: string;
  readonly reason?: string;
  readonly code?: string;
  /** Of a row its text; of a single import that was refused the error of its job. */
  readonly error?: unknown;
  readonly companyMatch?: { readonly rule: string };
  readonly plan?: {
    readonly client?: { readonly action: string; readonly name: string | null };
    readonly contact?: { readonly action: string; readonly changes: Changes };
    readonly ticket?: { readonly action: string; readonly changes: Changes };
    readonly lists: readonly string[];
    readonly note: string | null;
    readonly psa_requests: number;
  };
}

/** What the law is held against. */
export interface ImportsUnderTest {
  readonly simulator: PsaSimulator;
  readonly run: (
    what: RandomImport,
    dryRun: boolean,
  ) => Promise<{ readonly rows: readonly ComparedRow[]; readonly psaRequests: number | undefined }>;
  /** All that the service has stored, but for jobs and their rows: the documents of each collection, as text. */
  readonly stored: () => Promise<ReadonlyMap<string, string>>;
  /** Suppresses a person. */
  readonly optOut: (person: { readonly email: string } | { readonly phone: string }) => Promise<void>;
  /** Takes the last import back. */
  readonly undoLast: () => Promise<void>;
}

export interface LawOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Leads of one import. */
  readonly rows: number;
  readonly people: number;
}

/** What a dry run has said or done otherwise than it should have. */
export interface LawResult {
  readonly cases: number;
  readonly writes: number;
  readonly differences: readonly string[];
  /** How often each result came, so that nobody takes an empty run for a proof. */
  readonly results: Readonly<Record<string, number>>;
}

/** After so many rounds nobody is left of the circle of people that there was. */
const roundsOfACircle = 15;

/**
 * "A dry run equals the import": in each round people work in the PSA, opt out, and take imports back; then random imports are looked at and
 * done, and what it planned is compared with what was done, row by row and field by field, in the responses and in the PSA. As a dry run changes
 * nothing, which is checked, the import finds the same state.
 */
export async function holdDryRunLaw(
  imports: ImportsUnderTest,
  { seed, rounds, rows, people }: LawOptions,
): Promise<LawResult> {
  const random = createRandom(seed);
  const differences: string[] = [];
  const results: Record<string, number> = {};
  let writes = 0;
  let cases = 0;
  for (let round = 0; round < rounds; round += 1) {
    const circle = { from: Math.floor((round * people) / roundsOfACircle), people };
    randomWorkOfPeople(random, imports.simulator, circle);
    if (random.chance(0.2)) await imports.undoLast();
    if (random.chance(0.3)) {
      const person = oneOf(random, circle);
      await imports.optOut(random.chance(0.7) ? { email: emailOf(person) } : { phone: phoneOf(person) });
    }
    const single = random.chance(0.3) ? [randomSingleImport(random, circle)] : [];
    for (const what of [...single, randomImport(random, rows, circle)]) {
      const held = await holdOne(imports, what);
      cases += what.leads.length;
      writes += held.writes;
      differences.push(...held.faults.map((fault) => `round ${round}: ${fault}`));
      for (const result of held.results) results[result] = (results[result] ?? 0) + 1;
    }
  }
  return { cases, writes, differences, results };
}

async function holdOne({ simulator, run, stored }: ImportsUnderTest, what: RandomImport) {
  const [psaBefore, storedBefore, before] = [wholeState(simulator), await stored(), picturesOf(simulator)];
  simulator.requests.clear();
  const foreseen = await run(what, true);
  const writes = writesSince(simulator);
  const faults: string[] = [];
  if (wholeState(simulator) !== psaBefore) {
    faults.push('the dry run has changed the PSA');
  }
  for (const [name, documents] of await stored()) {
    if (documents !== (storedBefore.get(name) ?? '[]')) {
      faults.push(`the dry run has changed ${name}`);
    }
  }
  simulator.requests.clear();
  const done = await run(what, false);
  const requests = writesSince(simulator);
  if (foreseen.psaRequests !== requests) {
    faults.push(`${requests} requests for ${String(foreseen.psaRequests)} that were planned`);
  }
  const after = picturesOf(simulator);
  done.rows.forEach((row, index) => {
    const planned = foreseen.rows[index];
    for (const fault of planned === undefined ? ['no row'] : compare(planned, row, before, after)) {
      faults.push(`row ${row.index}: ${fault} (${JSON.stringify([what.leads[row.index], planned, row])})`);
    }
  });
  return { writes, faults, results: done.rows.map(({ result }) => result ?? 'rejected') };
}

/** Of every new ticket, so that a plan does not say it. */
const firstStatus = { status_id: 1 };

function compare(
  planned: ComparedRow,
  done: ComparedRow,
  before: ReadonlyMap<number, TicketPicture>,
  after: ReadonlyMap<number, TicketPicture>,
): string[] {
  const responses = isDeepStrictEqual(responseOf(planned), namedAsPlanned(planned, responseOf(done)))
    ? []
    : ['another response'];
  const { plan } = planned;
  const ticket = done.psa_ticket_id ?? null;
  const now = ticket === null ? undefined : after.get(ticket);
  if (plan === undefined || now === undefined) {
    // Of what comes after the end of an import that stops at a fault nothing is decided; a single import is refused with the import's own 400.
    const isPlanned = planned.code !== 'NOT_PROCESSED' && typeof planned.error !== 'object';
    return plan === undefined && isPlanned ? [...responses, 'no plan'] : responses;
  }
  const then = ticket === null ? undefined : before.get(ticket);
  const faults = [
    planned.psa_ticket_id !== null && planned.psa_ticket_id !== ticket ? 'another ticket' : null,
    isDeepStrictEqual(asWritten(plan.ticket?.changes), changesOf(then?.fields ?? firstStatus, now.fields))
      ? null
      : 'other fields',
    plan.contact?.action === 'create' ||
    isDeepStrictEqual(asWritten(plan.contact?.changes), changesOf(then?.contact ?? now.contact, now.contact))
      ? null
      : 'another contact',
    isDeepStrictEqual(
      plan.lists.toSorted(),
      now.lists.filter((name) => then?.lists.includes(name) !== true),
    )
      ? null
      : 'other lists',
    isSameNote(plan.note, now.notes.slice(then?.notes.length ?? 0)) ? null : 'another note',
    plan.client?.name === undefined || plan.client.name === null || sameName(plan.client.name, now.client)
      ? null
      : 'another client',
  ];
  return [...responses, ...faults.filter((fault) => fault !== null)];
}

/** All but what is new: ids, and what stands for them. */
function responseOf(row: ComparedRow): object {
  const { plan: _plan, lead_id: _lead, psa_ticket_id: _ticket, companyMatch, ...response } = row;
  const { suppression_id: _entry, ...rest } = response as typeof response & { suppression_id?: string };
  return companyMatch === undefined ? rest : { ...rest, foundBy: companyMatch.rule };
}

/** A lead that an earlier row would create has no id to be named by. */
function namedAsPlanned(planned: ComparedRow, done: object): unknown {
  const unnamed = 'a lead of an earlier row';
  return JSON.stringify(planned).includes(unnamed)
    ? JSON.parse(JSON.stringify(done).replace(/\blead \d+/gu, unnamed))
    : done;
}

function asWritten(changes: Changes = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, String(to)]));
}

function changesOf(
  before: Readonly<Record<string, unknown>> | null | undefined,
  after: Readonly<Record<string, unknown>> | null,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(after ?? {})
      .filter(([name, value]) => !isDeepStrictEqual(value, before?.[name]))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** But for the time, and the row that it names. */
function isSameNote(planned: string | null, added: readonly string[]): boolean {
  const neutral = (note: string): string =>
    note.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME').replace(/job_[0-9a-z]+#\d+/gu, 'ROW');
  return isDeepStrictEqual(planned === null ? [] : [neutral(planned)], added.map(neutral));
}

function sameName(planned: string, name: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/gu, '');
  return bare(planned) === bare(name);
}
