import type { PsaState } from '../state/psa-state.js';
import type { CustomFieldValue, OpportunityRow, TicketRow } from '../state/rows.js';
import type { SuppressionLists } from '../suppression-lists/suppression-lists.js';

type Stored<Row extends { customfields: unknown }> = Omit<Row, 'customfields'> & {
  customfields: [id: number, value: CustomFieldValue][];
};

/** What is kept over a stop: the PSA, and what was sent to the providers. */
export interface Remembered {
  readonly state: PsaState;
  readonly suppressionLists: SuppressionLists;
}

/** The whole state as plain JSON. Files of earlier simulators lack `options` and `suppressions`. */
export type Snapshot = Omit<Taken, 'options' | 'suppressions'> & Partial<Taken>;
type Taken = ReturnType<typeof takeSnapshot>;

function stored<Row extends TicketRow | OpportunityRow>(row: Row): Stored<Row> {
  return { ...row, customfields: [...row.customfields] };
}

export function takeSnapshot({ state, suppressionLists }: Remembered) {
  return {
    version: 1 as const,
    clients: state.clients.all(),
    sites: state.sites.all(),
    users: state.users.all(),
    tickets: state.tickets.all().map(stored),
    opportunities: state.opportunities.all().map(stored),
    actions: state.actions.all(),
    listItems: state.listItems.all(),
    /** The texts of each dropdown in the order of their ids. */
    options: state.customFields.definitions.map(
      ({ id }) => [id, state.customFields.options(id).map(({ text }) => text)] as const,
    ),
    suppressions: suppressionLists.list(),
  };
}

/** Puts a snapshot into an empty simulator. */
export function restoreSnapshot({ state, suppressionLists }: Remembered, snapshot: Snapshot): void {
  for (const [fieldId, texts] of snapshot.options ?? []) {
    texts.forEach((text) => state.customFields.optionId(fieldId, text));
  }
  snapshot.clients.forEach((row) => state.clients.insert(row));
  snapshot.sites.forEach((row) => state.sites.insert(row));
  snapshot.users.forEach((row) => state.users.insert(row));
  snapshot.tickets.forEach((row) =>
    state.tickets.insert({ ...row, customfields: new Map(row.customfields) }),
  );
  snapshot.opportunities.forEach((row) =>
    state.opportunities.insert({ ...row, customfields: new Map(row.customfields) }),
  );
  snapshot.actions.forEach((row) => state.actions.insert(row));
  snapshot.listItems.forEach((row) => state.listItems.insert(row));
  suppressionLists.restore(snapshot.suppressions ?? []);
}
