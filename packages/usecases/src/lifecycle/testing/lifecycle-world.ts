import { STATUSES, statusName, type Status } from '@leadbridge/domain';

import { defaultSettings, type Settings } from '../../ports/settings.js';
import type { OpportunityChanges, PsaPort, TicketChanges } from '../../ports/psa.js';
import { createStatusIds } from '../../psa/status-ids.js';
import { createManualClock } from '../../testing/manual-clock.js';
import { createMemoryPsa, type MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { LeadWork, LifecycleDependencies } from '../claim-lead.js';
import { createMemoryLifecycleStore } from './memory-lifecycle-store.js';

const firstStatusId = 1_001;
const statuses: readonly Status[] = Object.values(STATUSES).flat();

/** The id in the memory PSA of each state for which the specification names none. */
export function statusIdOf(status: Status): number {
  return firstStatusId + statuses.indexOf(status);
}

/**
 * The lifecycle with in-memory ports: a PSA that knows each of our states by name (except `lacks`), and
 * contains ticket 300 and opportunity 500 of the initial test records.
 */
export function createLifecycleWorld({
  settings,
  lacks = [],
  ...options
}: MemoryPsaOptions & { readonly settings?: Partial<Settings>; readonly lacks?: readonly Status[] } = {}) {
  const clock = createManualClock();
  const psa = createMemoryPsa(options);
  const held = createMemoryLifecycleStore();
  const current: Settings = { ...defaultSettings('US'), ...settings };
  const enqueued: string[] = [];
  /** The changes of opportunities and tickets sent to the PSA; the memory PSA stores only some of them. */
  const opportunityChanges: OpportunityChanges[] = [];
  const ticketChanges: TicketChanges[] = [];

  psa.statuses.push(
    ...statuses
      .filter((status) => !lacks.includes(status))
      .map((status) => ({ id: statusIdOf(status), name: statusName(status) })),
  );
  psa.addTicket({ id: 300, statusId: 3, clientId: 10, userId: 200 });
  psa.opportunities.set(500, {
    ...{ id: 500, summary: 'Alex Example - Example Inc', clientId: 10, userId: 200 },
    ...{ details: 'As written', customFields: {} },
  });

  const port: PsaPort = {
    session(context) {
      const session = psa.session(context);
      return {
        ...session,
        async updateOpportunity(id, changes) {
          await session.updateOpportunity(id, changes);
          opportunityChanges.push(changes);
        },
        async updateTicket(id, changes) {
          await session.updateTicket(id, changes);
          ticketChanges.push(changes);
        },
      };
    },
  };
  const deps: LifecycleDependencies = {
    psa: port,
    store: held.store,
    queue: {
      async enqueue({ jobId }) {
        enqueued.push(jobId);
      },
    },
    statusIds: createStatusIds(() => current, clock.now),
    settings: () => current,
    clock,
  };

  return {
    ...held,
    ...{ clock, psa, deps, enqueued, opportunityChanges, ticketChanges },
    ticket: () => psa.tickets.get(300),
    /** The last write, including the end of its job. */
    last: () => held.writes.at(-1),
    /** The context of work on a claimed lead. */
    work: (given: Partial<LeadWork> = {}): LeadWork => ({
      ...deps,
      fence: 1,
      session: port.session({ priority: 'lifecycle' }),
      assertHeld: async () => undefined,
      ...given,
    }),
  };
}
