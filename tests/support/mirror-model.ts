import type { PsaSimulator } from '@leadbridge/psa-simulator';
import { dropMirror } from '@leadbridge/usecases';
import fc from 'fast-check';

import type { ImportWork, ImportWorker } from './import-harness.js';
import { flatLead } from './caller.js';

/** People of a run: enough for bulk imports that may use the mirror. */
const people = 30;
const bulkRows = 24;
const origin = 'psa of the law';
/** Longer than any value of an import. */
const byHand = 'Written by hand, at length, about all that they do and all that they might do one day';

/** What is known about the people of a run, besides the PSA's data. */
export interface MirrorModel {
  /** What tickets showed when people took them over: no import may change them any more. */
  readonly taken: Map<number, string>;
  /** Tickets whose services people have written. */
  readonly written: Set<number>;
  /** When a person got this address in the PSA (Unix milliseconds). */
  readonly renamed: Map<string, number>;
  /** Addresses for which an import within the documented window has made a second ticket. */
  readonly excused: Set<string>;
}

/** The service and its PSA, with a clock that can be advanced. */
export interface MirroredWorld {
  readonly harness: ImportWork & { readonly simulator: PsaSimulator };
  readonly worker: () => ImportWorker;
  restart(): void;
  pass(milliseconds: number): void;
  now(): number;
}

type Step = fc.AsyncCommand<MirrorModel, MirroredWorld>;

function step(name: string, run: (model: MirrorModel, world: MirroredWorld) => Promise<void>): Step {
  return { check: () => true, run, toString: () => name };
}

export function emptyModel(): MirrorModel {
  return { taken: new Map(), written: new Set(), renamed: new Map(), excused: new Set() };
}

/** A worker of the run, with or without the mirror. */
export function workerOn(harness: ImportWork, isMirrored: boolean): ImportWorker {
  return harness.worker(() => ({}), isMirrored ? origin : undefined);
}

const leadOf = (person: number, changes: object) => flatLead(person, { phone: null, ...changes });

const ticketsOf = ({ harness }: MirroredWorld, email: unknown) =>
  harness.simulator.tickets().filter((ticket) => ticket.user_email === email);

const picture = ({ harness }: MirroredWorld, id: number): string | null => {
  const ticket = harness.simulator.ticket(id);
  return ticket === undefined
    ? null
    : JSON.stringify([ticket.status_id, ticket.tickettype_id, ticket.customfields]);
};

/**
 * What must be true at all times: no manual work is undone, and no person has two tickets except in the
 * documented window.
 */
function holdLaws(model: MirrorModel, world: MirroredWorld): void {
  const { simulator } = world.harness;
  for (const [id, before] of model.taken) {
    if ((picture(world, id) ?? before) !== before) {
      throw new Error(`Ticket ${id} was somebody's, and was changed: ${before} to ${picture(world, id)}`);
    }
  }
  for (const id of model.written) {
    const ticket = simulator.ticket(id);
    if (ticket !== undefined && !String(ticket.customfields[102]).includes(byHand)) {
      throw new Error(`Ticket ${id} shows no longer what was written by hand`);
    }
  }
  const counts = new Map<string, number>();
  simulator.tickets().forEach(({ user_email: email }) => counts.set(email, (counts.get(email) ?? 0) + 1));
  const twice = [...counts].filter(([email, count]) => count > 1 && !model.excused.has(email));
  if (twice.length > 0) {
    throw new Error(`More than one ticket: ${JSON.stringify(twice)}`);
  }
}

/** Whether an address was set too late for the last round of tickets and contacts to include it. */
async function isWithinWindow(
  model: MirrorModel,
  { harness }: MirroredWorld,
  email: string,
): Promise<boolean> {
  const renamedAt = model.renamed.get(email);
  if (renamedAt === undefined) {
    return false;
  }
  const states = await Promise.all([harness.mirror.state('tickets'), harness.mirror.state('contacts')]);
  return states.some(({ complete }) => complete !== null && complete.startedAt <= renamedAt);
}

async function importBulk(
  model: MirrorModel,
  world: MirroredWorld,
  { leads, verify, isMirrored }: { leads: readonly object[]; verify: boolean; isMirrored: boolean },
): Promise<void> {
  const { harness } = world;
  if (isMirrored && !verify) {
    for (const lead of leads) {
      const email = String((lead as { email?: unknown }).email);
      if (await isWithinWindow(model, world, email)) {
        model.excused.add(email);
      }
    }
  }
  const jobId = await harness.bulkJob(leads, { verify });
  await (isMirrored ? world.worker() : workerOn(harness, false)).finishBulk(jobId);
  const { status } = await harness.job(jobId);
  if (status !== 'completed') {
    throw new Error(`The import ended ${status}`);
  }
  holdLaws(model, world);
}

const anyPerson = fc.nat(people - 1);
const anyChanges = fc.oneof(
  fc.constantFrom({}, { services_offered: 'Cloud' }, { services_offered: 'Software, Cloud, Support' }),
  fc.record({ headcount: fc.integer({ min: 200, max: 9_000 }) }),
);

/** The first ticket of a person, by the address of the lead; null if there is none. */
function firstTicket(world: MirroredWorld, person: number): number | null {
  return ticketsOf(world, leadOf(person, {}).email)[0]?.id ?? null;
}

function takeOn(model: MirrorModel, world: MirroredWorld, id: number, isPromoted: boolean): void {
  const change = isPromoted ? { tickettype_id: 2, status_id: 10 } : { status_id: 3 };
  world.harness.simulator.actAsAgent(id, change);
  model.taken.set(id, picture(world, id) ?? '');
}

const stepsOfPeople = (base: number): fc.Arbitrary<Step>[] => [
  anyPerson.map((person) =>
    step(`people create ${person}`, async (_model, world) => {
      const { first_name: firstname, last_name: surname, email, company } = leadOf(base + person, {});
      if (ticketsOf(world, email).length === 0) {
        world.harness.simulator.seedTicket({ firstname, surname, emailaddress: email, company });
      }
      await Promise.resolve();
    }),
  ),
  fc.tuple(anyPerson, fc.boolean(), fc.boolean()).map(([person, isPromoted, isReported]) =>
    step(`people take on ${person}${isReported ? ', reported' : ''}`, async (model, world) => {
      const id = firstTicket(world, base + person);
      if (id !== null) {
        takeOn(model, world, id, isPromoted);
        await (isReported ? world.harness.mirror.outdate('tickets', [id]) : undefined);
      }
    }),
  ),
  fc.tuple(anyPerson, fc.boolean()).map(([person, isReported]) =>
    step(`people write about ${person}${isReported ? ', reported' : ''}`, async (model, world) => {
      const id = firstTicket(world, base + person);
      if (id !== null && !model.taken.has(id)) {
        world.harness.simulator.actAsAgent(id, { customfields: { 102: byHand } });
        model.written.add(id);
        await (isReported ? world.harness.mirror.outdate('tickets', [id]) : undefined);
      }
    }),
  ),
  anyPerson.map((person) =>
    step(`people delete the ticket of ${person}`, async (_model, world) => {
      const id = firstTicket(world, base + person);
      if (id !== null) {
        world.harness.simulator.removeTicket(id);
      }
      await Promise.resolve();
    }),
  ),
  fc.tuple(anyPerson, anyPerson).map(([person, other]) =>
    step(`people give ${person} the address of ${other}`, async (model, world) => {
      const { simulator } = world.harness;
      const { email } = leadOf(base + person, {});
      const next = leadOf(base + other, {}).email;
      const contact = simulator.users().find(({ emailaddress }) => emailaddress === email);
      const isTaken = simulator.users().some(({ emailaddress }) => emailaddress === next);
      if (contact !== undefined && !isTaken) {
        simulator.changeContact(contact.id, { emailaddress: String(next) });
        model.renamed.set(String(next), world.now());
      }
      await Promise.resolve();
    }),
  ),
  anyPerson.map((person) =>
    step(`people rename the company of ${person}`, async (_model, world) => {
      const id = firstTicket(world, base + person);
      const ticket = id === null ? undefined : world.harness.simulator.ticket(id);
      if (ticket !== undefined) {
        world.harness.simulator.renameClient(ticket.client_id, `Renamed ${ticket.client_id}`);
      }
      await Promise.resolve();
    }),
  ),
];

const stepsOfImports = (base: number): fc.Arbitrary<Step>[] => [
  fc
    .record({
      from: anyPerson,
      changes: anyChanges,
      verify: fc.nat(4).map((chance) => chance === 0),
      isMirrored: fc.nat(6).map((chance) => chance > 0),
    })
    .map(({ from, changes, verify, isMirrored }) => {
      const name = `${verify ? 'verified ' : ''}${isMirrored ? '' : 'unmirrored '}bulk from ${from}`;
      return step(`${name} ${JSON.stringify(changes)}`, async (model, world) => {
        const leads = Array.from({ length: bulkRows }, (_, index) =>
          leadOf(base + ((from + index) % people), changes),
        );
        await importBulk(model, world, { leads, verify, isMirrored });
      });
    }),
  fc.tuple(anyPerson, anyChanges).map(([person, changes]) =>
    step(`single ${person}`, async (model, world) => {
      const jobId = await world.harness.singleJob(leadOf(base + person, changes));
      await world.worker().runSingle(jobId);
      holdLaws(model, world);
    }),
  ),
];

/**
 * Situations in which the mirror must not be trusted: it is complete, and a moment later people have taken
 * over a ticket.
 */
const stepsBehindTheMirror = (base: number): fc.Arbitrary<Step>[] => [
  fc
    .tuple(anyPerson, fc.boolean(), fc.integer({ min: 200, max: 9_000 }))
    .map(([person, isPromoted, headcount]) =>
      step(`mirrored, ${person} taken on, bulk of ${headcount}`, async (model, world) =>
        takeOnBehindTheMirror(model, world, { base, person, isPromoted, headcount }),
      ),
    ),
  anyPerson.map((person) =>
    step(`mirrored, ${person} created, written about, bulk`, async (model, world) =>
      writeBehindTheMirror(model, world, { base, person }),
    ),
  ),
];

/** Everything is known about a ticket that an import has just created, except what people write into it. */
async function writeBehindTheMirror(
  model: MirrorModel,
  world: MirroredWorld,
  { base, person }: Readonly<Record<'base' | 'person', number>>,
): Promise<void> {
  const { simulator } = world.harness;
  const before = firstTicket(world, base + person);
  if (before !== null) {
    simulator.removeTicket(before);
  }
  await world.harness.fillMirror(origin);
  const leads = (services: string): object[] =>
    Array.from({ length: bulkRows }, (_, index) =>
      leadOf(base + ((person + index) % people), { services_offered: services }),
    );
  await importBulk(model, world, { leads: leads('Cloud'), verify: false, isMirrored: true });
  const id = firstTicket(world, base + person);
  if (id !== null && !model.taken.has(id)) {
    simulator.actAsAgent(id, { customfields: { 102: byHand } });
    model.written.add(id);
  }
  world.pass(61_000);
  await importBulk(model, world, { leads: leads('Consulting'), verify: false, isMirrored: true });
}

async function takeOnBehindTheMirror(
  model: MirrorModel,
  world: MirroredWorld,
  {
    base,
    person,
    isPromoted,
    headcount,
  }: Readonly<Record<'base' | 'person' | 'headcount', number>> & { readonly isPromoted: boolean },
): Promise<void> {
  await world.harness.fillMirror(origin);
  const id = firstTicket(world, base + person);
  if (id !== null) {
    takeOn(model, world, id, isPromoted);
  }
  const leads = Array.from({ length: bulkRows }, (_, index) =>
    leadOf(base + ((person + index) % people), { headcount }),
  );
  await importBulk(model, world, { leads, verify: false, isMirrored: true });
}

/** Ends a run with imports that use the mirror; returns how often it has looked for new entries. */
export async function endRun(model: MirrorModel, world: MirroredWorld, base: number): Promise<number> {
  await takeOnBehindTheMirror(model, world, { base, person: 0, isPromoted: false, headcount: 9_001 });
  return (await world.harness.mirror.state('tickets')).deltaScans;
}

const stepsOfMirror: readonly fc.Arbitrary<Step>[] = [
  fc.integer({ min: 1, max: 6 }).map((pages) =>
    step(`refresh ${pages} pages`, async (_model, { harness }) => {
      for (let page = 0; page < pages && (await harness.refreshMirror(origin)) === 0; page += 1);
    }),
  ),
  fc.constant(
    step('two refresh at once', async (_model, { harness }) => {
      await Promise.all([harness.refreshMirror(origin), harness.refreshMirror(origin)]);
    }),
  ),
  fc.constant(step('fill', async (_model, { harness }) => harness.fillMirror(origin))),
  fc.constant(
    step('restart', async (_model, world) => {
      world.restart();
      await Promise.resolve();
    }),
  ),
  fc.constant(step('fill', async (_model, { harness }) => harness.fillMirror(origin))),
  fc.constant(
    step('rebuild', async (_model, { harness: { mirror: store }, now }) => {
      await dropMirror({ store, clock: { now } });
    }),
  ),
  fc.constantFrom(1_000, 31_000, 61_000, 61_000, 3_600_000, 90_000_000).map((milliseconds) =>
    step(`${milliseconds} ms pass`, async (_model, world) => {
      world.pass(milliseconds);
      await Promise.resolve();
    }),
  ),
];

/** Any order of actions by people, imports and the mirror, for people numbered from `base` on. */
export function anySteps(base: number, maxCommands: number): fc.Arbitrary<Iterable<Step>> {
  const [imports, behind] = [stepsOfImports(base), stepsBehindTheMirror(base)];
  const steps = [
    ...stepsOfPeople(base),
    ...imports,
    ...imports,
    ...behind,
    ...behind,
    ...behind,
    ...stepsOfMirror,
  ];
  return fc.commands(steps, { maxCommands, size: 'max' });
}

/** A mirrored PSA that has some of the people. */
export async function beginRun(world: MirroredWorld, base: number): Promise<void> {
  for (let person = 0; person < people; person += 2) {
    const { first_name: firstname, last_name: surname, email, company } = leadOf(base + person, {});
    world.harness.simulator.seedTicket({ firstname, surname, emailaddress: email, company });
  }
  await world.harness.fillMirror(origin);
}
