import { customFieldOptions, parseFlag } from '@leadbridge/domain';

import { fault, warning } from '../psa-setup-problem.js';
import { type JsonRecord, isJsonRecord, readField, readNumber, readText } from '../psa/read-json.js';
import { readSingle } from '../psa/read-rows.js';
import { type HaloField, type HaloProblem, mappedFields, normalName, requiredFields } from './halo-map.js';
import type { HaloDefaults, HaloNames } from './halo-settings.js';
import { fieldThing, fieldTypes, optionsThing } from './halo-things.js';
import { findNamed, idOf, namesOf, type ReadLookUp } from './look-ups.js';

/** HaloPSA has native fields for these on an opportunity. */
const nativeFields: ReadonlySet<number> = new Set([301, 303, 304]);
/** The database's limit for a single-line field. */
const singleLineLength = 255;
/** Field types whose values are not a text, an option or a flag, by their numbers in FieldInfo. */
const unfitTypes: ReadonlyMap<number, string> = new Map([
  [3, 'a list of several options'],
  [4, 'a date'],
  [5, 'a time'],
  [7, 'a table'],
]);

/**
 * A build may omit the options of dropdowns from the list of fields; then our dropdowns are read one by one.
 */
export async function withOptions(
  read: ReadLookUp,
  rows: readonly JsonRecord[],
  names: HaloNames,
): Promise<readonly JsonRecord[]> {
  const wanted = new Set(
    mappedFields
      .map(({ id, name }) => normalName(names.customFields[id] ?? name))
      .filter((name) => name !== ''),
  );
  const complete: JsonRecord[] = [];
  for (const row of rows) {
    const isOurs = wanted.has(String(idOf(row))) || namesOf(row).some((name) => wanted.has(normalName(name)));
    const lacksOptions = kindOf(row) === fieldTypes.dropdown && readField(row, 'values') === undefined;
    const { path, pattern } = { path: `/FieldInfo/${idOf(row)}`, pattern: '/FieldInfo/{id}' };
    const whole =
      isOurs && lacksOptions
        ? readSingle(
            await read({ method: 'GET', path, pattern, query: { includevalues: true } }, 'warning'),
            'fields',
          )
        : null;
    complete.push(whole ?? row);
  }
  return complete;
}

export function fieldsOf(
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
        problems.push(fault(`PSA_CUSTOM_FIELDS must name a field for ${number} (${label})`));
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
    const unfit = unfitTypes.get(kindOf(row) ?? fieldTypes.text);
    if (unfit !== undefined) {
      const message = `custom field ${name} (${number}) is ${unfit}, which is not written; make it ${wanted.thing.description.replace('a custom field of tickets, ', '')}`;
      problems.push({ level: isRequired ? 'error' : 'warning', message });
      continue;
    }
    const field = readFieldInfo(number, row);
    fields.set(number, field);
    if (type === 'text' && field.maxLength !== null) {
      const message = `custom field ${field.name} (${number}) holds ${field.maxLength} characters: longer texts are cut; make it a memo`;
      problems.push(warning(message));
    }
    if (type === 'boolean' && field.type !== 'boolean') {
      const message = `custom field ${field.name} (${number}) is no checkbox`;
      problems.push({ level: isRequired ? 'error' : 'warning', message });
    }
    const lacking =
      field.type === 'dropdown' ? options.filter((option) => !field.options.has(normalName(option))) : [];
    if (lacking.length > 0) {
      const message = `dropdown ${field.name} (${number}) lacks the options ${lacking.map((option) => `'${option}'`).join(', ')}: such values are left out`;
      problems.push({ ...warning(message), missing: optionsThing(field, lacking) });
    }
  }
  return fields;
}

/** The fields that every lead has. */
const alwaysWritten: ReadonlySet<number> = new Set([101, 105]);

/** The fields that the PSA requires for every ticket and that a new lead may lack. */
export function demandedFields(
  rows: readonly JsonRecord[],
  fields: ReadonlyMap<number, HaloField>,
  defaults: HaloDefaults,
): readonly HaloProblem[] {
  const known = new Map([...fields.values()].map((field) => [field.id, field.number]));
  const given = new Set(Object.keys(defaults.ticket ?? {}).map(normalName));
  return rows.flatMap((row) => {
    const number = known.get(idOf(row));
    const name = readText(readField(row, 'name')) ?? '';
    const isDemanded = parseFlag(readField(row, 'mandatory')) === true;
    const isGiven = given.has(normalName(name)) || (number !== undefined && alwaysWritten.has(number));
    if (!isDemanded || isGiven) {
      return [];
    }
    const lack = number === undefined ? 'which leads do not have' : 'which not every lead has';
    const message = `custom field ${name} (${idOf(row)}) is mandatory, ${lack}: give it a value, PSA_DEFAULTS=ticket.${name}=…`;
    return [warning(message)];
  });
}

function readFieldInfo(number: number, row: JsonRecord): HaloField {
  const type = kindOf(row);
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

function kindOf(row: JsonRecord): number | null {
  return readNumber(readField(row, 'type'));
}
