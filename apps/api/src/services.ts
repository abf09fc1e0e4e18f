import type {
  ConnectionState,
  HealthResponse,
  JobWait,
  PsaState,
  QueueDepth,
  QueueState,
} from '@leadbridge/contracts';
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
  CompanyMatchStore,
  Configuration,
  DispatchState,
  ErrorLogReader,
  ImportMappings,
  EventResending,
  JobQueue,
  JobRecord,
  JobStore,
  MirrorRebuilds,
  MirrorState,
  ReconciliationStore,
  SuppressionStore,
  PsaBudgetHistory,
  PsaMirrorReader,
  RecordReader,
  RoleRule,
  SettingsPort,
  SignInIssuer,
  SignatureVerdict,
  SignedRequest,
  WebhookManagement,
} from '@leadbridge/usecases';

import type { Authenticator } from './pipeline/authentication/index.js';
import type { PerformanceLog } from './middleware/metrics/index.js';
import type { Limits } from './pipeline/rate-limit/index.js';

/** All dependencies of routes and middleware; built in `compose.ts`, or by hand in tests. */
export interface ApiServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: JobStore;
  readonly auditedJobs: AuditedJobs;
  readonly records: RecordReader;
  readonly queue: Pick<JobQueue, 'enqueue' | 'waitFor' | 'promoteDelayed'>;
  readonly settings: SettingsPort;
  /** Reads and changes the configuration that `settings` are derived from. */
  readonly configuration: Configuration;
  /** Suppressions: who must not be contacted. */
  readonly optOuts: SuppressionStore;
  readonly importMappings: ImportMappings;
  readonly companyMatches: CompanyMatchStore;
  /** The mirror of the PSA, which the workers maintain. */
  readonly mirror: {
    readonly enabled: boolean;
    readonly reader: Pick<PsaMirrorReader, 'states' | 'counts'>;
    readonly rebuilds: MirrorRebuilds;
  };
  readonly reconciliations: ReconciliationStore;
  /** Authenticates requests of the PSA. */
  readonly psaNotifications: {
    readonly verify: (request: SignedRequest) => SignatureVerdict;
    readonly verifyTimestamps: (timestamps: readonly unknown[]) => SignatureVerdict;
    /**
     * Whether an `Authorization` header has the configured credential of the PSA; null if none is configured, or none was sent.
     */
    readonly isSender: (authorization: string | undefined) => boolean | null;
    /** A hint for a PSA whose `Authorization` has another scheme than the configured one; null if that is not the problem. */
    readonly wrongScheme: (authorization: string | undefined) => string | null;
    /** Whether the notifications name a ticket but not what has changed, as those of a HaloPSA do. */
    readonly areNative: boolean;
  };
  /** Where people see a ticket in the PSA, with `{id}` for its id; null if that is not known. */
  readonly psaTicketUrl: string | null;
  readonly webhooks: WebhookServices;
  /** When a running job is expected to finish, in ISO 8601; null if unknown. */
  readonly estimateFinish: (record: JobRecord) => Promise<string | null>;
  /** How long this many PSA requests of imports take, in seconds; null while the budget cannot be read. */
  readonly estimateSeconds: (requests: number) => Promise<number | null>;
  /** What an unfinished job waits for; null if it waits for nothing. */
  readonly waitingFor: (job: Pick<JobRecord, 'type' | 'status' | 'putBack'>) => Promise<JobWait | null>;
  readonly access: AccessServices;
  /** One-time links: how long they are valid, and the address that they begin with (null: that of the request). */
  readonly invitations: { readonly validSeconds: number; readonly publicUrl: string | null };
  /** Null if sign-in with OpenID Connect is not set up. */
  readonly oidc: OidcServices | null;
  readonly audit: AuditLog;
  /** Changes that any process of the service stores. */
  readonly changes: Omit<ChangeWatch, 'close'>;
  readonly analytics: AnalyticsReader;
  readonly performance: PerformanceLog;
  readonly errorLog: ErrorLogReader;
  /** Tried in this order. */
  readonly authenticators: readonly Authenticator[];
  readonly limits: Limits;
  readonly idempotency: IdempotencyStore;
  /** Whether MongoDB confirms writes now, or did within the last half second. */
  readonly confirmsWrites: () => Promise<boolean>;
  /** Keys of 32 bytes for secrets at rest: the first one encrypts, the others are its predecessors. */
  readonly encryptionKeys: readonly [Buffer, ...Buffer[]];
  readonly connections: Connections;
  /** At most a second old; null while Redis is unavailable. */
  readonly workers: () => Promise<WorkersState | null>;
  /** Of each queue, at most a second old; null while Redis is unavailable. */
  readonly queueDepths: () => Promise<readonly QueueDepth[] | null>;
  readonly budgetHistory: Pick<PsaBudgetHistory, 'peaks'>;
  readonly psaBudget: () => Promise<PsaBudgetStatus | null>;
  /** Null if the mirror is off, or while the database is unavailable. */
  readonly mirrorStates: () => Promise<readonly MirrorState[] | null>;
  /** How the workers dispatch events to the webhooks, at most a second old; null while MongoDB is unavailable. */
  readonly eventDispatch: () => Promise<DispatchState | null>;
  /** Whether the MCP server offers the tools that write. */
  readonly mcpWrites: boolean;
  /** How long a request waits for its job unless the caller says otherwise. */
  readonly syncWaitSeconds: number;
  /** Aborted when the process is about to stop, so that no request begins to wait. */
  readonly stopping: AbortSignal;
}

export interface AccessServices extends AccessDependencies, ApiKeyDependencies {
  /** Must be called after every change of keys, people or sessions. It applies to this process at once, to the others within a second. */
  readonly changed: () => void;
}

export interface OidcServices {
  /** Of the issuer, for people. */
  readonly name: string;
  readonly roles: readonly RoleRule[];
  readonly issuer: SignInIssuer;
}

export interface WebhookServices {
  readonly management: WebhookManagement;
  readonly resending: EventResending;
  readonly checkSignature: CheckWebhookSignature;
}

/** The state of each connection, at most a few seconds old. */
export interface Connections {
  readonly database: () => Promise<ConnectionState>;
  readonly queue: () => Promise<QueueState>;
  readonly psa: () => Promise<PsaState>;
  readonly providerA: () => Promise<ConnectionState>;
}

/** What the workers report about themselves, in the terms of the health response. */
export interface WorkersState {
  readonly alive: number;
  /** ISO 8601; null if no worker ever reported. */
  readonly lastSeenAt: string | null;
  readonly psaFailure: HealthResponse['psa_failure'];
  readonly psaWriteCheck: HealthResponse['psa_write_check'];
}
