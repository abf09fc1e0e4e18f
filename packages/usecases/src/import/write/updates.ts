import type { CustomFieldValues } from '@leadbridge/domain';
import pMap from 'p-map';

import type { PsaCustomField } from '../../ports/psa.js';
import { repeatLostResponses } from '../../work/write-once.js';
import type { StageContext } from '../batch.js';
import { planned, type PlannedRow, type DecidedRow } from '../import-row-state.js';
import { failingRow } from './failures.js';
import { readBackFirstWrites } from './read-back.js';

const concurrentWrites = 4;

/** Writes the changed fields, and only those, of existing leads and of their contacts. */
export async function updateTickets(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const written = await updateTogether(rows, context);
  await pMap(
    planned(rows, 'update'),
    async (row) => {
      const isWritten = row.ticketId !== null && written.has(row.ticketId);
      await failingRow(row, async () => writeChanges(row, isWritten, context));
    },
    { concurrency: concurrentWrites },
  );
  await readBackFirstWrites(
    planned(rows, 'update').map((row) => ({ row, fields: customFieldList(row.plan.customFields) })),
    context,
  );
}

/** Until an update is recorded its result is unknown, and a list may still show the old ticket. */
export async function outdateUpdated(
  rows: readonly DecidedRow[],
  { mirror, dryRun }: StageContext,
): Promise<void> {
  if (mirror !== null && dryRun === undefined) {
    const written = planned(rows, 'update').filter(({ plan }) => Object.keys(plan.customFields).length > 0);
    await mirror.outdate(
      'tickets',
      written.flatMap(({ ticketId }) => ticketId ?? []),
    );
  }
}

/** Returns the tickets that were written. The others are written one by one, which shows why they failed. */
async function updateTogether(
  rows: readonly DecidedRow[],
  { session }: StageContext,
): Promise<ReadonlySet<number>> {
  const updates = planned(rows, 'update').flatMap(({ ticketId, plan }) => {
    const customfields = customFieldList(plan.customFields);
    return ticketId === null || customfields.length === 0 ? [] : [{ id: ticketId, customfields }];
  });
  return updates.length < 2 ? new Set() : await session.updateTogether(updates);
}

async function writeChanges(
  row: PlannedRow<'update'>,
  isWritten: boolean,
  { session, caches, observed, startedAt }: StageContext,
): Promise<void> {
  const { plan, ticket, ticketId, contact } = row;
  const customfields = customFieldList(plan.customFields);
  if (ticketId !== null && ticket !== null && customfields.length > 0) {
    if (!isWritten) {
      await repeatLostResponses(async () => session.updateTicket(ticketId, { customfields }));
    }
    const { stamp: _stamp, ...standing } = ticket;
    const written = { ...standing, customFields: { ...ticket.customFields, ...plan.customFields } };
    caches.tickets.add(written);
    observed.add('tickets', written, row.ticketObservedAt ?? startedAt);
  }
  const userId = ticket?.userId ?? null;
  if (userId !== null && Object.keys(plan.contact).length > 0) {
    await repeatLostResponses(async () => session.updateUser(userId, plan.contact));
    if (contact !== null) {
      const written = {
        ...contact,
        phonenumber: plan.contact.phonenumber ?? contact.phonenumber,
        linkedinUrl: plan.contact.linkedin_url ?? contact.linkedinUrl,
      };
      caches.users.add(written);
      observed.add('contacts', written, row.contactObservedAt ?? startedAt);
    }
  }
}

function customFieldList(values: CustomFieldValues): PsaCustomField[] {
  return Object.entries(values).flatMap(([id, value]) =>
    value === undefined ? [] : [{ id: Number(id), value }],
  );
}

export async function reopenTickets(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const { session, caches } = context;
  await pMap(
    planned(rows, 'reopen'),
    async (row) => {
      const { ticket, plan } = row;
      const { status_id: statusId, customfields = [] } = plan.changes;
      if (ticket === null || Object.keys(plan.changes).length === 0) {
        return;
      }
      await failingRow(row, async () => {
        await repeatLostResponses(async () => session.updateTicket(ticket.id, plan.changes));
        caches.tickets.add({
          ...ticket,
          statusId: statusId ?? ticket.statusId,
          customFields: {
            ...ticket.customFields,
            ...Object.fromEntries(customfields.map(({ id, value }) => [id, value])),
          },
        });
      });
    },
    { concurrency: concurrentWrites },
  );
}
