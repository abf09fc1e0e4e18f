import type { ImportPlan, PlannedChanges, PlannedOutcome, PlannedPlace } from '@leadbridge/contracts';
import { customFieldName, newTicket, newUser } from '@leadbridge/domain';

import type { StageContext } from '../batch.js';
import { rowReference, type RowPlan, type WrittenRow } from '../import-row-state.js';
import { clientOf, siteName } from '../client-of-lead.js';
import type { DryRunMemory } from './dry-run-memory.js';

type Reader = Pick<StageContext, 'session' | 'settings'>;
type Kept = NonNullable<ImportPlan['ticket']>['kept'];

const contactFields: readonly string[] = ['phonenumber', 'linkedin_url'];
const noRequests = { lists: [], note: null, psa_requests: 0 } as const;

/** The plan of a row that fails. */
export function planOfFailure({ error }: { readonly error: string }): ImportPlan {
  return { ...noRequests, reason: error };
}

/** What the import would do for a row that has passed all stages of a dry run. */
export function planOfRow(state: WrittenRow, context: Reader, memory: DryRunMemory): ImportPlan {
  const { plan, lists } = state;
  const client = placeOf(state.psaIds.clientId, nameOfClient(state, context), memory);
  const site = placeOf(state.psaIds.siteId, null, memory);
  const contact = contactOf(state, context);
  const ticket = ticketOf(state, context);
  const own = {
    ...(client === null ? {} : { client }),
    ...(site === null ? {} : { site: site.action === 'create' ? { ...site, name: siteName } : site }),
    ...(contact === null ? {} : { contact }),
    ...(ticket === null ? {} : { ticket }),
  };
  const hasOwnSite = site?.action === 'create' && memory.ownSites.has(state.psaIds.siteId ?? 0);
  const writes = [
    client?.action === 'create',
    hasOwnSite,
    contact !== null && contact.action !== 'reuse',
    ticket?.action === 'create' || Object.keys(ticket?.changes ?? {}).length > 0,
    plan?.kind === 'update' || plan?.kind === 'reopen',
  ];
  return {
    ...own,
    lists,
    note: plan?.kind === 'update' || plan?.kind === 'reopen' ? plan.note : null,
    psa_requests:
      writes.filter(Boolean).length +
      (plan?.kind === 'create' && context.session.listing === 'on_creation' ? 0 : lists.length),
    ...(plan?.kind === 'leave' ? { reason: plan.reason } : {}),
  };
}

/** As a commit compares it: before anything is written, or as a dry run has stored it. */
export function outcomeNow(state: WrittenRow, context: Reader): PlannedOutcome {
  const { plan } = state;
  const ticketId = state.ticket?.id ?? state.known?.psaTicketId ?? null;
  return {
    result: plan === null ? 'rejected' : resultOf(plan),
    psa_ticket_id: plan?.kind === 'create' ? null : ticketId,
    changes: plan?.kind === 'update' ? plan.changes : changesOfTicket(state, context),
  };
}

function resultOf(plan: RowPlan): string {
  switch (plan.kind) {
    case 'create':
    case 'adopt':
    case 'reopen':
      return 'created';
    case 'update':
      return 'updated';
    case 'leave':
      return plan.result;
  }
}

/** The first row that needs a missing entity creates it. */
function placeOf(id: number | null, name: string | null, memory: DryRunMemory): PlannedPlace | null {
  if (id === null) {
    return null;
  }
  return id < 0
    ? { action: memory.isFirstUse(id) ? 'create' : 'reuse', id: null, name }
    : { action: 'reuse', id, name };
}

function nameOfClient({ merged, ticket, contact, clientName }: WrittenRow, { session }: Reader): string {
  const known = ticket?.clientName ?? contact?.clientName ?? clientName;
  return known ?? session.fit('client.name', clientOf(merged).name);
}

function contactOf(state: WrittenRow, { session }: Reader): NonNullable<ImportPlan['contact']> | null {
  const { psaIds, plan, merged } = state;
  if (psaIds.userId === null) {
    return null;
  }
  if (psaIds.userId < 0) {
    const { linkedin_url: link, ...user } = newUser(merged);
    const storedLink = link === undefined ? '' : session.fit('user.linkedin_url', link);
    const fields = { ...user, ...(storedLink === '' ? {} : { linkedin_url: storedLink }) };
    return { action: 'create', id: null, changes: fromNothing(Object.entries(fields)) };
  }
  const changes =
    plan?.kind === 'update' ? pickChanges(plan.changes, (name) => contactFields.includes(name)) : {};
  const action = Object.keys(changes).length > 0 ? 'update' : 'reuse';
  return { action, id: psaIds.userId, changes };
}

function ticketOf(state: WrittenRow, context: Reader): NonNullable<ImportPlan['ticket']> | null {
  const { plan, ticket, known } = state;
  const changes = changesOfTicket(state, context);
  if (plan?.kind === 'create') {
    return { action: 'create', id: null, changes, kept: {} };
  }
  const id = ticket?.id ?? known?.psaTicketId ?? null;
  return id === null
    ? null
    : { action: Object.keys(changes).length > 0 ? 'update' : 'none', id, changes, kept: keptOf(state) };
}

/** The changes to the ticket only; for a new one, every custom field that it is created with. */
function changesOfTicket({ plan, merged, row, ticket }: WrittenRow, { session }: Reader): PlannedChanges {
  if (plan?.kind === 'reopen') {
    const { status_id: statusId, customfields = [] } = plan.changes;
    return Object.fromEntries([
      ...(statusId === undefined ? [] : [['status_id', { from: ticket?.statusId ?? null, to: statusId }]]),
      ...customfields.map(({ id, value }) => [
        customFieldName(id),
        { from: ticket?.customFields[id] ?? null, to: value },
      ]),
    ]) as PlannedChanges;
  }
  if (plan?.kind === 'update') {
    return pickChanges(plan.changes, (name) => !contactFields.includes(name));
  }
  if (plan?.kind !== 'create') {
    return {};
  }
  const { customFields } = row.options;
  const { customfields } = newTicket(merged, row.source, { customFields, reference: rowReference(row.ref) });
  return fromNothing(
    customfields
      .map(({ id, value }) => {
        const stored = typeof value === 'string' ? session.fit(id, value) : value;
        return [customFieldName(id), stored] as const;
      })
      .filter(([, value]) => value !== ''),
  );
}

function keptOf({ plan, ticket }: WrittenRow): Kept {
  if (plan?.kind !== 'update' && plan?.kind !== 'leave') {
    return {};
  }
  const kept = new Map<string, Kept[string]>();
  if (plan.kind === 'update' && plan.manualWorkDetected) {
    kept.set('status_id', { value: ticket?.statusId ?? null, reason: 'manual_work' });
    kept.set('workflow_position', { value: null, reason: 'manual_work' });
  }
  for (const [name, { value, rule }] of Object.entries(plan.kept)) {
    kept.set(name, { value, reason: rule });
  }
  return Object.fromEntries(kept);
}

function fromNothing(fields: readonly (readonly [string, string | number | boolean])[]): PlannedChanges {
  return Object.fromEntries(fields.map(([name, to]) => [name, { from: null, to }]));
}

function pickChanges(changes: PlannedChanges, isWanted: (name: string) => boolean): PlannedChanges {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => isWanted(name)));
}
