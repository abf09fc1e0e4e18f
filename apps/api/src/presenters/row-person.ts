import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import type { RowPerson } from '@leadbridge/contracts';
import { findSource, listedName, personInPayload } from '@leadbridge/domain';
import type { JobRow, JobStore, LeadPerson, SentRef } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

export type PersonServices = Pick<ApiServices, 'settings'> & { readonly jobs: Pick<JobStore, 'sentRows'> };
/** Where rows and their persons are read from. */
export type RowServices = PersonServices & { readonly jobs: Pick<JobStore, 'sentRows' | 'streamRows'> };

const rowsAtOnce = 500;
const rowsPerTurn = 50;

/** Tells whose rows these are: of imports, of their undos, or of lists of opt-outs. */
export async function personsOf(
  refs: readonly SentRef[],
  { settings, jobs }: PersonServices,
): Promise<(ref: SentRef) => RowPerson> {
  const { sources, defaultCountry } = settings.current();
  const persons = new Map<string, RowPerson>();
  for (const { source: name, data, ...ref } of refs.length === 0 ? [] : await jobs.sentRows(refs)) {
    const source = name === null ? null : findSource(sources, name);
    if (source !== null) {
      persons.set(keyOf(ref), nameOf(personInPayload(source, data, { defaultCountry })));
    } else if (name === null) {
      persons.set(keyOf(ref), nameOf(listedName(data)));
    }
    if (persons.size % rowsPerTurn === 0) {
      await yieldToEventLoop();
    }
  }
  return (ref) => persons.get(keyOf(ref)) ?? {};
}

/** The rows of a job, each with its person; `asksFor` says of which rows that is asked, by default of all. */
export async function* withPersons(
  jobId: string,
  rows: AsyncIterable<JobRow>,
  services: PersonServices,
  asksFor: (row: JobRow) => boolean = () => true,
): AsyncIterable<readonly [JobRow, RowPerson]> {
  let waiting: JobRow[] = [];
  const named = async (): Promise<(readonly [JobRow, RowPerson])[]> => {
    const [part, refOf] = [waiting, ({ index }: JobRow): SentRef => ({ jobId, index })];
    waiting = [];
    const personOf = await personsOf(part.filter(asksFor).map(refOf), services);
    return part.map((row) => [row, personOf(refOf(row))] as const);
  };
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length === rowsAtOnce) {
      yield* await named();
    }
  }
  yield* await named();
}

export function nameOf({ name, company }: LeadPerson): RowPerson {
  return { ...(name === null ? {} : { name }), ...(company === null ? {} : { company }) };
}

function keyOf({ jobId, index }: SentRef): string {
  return `${jobId}:${index}`;
}
