import { randomBytes } from 'node:crypto';

import { customFieldOptions, STATUSES, statusName, type Status } from '@leadbridge/domain';

import type { PsaIo } from '../psa/psa-dialect.js';
import { type JsonRecord, isJsonRecord, readField, readNumber, readText } from '../psa/read-json.js';
import { readRows } from '../psa/read-rows.js';
import {
  type HaloField,
  type HaloMap,
  type HaloProblem,
  type HaloThing,
  mappedFields,
  normalName,
  requiredFields,
  statusNumber,
  typeNumbers,
} from './halo-map.js';
import type { HaloNames, HaloSettings } from './halo-settings.js';
import { fieldThing, fieldTypes, optionsThing, outcomeThing, statusThing, typeThing } from './halo-things.js';
import { key, lookUp } from './requests.js';

/** Without these a lead would lie where nobody looks for it, or an opt-out would be lost. */
const requiredStatuses: readonly Status[] = ['new_lead', 'researching', 'do_not_contact'];
/** Fields that a HaloPSA has of its own for an opportunity. */
const nativeFields: ReadonlySet<number> = new Set([301, 303, 304]);
/** As the database has it for a field of one line. */
const singleLineLength = 255;
/** Rows that tell whether a filter holds. */
const probedRows = 10;
/** More names than this are not listed where one is missing. */
const maxNamesShown = 25;

interface Named {
  readonly id: number;
  readonly names: readonly string[];
}

/**
 * Reads what an administrator has set up, and looks our names up in it: six requests and two probes. What is missing or ambiguous becomes a
 * problem, and no guess is made.
 */
export async function resolveHaloMap(
  io: PsaIo,
  { names, lists }: Pick<HaloSettings, 'names' | 'lists'>,
  sourceLabels: readonly string[],
): Promise<HaloMap> {
  const problems: HaloProblem[] = [];
  const [info, me, types, statuses, fields, outcomes] = [
    await io.read(lookUp('/AuthInfo')),
    await io.read(lookUp('/Agent/me')),
    rowsOf(await io.read(lookUp('/TicketType', { showall: true }))),
    rowsOf(await io.read(lookUp('/Status'))),
    rowsOf(await io.read(lookUp('/FieldInfo', { typeid: 1, includevalues: true }))),
    rowsOf(await io.read(lookUp('/Outcome'))),
  ];
  const find = (wanted: Wanted, rows: readonly JsonRecord[]): JsonRecord | null =>
    findNamed(wanted, rows, problems);
  const typeRows: readonly (readonly [number, string])[] = [
    [typeNumbers.lead, names.leadType],
    [typeNumbers.prospect, names.prospectType],
    [typeNumbers.opportunity, names.opportunityType],
  ];
  const outcome = find(
    {
      what: 'outcome',
      name: names.noteOutcome,
      isRequired: true,
      thing: outcomeThing(names.noteOutcome),
    },
    outcomes,
  );
  const map = {
    typeIds: idsOf(typeRows, (name) =>
      find({ what: 'ticket type', name, isRequired: true, thing: typeThing(name, names) }, types),
    ),
    statusIds: idsOf(
      Object.values(STATUSES)
        .flat()
        .map((status) => [statusNumber(status), status] as const),
      (status) => find(wantedStatus(status, names), statuses),
    ),
    fields: fieldsOf(names, fields, { problems, sourceLabels }),
    outcomeId: outcome === null ? null : idOf(outcome),
  };
  if (lists === 'distribution') {
    const known = rowsOf(await io.read(lookUp('/DistributionLists')));
    if (known.length === 0) {
      problems.push({
        level: 'warning',
        message: 'no distribution lists are set up: PSA_LISTS is distribution',
      });
    }
  }
  if (lists === 'off') {
    problems.push({ level: 'warning', message: 'PSA_LISTS is off: leads are put on no lists' });
  }
  const leadType = map.typeIds.get(typeNumbers.lead);
  if (leadType !== undefined && !(await knowsTypeFilter(io, leadType))) {
    const message =
      'this build does not know the filter requesttype_id: tickets cannot be read by their type, and imports fail';
    problems.push({ level: 'error', message });
  }
  const agent = isJsonRecord(me) ? me : {};
  const hasKeyFilter = await knowsKeyFilter(io);
  if (!hasKeyFilter) {
    const message =
      'this build does not know the filter third_party_id_string: leads are found by their contacts and by search alone';
    problems.push({ level: 'warning', message });
  }
  return {
    ...map,
    agent: { id: readNumber(readField(agent, 'id')), name: readText(readField(agent, 'name')) ?? '' },
    build: readText(isJsonRecord(info) ? readField(info, 'version', 'build') : null) ?? '',
    hasKeyFilter,
    problems,
  };
}

/** A key that no ticket has must find none. */
async function knowsKeyFilter(io: PsaIo): Promise<boolean> {
  const query = { [key]: `lb:${randomBytes(16).toString('hex')}`, count: 1 };
  const answer = readRows(await io.read({ ...lookUp('/Tickets'), query }), 'tickets');
  return answer?.rows.length === 0;
}

/** The tickets of a type must be of that type alone. */
async function knowsTypeFilter(io: PsaIo, wireType: number): Promise<boolean> {
  const query = { requesttype_id: wireType, domain: 'reqs', count: probedRows };
  const answer = readRows(await io.read({ ...lookUp('/Tickets'), query }), 'tickets');
  return (answer?.rows ?? []).every((row) => readNumber(readField(row, 'tickettype_id')) === wireType);
}

interface Wanted {
  readonly what: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** What is to be made where it is missing; by its id nothing can be. */
  readonly thing: Omit<HaloThing, 'name'>;
}

function wantedStatus(status: Status, names: HaloNames): Wanted {
  return {
    what: 'status',
    name: names.statuses[status] ?? statusName(status),
    isRequired: requiredStatuses.includes(status),
    thing: statusThing(names.statuses[status] ?? statusName(status)),
  };
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

/** The one row of this name or id; what there is instead becomes part of the problem. */
function findNamed(
  { what, name, isRequired, thing }: Wanted,
  rows: readonly JsonRecord[],
  problems: HaloProblem[],
): JsonRecord | null {
  const level = isRequired ? 'error' : 'warning';
  const isId = /^\d+$/.test(name);
  const found = rows.filter((row) =>
    isId
      ? idOf(row) === Number(name)
      : namesOf(row).names.some((each) => normalName(each) === normalName(name)),
  );
  const [first] = found;
  if (first !== undefined && new Set(found.map(idOf)).size === 1) {
    return first;
  }
  const shown = (of: readonly JsonRecord[]): string =>
    of
      .slice(0, maxNamesShown)
      .map((row) => `${namesOf(row).names.at(-1) ?? ''} (${idOf(row)})`)
      .join(', ');
  const message =
    first === undefined
      ? `no ${what} '${name}'; there are: ${shown(rows) || 'none'}`
      : `${what} '${name}' is ambiguous: ${shown(found)}; name its id`;
  const isMissing = first === undefined && !isId;
  problems.push({ level, message, ...(isMissing ? { missing: { name, ...thing } } : {}) });
  return null;
}

function fieldsOf(
  names: HaloNames,
  rows: readonly JsonRecord[],
  { problems, sourceLabels }: { readonly problems: HaloProblem[]; readonly sourceLabels: readonly string[] },
): ReadonlyMap<number, HaloField> {
  const fields = new Map<number, HaloField>();
  for (const { id: number, name: label, type } of mappedFields) {
    const name = names.customFields[number] ?? label;
    const isRequired = requiredFields.has(number);
    if (name === '' || (nativeFields.has(number) && names.customFields[number] === undefined)) {
      if (isRequired) {
        problems.push({
          level: 'error',
          message: `PSA_CUSTOM_FIELDS must name a field for ${number} (${label})`,
        });
      }
      continue;
    }
    const options = customFieldOptions(number, sourceLabels);
    const wanted = {
      what: `custom field for ${number}`,
      name,
      isRequired,
      thing: fieldThing(name, type, options),
    };
    const row = findNamed(wanted, rows, problems);
    if (row === null) {
      continue;
    }
    const field = readFieldInfo(number, row);
    fields.set(number, field);
    if (type === 'text' && field.maxLength !== null) {
      const message = `custom field ${field.name} (${number}) holds ${field.maxLength} characters: longer texts are cut; make it a memo`;
      problems.push({ level: 'warning', message });
    }
    if (type === 'boolean' && field.type !== 'boolean') {
      const message = `custom field ${field.name} (${number}) is no checkbox`;
      problems.push({ level: isRequired ? 'error' : 'warning', message });
    }
    const lacking =
      field.type === 'dropdown' ? options.filter((option) => !field.options.has(normalName(option))) : [];
    if (lacking.length > 0) {
      const message = `dropdown ${field.name} (${number}) lacks the options ${lacking.map((option) => `'${option}'`).join(', ')}: such values are left out`;
      problems.push({ level: 'warning', message, missing: optionsThing(field, lacking) });
    }
  }
  return fields;
}

function readFieldInfo(number: number, row: JsonRecord): HaloField {
  const type = readNumber(readField(row, 'type'));
  const values = readField(row, 'values');
  const options = (Array.isArray(values) ? values.filter(isJsonRecord) : []).flatMap((option) => {
    const id = readNumber(readField(option, 'id'));
    const name = readText(readField(option, 'name', 'display', 'value'));
    return id === null || name === null ? [] : [[normalName(name), { id, name }] as const];
  });
  const isWhole = (readNumber(readField(row, 'inputtype')) ?? 0) === 1;
  return {
    number,
    id: idOf(row),
    name: readText(readField(row, 'name', 'label')) ?? '',
    type:
      type === fieldTypes.dropdown
        ? 'dropdown'
        : type === fieldTypes.checkbox
          ? 'boolean'
          : type === fieldTypes.text && isWhole
            ? 'integer'
            : 'text',
    maxLength: type === fieldTypes.text && !isWhole ? singleLineLength : null,
    options: new Map(options),
  };
}

function rowsOf(json: unknown): readonly JsonRecord[] {
  return readRows(json, 'rows')?.rows ?? [];
}

function idOf(row: JsonRecord): number {
  return readNumber(readField(row, 'id')) ?? 0;
}

function namesOf(row: JsonRecord): Named {
  const names = ['name', 'outcome', 'label'].flatMap((field) => readText(readField(row, field)) ?? []);
  return { id: idOf(row), names };
}
