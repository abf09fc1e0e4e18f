import { randomBytes } from 'node:crypto';

import { customFields, DO_NOT_CONTACT_FIELD } from '@leadbridge/domain';
import { PsaCredentialsError, PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';

import { fault, warning, working, type PsaSetupProblem } from '../psa-setup-problem.js';
import { checkLists, checkStatuses, checkTypes, type SpecNames } from './check-spec-names.js';
import type { PsaIo, PsaListing } from './psa-dialect.js';
import { readTicket, readWholeTicket } from './read-entities.js';
import type { JsonRecord } from './read-json.js';
import { readFound, readRows } from './read-rows.js';

const leadType = 1;
const allCustomFields = { include_custom_fields: 'all' };

/** All lists that the service pages through. Actions are only read for one ticket at a time. */
const lists: readonly PsaListing[] = [
  { path: '/Users', pattern: '/Users', key: 'users' },
  { path: '/Client', pattern: '/Client', key: 'clients' },
  { path: '/Site', pattern: '/Site', key: 'sites' },
  { path: '/Opportunities', pattern: '/Opportunities', key: 'opportunities' },
];
const tickets: PsaListing = { path: '/Tickets', pattern: '/Tickets', key: 'tickets' };

/**
 * Checks a PSA of the specification in the way that jobs use it: whether it accepts our credentials, its
 * look-ups compared with our names, a page of each list, its filters, and one lead's ticket with its custom
 * fields. Makes some ten reads and writes nothing.
 *
 * @throws PsaBudgetError
 */
export async function checkSpec(io: PsaIo, names: SpecNames): Promise<readonly PsaSetupProblem[]> {
  const found: PsaSetupProblem[] = [];
  const look = new Look(io, found);
  const statuses = await look.lookUp('/Status', 'statuses');
  if (look.isOver) {
    return found;
  }
  found.push(working('the PSA responds and accepts the credentials'));
  found.push(...checkStatuses(statuses, names));
  found.push(...checkTypes(await look.lookUp('/TicketType', 'tickettypes')));
  found.push(...checkLists(await look.lookUp('/Lists', 'lists'), names));
  for (const listing of lists) {
    const rows = await look.page(listing);
    if (rows !== null) {
      found.push(working(`${listing.pattern} is a list (${rows.length} rows on its first page)`));
    }
  }
  await checkTickets(look, found);
  return found;
}

/** The reads of the check: a refusal of the PSA becomes one line, and the check continues. */
class Look {
  readonly #io: PsaIo;
  readonly #found: PsaSetupProblem[];
  #hasResponse = false;
  /** True if the PSA did not respond, or refused the credentials: nothing else can be checked. */
  isOver = false;

  constructor(io: PsaIo, found: PsaSetupProblem[]) {
    this.#io = io;
    this.#found = found;
  }

  /** The rows of a look-up; null if the PSA has none. */
  async lookUp(path: string, key: string): Promise<readonly JsonRecord[] | null> {
    const request = { method: 'GET', path, pattern: path } as const;
    const json = await this.#try(path, 'warning', async () => this.#io.read(request));
    const rows = json === undefined || json === null ? null : (readRows(json, key)?.rows ?? null);
    if (json === null) {
      this.#found.push(warning(`the PSA has no ${path}: our names cannot be looked up there`));
    }
    return rows;
  }

  async page(listing: PsaListing): Promise<readonly JsonRecord[] | null> {
    const page = await this.#try(listing.pattern, 'error', async () =>
      this.#io.page(listing, (row) => row, 1),
    );
    return page?.items ?? null;
  }

  /** Null if there is none; undefined if that is unknown. */
  async ticket(id: number): Promise<JsonRecord | null | undefined> {
    const pattern = '/Tickets/{id}';
    const request = { method: 'GET', path: `/Tickets/${id}`, pattern, query: allCustomFields } as const;
    return await this.#try(pattern, 'error', async () =>
      readFound(await this.#io.read(request), tickets.key, id),
    );
  }

  /** Undefined if the PSA refused it, or did not respond. */
  async #try<T>(path: string, level: 'error' | 'warning', read: () => Promise<T>): Promise<T | undefined> {
    if (this.isOver) {
      return undefined;
    }
    try {
      const response = await read();
      this.#hasResponse = true;
      return response;
    } catch (error) {
      if (error instanceof PsaRefusedError) {
        this.#hasResponse = true;
        this.isOver = error instanceof PsaCredentialsError;
        const message = this.isOver
          ? error.message
          : `${path} is refused (status ${error.status}): ${error.message}`;
        this.#found.push({ level: this.isOver ? 'error' : level, message });
        return undefined;
      }
      if (error instanceof PsaUnavailableError) {
        // Once a response has arrived, the failure is limited to this address.
        this.isOver = !this.#hasResponse;
        this.#found.push(fault(error.message));
        return undefined;
      }
      throw error;
    }
  }
}

/** Checks a page of leads, the filters that find them, and the fields of one of them. */
async function checkTickets(look: Look, found: PsaSetupProblem[]): Promise<void> {
  const rows = await look.page({ ...tickets, query: { tickettype_id: leadType, ...allCustomFields } });
  if (rows === null) {
    return;
  }
  found.push(working(`/Tickets is a list (${rows.length} rows on its first page)`));
  if (rows.some((row) => (readTicket(row, leadType)?.tickettypeId ?? leadType) !== leadType)) {
    const message =
      'the filter tickettype_id is ignored: tickets of other types are read and skipped, which costs requests';
    found.push(warning(message));
  }
  const nobody = `${randomBytes(12).toString('hex')}@leadbridge.invalid`;
  const hits = await look.page({ ...tickets, query: { search: nobody, tickettype_id: leadType } });
  if (hits !== null && hits.length > 0) {
    const message =
      'the filter search returns tickets that do not match: each look-up reads more than it needs';
    found.push(warning(message));
  }
  const first = rows
    .map((row) => readTicket(row, leadType))
    .find((ticket) => ticket?.tickettypeId === leadType);
  if (first === undefined || first === null) {
    found.push(working('there is no lead yet, so its custom fields could not be checked'));
    return;
  }
  if (first.lacksCustomFields === true) {
    const message =
      'rows of /Tickets come without custom fields: each ticket is read by itself before it is changed';
    found.push(warning(message));
  }
  const row = await look.ticket(first.id);
  if (row !== undefined) {
    checkCustomFields(row, first.id, found);
  }
}

function checkCustomFields(row: JsonRecord | null, id: number, found: PsaSetupProblem[]): void {
  const ticket = row === null ? null : readWholeTicket(row);
  if (ticket === null) {
    found.push(fault(`ticket ${id} cannot be read by its id`));
    return;
  }
  const missing = customFields.filter(
    (field) => field.record === 'lead' && !Object.hasOwn(ticket.customFields, field.id),
  );
  const names = missing.map((field) => `${field.id} (${field.name})`).join(', ');
  if (missing.length === 0) {
    found.push(working(`ticket ${id} shows all custom fields of a lead`));
    return;
  }
  const isOptOutHidden = missing.some((field) => field.id === DO_NOT_CONTACT_FIELD);
  const advice = isOptOutHidden
    ? ': an opt-out cannot be seen there, unless the PSA leaves out what is empty'
    : '';
  found.push(warning(`ticket ${id} does not show the custom fields ${names}${advice}`));
}
