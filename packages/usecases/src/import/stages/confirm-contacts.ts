import pMap from 'p-map';

import type { StageContext } from '../batch.js';
import { planned, type ImportRowState } from '../import-row-state.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import { decide } from './decide.js';

/** Reads a contact live before it is updated, because people may have corrected its phone number. */
export async function confirmContacts(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  const written = planned(rows, 'update').filter(
    ({ plan, contactObservedAt }) => contactObservedAt !== null && Object.keys(plan.contact).length > 0,
  );
  await pMap(
    written,
    async (row) => {
      row.contact = row.contact === null ? null : await context.session.getUser(row.contact.id);
      row.contactObservedAt = null;
      decide([row], context);
    },
    { concurrency: concurrentReads },
  );
}
