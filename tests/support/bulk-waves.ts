import { expect } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from './caller.js';

const rowsOfWave = 30;
const companiesOfWave = 5;
const earnedLists = 4;
const doNotContactList = 'Do Not Contact';
/** People who opt out are in the last waves, so that their rows are being processed. */
const wavesOfOptOuts = 4;

interface WaveRow {
  readonly lead: ReturnType<typeof flatLead>;
  /** Whether it repeats the previous row. */
  readonly isRepetition: boolean;
  /** Whether it contains the person's opt-out. */
  readonly isFlagged: boolean;
}

interface Wave {
  readonly jobId: string;
  readonly rows: readonly WaveRow[];
}

/**
 * Bulk imports of unique people, one after another: every tenth row repeats the previous one, one contains an
 * opt-out, and people opt out while their rows are processed.
 */
export class BulkWaves {
  readonly #system: TestSystem;
  readonly #api: ReturnType<typeof callerOf>;
  readonly #waves: Wave[] = [];
  readonly #optedOutMeanwhile = new Set<string>();
  /** People whose rows came after their opt-outs. */
  readonly #heldBack = new Set<string>();
  #people = 0;

  constructor(system: TestSystem) {
    this.#system = system;
    this.#api = callerOf(system);
  }

  /** The addresses of all people who have opted out. */
  get optedOut(): readonly string[] {
    const flagged = this.#rows().filter(({ isFlagged }) => isFlagged);
    return [...flagged.map(({ lead }) => lead.email), ...this.#optedOutMeanwhile];
  }

  /** How many people were imported and not blocked. */
  get imported(): number {
    return this.#rows().length - this.#heldBack.size;
  }

  async send(): Promise<void> {
    const from = this.#people;
    this.#people += rowsOfWave;
    const rows = Array.from({ length: rowsOfWave }, (_, index) => this.#row(from, index));
    const { status, body } = await this.#api.importBulk(
      rows.map(({ lead, isFlagged }) => (isFlagged ? { ...lead, do_not_contact: true } : lead)),
      { batchOptions: { batch_size: 10 }, headers: { prefer: 'respond-async' } },
    );
    expect(status).toBe(202);
    this.#waves.push({ jobId: String(body['job_id']), rows });
  }

  /** A person of the last waves opts out. @param random 0 to 1, selects the person */
  async optOutSomebody(random: number): Promise<void> {
    const rows = this.#rows(this.#waves.slice(-wavesOfOptOuts)).filter(({ isFlagged }) => !isFlagged);
    const email = rows[Math.floor(random * rows.length)]?.lead.email ?? '';
    this.#optedOutMeanwhile.add(email);
    expect([200, 201]).toContain((await this.#api.call('POST', '/suppressions', { email })).status);
  }

  /** Waits for everything that was sent, and checks every row's outcome. */
  async expectOutcomes(): Promise<void> {
    for (const { jobId, rows } of this.#waves) {
      const job = await this.#api.finished(jobId);
      const { results, errors } = job['result'] as {
        results: readonly { index: number; result: string }[];
        errors: readonly { index: number; error: string }[];
      };
      const outcomes = [
        ...results.map(({ index, result }) => [index, result] as const),
        ...errors.map(({ index, error }) => [index, error] as const),
      ].sort(([one], [other]) => one - other);
      for (const [index, outcome] of outcomes) {
        const email = rows[index]?.lead.email ?? '';
        if (outcome === 'preserved' && this.#optedOutMeanwhile.has(email)) this.#heldBack.add(email);
      }
      expect({ status: job['status'], outcomes }).toEqual({
        status: 'completed',
        outcomes: rows.map(({ isRepetition, lead }, index) => [
          index,
          isRepetition ? 'Duplicate email address' : this.#heldBack.has(lead.email) ? 'preserved' : 'created',
        ]),
      });
    }
  }

  /**
   * Every person has one of everything in the PSA: a contact, a client with its site, a ticket, each list
   * once.
   */
  expectOneOfEverything(): void {
    const { simulator } = this.#system;
    const rows = this.#rows().filter(({ lead }) => !this.#heldBack.has(lead.email));
    const optedOut = new Set(this.optedOut);
    const tickets = countedBy(simulator.tickets(), ({ user_email: email }) => email);
    const users = countedBy(simulator.users(), ({ emailaddress }) => emailaddress);
    const clients = countedBy(simulator.clients(), ({ name }) => name);
    const sites = countedBy(simulator.sites(), ({ client_id: id }) => String(id));
    const wrong = rows.flatMap(({ lead }) => {
      const ticket = tickets.get(lead.email)?.[0];
      const lists = ticket === undefined ? [] : simulator.listNames(ticket.id);
      const found = {
        tickets: tickets.get(lead.email)?.length,
        users: users.get(lead.email)?.length,
        clients: clients.get(lead.company)?.length,
        sites: sites.get(String(ticket?.client_id))?.length,
        earnedLists: lists.filter((list) => list !== doNotContactList).length,
        distinctLists: new Set(lists).size,
        isMarked: ticket?.customfields[105] === true,
        doNotContactLists: lists.filter((list) => list === doNotContactList).length,
      };
      const hasOptedOut = optedOut.has(lead.email);
      const expected = {
        ...{ tickets: 1, users: 1, clients: 1, sites: 1, earnedLists },
        distinctLists: earnedLists + Number(hasOptedOut),
        isMarked: hasOptedOut,
        doNotContactLists: Number(hasOptedOut),
      };
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ email: lead.email, found }];
    });
    expect(wrong).toEqual([]);
    expect(simulator.tickets()).toHaveLength(rows.length);
  }

  /** The first row of each person. */
  #rows(waves: readonly Wave[] = this.#waves): readonly WaveRow[] {
    return waves.flatMap(({ rows }) => rows).filter(({ isRepetition }) => !isRepetition);
  }

  #row(from: number, index: number): WaveRow {
    const isRepetition = index % 10 === 9;
    const number = from + (isRepetition ? index - 1 : index);
    const company = `Wave ${from} Company ${number % companiesOfWave}`;
    const lead = flatLead(number, { company, last_name: `Number${letters(number)}` });
    return { lead, isRepetition, isFlagged: index === 14 };
  }
}

/**
 * Keys of names contain only letters: colleagues whose names differ in a digit would be one person, and opt
 * out together.
 */
function letters(number: number): string {
  return [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
}

function countedBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item)) ?? [];
    group.push(item);
    groups.set(key(item), group);
  }
  return groups;
}
