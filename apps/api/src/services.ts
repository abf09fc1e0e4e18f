import type { ConnectionState, HealthAnswer, JobWait, PsaState, QueueDepth } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import type { Clock, Logger } from '@leadbridge/platform';
import type { IdempotencyStore } from '@leadbridge/store';
import type {
  AccessDependencies,
  AnalyticsReader,
  ApiKeyDependencies,
  AuditLog,
  AuditedJobs,
  ChangeWatch,
  CheckWebhookSignature,
  Configuration,
  DispatchState,
  ErrorLogReader,
  ImportMappings,
  EventResending,
  JobQueue,
  JobRecord,
  JobStore,
  MirrorRebuilds,
  ReconciliationStore,
  SuppressionStore,
  PsaBudgetHistory,
  PsaMirrorReader,
  RecordReader,
  SettingsPort,
  SignatureVerdict,
  SignedRequest,
  WebhookManagement,
} from '@leadbridge/usecases';

import type { Authenticator } from './pipeline/authentication/index.js';
import type { PerformanceLog } from './middleware/metrics/index.js';
import type { Limits } from './pipeline/rate-limit/index.js';

/** All that routes and middleware need from outside; made in `compose.ts`, or by hand in tests. */
export interface ApiServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: JobStore;
  readonly auditedJobs: AuditedJobs;
  /** Leads, prospects, opportunities and calls. */
  readonly records: RecordReader;
  readonly queue: Pick<JobQueue, 'enqueue' | 'waitFor' | 'promoteDelayed'>;
  readonly settings: SettingsPort;
  /** Reads and changes what `settings` are made from. */
  readonly configuration: Configuration;
  /** Suppressions: who must not be contacted. */
  readonly optOuts: SuppressionStore;
  readonly importMappings: ImportMappings;
  /** The mirror of the PSA, which the workers keep. */
  readonly mirror: {
    readonly enabled: boolean;
    readonly reader: Pick<PsaMirrorReader, 'states' | 'counts'>;
    readonly rebuilds: MirrorRebuilds;
  };
  readonly reconciliations: ReconciliationStore;
  /** Checks what claims to come from the PSA. */
  readonly psaNotifications: {
    readonly verify: (request: SignedRequest) => SignatureVerdict;
    readonly verifyTimestamps: (timestamps: readonly unknown[]) => SignatureVerdict;
    /**
     * Whether an `Authorization` is the credential that was agreed on with the PSA; null where none was agreed on, or none is sent.
     */
    readonly isSender: (authorization: string | undefined) => boolean | null;
    /** What to tell a PSA whose `Authorization` has another scheme than the one that was agreed on; null where that is not the reason. */
    readonly wrongScheme: (authorization: string | undefined) => string | null;
  };
  readonly webhooks: WebhookServices;
  /** When a running job is expected to finish, in ISO 8601; null where that is not known. */
  readonly estimateFinish: (record: JobRecord) => Promise<string | null>;
  /** What a job that has not finished waits for; null where it waits for nothing. */
  readonly waitingFor: (job: Pick<JobRecord, 'type' | 'status' | 'putBack'>) => Promise<JobWait | null>;
  /** Everything that people and keys are managed with. */
  readonly access: AccessServices;
  readonly audit: AuditLog;
  /** What any process of the service stores. */
  readonly changes: Omit<ChangeWatch, 'close'>;
  readonly analytics: AnalyticsReader;
  readonly performance: PerformanceLog;
  readonly errorLog: ErrorLogReader;
  /** Asked in this order. */
  readonly authenticators: readonly Authenticator[];
  readonly limits: Limits;
  readonly idempotency: IdempotencyStore;
  /** Whether MongoDB confirms writes now, or did within the last half second. */
  readonly confirmsWrites: () => Promise<boolean>;
  /** Of 32 bytes each, for secrets at rest: the one that seals, and behind it those that it has replaced. */
  readonly encryptionKeys: readonly [Buffer, ...Buffer[]];
  readonly connections: Connections;
  /** Read now or a second ago; null while Redis is unavailable. */
  readonly workers: () => Promise<WorkersState | null>;
  /** Of each queue, read now or a second ago; null while Redis is unavailable. */
  readonly queueDepths: () => Promise<readonly QueueDepth[] | null>;
  readonly budgetHistory: Pick<PsaBudgetHistory, 'peaks'>;
  readonly psaBudget: () => Promise<PsaBudgetStatus | null>;
  /** How the workers hand events to the webhooks, read now or a second ago; null while MongoDB is away. */
  readonly eventDispatch: () => Promise<DispatchState | null>;
  /** How long a request waits for its job where the caller does not say. */
  readonly syncWaitSeconds: number;
  /** Aborted when the process is about to stop: nothing new is waited for. */
  readonly stopping: AbortSignal;
}

/** What the use cases of access need. */
export interface AccessServices extends AccessDependencies, ApiKeyDependencies {
  /** To be called after every change of keys, people or sessions: it counts in this process at once, in the others within a second. */
  readonly changed: () => void;
}

export interface WebhookServices {
  readonly management: WebhookManagement;
  readonly resending: EventResending;
  readonly checkSignature: CheckWebhookSignature;
}

/** The state of each connection, asked for now or a few seconds ago. */
export interface Connections {
  readonly database: () => Promise<ConnectionState>;
  readonly queue: () => Promise<ConnectionState>;
  readonly psa: () => Promise<PsaState>;
  readonly providerA: () => Promise<ConnectionState>;
}

/** What the workers say of themselves, in the words of the health answer. */
export interface WorkersState {
  readonly alive: number;
  /** ISO 8601; null where none was ever heard of. */
  readonly lastSeenAt: string | null;
  readonly psaFailure: HealthAnswer['psa_failure'];
  readonly psaWriteCheck: HealthAnswer['psa_write_check'];
}
