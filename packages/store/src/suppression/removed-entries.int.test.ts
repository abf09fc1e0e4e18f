import { describe, expect, it, jest } from '@jest/globals';
import type { AuditEntry, OptOutRequest, SuppressionStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { auditModel } from '../audit/audit-model.js';
import { createImportStore } from '../transactions/import-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';
import { findSuppressedKeys } from './suppressed-keys.js';
import { createSuppressionStore } from './suppression-store.js';

const at = '2026-01-31T09:00:00.000Z';
const keys = [{ kind: 'email', value: 'jane@acme.example' }] as const;
const audit = (): AuditEntry => ({
  action: 'suppression.removed',
  actor: { id: 'usr_1', name: 'Admin', kind: 'person' },
  target: { type: 'suppression', id: 'sup_1' },
  changes: {},
  address: null,
  requestId: 'req_1',
});

let connection: Connection;
let suppressions: SuppressionStore;

useTestDatabase((opened) => {
  connection = opened;
  createImportStore(connection);
  suppressions = createSuppressionStore(connection);
  auditModel(connection);
});

/** The id of the entry of an opt-out on a ticket. */
async function request(ticketId: number): Promise<string> {
  const optOut: OptOutRequest = {
    ...{ origin: 'api', ticketId, leadId: null, keys, leadSource: null, reason: 'Opt-out request' },
    person: { email: 'jane@acme.example', firstName: null, lastName: null, companyName: 'Acme' },
    ...{ marks: ['flag', 'list'], at, by: 'key_1' },
  };
  const [written] = await suppressions.request([optOut]);
  return written?.entry.suppressionId ?? '';
}

/**
 * Begins the removal of an entry between the last write of the next transaction and its commit, for which the removal
 * may have to wait.
 */
function removeBeforeNextCommit(id: string): { readonly removed: () => Promise<unknown> } {
  let removal: Promise<unknown> | undefined;
  const transact = connection.transaction.bind(connection);
  jest.spyOn(connection, 'transaction').mockImplementationOnce(async (work, options) =>
    transact(async (session) => {
      const result = await work(session);
      removal ??= suppressions.remove(id, at, audit);
      await Promise.race([removal, new Promise((resolve) => setTimeout(resolve, 300))]);
      return result;
    }, options),
  );
  return { removed: async () => removal };
}

const ticketsLeft = async () =>
  (await connection.collection('suppressions').find().toArray()).map(({ ticketId }) => Number(ticketId));
const blocks = async () => (await findSuppressedKeys(connection, keys)).size === 1;

describe('the removal of an entry', () => {
  it('leaves the block of another entry of the person', async () => {
    const first = await request(7);
    await request(8);
    await suppressions.remove(first, at, audit);
    expect([await ticketsLeft(), await blocks()]).toEqual([[8], true]);
  });

  it('leaves the block of another entry of the person that is written at the same moment', async () => {
    const { removed } = removeBeforeNextCommit(await request(7));
    await request(8);
    await removed();
    expect([await ticketsLeft(), await blocks()]).toEqual([[8], true]);
  });

  it('of both entries of a person at the same moment leaves no block without an entry', async () => {
    const first = await request(7);
    const { removed } = removeBeforeNextCommit(await request(8));
    await suppressions.remove(first, at, audit);
    await removed();
    expect([await ticketsLeft(), await blocks()]).toEqual([[], false]);
  });
});
