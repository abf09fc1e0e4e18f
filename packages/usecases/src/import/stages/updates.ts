import type { CustomFieldValues } from '@leadbridge/domain';
import pMap from 'p-map';

import type { PsaCustomField } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { planned, type PlannedRow, type ImportRowState } from '../import-row-state.js';
import { repeatLostAnswers } from '../../work/write-once.js';
import { failingRow } from './failures.js';
import { readBackFirstWrites } from './read-back.js';

const concurrentWrites = 4;

/** Writes the changed fields, and only those, of existing leads and of their contacts. */
export async function updateTickets(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  await pMap(
    planned(rows, 'update'),
    async (row) => {
      await failingRow(row, async () => writeChanges(row, context));
    },
    { concurrency: concurrentWrites },
  );
  await readBackFirstWrites(
    planned(rows, 'update').map((row) => ({ row, fields: customFieldList(row.plan.customFields) })),
    context,
  );
}

async function writeChanges(
  row: PlannedRow<'update'>,
  { session, caches, observed, startedAt }: StageContext,
): Promise<void> {
  const { plan, ticket, ticketId, contact } = row;
  const customfields = customFieldList(plan.customFields);
  if (ticketId !== null && ticket !== null && customfields.length > 0) {
    await repeatLostAnswers(async () => session.updateTicket(ticketId, { customfields }));
    const written = { ...ticket, customFields: { ...ticket.customFields, ...plan.customFields } };
    caches.tickets.add(written);
    observed.add('tickets', written, row.ticketObservedAt ?? startedAt);
  }
  const userId = ticket?.userId ?? null;
  if (userId !== null && Object.keys(plan.contact).length > 0) {
    await repeatLostAnswers(async () => session.updateUser(userId, plan.contact));
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
