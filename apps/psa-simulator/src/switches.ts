import { anyText, arrayOf, faultIn, numberFrom, wholeAboveZero, type Check } from './checks.js';

/** One thing in which PSAs differ: how it usually is, and what else it may be. */
interface Switch<T> extends Check {
  readonly usual: T;
  /** A value as a command line writes it; what does not fit is refused afterwards. */
  readonly parse: (text: string) => unknown;
}

type Switches = Readonly<Record<string, Switch<unknown>>>;
type SettingsOf<S extends Switches> = { readonly [Name in keyof S]: S[Name]['usual'] };

function oneOf<const T extends string | boolean>(usual: T, ...others: T[]): Switch<T> {
  const values: readonly unknown[] = [usual, ...others];
  return {
    usual,
    form: `one of ${values.join(', ')}`,
    fits: (value) => values.includes(value),
    parse: (text) => values.find((value) => String(value) === text),
  };
}

function wholeNumber(usual: number): Switch<number> {
  return { usual, ...wholeAboveZero, parse: Number };
}

function milliseconds(usual: number): Switch<number> {
  return { usual, ...numberFrom('a number of milliseconds', 0), parse: Number };
}

function unlessNull<T>({ form, fits, parse }: Switch<T>): Switch<T | null> {
  return { usual: null, form: `${form}, or null`, fits: (value) => value === null || fits(value), parse };
}

function text(usual: string): Switch<string> {
  return { usual, ...anyText, parse: (written) => written };
}

/** A command line writes lists with `+` between their parts. */
function listOf<T>(usual: readonly T[], form: string, parsePart: (part: string) => T): Switch<readonly T[]> {
  return {
    usual,
    ...arrayOf({ form: `${form}s`, fits: (value) => typeof value === form }),
    parse: (written) =>
      written
        .split('+')
        .filter((part) => part !== '')
        .map(parsePart),
  };
}

const texts = (...usual: string[]) => listOf(usual, 'string', String);
const numbers = (...usual: number[]) => listOf(usual, 'number', Number);

/**
 * The ways in which PSAs of this family differ. The defaults are the usual ones; a client that is read tolerantly
 * works with any of them.
 */
const dialectSwitches = {
  /** Lists of entities as `{page_no, page_size, record_count, <key>: []}` or as a bare array. */
  lists: oneOf('envelope', 'bare'),
  /** Look-ups (`/Status`, `/TicketType`, `/Agent`, `/Lists`) bare or in an envelope. */
  lookUps: oneOf('bare', 'envelope'),
  /**
   * `ignored` returns everything at once, whatever page was asked for; `first_again` the first page, and `first_alone` nothing
   * after it.
   */
  paging: oneOf('honoured', 'ignored', 'first_again', 'first_alone'),
  /** The most rows of a page, whatever is asked. */
  pageCap: wholeNumber(100),
  recordCount: oneOf(true, false),
  /** What is counted: all rows, only those of the page, or one more than are ever shown. */
  countedRows: oneOf('all', 'page', 'hidden_too'),
  /**
   * The order of lists. With the newest first, pages shift while rows arrive; with an arbitrary one, new rows come anywhere, and what
   * a search finds comes in another order every time; with none, so does everything.
   */
  order: oneOf('oldest_first', 'newest_first', 'arbitrary', 'none'),
  /** Filters that this PSA does not know, and so ignores. */
  ignoredFilters: texts(),
  /** How a single entity, and the response to a single create or update, is wrapped. */
  reads: oneOf('bare', 'wrapped', 'array', 'envelope'),
  writes: oneOf('bare', 'wrapped', 'array', 'envelope'),
  /** Arrays in one POST: the most entities, and whether the status of each is a number or a word. */
  arrayCap: wholeNumber(100),
  bulkStatus: oneOf('number', 'word'),
  /** The order of the statuses in the response to an array. */
  bulkOrder: oneOf('as_sent', 'shuffled'),
  /** Dropdowns as their text or as an option id with the text in `display`; or every value as a text. */
  customFieldValues: oneOf('plain', 'option_ids', 'text'),
  /** Texts as they were sent, or with the escapes of HTML: `R&amp;D` for `R&D`. */
  texts: oneOf('as_sent', 'escaped'),
  /** The most characters that a text keeps, its details and notes excepted; null for no limit. */
  textCap: unlessNull(wholeNumber(1)),
  /** Phone numbers as they were sent, or those of North America as `(202) 555-0123`. */
  phoneNumbers: oneOf('as_sent', 'national'),
  /** Fields without a value are listed with null, or left out. */
  unsetCustomFields: oneOf('null', 'omitted'),
  /** Whether the rows of lists carry custom fields where they are asked for; a single entity always does. */
  customFieldsInLists: oneOf(true, false),
  /** With `own` each new client has a site of its own, `Main`, and a second one of a name is refused. */
  clientSites: oneOf('none', 'own'),
  /** Whether tickets carry `user_email`, `user_name` and `client_name`. */
  ticketPeople: oneOf(true, false),
  lastUpdatedBy: oneOf('id', 'name', 'omitted'),
  /** `search` finds rows that hold the whole phrase, or looser ones that hold each of its words somewhere. */
  search: oneOf('phrase', 'words'),
  /** How long after its creation by the API `search` finds a row; lists and reads by id show it at once. */
  searchLagMilliseconds: milliseconds(0),
  errors: oneOf('Message', 'errorMessage', 'error', 'fields'),
  /** Whether the 429 of the rolling limit carries `Retry-After`. */
  retryAfter: oneOf(false, true),
  /** Whether its text names the limit. */
  namedLimit: oneOf(true, false),
  repeatedListItems: oneOf('second', 'same', 'refused'),
};

/**
 * What is certain of a HaloPSA, and what differs from build to build or is not known for certain: each is a switch. The
 * defaults are what published clients and runs on real instances tell.
 */
const haloSwitches = {
  /** PUT gets 405, or is taken as a POST of one object. */
  put: oneOf('refused', 'accepted'),
  /** A POST of an object without an array around it gets 400, or is taken. */
  bareObjects: oneOf('refused', 'accepted'),
  /** What `returnall=true` returns: all objects, fewer, in another order, with one that was not sent, or the last object alone. */
  returnAll: oneOf('array', 'short', 'shuffled', 'foreign', 'ignored'),
  /** Parameters that this build does not know, and so ignores: such a list holds everything. */
  ignoredParameters: texts('tickettype_id'),
  /** The order of lists that name none. */
  order: oneOf('newest_first', 'oldest_first'),
  pageCap: wholeNumber(100),
  /** Custom fields of list rows: those that were asked for by id, none, or always an empty array. */
  listFields: oneOf('asked_for', 'absent', 'empty'),
  /** Whether ticket rows carry the names of contact, client and site; none carries `user_email`. */
  rowNames: oneOf(false, true),
  /** Whether ticket rows carry `third_party_id_string`. */
  rowKeys: oneOf(true, false),
  /** Whether `last_update` and `lastactiondate` move with each change, stand still, or are told at all. */
  stamps: oneOf('moving', 'standing', 'absent'),
  /** Numbers and booleans of custom fields as such, or as text. */
  fieldValues: oneOf('typed', 'text'),
  /** The ids of look-ups as `51`, or as `51.0`. */
  lookUpIds: oneOf('integer', 'decimal'),
  /** Text fields (by their number of the specification) that are single-line: cut after 255 characters. */
  singleLineFields: numbers(),
  /** Fields (by their number of the specification) whose values are silently ignored. */
  droppedFields: numbers(),
  /** Refusals as `{ClassName, Message}`, or keyed by the position and the field: `{"[0].field": [..]}`. */
  errors: oneOf('class', 'keyed'),
  /** A new client gets a main site and says so, gets one and does not say, or gets none. */
  mainSite: oneOf('told', 'untold', 'none'),
  /** What a change of the ticket type does to the categories. */
  typeChange: oneOf('keeps', 'resets_category'),
  /** Whether lists and reads show what was deleted. */
  deleted: oneOf('shown', 'hidden'),
  /** Whether the agent of the API may write; a write of one who may not gets 403. */
  agentMayWrite: oneOf(true, false),
  /** The tenant that the token service wants in the query; empty for none. */
  tenant: text(''),
  /** The host of the token service, as AuthInfo names it: that of the API, or another one, and then only there. */
  authHost: oneOf('same', 'other'),
  /** The build that AuthInfo names. */
  build: text('2.250.1'),
  /** Names of types, statuses, outcomes, fields (by label) and options (`Lead Source: CSV`) that this tenant lacks; `*` for all. */
  absent: texts(),
  /** Names of types, statuses, outcomes and fields (by label) that it has twice. */
  doubled: texts(),
};

export type Dialect = SettingsOf<typeof dialectSwitches>;
export type HaloQuirks = SettingsOf<typeof haloSwitches>;

export const defaultDialect: Dialect = usualOf(dialectSwitches);
export const defaultQuirks: HaloQuirks = usualOf(haloSwitches);

function usualOf<S extends Switches>(switches: S): SettingsOf<S> {
  const usual = Object.entries(switches).map(([name, { usual }]) => [name, usual] as const);
  return Object.fromEntries(usual) as SettingsOf<S>;
}

type Changes = Readonly<Record<string, unknown>>;

/** Changes of switches that arrived as JSON; if one does not fit, what is wrong as a text. */
function readChanges<S extends Switches>(switches: S, changes: Changes): Partial<SettingsOf<S>> | string {
  return faultIn(changes, switches, 'switch of this dialect') ?? (changes as Partial<SettingsOf<S>>);
}

export function readDialectChanges(changes: Changes): Partial<Dialect> | string {
  return readChanges(dialectSwitches, changes);
}

export function readQuirkChanges(changes: Changes): Partial<HaloQuirks> | string {
  return readChanges(haloSwitches, changes);
}

/** Reads `name=value,name=value`. @throws Error that says what is wrong */
export function parseQuirks(written: string): Partial<HaloQuirks> {
  const entries = written
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): [string, unknown] => {
      const [name = '', ...value] = part.split('=').map((side) => side.trim());
      const known = Object.entries<Switch<unknown>>(haloSwitches).find(([other]) => other === name);
      return [name, known?.[1].parse(value.join('='))];
    });
  const changes = readQuirkChanges(Object.fromEntries(entries));
  if (typeof changes === 'string') {
    throw new Error(`name=value,name=value (${changes})`);
  }
  return changes;
}
