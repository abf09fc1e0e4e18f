import { randomBytes } from 'node:crypto';

import { STATUSES, type Status } from '@leadbridge/domain';

import type { PsaIo } from '../psa/psa-dialect.js';
import { type JsonRecord, readField, readNumber, readText } from '../psa/read-json.js';
import { readObject, readSingle } from '../psa/read-rows.js';
import { fault, warning } from '../psa-setup-problem.js';
import { statusNameIn, statusNumber, typeNames, typeNumbers } from './halo-map.js';
import type { HaloMap, HaloProblem } from './halo-map.js';
import type { HaloNames, HaloSettings } from './halo-settings.js';
import { outcomeThing, statusThing, typeThing } from './halo-things.js';
import { findNamed, idOf, namedRowsOf, readLookUp, rowsOf } from './look-ups.js';
import type { ReadLookUp, Wanted } from './look-ups.js';
import { key, lookUp } from './requests.js';
import { demandedFields, fieldsOf, withOptions } from './resolve-fields.js';

/** Without these statuses a lead would not be visible to anyone, or an opt-out would be lost. */
const requiredStatuses: readonly Status[] = ['new_lead', 'researching', 'do_not_contact'];
/** The number of rows that show whether a filter works. */
const probedRows = 10;

/**
 * Reads what an administrator has set up, and resolves our names: six requests and two probes. Anything
 * missing or ambiguous becomes a problem; nothing is guessed.
 */
export async function resolveHaloMap(
  io: PsaIo,
  settings: Pick<HaloSettings, 'names' | 'lists' | 'defaults'>,
  sourceLabels: readonly string[],
): Promise<HaloMap> {
  const problems: HaloProblem[] = [];
  const read: ReadLookUp = async (request, level = 'error') => readLookUp(io, request, level, problems);
  const setup = await readSetup(read, settings.names);
  const map = {
    ...idsOfSetup(setup, settings.names, problems),
    fields: fieldsOf(settings.names, setup.fields, { problems, sourceLabels }),
  };
  problems.push(...demandedFields(setup.fields, map.fields, settings.defaults));
  problems.push(...(await listProblems(read, settings.lists)));
  const leadType = map.typeIds.get(typeNumbers.lead);
  if (leadType !== undefined && !(await knowsTypeFilter(read, leadType))) {
    problems.push(fault(unknownTypeFilter));
  }
  const agent = readSingle(setup.me, 'agent') ?? {};
  const about = readObject(setup.info, ['version', 'build']);
  const hasKeyFilter = await knowsKeyFilter(read);
  if (!hasKeyFilter) {
    problems.push(warning(unknownKeyFilter));
  }
  return {
    ...map,
    agent: { id: readNumber(readField(agent, 'id')), name: readText(readField(agent, 'name')) ?? '' },
    build: readText(readField(about, 'version', 'build')) ?? '',
    hasKeyFilter,
    problems,
  };
}

const unknownTypeFilter =
  'this build does not know the filter requesttype_id: tickets cannot be read by their type, and imports fail';
const unknownKeyFilter =
  'this build does not know the filter third_party_id_string: leads are found by their contacts and by search alone';

type Setup = Awaited<ReturnType<typeof readSetup>>;

/** The setup of the PSA. */
async function readSetup(read: ReadLookUp, names: HaloNames) {
  return {
    info: await read(lookUp('/AuthInfo'), 'warning'),
    me: await read(lookUp('/Agent/me'), 'warning'),
    types: namedRowsOf(await read(lookUp('/TicketType', { showall: true }))),
    statuses: namedRowsOf(await read(lookUp('/Status'))),
    fields: await withOptions(
      read,
      namedRowsOf(await read(lookUp('/FieldInfo', { typeid: 1, includevalues: true }))),
      names,
    ),
    outcomes: namedRowsOf(await read(lookUp('/Outcome'))),
  };
}

/**
 * The ids of ticket types, statuses and the outcome of notes; adds missing and ambiguous ones to `problems`.
 */
function idsOfSetup(
  { types, statuses, outcomes }: Setup,
  names: HaloNames,
  problems: HaloProblem[],
): Pick<HaloMap, 'typeIds' | 'statusIds' | 'outcomeId'> {
  const find = (wanted: Wanted, rows: readonly JsonRecord[]): JsonRecord | null =>
    findNamed(wanted, rows, problems);
  const thing = outcomeThing(names.noteOutcome);
  const outcome = find({ what: 'outcome', name: names.noteOutcome, isRequired: true, thing }, outcomes);
  return {
    typeIds: idsOf(typeNames(names), (name) =>
      find({ what: 'ticket type', name, isRequired: true, thing: typeThing(name, names) }, types),
    ),
    statusIds: idsOf(
      Object.values(STATUSES)
        .flat()
        .map((status) => [statusNumber(status), status] as const),
      (status) => find(wantedStatus(status, names), statuses),
    ),
    outcomeId: outcome === null ? null : idOf(outcome),
  };
}

async function listProblems(read: ReadLookUp, lists: HaloSettings['lists']): Promise<readonly HaloProblem[]> {
  if (lists === 'off') {
    return [warning('PSA_LISTS is off: leads are put on no lists')];
  }
  if (lists === 'distribution') {
    const known = namedRowsOf(await read(lookUp('/DistributionLists'), 'warning'));
    const message = 'no distribution lists are set up: PSA_LISTS is distribution';
    return known.length === 0 ? [warning(message)] : [];
  }
  return [];
}

/** A search for a key that no ticket has must find nothing. */
async function knowsKeyFilter(read: ReadLookUp): Promise<boolean> {
  const query = { [key]: `lb:${randomBytes(16).toString('hex')}`, count: 1 };
  return rowsOf(await read(lookUp('/Tickets', query))).length === 0;
}

/** A search by type must return only tickets of that type. */
async function knowsTypeFilter(read: ReadLookUp, wireType: number): Promise<boolean> {
  const query = { requesttype_id: wireType, domain: 'reqs', count: probedRows };
  const rows = rowsOf(await read(lookUp('/Tickets', query)));
  return rows.every((row) => readNumber(readField(row, 'tickettype_id')) === wireType);
}

function wantedStatus(status: Status, names: HaloNames): Wanted {
  const name = statusNameIn(names, status);
  return { what: 'status', name, isRequired: requiredStatuses.includes(status), thing: statusThing(name) };
}

function idsOf<T>(
  wanted: readonly (readonly [number, T])[],
  find: (wanted: T) => JsonRecord | null,
): ReadonlyMap<number, number> {
  return new Map(
    wanted.flatMap(([number, name]) => {
      const row = find(name);
      return row === null ? [] : [[number, idOf(row)] as const];
    }),
  );
}
