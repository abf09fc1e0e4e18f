/**
 * What is certain of a HaloPSA, and what differs from build to build or is not known for certain: each is a switch. The
 * defaults are what published clients and runs on real instances tell.
 */
export interface HaloQuirks {
  /** PUT is answered 405, or taken as a POST of one object. */
  readonly put: 'refused' | 'accepted';
  /** A POST of an object without an array around it is answered 400, or taken. */
  readonly bareObjects: 'refused' | 'accepted';
  /** What `returnall=true` answers: all objects, fewer, in another order, with one that was not sent, or the last object alone. */
  readonly returnAll: 'array' | 'short' | 'shuffled' | 'foreign' | 'ignored';
  /** An object of an array that is refused ends the request, or is left out of it. */
  readonly arrayFailure: 'stops' | 'skips';
  /** Parameters that this build does not know, and so ignores: such a list holds everything. */
  readonly ignoredParameters: readonly string[];
  /** The order of lists that name none. */
  readonly order: 'newest_first' | 'oldest_first';
  readonly pageCap: number;
  /** The rows of a list that asks for no pages. */
  readonly unpagedRows: number;
  /** Custom fields of list rows: those that were asked for by id, none, or always an empty array. */
  readonly listFields: 'asked_for' | 'absent' | 'empty';
  /** Whether ticket rows carry the names of contact, client and site; none carries `user_email`. */
  readonly rowNames: boolean;
  /** Whether ticket rows carry `third_party_id_string`. */
  readonly rowKeys: boolean;
  /** Whether `last_update` and `lastactiondate` move with each change, stand still, or are told at all. */
  readonly stamps: 'moving' | 'standing' | 'absent';
  /** Numbers and booleans of custom fields as such, or as text. */
  readonly fieldValues: 'typed' | 'text';
  /** The ids of look-ups as `51`, or as `51.0`. */
  readonly lookUpIds: 'integer' | 'decimal';
  /** An option that a dropdown lacks, or its text in the place of its id. */
  readonly unknownOption: 'dropped' | 'refused';
  /** Text fields (by their number of the specification) that are single-line: 255 characters. */
  readonly singleLineFields: readonly number[];
  readonly longText: 'cut' | 'refused';
  /** Fields (by their number of the specification) whose values are dropped without a word. */
  readonly droppedFields: readonly number[];
  /** Refusals as `{ClassName, Message}`, or keyed by the position and the field: `{"[0].field": [..]}`. */
  readonly errors: 'class' | 'keyed';
  /** A new client gets a main site and says so, gets one and does not say, or gets none. */
  readonly mainSite: 'told' | 'untold' | 'none';
  /** What a change of the ticket type does to the categories. */
  readonly typeChange: 'keeps' | 'resets_category';
  /** Whether lists and reads show what was deleted. */
  readonly deleted: 'shown' | 'hidden';
  /** What a webhook tells of a ticket. */
  readonly webhookBody: 'ticket_and_action' | 'ticket' | 'ids';
  /** Whether the agent of the API may write; a write of one who may not is answered 403. */
  readonly agentMayWrite: boolean;
  /** The tenant that the token service wants in the query; empty for none. */
  readonly tenant: string;
  /** The host of the token service, as AuthInfo names it: that of the API, or another one, and then only there. */
  readonly authHost: 'same' | 'other';
  /** The build that AuthInfo names. */
  readonly build: string;
  /** Names of types, statuses, outcomes, fields (by label) and options (`Lead Source: CSV`) that this tenant lacks; `*` for all. */
  readonly absent: readonly string[];
  /** Names of types, statuses, outcomes and fields (by label) that it has twice. */
  readonly doubled: readonly string[];
}

export const defaultQuirks: HaloQuirks = {
  put: 'refused',
  bareObjects: 'refused',
  returnAll: 'array',
  arrayFailure: 'stops',
  ignoredParameters: ['tickettype_id'],
  order: 'newest_first',
  pageCap: 100,
  unpagedRows: 50,
  listFields: 'asked_for',
  rowNames: false,
  rowKeys: true,
  stamps: 'moving',
  fieldValues: 'typed',
  lookUpIds: 'integer',
  unknownOption: 'dropped',
  singleLineFields: [],
  longText: 'cut',
  droppedFields: [],
  errors: 'class',
  mainSite: 'told',
  typeChange: 'keeps',
  deleted: 'shown',
  webhookBody: 'ticket_and_action',
  agentMayWrite: true,
  tenant: '',
  authHost: 'same',
  build: '2.250.1',
  absent: [],
  doubled: [],
};

const choices: { readonly [Name in keyof HaloQuirks]?: readonly unknown[] } = {
  put: ['refused', 'accepted'],
  bareObjects: ['refused', 'accepted'],
  returnAll: ['array', 'short', 'shuffled', 'foreign', 'ignored'],
  arrayFailure: ['stops', 'skips'],
  order: ['newest_first', 'oldest_first'],
  listFields: ['asked_for', 'absent', 'empty'],
  rowNames: [true, false],
  rowKeys: [true, false],
  stamps: ['moving', 'standing', 'absent'],
  fieldValues: ['typed', 'text'],
  lookUpIds: ['integer', 'decimal'],
  unknownOption: ['dropped', 'refused'],
  longText: ['cut', 'refused'],
  errors: ['class', 'keyed'],
  mainSite: ['told', 'untold', 'none'],
  typeChange: ['keeps', 'resets_category'],
  deleted: ['shown', 'hidden'],
  webhookBody: ['ticket_and_action', 'ticket', 'ids'],
  agentMayWrite: [true, false],
  authHost: ['same', 'other'],
};

const listsOfNumbers: ReadonlySet<string> = new Set(['singleLineFields', 'droppedFields']);

/** Why a value does not fit a quirk, or null. */
function problemWith(name: keyof HaloQuirks, value: unknown): string | null {
  const allowed = choices[name];
  if (allowed !== undefined) {
    return allowed.includes(value) ? null : `${name} must be one of ${allowed.join(', ')}`;
  }
  const standard = defaultQuirks[name];
  if (Array.isArray(standard)) {
    const element = listsOfNumbers.has(name) ? 'number' : 'string';
    return Array.isArray(value) && value.every((item) => typeof item === element)
      ? null
      : `${name} must be an array of ${element}s`;
  }
  if (typeof standard === 'number') {
    return Number.isInteger(value) && Number(value) > 0 ? null : `${name} must be a whole number above 0`;
  }
  return typeof value === 'string' ? null : `${name} must be a text`;
}

/** Reads changes of the quirks that arrived as JSON; answers what is wrong as a text. */
export function readQuirkChanges(value: Readonly<Record<string, unknown>>): Partial<HaloQuirks> | string {
  for (const [name, setting] of Object.entries(value)) {
    if (!Object.hasOwn(defaultQuirks, name)) {
      return `${name} is no quirk of the halopsa dialect`;
    }
    const problem = problemWith(name as keyof HaloQuirks, setting);
    if (problem !== null) {
      return problem;
    }
  }
  return value;
}

/** A value of a quirk as a command line writes it: lists with `+` between their parts. */
function parsedValue(name: string, text: string): unknown {
  const standard: unknown = Object.hasOwn(defaultQuirks, name)
    ? defaultQuirks[name as keyof HaloQuirks]
    : undefined;
  if (Array.isArray(standard)) {
    const parts = text.split('+').filter((part) => part !== '');
    return listsOfNumbers.has(name) ? parts.map(Number) : parts;
  }
  switch (typeof standard) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'number':
      return Number(text);
    default:
      return text;
  }
}

/** Reads `name=value,name=value`. @throws Error that says what is wrong */
export function parseQuirks(text: string): Partial<HaloQuirks> {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): [string, unknown] => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), parsedValue(name.trim(), value.join('=').trim())];
    });
  const changes = readQuirkChanges(Object.fromEntries(entries));
  if (typeof changes === 'string') {
    throw new Error(`name=value,name=value (${changes})`);
  }
  return changes;
}
