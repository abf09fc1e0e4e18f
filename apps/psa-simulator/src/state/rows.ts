/** What the simulated PSA keeps, under the PSA's own field names (specification, "Provider field mapping"). */

export type CustomFieldValue = string | number | boolean;

/** What an entity of a real PSA has beside the fields that are known here. */
export type Extras = Record<string, string | number | boolean>;

export interface ClientRow {
  readonly id: number;
  name: string;
  website: string;
  phonenumber: string;
  notes: string;
  extras?: Extras;
}

export interface SiteRow {
  readonly id: number;
  name: string;
  client_id: number;
  phonenumber: string;
  notes: string;
}

export interface UserRow {
  readonly id: number;
  firstname: string;
  surname: string;
  emailaddress: string;
  jobtitle: string;
  phonenumber: string;
  linkedin_url: string;
  site_id: number;
  client_id: number;
  extras?: Extras;
}

export interface TicketFields {
  summary: string;
  details: string;
  notes: string;
  tickettype_id: number;
  status_id: number;
  priority_id: number;
  category_1: string;
  category_2: string;
}

export interface TicketRow extends TicketFields {
  readonly id: number;
  agent_id: number;
  client_id: number;
  site_id: number;
  user_id: number;
  customfields: Map<number, CustomFieldValue>;
  readonly created_at: string;
  last_update_date: string;
  /** The agent who last changed the ticket. */
  last_updated_by: number;
  /** Whether it ever had a status that closes a ticket. */
  was_closed?: boolean;
  extras?: Extras;
}

export interface OpportunityRow {
  readonly id: number;
  summary: string;
  details: string;
  client_id: number;
  user_id: number;
  status_id: number;
  customfields: Map<number, CustomFieldValue>;
  /** Everything else that was sent. */
  extras: Extras;
  readonly created_at: string;
  last_update_date: string;
}

export interface ActionRow {
  readonly id: number;
  readonly ticket_id: number;
  outcome: string;
  note: string;
  hiddenfromuser: boolean;
  readonly agent_id: number;
  readonly created_at: string;
}

export interface ListRow {
  readonly id: number;
  readonly name: string;
}

export interface ListItemRow {
  readonly id: number;
  readonly list_id: number;
  readonly ticket_id: number;
  readonly added_by: string;
  readonly notes: string;
  readonly added_at: string;
}
