import type { PsaSimulator } from '@leadbridge/psa-simulator';

/** Random numbers that are the same for one seed (mulberry32). */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** From 0, below `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: ([first, ...others]) => others[below(others.length + 1) - 1] ?? first,
    chance: (share) => next() < share,
  };
}

export interface RandomImport {
  readonly source: string;
  readonly leads: readonly object[];
  readonly options: object;
  readonly batchOptions: object;
}

const technologies = ['SAP', 'Oracle, SAP', 'AWS', 'AWS, Oracle, SAP'] as const;
const services = [
  'Cloud',
  'Software',
  'Software, Cloud hosting',
  'Software, Cloud hosting, Support',
] as const;
const signals = ['Series A', 'Series B', 'Seed; Series A; IPO planned'] as const;

/**
 * Leads of a small circle of people and companies, so that they meet their own tickets, contacts and opt-outs again and again: with and without
 * an address, some with nothing to know them by, some twice in one import.
 */
export function randomImport(random: Random, rows: number, people: number): RandomImport {
  return {
    source: random.pick(['provider_a', 'provider_b', 'csv']),
    leads: Array.from({ length: rows }, () => randomLead(random, random.below(people))),
    options: {
      ...(random.chance(0.1) ? { deduplication: false } : {}),
      ...(random.chance(0.15) ? { update_existing: false } : {}),
      ...(random.chance(0.15) ? { custom_fields: false } : {}),
    },
    // With a pace of its own an import goes batch by batch: what one brings, the next one finds.
    batchOptions: random.chance(0.5) ? { batch_size: 7, rate_limit: 1_000_000 } : {},
  };
}

function emailOf(person: number): string {
  return `ada.law${person}@company${person % 40}.example.com`;
}

function randomLead(random: Random, person: number): object {
  const maybe = (share: number, fields: () => object): object => (random.chance(share) ? fields() : {});
  if (random.chance(0.03)) {
    return random.pick<object>([{}, { first_name: 'Ada' }, { email: 'no address', company: 'Broken' }]);
  }
  return {
    first_name: 'Ada',
    last_name: `Law${String.fromCodePoint(97 + (person % 26), 97 + (Math.floor(person / 26) % 26))}${'x'.repeat(Math.floor(person / 676))}`,
    company: `Company ${person % 40}`,
    ...maybe(0.9, () => ({ email: emailOf(person) })),
    ...maybe(0.5, () => ({ phone: `+1202555${String(1_000 + random.below(40)).padStart(4, '0')}` })),
    ...maybe(0.3, () => ({ linkedin_url: `https://linkedin.test/in/ada${person}-${random.below(3)}` })),
    ...maybe(0.5, () => ({ services_offered: random.pick(services) })),
    ...maybe(0.4, () => ({ growth_signals: random.pick(signals) })),
    ...maybe(0.4, () => ({ headcount: random.pick([5, 30, 120, 4_000]) })),
    ...maybe(0.4, () => ({ title: random.pick(['CTO', 'Sales Manager', 'Clerk']) })),
    ...maybe(0.4, () => ({ industry: random.pick(['Software', 'Finance']) })),
    ...maybe(0.04, () => ({ do_not_contact: true })),
    ...maybe(0.1, () => ({ website: `https://www.company${person % 40}.example.com/` })),
  };
}

/** What people do in the PSA between two imports. */
export function randomWorkOfPeople(random: Random, simulator: PsaSimulator, people: number): void {
  const tickets = simulator.tickets();
  for (const { id } of tickets.filter(() => random.chance(0.15))) {
    const change = random.below(10);
    if (change < 3) {
      simulator.actAsAgent(id, { status_id: random.pick([1, 2, 2, 3, 4, 5]) });
    } else if (change < 4) {
      simulator.actAsAgent(id, { tickettype_id: 2, status_id: 10 });
    } else {
      simulator.actAsAgent(id, {
        customfields: {
          102: random.pick(services),
          103: random.pick(signals),
          106: random.pick(technologies),
        },
      });
    }
  }
  for (let more = 0; more < 3; more += 1) {
    const emailaddress = emailOf(random.below(people));
    if (random.chance(0.5)) {
      simulator.seedContact({ emailaddress, company: `Company ${random.below(60)}` });
    } else {
      simulator.seedTicket({ emailaddress, status_id: random.pick([1, 2, 3]) });
    }
  }
}
