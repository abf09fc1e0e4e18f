import { jobCatalogue, type JobInput, type JobType, type JobTypeOf } from '@leadbridge/contracts';
import {
  NO_QUALIFICATION,
  PSA_STATUS_IDS,
  statusName,
  type Lead,
  type QualificationData,
  type Status,
} from '@leadbridge/domain';
import type { PsaDialectConfig } from '@leadbridge/integrations';
import { isoTime, newId, systemClock } from '@leadbridge/platform';
import {
  createImportStore,
  createJobRuns,
  createJobStore,
  createLifecycleStore,
  createRecordReader,
  ensureIndexes,
} from '@leadbridge/store';
import {
  createTrialLane,
  applyTicketChange,
  createStatusIds,
  defaultSettings,
  jobRecordOf,
  runLifecycleJob,
  type JobRecord,
  type RecordReader,
  type Settings,
} from '@leadbridge/usecases';

import { openServers, type Servers } from './open-servers.js';
import { writesTo } from './writes-to.js';

type LifecycleJobType = JobTypeOf<'lifecycle'>;

/** Qualification data that meets all five criteria. */
export const qualified: QualificationData = {
  painPoints: 'Manual reporting',
  qualifiedServices: 'Automation',
  decisionMaker: 'Yes',
  budgetRange: '50k-100k',
  timeframe: 'Q3',
  fitScore: 85,
  qualificationNotes: null,
};

interface SeededLead {
  readonly leadId: number;
  readonly ticketId: number;
}

type Store = Parameters<typeof runLifecycleJob>[0]['store'];

/** The lifecycle's use cases on a real MongoDB, a real Redis and a simulated PSA, in this process. */
export interface LifecycleHarness extends Servers {
  readonly records: RecordReader;
  /** Changes apply from the next job on. */
  settings: Settings;
  /** Jobs that the lifecycle has started by itself. */
  readonly enqueued: { jobId: string; type: JobType }[];
  seedLead(status: Status, qualification?: QualificationData): Promise<SeededLead>;
  seedProspect(
    status: Status,
    qualification?: QualificationData,
  ): Promise<SeededLead & { prospectId: number }>;
  seedOpportunity(status: Status): Promise<SeededLead & { opportunityId: number; psaOpportunityId: number }>;
  /** Stores a job; returns its id. */
  store<T extends LifecycleJobType>(type: T, input: JobInput<T>): Promise<string>;
  /** Stores a job and runs it to its end, as often as its queue would. */
  run<T extends LifecycleJobType>(type: T, input: JobInput<T>): Promise<JobRecord<T>>;
  /**
   * Runs a stored job once.
   *
   * @param changes to the store, to make it fail
   */
  attempt(jobId: string, lastAttempt?: boolean, changes?: Partial<Store>): Promise<unknown>;
  job(jobId: string): Promise<JobRecord>;
  /** Delivers a notification of the PSA about a ticket. */
  tell(ticketId: number, changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** The writes to the PSA since the log was cleared, such as `PUT /api/Tickets`; see `writesTo`. */
  writes(): string[];
  /** Everything that is stored besides jobs. */
  remembered(): Promise<Readonly<Record<string, readonly unknown[]>>>;
}

const leadOf = (id: number): Lead => ({
  firstName: 'Ada',
  lastName: `Number${id}`,
  email: `ada.${id}@company.example.com`,
  jobTitle: 'CTO',
  phone: null,
  linkedinUrl: null,
  company: { name: 'Company', website: null, phone: null },
  industry: 'Software',
  headcount: 120,
  doNotContact: false,
  customFields: { 101: 'Provider A', 102: 'Software, Cloud' },
  research: { publicResearch: 'Listed in 2020', newsArticles: null, initialNotes: null },
  emailVerification: null,
});

export async function openLifecycleHarness(dialect?: Partial<PsaDialectConfig>): Promise<LifecycleHarness> {
  const { mongo, simulator, psa, close } = await openServers(dialect);
  const clock = systemClock;
  const runs = createJobRuns(mongo);
  const jobs = createJobStore(mongo);
  const enqueued: LifecycleHarness['enqueued'] = [];
  const deps = {
    psa,
    clock,
    runs,
    trials: createTrialLane(clock),
    errorLogEntries: createImportStore(mongo),
    store: createLifecycleStore(mongo),
    queue: {
      enqueue: async (job: { jobId: string; type: JobType }): Promise<void> => {
        enqueued.push(job);
        return Promise.resolve();
      },
    },
    settings: () => harness.settings,
    statusIds: createStatusIds(
      () => harness.settings,
      () => clock.now(),
    ),
  };
  await ensureIndexes(mongo);
  let lastId = 0;

  /** Retries a job after a failure of the PSA, like its queue, but at once. */
  async function attemptAsQueue(jobId: string, attempts: number): Promise<void> {
    for (let attempt = 1, failed = true; failed && attempt <= attempts; attempt += 1) {
      failed = await harness.attempt(jobId, attempt === attempts).then(
        () => false,
        () => true,
      );
    }
  }

  async function insert(collection: string, document: object): Promise<void> {
    await mongo.collection(collection).insertOne(document);
  }

  function begun(status: Status) {
    const at = new Date(clock.now() - 3_600_000);
    return {
      status,
      history: [{ from: null, to: status, at, by: 'test', reason: null }],
      createdAt: at,
      updatedAt: at,
    };
  }

  /** A record's ids, its ticket in the PSA, and its data. */
  function seedTicket(status: Status, kind: 'lead' | 'prospect') {
    const id = (lastId += 1);
    const lead = leadOf(id);
    const ticketId = simulator.seedTicket({
      firstname: 'Ada',
      surname: `Number${id}`,
      emailaddress: lead.email ?? '',
      company: `Company ${id}`,
      status_id: PSA_STATUS_IDS[status] ?? statusIdOf(status),
      tickettype_id: kind === 'lead' ? 1 : 2,
      category_1: kind === 'lead' ? 'Lead' : 'Prospect',
    });
    const ticket = simulator.ticket(ticketId);
    const place = { psaTicketId: ticketId, psaClientId: ticket?.client_id, psaUserId: ticket?.user_id };
    return { id, ticketId, lead, place };
  }

  const harness: LifecycleHarness = {
    simulator,
    psa,
    mongo,
    records: createRecordReader(mongo),
    settings: defaultSettings('US'),
    enqueued,

    async seedLead(status, qualification) {
      const { id, ticketId, lead, place } = seedTicket(status, 'lead');
      await insertLead(id, lead, place, {
        ...begun(status),
        qualification,
        doNotContact: status === 'do_not_contact',
      });
      return { leadId: id, ticketId };
    },

    async seedProspect(status, qualification = NO_QUALIFICATION) {
      const { id, ticketId, lead, place } = seedTicket(status, 'prospect');
      await insertLead(id, lead, place, { ...begun('engaged'), prospectId: id, qualification });
      await insert('prospects', prospectOf(id, lead, place, { ...begun(status), qualification }));
      return { leadId: id, ticketId, prospectId: id };
    },

    async seedOpportunity(status) {
      const { id, ticketId, lead, place } = seedTicket('qualified', 'prospect');
      await insertLead(id, lead, place, { ...begun('engaged'), prospectId: id });
      await insert(
        'prospects',
        prospectOf(id, lead, place, {
          ...begun('qualified'),
          qualification: qualified,
          opportunityId: id,
        }),
      );
      const psaOpportunityId = simulator.seedOpportunity(ticketId, {
        summary: `Ada Number${id} - Company`,
        details: 'As created',
      });
      await insert('opportunities', {
        _id: id,
        prospectId: id,
        leadId: id,
        ...place,
        psaOpportunityId,
        source: 'provider_a',
        lead,
        qualification: qualified,
        doNotContact: false,
        opportunity: {
          value: 50_000,
          productsServices: 'Automation',
          probability: 40,
          expectedCloseDate: '2027-03-31',
          quotesProposals: null,
          competitors: null,
          winLossReason: null,
        },
        notes: [],
        psaDetails: 'As created',
        psaReference: 'job_seeded',
        fence: 0,
        ...begun(status),
      });
      return { leadId: id, ticketId, opportunityId: id, psaOpportunityId };
    },

    async store(type, input) {
      const jobId = newId('job');
      await jobs.create({
        jobId,
        type,
        input,
        requestId: 'req_test',
        actor: { id: 'key_test', name: 'Test desk' },
        total: 1,
        createdAt: isoTime(clock.now()),
      });
      return jobId;
    },

    async run(type, input) {
      const jobId = await harness.store(type, input);
      await attemptAsQueue(jobId, jobCatalogue[type].attempts);
      return jobRecordOf(type, await harness.job(jobId));
    },

    async attempt(jobId, lastAttempt = false, changes = {}) {
      const store = { ...deps.store, ...changes };
      return await runLifecycleJob({ ...deps, store }, { jobId, lastAttempt });
    },

    async job(jobId) {
      const record = await jobs.find(jobId);
      if (record === null) {
        throw new Error(`There is no job ${jobId}`);
      }
      return record;
    },

    async tell(ticketId, changes) {
      await applyTicketChange(deps, { ticketId, changes, jobId: 'job_told', at: isoTime(clock.now()) });
    },

    writes() {
      return writesTo(simulator).map((write) => write.replace(/\/\d+$/u, ''));
    },

    async remembered() {
      const names = [
        'leads',
        'prospects',
        'opportunities',
        'calls',
        'transitions',
        'events',
        'error_log',
        'suppressions',
      ];
      const entries = await Promise.all(
        names.map(async (name) => [name, await mongo.collection(name).find().sort({ _id: 1 }).toArray()]),
      );
      return Object.fromEntries(entries) as Readonly<Record<string, readonly unknown[]>>;
    },

    close,
  };
  return harness;

  function statusIdOf(status: Status): number {
    const ids: Readonly<Record<string, number>> = {
      Contacted: 3,
      Engaged: 4,
      'No Interest': 5,
      'Invalid Data': 7,
      Prospecting: 11,
      Qualified: 12,
      Disqualified: 13,
    };
    return ids[statusName(status)] ?? 1;
  }

  async function insertLead(id: number, lead: Lead, place: object, more: object): Promise<void> {
    await insert('leads', {
      _id: id,
      key: `email:${lead.email}`,
      personKeys: [`email:${lead.email}`],
      ...place,
      createdSource: 'provider_a',
      source: 'provider_a',
      sources: { provider_a: { kind: 'provider_a', lead, receivedAt: isoTime(clock.now()) } },
      lead,
      provenance: [{ source: 'provider_a', at: isoTime(clock.now()), fields: ['email'] }],
      qualityScore: 50,
      doNotContact: false,
      fence: 0,
      prospectId: null,
      ...more,
    });
  }
}

function prospectOf(id: number, lead: Lead, place: object, more: object): object {
  return {
    _id: id,
    leadId: id,
    ...place,
    source: 'provider_a',
    lead,
    doNotContact: false,
    nextAction: null,
    nextActionDate: null,
    opportunityId: null,
    convertedBy: null,
    promotionReference: null,
    irregularChanges: [],
    fence: 0,
    ...more,
  };
}
