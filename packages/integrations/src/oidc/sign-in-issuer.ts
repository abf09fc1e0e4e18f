import type { Clock, Logger } from '@leadbridge/platform';
import { SignInRefusedError, type SignInIssuer } from '@leadbridge/usecases';
import type * as library from 'openid-client';

import { createHttpClient } from '../http/http-client.js';
import { createIssuerFetch, IssuerUnreachableError } from './issuer-fetch.js';
import { lacksClaims, readIdentity, type IdentitySettings } from './read-identity.js';

export interface SignInIssuerSettings extends IdentitySettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** Permits an issuer without TLS. */
  readonly allowHttp: boolean;
  readonly redirectUri: string;
  /** Where the issuer sends the browser after a sign-out there. */
  readonly signedOutUri: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

type OpenIdClient = typeof library;
type Configuration = library.Configuration;

const timeoutMs = 5_000;
const maxResponseBytes = 1024 * 1024;
/** Clocks that differ by a minute must not refuse anybody. */
const clockToleranceSeconds = 90;

/**
 * The issuer, asked anew at every sign-in: it may have been down before, or have changed its addresses and keys.
 * Concurrent sign-ins share one request for its metadata.
 */
export function createSignInIssuer(settings: SignInIssuerSettings): SignInIssuer {
  const http = createHttpClient({
    timeoutMilliseconds: timeoutMs,
    maximumResponseBytes: maxResponseBytes,
    incompleteBody: 'fail',
  });
  const issuerFetch = createIssuerFetch(http);
  let reading: Promise<Configuration> | null = null;

  async function configuration(library: OpenIdClient): Promise<Configuration> {
    reading ??= readConfiguration(library, settings, issuerFetch).finally(() => {
      reading = null;
    });
    return await reading;
  }

  const ask = async <T>(work: (library: OpenIdClient, config: Configuration) => Promise<T>): Promise<T> => {
    try {
      const library = await loadLibrary();
      return await work(library, await configuration(library));
    } catch (error) {
      throw refusalOf(error, settings.logger);
    }
  };

  return {
    isAvailable: async () =>
      ask(async () => Promise.resolve(true)).catch((error: unknown) => {
        if (error instanceof SignInRefusedError) {
          return false;
        }
        throw error;
      }),

    begin: async () =>
      ask(async (library, config) => {
        const begun = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          codeVerifier: library.randomPKCECodeVerifier(),
        };
        const address = library.buildAuthorizationUrl(config, {
          redirect_uri: settings.redirectUri,
          scope: settings.scopes,
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(begun.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { address: address.href, begun };
      }),

    finish: async (search, { state, nonce, codeVerifier }) =>
      ask(async (library, config) => {
        const tokens = await library.authorizationCodeGrant(config, new URL(settings.redirectUri + search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (idToken === undefined) {
          throw new Error('The issuer sent no ID token');
        }
        const asks =
          lacksClaims(idToken, settings) && config.serverMetadata().userinfo_endpoint !== undefined;
        const userInfo = asks ? await library.fetchUserInfo(config, tokens.access_token, idToken.sub) : {};
        return readIdentity(idToken, userInfo, settings);
      }),

    endSessionAddress: async () =>
      ask(async (library, config) =>
        Promise.resolve(
          config.serverMetadata().end_session_endpoint === undefined
            ? null
            : library.buildEndSessionUrl(config, { post_logout_redirect_uri: settings.signedOutUri }).href,
        ),
      ).catch(() => null),

    close: () => {
      http.close();
    },
  };
}

/** Loaded on first use: few installations need it. */
async function loadLibrary(): Promise<OpenIdClient> {
  return await import('openid-client');
}

async function readConfiguration(
  library: OpenIdClient,
  { issuer, clientId, clientSecret, allowHttp, clock }: SignInIssuerSettings,
  issuerFetch: ReturnType<typeof createIssuerFetch>,
): Promise<Configuration> {
  const base = issuer.replace(/\/+$/, '');
  const discovered = await library.discovery(
    new URL(`${base}/.well-known/openid-configuration`),
    clientId,
    undefined,
    undefined,
    {
      [library.customFetch]: issuerFetch,
      timeout: timeoutMs / 1000,
      execute: allowHttp ? [library.allowInsecureRequests] : [],
    },
  );
  const metadata = discovered.serverMetadata();
  if (metadata.issuer !== base && metadata.issuer !== `${base}/`) {
    throw new Error('The metadata is that of another issuer than OIDC_ISSUER');
  }
  const { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] } = metadata;
  const authentication = supported.includes('client_secret_basic')
    ? library.ClientSecretBasic(clientSecret)
    : library.ClientSecretPost(clientSecret);
  const config = new library.Configuration(
    metadata,
    clientId,
    {
      [library.clockTolerance]: clockToleranceSeconds,
      [library.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
    },
    authentication,
  );
  config[library.customFetch] = issuerFetch;
  config.timeout = timeoutMs / 1000;
  if (allowHttp) {
    library.allowInsecureRequests(config);
  }
  // By itself the library trusts the ID token of the token endpoint because of TLS, and verifies no signature.
  library.enableNonRepudiationChecks(config);
  return config;
}

/** Errors may quote tokens and claims, so only their kind is logged. */
function refusalOf(error: unknown, logger: Logger): SignInRefusedError {
  const isAway = causesOf(error).some(
    (cause) =>
      cause instanceof IssuerUnreachableError || (cause instanceof Error && cause.name === 'TimeoutError'),
  );
  const reason = isAway ? 'issuer_unreachable' : 'sign_in_failed';
  logger.warn('a sign-in with OpenID Connect failed', { reason, kinds: causesOf(error).map(kindOf) });
  return new SignInRefusedError(reason, { cause: error });
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let next = error; next instanceof Error && causes.length < 5; next = next.cause) {
    causes.push(next);
  }
  return causes;
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const code = 'code' in error ? `:${String(error.code)}` : '';
  const named = 'error' in error ? `:${String(error.error)}` : '';
  return `${error.name}${code}${named}`;
}
