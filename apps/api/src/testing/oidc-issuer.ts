import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

/** A person at the issuer, by the claims. */
export type IssuerPerson = Readonly<Record<string, unknown>> & { readonly sub: string };

/** What a lying issuer, or somebody on the way, makes of an ID token. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** RS256 unless changed; `none` leaves the signature out. */
  readonly algorithm?: 'RS256' | 'HS256' | 'none';
  /** Signs with a key that the issuer does not publish. */
  readonly foreignKey?: boolean;
}

export interface OidcIssuer {
  readonly issuer: string;
  /** The settings of a service whose people sign in here. */
  readonly settings: Readonly<Record<string, string>>;
  /** Who signs in next, without being asked. */
  person: IssuerPerson;
  /** Changes the next ID tokens. */
  forgery: Forgery | null;
  /** Further fields of the metadata, replacing its own. */
  metadata: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface OidcIssuerOptions {
  /** Where the service is reached. */
  readonly publicUrl: string;
  /** False leaves claims about people to the userinfo, as the standard has it. */
  readonly claimsInIdToken?: boolean;
  /** `localhost` is another site than the service, for a browser. */
  readonly host?: '127.0.0.1' | 'localhost';
  readonly tokenAuthentication?: 'client_secret_basic' | 'client_secret_post';
}

const clientId = 'leadbridge';
const scope = 'openid email profile';

/** A real issuer of OpenID Connect in this process, whose ID tokens can be forged. */
export async function startOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const { publicUrl, claimsInIdToken = true, tokenAuthentication = 'client_secret_basic' } = options;
  const { host = '127.0.0.1' } = options;
  // Characters that the encodings of headers and forms treat differently.
  const clientSecret = `${randomBytes(24).toString('base64url')}:+%/=`;
  const pair = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256');
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  let server = await listen(0, (request, response) => handle(request, response));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://${host}:${port}`;

  const made: OidcIssuer = {
    issuer,
    settings: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_ROLES: 'admin=it,operator=sales,viewer=readers',
      OIDC_NAME: 'Example Directory',
      OIDC_ALLOW_HTTP: 'true',
    },
    person: { sub: 'nobody' },
    forgery: null,
    metadata: {},
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async start() {
      server = await listen(port, (request, response) => handle(request, response));
    },
  };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: tokenAuthentication,
        redirect_uris: [`${publicUrl}/api/v1/auth/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console/sign-in`],
      },
    ],
    clientAuthMethods: [tokenAuthentication],
    jwks: { keys: [{ ...(await exportJWK(pair.privateKey)), kid: 'key-1', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['key-of-the-cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'roles'] },
    conformIdTokenClaims: !claimsInIdToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...made.person, sub: accountId }),
    }),
    async loadExistingGrant({ oidc }) {
      // Another grant would take back the codes of the one before.
      const known = await provider.Grant.find(oidc.session?.grantIdFor(clientId) ?? '');
      const grant = known ?? new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as Record<string, unknown> | undefined;
    if (context.path === '/.well-known/openid-configuration') {
      context.body = { ...body, ...made.metadata };
    }
    const idToken = body?.['id_token'];
    if (made.forgery !== null && typeof idToken === 'string') {
      context.body = { ...body, id_token: await forge(idToken, made.forgery) };
    }
  });
  const respond = provider.callback();

  async function forge(
    idToken: string,
    { claims, algorithm = 'RS256', foreignKey }: Forgery,
  ): Promise<string> {
    const changed = Object.entries({ ...decodeJwt(idToken), ...claims });
    const payload: JWTPayload = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
    if (algorithm === 'none') {
      const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
      return `${encode({ alg: 'none' })}.${encode(payload)}.`;
    }
    const token = new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: 'key-1' });
    return await (algorithm === 'HS256'
      ? token.sign(Buffer.from(clientSecret))
      : token.sign(foreignKey === true ? foreign.privateKey : pair.privateKey));
  }

  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      void provider.interactionFinished(request, response, { login: { accountId: made.person.sub } });
    } else {
      void respond(request, response);
    }
  };
  return made;
}

async function listen(
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
