import {
  createAccessTokenVerifier,
  createEmailMessenger,
  createMailTransport,
  createSmsMessenger,
} from '@leadbridge/integrations';
import type { Clock, Logger } from '@leadbridge/platform';
import {
  createApiKeyStore,
  createAuditLog,
  createCredentialStore,
  createInvitationStore,
  createSessionStore,
  createSignInAttempts,
  createUserStore,
} from '@leadbridge/store';
import { createPasswordHasher, setBootstrapKey, type PasswordHasher } from '@leadbridge/usecases';

import type { ApiConnections } from './compose-connections.js';
import { composeOidc } from './compose-oidc.js';
import type { ApiConfig } from './config.js';
import {
  createApiKeyAuthenticator,
  createOAuthAuthenticator,
  createSessionAuthenticator,
} from './pipeline/authentication/index.js';

export function composeAccess(
  config: ApiConfig,
  { mongo, secrets, clock, logger }: Pick<ApiConnections, 'mongo' | 'secrets' | 'clock' | 'logger'>,
  passwords: PasswordHasher | undefined,
) {
  const keys = createApiKeyStore(mongo);
  const sessions = createSessionStore(mongo);
  const audit = createAuditLog(mongo, clock);
  const email = config.smtpUrl === null ? null : createEmailMessenger(createMailTransport(config.smtpUrl));
  const sms = config.smsGatewayUrl === null ? null : createSmsMessenger(config.smsGatewayUrl);
  const verifier = accessTokenVerifier(config, clock, logger);
  const oidc = composeOidc(config, clock, logger);
  const people = createSessionAuthenticator({ sessions, clock, logger });
  const machines = createApiKeyAuthenticator({ keys, clock, logger });
  return {
    services: {
      audit,
      oidc,
      authenticators: [people, ...(verifier === null ? [] : [createOAuthAuthenticator(verifier)]), machines],
      access: {
        clock,
        keys,
        sessions,
        secrets,
        audit,
        users: createUserStore(mongo),
        credentials: createCredentialStore(mongo),
        attempts: createSignInAttempts(mongo),
        invitations: createInvitationStore(mongo),
        passwords: passwordHasher(config, passwords),
        messengers: { email, sms },
        onlyPassword: config.passwordSignIn ? null : config.emergencyAdmin,
        changed: () => {
          people.forget();
          machines.forget();
        },
      },
    },
    /** Must be called once the indexes exist. */
    setBootstrapKey: async (): Promise<void> => setBootstrapKey({ keys, clock }, config.bootstrapApiKey),
    steps: [email, sms, verifier, oidc?.issuer ?? null].flatMap((part) =>
      part === null ? [] : [{ name: 'access', stop: async () => Promise.resolve(part.close()) }],
    ),
  };
}

/** @throws Error if a production start replaces the hasher by another than the full-cost one */
function passwordHasher({ nodeEnv }: ApiConfig, passwords: PasswordHasher | undefined): PasswordHasher {
  if (passwords !== undefined && nodeEnv === 'production') {
    throw new Error('In production, passwords are hashed at their full cost');
  }
  return passwords ?? createPasswordHasher();
}

function accessTokenVerifier(
  { oauthIssuer, oauthAudience, oauthJwksUrl }: ApiConfig,
  clock: Clock,
  logger: Logger,
): ReturnType<typeof createAccessTokenVerifier> | null {
  if (oauthIssuer === null || oauthAudience === null || oauthJwksUrl === null) {
    return null;
  }
  return createAccessTokenVerifier({
    issuer: oauthIssuer,
    audience: oauthAudience,
    jwksUrl: oauthJwksUrl,
    clock,
    logger,
  });
}
