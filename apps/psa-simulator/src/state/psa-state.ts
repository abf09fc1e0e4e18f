import { CustomFields } from './custom-fields.js';
import { EntityTable } from './entity-table.js';
import { Refusal } from './refusal.js';
import type {
  ActionRow,
  ClientRow,
  CustomFieldValue,
  ListItemRow,
  OpportunityRow,
  SiteRow,
  TicketRow,
  UserRow,
} from './rows.js';
import type { LookUp, PsaSetup } from './psa-setup.js';

/** Who makes a change: an agent, through the API or by hand on the page. */
export interface Author {
  readonly agentId: number;
  readonly via: 'api' | 'page';
  /** True where the change asks that nobody is told. */
  readonly silent?: boolean;
}

/** What changed on a ticket, under the PSA's field names; custom fields by their number. */
export interface TicketChange {
  readonly ticketId: number;
  readonly author: Author;
  readonly fields: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
  readonly customFields: ReadonlyMap<
    number,
    { readonly old: CustomFieldValue | null; readonly new: CustomFieldValue | null }
  >;
}

/** Everything that the simulated PSA remembers. */
export class PsaState {
  readonly setup: PsaSetup;
  readonly customFields: CustomFields;
  readonly #changeListeners = new Set<() => void>();
  readonly #changed = (): void => {
    for (const listener of this.#changeListeners) {
      listener();
    }
  };
  readonly clients = new EntityTable<ClientRow>({
    changed: this.#changed,
    indexed: [],
    firstId: 100,
    texts: (row) => ({ emails: [], texts: [row.name, row.website, row.phonenumber] }),
  });
  readonly sites = new EntityTable<SiteRow>({
    changed: this.#changed,
    indexed: ['client_id'],
    firstId: 500,
    texts: (row) => ({ emails: [], texts: [row.name] }),
  });
  readonly users = new EntityTable<UserRow>({
    changed: this.#changed,
    indexed: ['site_id', 'client_id'],
    firstId: 2000,
    texts: (row) => ({
      emails: [row.emailaddress, row.extras?.['email2'], row.extras?.['email3']].map((email) =>
        String(email ?? ''),
      ),
      texts: [
        `${row.firstname} ${row.surname}`,
        row.phonenumber,
        this.clients.get(row.client_id)?.name ?? '',
      ],
    }),
  });
  readonly tickets = new EntityTable<TicketRow>({
    changed: this.#changed,
    indexed: ['tickettype_id', 'status_id', 'client_id', 'user_id'],
    firstId: 10_000,
    texts: (row) => {
      const user = this.users.get(row.user_id);
      return {
        emails: [user?.emailaddress ?? ''],
        texts: [
          row.summary,
          `${user?.firstname ?? ''} ${user?.surname ?? ''}`.trim(),
          user?.phonenumber ?? '',
          this.clients.get(row.client_id)?.name ?? '',
        ],
      };
    },
  });
  readonly opportunities = new EntityTable<OpportunityRow>({
    changed: this.#changed,
    indexed: ['client_id', 'user_id', 'status_id'],
    firstId: 70_000,
    texts: (row) => ({
      emails: [this.users.get(row.user_id)?.emailaddress ?? ''],
      texts: [row.summary, row.details, this.clients.get(row.client_id)?.name ?? ''],
    }),
  });
  readonly actions = new EntityTable<ActionRow>({
    changed: this.#changed,
    indexed: ['ticket_id'],
    firstId: 1,
  });
  readonly listItems = new EntityTable<ListItemRow>({
    changed: this.#changed,
    indexed: ['list_id', 'ticket_id'],
    firstId: 1,
  });

  readonly #ticketListeners = new Set<(change: TicketChange) => void>();

  constructor(setup: PsaSetup) {
    this.setup = setup;
    this.customFields = new CustomFields(setup.customFields);
  }

  /** Called after anything has changed. */
  onChange(listener: () => void): void {
    this.#changeListeners.add(listener);
  }

  /** Called after a ticket that existed was changed. */
  onTicketChange(listener: (change: TicketChange) => void): void {
    this.#ticketListeners.add(listener);
  }

  ticketChanged(change: TicketChange): void {
    for (const listener of this.#ticketListeners) {
      listener(change);
    }
  }

  clear(): void {
    for (const table of [
      this.clients,
      this.sites,
      this.users,
      this.tickets,
      this.opportunities,
      this.actions,
      this.listItems,
    ]) {
      table.clear();
    }
    this.customFields.clear();
  }
}

/** Returns the id if the look-up holds it; refuses otherwise. */
export function requireLookUp(lookUps: readonly LookUp[], id: number, field: string): number {
  if (!lookUps.some((entry) => entry.id === id)) {
    throw new Refusal(`The ${field} ${id} does not exist.`, { field });
  }
  return id;
}

/** The row that an input's id field names: refused where it is missing or names nothing. */
export function requireRow<Row extends { readonly id: number }>(
  table: EntityTable<Row>,
  id: number | undefined,
  field: string,
): Row {
  if (id === undefined) {
    throw new Refusal(`Please specify the ${field}.`, { field });
  }
  const row = table.get(id);
  if (row === undefined) {
    throw new Refusal(`The ${field} ${id} does not exist.`, { field });
  }
  return row;
}
