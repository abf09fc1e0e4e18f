import { ERASED, factsOfLead, personKeys, suppressionKeyText, type KeyFields } from '@leadbridge/domain';

import type {
  CopiedRow,
  Erasure,
  ErasureEnd,
  ErasureInput,
  ErasureStore,
  ErasureWait,
  LeadSketch,
  OpenRow,
  RecordErasure,
  RecordsOfPerson,
  TraceDocument,
} from '../../ports/erasure.js';
import { StaleClaimError } from '../../ports/import-store.js';
import type { JobEnd } from '../../ports/job-runs.js';
import { defaultSettings } from '../../ports/settings.js';
import type { Suppression } from '../../ports/suppression.js';
import { jobOf } from '../../lifecycle/testing/records.js';
import { createManualClock } from '../../testing/manual-clock.js';
import { createMemoryClaims } from '../../testing/memory-import-store.js';
import { erasePerson } from '../erase-person.js';
import { nothingErased } from '../erasure-result.js';
import type { ErasureContext, ErasureDependencies } from '../erasure-dependencies.js';

const alexFields: KeyFields = {
  ...{ email: 'alex@example.com', phone: null, firstName: 'Alex', lastName: 'Example' },
  company: { name: 'Example Works' },
};

const keysOfAlex = personKeys([factsOfLead(alexFields)]).map(suppressionKeyText);

export interface ErasureWorldGiven {
  /** Ids of leads of the person; 7 unless given. */
  readonly leadIds?: readonly number[];
  readonly rows?: readonly Partial<OpenRow>[];
  readonly openJobs?: readonly { readonly jobId: string; readonly isBegun: boolean }[];
  readonly traces?: readonly TraceDocument[];
  readonly suppressions?: readonly Partial<Suppression>[];
}

/** An opt-out of the person with nothing left to do. */
export function settledSuppression(given: Partial<Suppression> = {}): Suppression {
  const at = '2026-01-30T09:00:00.000Z';
  return {
    origin: 'api',
    status: 'suppressed',
    ...{ suppressionId: 'sup_1', ticketId: null, leadId: 7, person: null, keys: [] },
    ...{ leadSource: null, provider: null, reason: 'Asked', requestedBy: 'key_1', requestedAt: at },
    ...{ statusReason: null, error: null, statusAt: at, attempts: 1, lastAttemptAt: at },
    ...{ pushAt: null, retryUntil: at, marks: [], notes: [], ticketAt: null, ticketAttempts: 0 },
    propagateAt: null,
    ...given,
  };
}

/** An erasure over ports in memory: the person has lead 7 with ticket 1007, and `traces` name it. */
export function createErasureWorld(given: ErasureWorldGiven = {}) {
  const clock = createManualClock();
  const claims = createMemoryClaims();
  const leads = new Map(
    (given.leadIds ?? [7]).map((leadId): [number, LeadSketch] => [
      leadId,
      {
        leadId,
        key: `of-${leadId}`,
        personKeys: keysOfAlex,
        psaTicketId: 1_000 + leadId,
        fields: alexFields,
      },
    ]),
  );
  const state = {
    erasure: null as Erasure | null,
    waiting: [] as readonly ErasureWait[],
    ended: [] as JobEnd[],
    rememberedKeys: new Map<string, string>(),
    erasedRows: [] as RecordErasure['failedRows'],
    finished: null as ErasureEnd | null,
    queueJobs: [] as readonly string[],
    /** Whether another worker has taken the erasure over. */
    isTaken: false,
  };
  const traces = new Map((given.traces ?? []).map((document) => [document.id, document]));
  const rows = (given.rows ?? []).map((row, index): OpenRow => ({
    ...{ jobId: 'job_import', index, ofBulk: true, source: 'csv', isBegun: false },
    data: { email: 'alex@example.com' },
    ...row,
  }));
  const copies: CopiedRow[] = [];
  const openJobs = [...(given.openJobs ?? [])];
  const suppressions = (given.suppressions ?? []).map(settledSuppression);

  function assertOwn(): void {
    if (state.isTaken) {
      throw new StaleClaimError('Another worker has the erasure');
    }
  }

  function recordsOf(leadIds: readonly number[]): RecordsOfPerson {
    return {
      prospectIds: leadIds.map((id) => 100 + id),
      opportunityIds: [],
      psa: {
        ticketIds: leadIds.map((id) => 1_000 + id),
        contactIds: leadIds.map((id) => 2_000 + id),
        ...{ opportunityIds: [], clientIds: [] },
      },
      optedOut: false,
    };
  }

  async function* each<T>(items: Iterable<T>): AsyncIterable<T> {
    yield* items;
  }

  function isOfErasedRow({ rowIds }: { readonly rowIds: readonly string[] }): boolean {
    return rowIds.some((id) => JSON.stringify(traces.get(id) ?? null).includes('"code":"ERASED"'));
  }

  const store: ErasureStore = {
    claim: claims.claim,
    renewClaims: claims.renewClaims,
    releaseClaims: claims.releaseClaims,
    lookAtClaims: claims.lookAtClaims,
    find: async () => state.erasure,
    async save(erasure) {
      assertOwn();
      state.erasure = erasure;
    },
    async rememberErased(keys, at) {
      keys.forEach((key) => state.rememberedKeys.set(suppressionKeyText(key), at));
    },
    leads: (keys) => each([...leads.values()].filter((lead) => keys === undefined || hasOneOf(lead, keys))),
    fieldsOf: async (ids) => ids.flatMap((id) => leads.get(id)?.fields ?? []),
    suppressions: () => each(suppressions),
    recordsOf: async (leadIds) => recordsOf(leadIds),
    usersWith: async (emails) => emails.map((email) => `user of ${email}`),
    openRows: () => each(rows),
    copiedRows: () => each(copies),
    openJobs: async () => openJobs,
    async eraseRecords({ next, failedRows, endedJobs }) {
      assertOwn();
      const deleted = next.leadIds.filter((id) => leads.delete(id)).length;
      state.erasedRows = [...state.erasedRows, ...failedRows];
      copies.splice(0);
      rows.splice(0, rows.length, ...rows.filter((row) => !failedRows.some((each_) => each_ === row)));
      state.ended.push(...endedJobs);
      for (const { jobId } of endedJobs) {
        const document = traces.get(jobId);
        if (document?.kind === 'jobs') {
          traces.set(jobId, { ...document, status: 'failed' });
        }
      }
      state.erasure = { ...next, erased: { ...next.erased, leads: next.erased.leads + deleted } };
      return state.erasure;
    },
    countRecords: async ({ next }) => {
      const found = next.leadIds.filter((id) => leads.has(id)).length;
      return { ...next, erased: { ...next.erased, leads: next.erased.leads + found } };
    },
    countSuppressedKeys: async () => 4,
    traces: async ({ cursor }, kind, limit) =>
      [...traces.values()]
        .filter((document) => document.kind === kind && (cursor === null || document.id > cursor))
        .filter((document) => document.kind !== 'idempotency_keys' || isSealed(document))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit)
        .map((document) =>
          document.kind === 'error_log' ? { ...document, isOfErasedRow: isOfErasedRow(document) } : document,
        ),
    async writeTraces(next, kind, changes) {
      assertOwn();
      for (const { id, isTheirs, set } of changes) {
        const document = traces.get(id);
        if (document?.kind === kind) {
          traces.set(id, { ...document, ...(isTheirs ? leftIn(document) : {}), ...set });
        }
        if (set === null) {
          traces.delete(id);
        }
      }
      state.erasure = next;
    },
    async showWaiting(_jobId, waitingFor) {
      state.waiting = waitingFor;
    },
    async finish(end) {
      assertOwn();
      state.finished = end;
      suppressions.splice(0);
      state.erasure = null;
      state.ended.push(end.end(4));
    },
    async abandon(end) {
      state.ended.push(end);
    },
  };

  const job = (input: ErasureInput) => jobOf('erasure', input, 'job_erasure');
  const deps: ErasureDependencies = {
    store,
    queues: {
      async erase(jobIds) {
        state.queueJobs = jobIds;
        return jobIds.length;
      },
      count: async (jobIds) => jobIds.length,
    },
    settings: () => defaultSettings('US'),
    openResponse: (_id, sealed) => sealed.toString(),
    clock,
  };

  return {
    ...{ clock, claims, leads, state, traces, rows, copies, openJobs, suppressions, deps },
    run: async (
      input: ErasureInput = { email: 'alex@example.com' },
      given_: Partial<ErasureDependencies> = {},
    ) => erasePerson({ ...deps, ...given_ }, job(input)),
    /** What a stage gets. */
    context: (): ErasureContext => ({
      ...deps,
      job: job({ email: 'alex@example.com' }),
      fence: 1,
      assertHeld: async () => undefined,
    }),
  };
}

function hasOneOf({ key, personKeys: own }: LeadSketch, keys: readonly string[]): boolean {
  return [key, ...own].some((each) => keys.includes(each));
}

/** What the declarations of the store leave. */
function leftIn(document: object): object {
  return {
    ...('data' in document ? { data: null } : {}),
    ...('message' in document ? { message: ERASED } : {}),
    ...('sealed' in document ? { sealed: null } : {}),
  };
}

/** Like the store, which returns no responses that were removed. */
function isSealed({ sealed }: { readonly sealed: unknown }): boolean {
  return sealed !== null;
}

/** An erasure of the person of the world that has come to `stage`. */
export function erasureAt(stage: Erasure['stage'], given: Partial<Erasure> = {}): Erasure {
  return {
    ...{ jobId: 'job_erasure', stage, cursor: null },
    person: {
      emails: ['alex@example.com'],
      phones: [],
      names: [{ first: 'alex', last: 'example' }],
      companyPersons: ['exampleworks-alexexample'],
    },
    ...{
      leadIds: [7],
      prospectIds: [],
      opportunityIds: [],
      leadKeys: ['of-7'],
      companyKeys: ['exampleworks'],
    },
    psa: { ticketIds: [1_007], contactIds: [], opportunityIds: [], clientIds: [] },
    ...{ userIds: [], jobIds: [], optedOut: false, mayHoldMore: false, erased: nothingErased },
    ...given,
  };
}

/** Entries of the error log that name the person, and one that names nobody. */
export function errorLog(count: number): readonly TraceDocument[] {
  const entry = (id: string, message: string): TraceDocument => ({
    ...{ kind: 'error_log', id, message, leadId: null, jobId: null, rowIds: [], isOfErasedRow: false },
  });
  const named = Array.from({ length: count }, (_, index) =>
    entry(`err_${String(index).padStart(5, '0')}`, 'alex@example.com has no phone'),
  );
  return [...named, entry('err_99999', 'The PSA is away')];
}
