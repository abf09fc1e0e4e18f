import { isSameEmail, newUser } from '@leadbridge/domain';

import type { NewPsaUser, PsaSession, PsaUser } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { isResumed, planned, type DecidedRow } from '../import-row-state.js';
import { writeOnce } from '../../work/write-once.js';
import { failRow } from './failures.js';
import { forgetRefusedPsaIds } from './refused-places.js';

interface NewContact {
  readonly row: DecidedRow;
  readonly user: NewPsaUser;
}

export async function createUsers(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const { session, caches, clock } = context;
  const contacts = planned(rows, 'create').flatMap((row): NewContact[] => {
    const { clientId, siteId, userId } = row.psaIds;
    return userId !== null || clientId === null || siteId === null
      ? []
      : [{ row, user: { client_id: clientId, site_id: siteId, ...newUser(row.merged) } }];
  });
  // After a crash there may be a contact without an email, which a search by email does not find.
  const unsure = contacts.filter(({ row: state }) => state.lead.email === null && isResumed(state, context));
  for (const contact of unsure) {
    const id = await findUser(contact, session);
    contact.row.psaIds = { ...contact.row.psaIds, userId: id };
  }
  const missing = contacts.filter(({ row }) => row.psaIds.userId === null);
  const sentAt = clock.now();
  const results = await writeOnce({
    session,
    items: missing,
    create: async (items) => session.createUsers(items.map(({ user }) => user)),
    find: async (item) => findUser(item, session),
  });
  missing.forEach(({ row, user }, index) => {
    const result = results[index] ?? { ok: false, uncertain: true, message: 'The PSA did not respond' };
    if (!result.ok) {
      failRow(row, result);
      return;
    }
    row.psaIds = { ...row.psaIds, userId: result.id };
    const created: PsaUser = {
      id: result.id,
      email: user.emailaddress ?? null,
      firstName: user.firstname ?? null,
      lastName: user.surname ?? null,
      clientId: user.client_id,
      clientName: row.clientName ?? row.merged.company.name,
      siteId: user.site_id,
      phonenumber: user.phonenumber ?? null,
      linkedinUrl: user.linkedin_url ?? null,
    };
    caches.users.add(created);
    context.observed.add('contacts', created, sentAt);
  });
  await forgetRefusedPsaIds(rows, context);
}

async function findUser({ user }: NewContact, session: PsaSession): Promise<number | null> {
  const email = user.emailaddress;
  if (email !== undefined) {
    return (
      (await session.findUsers({ email })).find((found) => isSameEmail(found.email, email) && isActive(found))
        ?.id ?? null
    );
  }
  const { firstname = '', surname = '' } = user;
  const sameName = (found: { firstName: string | null; lastName: string | null }): boolean =>
    (found.firstName ?? '') === firstname && (found.lastName ?? '') === surname;
  const found = await session.findUsers({ name: `${firstname} ${surname}`.trim() });
  return (
    found.find((each) => isActive(each) && sameName(each) && each.clientId === user.client_id)?.id ?? null
  );
}

function isActive({ isInactive }: PsaUser): boolean {
  return isInactive !== true;
}
