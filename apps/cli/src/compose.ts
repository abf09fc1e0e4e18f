import { once } from 'node:events';
import { userInfo } from 'node:os';

import { createLeadbridge, LeadbridgeError, type Leadbridge } from '@leadbridge/client';
import { connectPsa } from '@leadbridge/integrations';
import { createSecretBox, silentLogger, type Clock, type SecretBox } from '@leadbridge/platform';
import { producerConnection, redisPrefixOf } from '@leadbridge/queue';
import * as store from '@leadbridge/store';
import {
  createLiveSettings,
  createPasswordHasher,
  possibleListNames,
  staticListNames,
} from '@leadbridge/usecases';
import type {
  AccessDependencies,
  ApiKeyStore,
  AuditOrigin,
  SealedSecretStore,
  Settings,
} from '@leadbridge/usecases';

import { agreeToWait } from './agree-to-wait.js';
import { CommandError, UsageError } from './command-error.js';
import type { PsaContext } from './commands/psa-context.js';
import type { CliConfig, PsaCommandConfig } from './config.js';
import type { Terminal } from './terminal.js';

type Mongo = Awaited<ReturnType<typeof store.connectMongo>>;

/** For commands that work on the database itself, as nobody can issue a first key without one. */
export interface KeyContext {
  readonly terminal: Terminal;
  readonly keys: ApiKeyStore;
  readonly clock: Clock;
  /** The user of the operating system, for the audit log. */
  readonly origin: AuditOrigin;
}

/** For commands on people, when no admin can help them any more. */
export interface PeopleContext extends Pick<
  AccessDependencies,
  'users' | 'credentials' | 'attempts' | 'passwords' | 'invitations' | 'audit' | 'clock'
> {
  readonly terminal: Terminal;
  readonly origin: AuditOrigin;
  /** Where one-time links begin, and how long they are valid. */
  readonly links: { readonly origin: string; readonly validSeconds: number };
}

/** For commands on the secrets at rest. */
export interface SecretContext {
  readonly terminal: Terminal;
  readonly secrets: SealedSecretStore;
  readonly box: SecretBox;
}

export interface ServiceContext {
  readonly terminal: Terminal;
  readonly api: Leadbridge;
}

/** @throws CommandError if MONGODB_URI is missing, or no server responds there */
export async function withKeys<T>(
  config: CliConfig,
  terminal: Terminal,
  work: (context: KeyContext) => Promise<T>,
): Promise<T> {
  return await withMongo(config, async (mongo, clock) => {
    const keys = store.createApiKeyStore(mongo);
    await store.ensureIndexes(mongo);
    return await work({ terminal, keys, clock, origin: originOfTerminal() });
  });
}

/** @throws CommandError if MONGODB_URI is missing, or no server responds there */
export async function withPeople<T>(
  config: CliConfig,
  terminal: Terminal,
  work: (context: PeopleContext) => Promise<T>,
): Promise<T> {
  return await withMongo(config, async (mongo, clock) =>
    work({
      terminal,
      users: store.createUserStore(mongo),
      credentials: store.createCredentialStore(mongo),
      attempts: store.createSignInAttempts(mongo),
      passwords: createPasswordHasher(),
      invitations: store.createInvitationStore(mongo),
      audit: store.createAuditLog(mongo, clock),
      links: { origin: config.publicUrl ?? config.serviceUrl, validSeconds: config.inviteLinkSeconds },
      clock,
      origin: originOfTerminal(),
    }),
  );
}

function originOfTerminal(): AuditOrigin {
  const { username } = userInfo();
  const actor = { id: `terminal:${username}`, name: username, kind: 'terminal' } as const;
  return { actor, address: null, requestId: null };
}

/** @throws CommandError if MONGODB_URI or ENCRYPTION_KEY is missing, or no server responds there */
export async function withSecrets<T>(
  config: CliConfig,
  terminal: Terminal,
  work: (context: SecretContext) => Promise<T>,
): Promise<T> {
  const { encryptionKey, encryptionPreviousKeys } = config;
  if (encryptionKey === null) {
    throw new UsageError('Set ENCRYPTION_KEY and ENCRYPTION_PREVIOUS_KEYS as the service has them');
  }
  const box = createSecretBox([encryptionKey, ...encryptionPreviousKeys]);
  return await withMongo(config, async (mongo) =>
    work({ terminal, secrets: store.createSealedSecretStore(mongo), box }),
  );
}

/** With MongoDB's clock, which the service uses too: this machine's may differ. */
async function withMongo<T>(
  { mongodbUri }: Pick<CliConfig, 'mongodbUri'>,
  work: (mongo: Mongo, clock: Clock) => Promise<T>,
): Promise<T> {
  if (mongodbUri === null) {
    throw new UsageError('Set MONGODB_URI to the MongoDB of the service');
  }
  const mongo = await store.connectMongo(mongodbUri).catch(() => {
    throw new CommandError('The MongoDB of MONGODB_URI cannot be reached');
  });
  try {
    const clock = await store.createDatabaseClock(mongo);
    try {
      return await work(mongo, clock);
    } finally {
      clock.close();
    }
  } finally {
    await mongo.close();
  }
}

const maxWaitSeconds = 3_600;

/** @throws CommandError if LEADBRIDGE_API_KEY is missing, and with the message of the service for each refusal */
export async function withService<T>(
  config: CliConfig,
  terminal: Terminal,
  work: (context: ServiceContext) => Promise<T>,
): Promise<T> {
  const api = createLeadbridge({
    url: config.serviceUrl,
    apiKey: requireApiKey(config),
    userAgent: 'leadbridge-cli',
    maxWaitSeconds,
    onWait: async (wait) => agreeToWait(terminal, wait),
  });
  try {
    return await work({ terminal, api });
  } catch (error) {
    throw error instanceof LeadbridgeError ? new CommandError(describe(error)) : error;
  }
}

/** @throws CommandError where it is missing */
export function requireApiKey({ apiKey }: Pick<CliConfig, 'apiKey'>): string {
  if (apiKey === null) {
    throw new UsageError('Set LEADBRIDGE_API_KEY to an API key of the service');
  }
  return apiKey;
}

/** The message of the service, with the id by which its operator finds the request. */
export function describe({ code, message, requestId }: LeadbridgeError): string {
  return code === 'NETWORK_ERROR' || code === 'UNEXPECTED_RESPONSE'
    ? message
    : `${code}: ${message} (request ${String(requestId)})`;
}

/** For one call to the PSA. */
const psaTimeoutSeconds = 65;
const redisTimeoutMs = 5_000;

/** @throws CommandError if Redis or the PSA gives no usable responses */
export async function withPsa<T>(
  config: PsaCommandConfig,
  terminal: Terminal,
  work: (context: PsaContext) => Promise<T>,
): Promise<T> {
  return await withMongo(config, async (mongo, clock) => lookAtPsa(config, { mongo, clock, terminal }, work));
}

async function lookAtPsa<T>(
  config: PsaCommandConfig,
  { mongo, clock, terminal }: { readonly mongo: Mongo; readonly clock: Clock; readonly terminal: Terminal },
  work: (context: PsaContext) => Promise<T>,
): Promise<T> {
  const settings = await currentSettings(mongo);
  const redis = producerConnection(config, silentLogger);
  const psa = connectPsa(
    {
      url: config.psaUrl,
      clientId: config.psaClientId,
      clientSecret: config.psaClientSecret,
      scope: config.psaScope,
      ...(config.psaTenant === null ? {} : { tenant: config.psaTenant }),
      timeoutSeconds: psaTimeoutSeconds,
      settleSeconds: 0,
      redis,
      callers: store.createPsaCallers(mongo),
      keyPrefix: `${redisPrefixOf(config)}:psa`,
      rateLimit: config.psaRateLimit,
      rateWindowSeconds: config.psaRateWindowSeconds,
      clock,
      logger: silentLogger,
    },
    config,
    {
      listNames: () => staticListNames(settings),
      possibleListNames: () => possibleListNames(settings),
      doNotContactList: () => settings.listNames.doNotContact,
      sourceLabels: () => settings.sources.map(({ label }) => label),
      statusIds: () => settings.statusIds,
      proofs: store.createPsaProofs(mongo),
    },
  );
  const asCommandError = async <T>(looking: Promise<T>): Promise<T> =>
    looking.catch((error: unknown) => {
      throw new CommandError(
        error instanceof Error ? error.message : 'The setup of the PSA could not be read',
      );
    });
  try {
    await once(redis, 'ready', { signal: AbortSignal.timeout(redisTimeoutMs) }).catch(() => {
      throw new CommandError('The Redis of REDIS_URL cannot be reached');
    });
    return await work({
      terminal,
      check: async (options) => asCommandError(psa.check(options)),
      prepare: async (options) => asCommandError(psa.prepare(options)),
    });
  } finally {
    psa.close();
    redis.disconnect();
  }
}

/** The settings as they are configured: labels of sources and names of lists are names in the PSA. */
async function currentSettings(mongo: Mongo): Promise<Settings> {
  const settings = await createLiveSettings({
    store: store.createConfigStore(mongo),
    defaultCountry: 'US',
    logger: silentLogger,
  });
  await settings.stop();
  return settings.current();
}
