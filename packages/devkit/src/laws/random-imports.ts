import { seededRandom, type PsaSimulator } from '@leadbridge/psa-simulator';

/** Random numbers that are the same for one seed. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** From 0, below `limit`. */
  below(limit: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  const next = seededRandom(Math.imul(seed, 0x9e3779b1));
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
  /** Null for an import of one lead by itself. */
  readonly batchOptions: object | null;
}

/** The people of a round. It moves on, so that a long run does not end with a circle that has opted out or been worked on as a whole. */
export interface Circle {
  readonly from: number;
  readonly people: number;
}

const technologies = ['SAP', 'Oracle, SAP', 'AWS', 'AWS, Oracle, SAP'] as const;
const services = [
  'Cloud',
  'Software',
  'Software, Cloud hosting',
  'Software, Cloud hosting, Support',
] as const;
const signals = ['Series A', 'Series B', 'Seed; Series A; IPO planned'] as const;

const projects = ['Warehouse', 'Warehouse; Rollout', 'Rollout'] as const;

/**
 * Leads of a small circle of people and companies, so that they meet their own tickets, contacts and opt-outs again and again: with and without
 * an address, some with nothing to know them by, some twice in one import; flat, or as a provider sends them.
 */
export function randomImport(random: Random, rows: number, circle: Circle): RandomImport {
  const source = random.pick(['provider_a', 'provider_b', 'provider_c', 'csv', 'manual']);
  return {
    source,
    leads: Array.from({ length: rows }, () =>
      asSent(random, source, randomLead(random, oneOf(random, circle))),
    ),
    options: randomOptions(random),
    batchOptions: {
      // With a pace of its own an import goes batch by batch: what one brings, the next one finds.
      ...(random.chance(0.5) ? { batch_size: 7, rate_limit: 1_000_000 } : {}),
      ...(random.chance(0.2) ? { verify: true } : {}),
      ...(random.chance(0.05) ? { continue_on_error: false } : {}),
    },
  };
}

/** The same of one lead by itself. */
export function randomSingleImport(random: Random, circle: Circle): RandomImport {
  return { ...randomImport(random, 1, circle), batchOptions: null };
}

function randomOptions(random: Random): object {
  return {
    ...(random.chance(0.1) ? { deduplication: false } : {}),
    ...(random.chance(0.15) ? { update_existing: false } : {}),
    ...(random.chance(0.15) ? { custom_fields: false } : {}),
    ...(random.chance(0.1) ? { strict: true } : {}),
  };
}

export function oneOf(random: Random, { from, people }: Circle): number {
  return from + random.below(people);
}

export function emailOf(person: number): string {
  return `ada.law${person}@company${companyOf(person)}.example.com`;
}

export function phoneOf(number: number): string {
  return `+1202555${String(1_000 + (number % 40)).padStart(4, '0')}`;
}

/** Of three people of one company one sits elsewhere, in a company of many. */
function companyOf(person: number): number {
  return person % 3 === 2 ? person % 20 : 20 + Math.floor(person / 3);
}

interface RandomLead {
  readonly email?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly company?: string;
  readonly [field: string]: unknown;
}

function randomLead(random: Random, person: number): RandomLead {
  const maybe = (share: number, fields: () => object): object => (random.chance(share) ? fields() : {});
  if (random.chance(0.03)) {
    return random.pick<RandomLead>([{}, { first_name: 'Ada' }, { email: 'no address', company: 'Broken' }]);
  }
  const company = `Company ${companyOf(person)}`;
  return {
    first_name: random.pick(['Ada', 'Ada', 'ADA', 'ada ']),
    last_name: `Law${String.fromCodePoint(97 + (person % 26), 97 + (Math.floor(person / 26) % 26))}${'x'.repeat(Math.floor(person / 676))}`,
    ...maybe(0.95, () => ({ company: random.pick([company, company, `${company.toUpperCase()}, Inc.`]) })),
    ...maybe(0.85, () => ({ email: random.chance(0.8) ? emailOf(person) : emailOf(person).toUpperCase() })),
    ...maybe(0.5, () => ({ phone: phoneOf(random.below(40)) })),
    ...maybe(0.1, () => ({ company_phone: phoneOf(companyOf(person)) })),
    ...maybe(0.3, () => ({ linkedin_url: `https://linkedin.test/in/ada${person}-${random.below(3)}` })),
    ...maybe(0.1, () => ({ external_id: `law-${person}` })),
    ...maybe(0.5, () => ({ services_offered: random.pick(services) })),
    ...maybe(0.4, () => ({ growth_signals: random.pick(signals) })),
    ...maybe(0.2, () => ({ project_pipelines: random.pick(projects) })),
    ...maybe(0.1, () => ({ initial_notes: random.pick(['Met at a fair', 'Called twice']) })),
    ...maybe(0.1, () => ({ public_research: 'Opens a plant' })),
    ...maybe(0.4, () => ({ headcount: random.pick([5, 30, 120, 4_000]) })),
    ...maybe(0.4, () => ({ title: random.pick(['CTO', 'Sales Manager', 'Clerk']) })),
    ...maybe(0.4, () => ({ industry: random.pick(['Software', 'Finance']) })),
    ...maybe(0.03, () => ({ do_not_contact: true })),
    ...maybe(0.1, () => ({ website: `https://www.company${companyOf(person)}.example.com/` })),
    ...maybe(0.03, () => ({ favourite_colour: 'blue' })),
  };
}

/** As the provider of the source sends it, now and then; else flat, which all may send. */
function asSent(random: Random, source: string, lead: RandomLead): object {
  const { first_name: firstName, last_name: lastName, email, company: name, ...others } = lead;
  if (name === undefined || !random.chance(0.3)) return lead;
  const { headcount, title, phone, linkedin_url: linkedinUrl, industry, do_not_contact: optOut } = others;
  const native: Readonly<Record<string, object>> = {
    provider_a: {
      person: { first_name: firstName, last_name: lastName, email, title, phone, linkedin_url: linkedinUrl },
      organization: {
        ...{ name, industry, estimated_num_employees: headcount },
        technology_names: [random.pick(technologies)],
      },
    },
    provider_b: {
      ...{ firstName, lastName, email, jobTitle: title, phone, doNotContact: optOut },
      company: { name, employeeCount: headcount, foundedYear: random.pick([1990, 2010]) },
      managementLevel: 'C-Level',
    },
  };
  // As JSON it has no keys without a value.
  return JSON.parse(JSON.stringify(native[source] ?? lead)) as object;
}

/** What people do in the PSA between two imports. */
export function randomWorkOfPeople(random: Random, simulator: PsaSimulator, circle: Circle): void {
  const tickets = simulator.tickets();
  for (const { id } of tickets.filter(() => random.chance(0.15))) {
    const change = random.below(20);
    if (change < 6) {
      simulator.actAsAgent(id, { status_id: random.pick([1, 2, 2, 3, 4, 5]) });
    } else if (change < 8) {
      simulator.actAsAgent(id, { tickettype_id: 2, status_id: 10 });
    } else if (change < 9 && random.chance(0.3)) {
      simulator.removeTicket(id);
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
    const person = oneOf(random, circle);
    const contact = { emailaddress: emailOf(person), phonenumber: phoneOf(person) };
    if (random.chance(0.5)) {
      simulator.seedContact({ ...contact, company: `Company ${companyOf(oneOf(random, circle))}` });
    } else {
      simulator.seedTicket({ ...contact, status_id: random.pick([1, 2, 3]) });
    }
  }
}
