import type { RepeatedListItems } from './state/list-items.js';

/** How a single entity, and the answer to a single create or update, is dressed. */
export type EntityForm = 'bare' | 'wrapped' | 'array' | 'envelope';

/**
 * The habits in which PSAs of this family differ. The defaults are the usual ones; a client that is read tolerantly
 * works with any of them.
 */
export interface Dialect {
  /** Lists of entities as `{page_no, page_size, record_count, <key>: []}` or as a bare array. */
  readonly lists: 'envelope' | 'bare';
  /** Look-ups (`/Status`, `/TicketType`, `/Agent`, `/Lists`) bare or in an envelope. */
  readonly lookUps: 'bare' | 'envelope';
  /**
   * `ignored` answers everything at once, whatever page was asked for; `first_again` the first page, and `first_alone` nothing
   * after it.
   */
  readonly paging: 'honoured' | 'ignored' | 'first_again' | 'first_alone';
  /** The most rows of a page, whatever is asked. */
  readonly pageCap: number;
  readonly recordCount: boolean;
  /** What is counted: all rows, only those of the page, or one more than are ever shown. */
  readonly countedRows: 'all' | 'page' | 'hidden_too';
  /**
   * The order of lists. With the newest first, pages shift while rows arrive; with an arbitrary one, new rows come anywhere, and what
   * a search finds comes in another order every time; with none, so does everything.
   */
  readonly order: 'oldest_first' | 'newest_first' | 'arbitrary' | 'none';
  /** Filters that this PSA does not know, and so ignores. */
  readonly ignoredFilters: readonly string[];
  readonly reads: EntityForm;
  readonly writes: EntityForm;
  /** Arrays in one POST: the most entities, and whether the status of each is a number or a word. */
  readonly arrayCap: number;
  readonly bulkStatus: 'number' | 'word';
  /** The order of the statuses in the answer to an array. */
  readonly bulkOrder: 'as_sent' | 'shuffled';
  /** Dropdowns as their text or as an option id with the text in `display`; or every value as a text. */
  readonly customFieldValues: 'plain' | 'option_ids' | 'text';
  /** Texts as they were sent, or with the escapes of HTML: `R&amp;D` for `R&D`. */
  readonly texts: 'as_sent' | 'escaped';
  /** The most characters that a text keeps, its details and notes excepted; null for no limit. */
  readonly textCap: number | null;
  /** Phone numbers as they were sent, or those of North America as `(202) 555-0123`. */
  readonly phoneNumbers: 'as_sent' | 'national';
  /** Fields without a value are listed with null, or left out. */
  readonly unsetCustomFields: 'null' | 'omitted';
  /** Whether the rows of lists carry custom fields where they are asked for; a single entity always does. */
  readonly customFieldsInLists: boolean;
  /** With `own` each new client has a site of its own, `Main`, and a second one of a name is refused. */
  readonly clientSites: 'none' | 'own';
  /** Whether tickets carry `user_email`, `user_name` and `client_name`. */
  readonly ticketPeople: boolean;
  readonly lastUpdatedBy: 'id' | 'name' | 'omitted';
  /** `search` finds rows that hold the whole phrase, or looser ones that hold each of its words somewhere. */
  readonly search: 'phrase' | 'words';
  /** How long after its creation by the API `search` finds a row; lists and reads by id show it at once. */
  readonly searchLagMilliseconds: number;
  readonly errors: 'Message' | 'errorMessage' | 'error' | 'fields';
  /** Whether the 429 of the rolling limit carries `Retry-After`. */
  readonly retryAfter: boolean;
  /** Whether its text names the limit. */
  readonly namedLimit: boolean;
  readonly repeatedListItems: RepeatedListItems;
}

export const defaultDialect: Dialect = {
  lists: 'envelope',
  lookUps: 'bare',
  paging: 'honoured',
  pageCap: 100,
  recordCount: true,
  countedRows: 'all',
  order: 'oldest_first',
  ignoredFilters: [],
  reads: 'bare',
  writes: 'bare',
  arrayCap: 100,
  bulkStatus: 'number',
  bulkOrder: 'as_sent',
  customFieldValues: 'plain',
  texts: 'as_sent',
  textCap: null,
  phoneNumbers: 'as_sent',
  unsetCustomFields: 'null',
  customFieldsInLists: true,
  clientSites: 'none',
  ticketPeople: true,
  lastUpdatedBy: 'id',
  search: 'phrase',
  searchLagMilliseconds: 0,
  errors: 'Message',
  retryAfter: false,
  namedLimit: true,
  repeatedListItems: 'second',
};

const choices: { readonly [Name in keyof Dialect]?: readonly unknown[] } = {
  lists: ['envelope', 'bare'],
  lookUps: ['bare', 'envelope'],
  paging: ['honoured', 'ignored', 'first_again', 'first_alone'],
  recordCount: [true, false],
  countedRows: ['all', 'page', 'hidden_too'],
  order: ['oldest_first', 'newest_first', 'arbitrary', 'none'],
  reads: ['bare', 'wrapped', 'array', 'envelope'],
  writes: ['bare', 'wrapped', 'array', 'envelope'],
  bulkStatus: ['number', 'word'],
  bulkOrder: ['as_sent', 'shuffled'],
  customFieldValues: ['plain', 'option_ids', 'text'],
  texts: ['as_sent', 'escaped'],
  phoneNumbers: ['as_sent', 'national'],
  unsetCustomFields: ['null', 'omitted'],
  customFieldsInLists: [true, false],
  clientSites: ['none', 'own'],
  ticketPeople: [true, false],
  lastUpdatedBy: ['id', 'name', 'omitted'],
  search: ['phrase', 'words'],
  errors: ['Message', 'errorMessage', 'error', 'fields'],
  retryAfter: [true, false],
  namedLimit: [true, false],
  repeatedListItems: ['second', 'same', 'refused'],
};

/** Reads changes of the dialect that arrived over HTTP; answers what is wrong as a text. */
export function readDialectChanges(value: Readonly<Record<string, unknown>>): Partial<Dialect> | string {
  for (const [name, setting] of Object.entries(value)) {
    if (!Object.hasOwn(defaultDialect, name)) {
      return `${name} is no setting of the dialect`;
    }
    const allowed = choices[name as keyof Dialect];
    if (allowed !== undefined && !allowed.includes(setting)) {
      return `${name} must be one of ${allowed.join(', ')}`;
    }
    if (
      name === 'ignoredFilters' &&
      !(Array.isArray(setting) && setting.every((item) => typeof item === 'string'))
    ) {
      return 'ignoredFilters must be an array of texts';
    }
    if ((name === 'pageCap' || name === 'arrayCap') && !(Number.isInteger(setting) && Number(setting) > 0)) {
      return `${name} must be a whole number above 0`;
    }
    if (name === 'textCap' && setting !== null && !(Number.isInteger(setting) && Number(setting) > 0)) {
      return 'textCap must be a whole number above 0, or null';
    }
    if (name === 'searchLagMilliseconds' && !(typeof setting === 'number' && setting >= 0)) {
      return 'searchLagMilliseconds must be a number of milliseconds';
    }
  }
  return value;
}
