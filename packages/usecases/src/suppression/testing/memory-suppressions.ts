import { suppressionKeyText } from '@leadbridge/domain';

import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { OptOutRecord, Suppression, SuppressionStore } from '../../ports/suppression.js';
import type { MemoryImportStore } from '../../testing/memory-import-store.js';

/** The start time of test entries; the same as `createManualClock`. */
export const begunAt = '2026-01-31T09:00:00.000Z';

/** The opt-out of a person whose ticket was read: only the provider's notification is due. */
export const usualSuppression: Suppression = {
  suppressionId: 'sup_1',
  origin: 'psa',
  ticketId: null,
  leadId: null,
  person: { email: 'alex@example.com', firstName: 'Alex', lastName: 'Example', companyName: 'Example Inc' },
  keys: [{ kind: 'email', value: 'alex@example.com' }],
  leadSource: 'Provider A',
  provider: null,
  reason: 'Asked on the phone',
  requestedBy: 'psa',
  requestedAt: begunAt,
  status: 'pending',
  statusReason: null,
  error: null,
  statusAt: begunAt,
  attempts: 0,
  lastAttemptAt: null,
  pushAt: begunAt,
  retryUntil: '2026-02-07T09:00:00.000Z',
  marks: [],
  notes: [],
  ticketAt: null,
  ticketAttempts: 0,
  propagateAt: null,
};

/** Suppressions in memory. Their planned list items are in `store`, because imports and opt-outs share it. */
export function createMemorySuppressions(store: MemoryImportStore) {
  const entries = new Map<string, Suppression>();
  const leads: OptOutRecord[] = [];
  const errorLog: NewErrorLogEntry[] = [];
  const propagated: string[] = [];
  /** Ids of entries by the reference of their notification. */
  const opened = new Map<string, string>();
  /** Entries that another worker has taken over: changes by this worker are rejected. */
  const takenOver = new Set<string>();
  let lastId = 0;

  const nextId = (): string => {
    lastId += 1;
    return `sup_${lastId}`;
  };
  const add = (entry: Partial<Suppression> = {}): Suppression => {
    const added = { ...usualSuppression, suppressionId: entry.suppressionId ?? nextId(), ...entry };
    entries.set(added.suppressionId, added);
    return added;
  };
  const find = (id: string): Suppression | null => entries.get(id) ?? null;
  const mayChange = (id: string): boolean => entries.has(id) && !takenOver.has(id);
  const isSame = (
    one: Pick<Suppression, 'ticketId' | 'keys'>,
    other: Pick<Suppression, 'ticketId' | 'keys'>,
  ) => {
    const known = other.keys.map(suppressionKeyText);
    return one.ticketId === other.ticketId && one.keys.some((key) => known.includes(suppressionKeyText(key)));
  };
  const isDue = ({ pushAt, ticketAt, propagateAt }: Suppression, now: string): boolean =>
    [pushAt, ticketAt, propagateAt].some((time) => time !== null && time <= now);

  const suppressions: SuppressionStore = {
    request: async (requests) =>
      requests.map((request) => {
        const known = [...entries.values()].find((entry) => isSame(entry, request));
        const { at, by, ...wish } = request;
        const begun = { requestedAt: at, requestedBy: by, statusAt: at, pushAt: at };
        return known === undefined
          ? { entry: add({ ...wish, ...begun }), isNew: true }
          : { entry: known, isNew: false };
      }),
    async open({ ticketId, reference, reason, at }) {
      const known = find(opened.get(reference) ?? '');
      const unread = { person: null, keys: [], leadSource: null };
      const entry = known ?? add({ ...unread, ticketId, reason, pushAt: at, ticketAt: at });
      opened.set(reference, entry.suppressionId);
      return entry;
    },
    async resolve(entry, read) {
      if (!mayChange(entry.suppressionId)) {
        return null;
      }
      const standing = [...entries.values()].find(
        (other) =>
          other.suppressionId !== entry.suppressionId && isSame(other, { ...read, ticketId: entry.ticketId }),
      );
      if (standing === undefined) {
        return add({ ...entry, ...read });
      }
      entries.delete(entry.suppressionId);
      return standing;
    },
    async propagate({ suppressionId }) {
      const entry = find(suppressionId);
      if (entry === null || !mayChange(suppressionId)) {
        return false;
      }
      propagated.push(suppressionId);
      add({ ...entry, propagateAt: null });
      return true;
    },
    async change(id, _fence, change, entriesOfLog = []) {
      const entry = find(id);
      if (entry === null || !mayChange(id)) {
        return false;
      }
      add({ ...entry, ...change });
      errorLog.push(...entriesOfLog);
      return true;
    },
    leadsOfTicket: async (ticketId) => leads.filter(({ psaTicketId }) => psaTicketId === ticketId),
    async planListGroup({ listId, ticketId, suppressionId }) {
      const known = [...store.groups.values()].filter(
        (group) => group.ofOptOuts && group.listId === listId && group.ticketIds.includes(ticketId),
      );
      if (known.every(({ state }) => state === 'refused')) {
        const groupId = ['lst', suppressionId, ...known.map(({ state }) => state)].join('_');
        const planned = { groupId, jobId: suppressionId, listId, ticketIds: [ticketId], ofOptOuts: true };
        store.groups.set(groupId, { ...planned, state: known.length === 0 ? 'planned' : 'attempted' });
      }
    },
    settle: async () => 0,
    find: async (id) => find(id),
    findMany: async (ids) => ids.flatMap((id) => find(id) ?? []),
    due: async (now, limit) =>
      [...entries.values()]
        .filter((entry) => isDue(entry, now))
        .map(({ suppressionId }) => suppressionId)
        .slice(0, limit),
    nextDueAt: async () => {
      const times = [...entries.values()].flatMap(({ pushAt, ticketAt, propagateAt }) =>
        [pushAt, ticketAt, propagateAt].filter((time) => time !== null),
      );
      return times.sort()[0] ?? null;
    },
    list: async () => Promise.reject(new Error('Nobody lists here')),
    remove: async () => Promise.reject(new Error('Nobody removes here')),
    retry: async () => Promise.reject(new Error('Nobody retries here')),
    leadById: async (leadId) => leads.find((lead) => lead.leadId === leadId) ?? null,
    coveredLeads: async (keys) => {
      const texts = new Set(keys.map(suppressionKeyText));
      return leads.filter((lead) => lead.keys.some((key) => texts.has(suppressionKeyText(key))));
    },
  };

  return { suppressions, entries, leads, errorLog, propagated, takenOver, add, find };
}
