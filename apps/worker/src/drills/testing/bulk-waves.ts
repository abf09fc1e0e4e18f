import { expect } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from './caller.js';

const rowsOfWave = 30;
const companiesOfWave = 5;
const oneOfEverything = { tickets: 1, users: 1, clients: 1, sites: 1, lists: 4, distinctLists: 4 };

interface WaveRow {
  readonly lead: ReturnType<typeof flatLead>;
  /** Whether it repeats the row before it. */
  readonly isRepetition: boolean;
}

interface Wave {
  readonly jobId: string;
  readonly rows: readonly WaveRow[];
}

/** Bulk imports of people who are nobody else's, one after the other: every tenth row repeats the row before it. */
export class BulkWaves {
  readonly #system: TestSystem;
  readonly #api: ReturnType<typeof callerOf>;
  readonly #waves: Wave[] = [];
  #people = 0;

  constructor(system: TestSystem) {
    this.#system = system;
    this.#api = callerOf(system);
  }

  get jobIds(): readonly string[] {
    return this.#waves.map(({ jobId }) => jobId);
  }

  async send(): Promise<void> {
    const from = this.#people;
    this.#people += rowsOfWave;
    const rows = Array.from({ length: rowsOfWave }, (_, index) => this.#row(from, index));
    const { status, body } = await this.#api.importBulk(
      rows.map(({ lead }) => lead),
      { batchOptions: { batch_size: 10 }, headers: { prefer: 'respond-async' } },
    );
    expect(status).toBe(202);
    this.#waves.push({ jobId: String(body['job_id']), rows });
  }

  /** Waits for all that was sent, and holds every row's outcome against what must come of it. */
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
      expect({ status: job['status'], outcomes }).toEqual({
        status: 'completed',
        outcomes: rows.map(({ isRepetition }, index) => [
          index,
          isRepetition ? 'Duplicate email address' : 'created',
        ]),
      });
    }
  }

  /** Everybody has one of everything in the PSA: a contact, a client with its site, a ticket, each list once. */
  expectOneOfEverything(): void {
    const { simulator } = this.#system;
    const rows = this.#waves.flatMap((wave) => wave.rows).filter(({ isRepetition }) => !isRepetition);
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
        lists: lists.length,
        distinctLists: new Set(lists).size,
      };
      return JSON.stringify(found) === JSON.stringify(oneOfEverything) ? [] : [{ email: lead.email, found }];
    });
    expect(wrong).toEqual([]);
    expect(simulator.tickets()).toHaveLength(rows.length);
  }

  #row(from: number, index: number): WaveRow {
    const isRepetition = index % 10 === 9;
    const number = from + (isRepetition ? index - 1 : index);
    const company = `Wave ${from} Company ${number % companiesOfWave}`;
    return { lead: flatLead(number, { company }), isRepetition };
  }
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
