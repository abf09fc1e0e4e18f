import type { Clock, Logger } from '@leadbridge/platform';
import type { PsaDialect, PsaOperations, PsaIo } from '../psa/psa-dialect.js';
import { addressOf, tokenRequest } from '../psa/psa-requests.js';
import type { PsaAccount } from '../psa/psa-settings.js';
import { readField, readText } from '../psa/read-json.js';
import { readObject } from '../psa/read-rows.js';
import { createArrayTrial } from './array-trial.js';
import { readCreatedArray } from './read-created.js';
import { readSingleResult } from '../psa/read-write-results.js';
import { haloOperations } from './halo-operations.js';
import type { HaloSettings } from './halo-settings.js';
import { createTurns } from './in-turn.js';
import type { WithTicketLock } from './ticket-locks.js';
import { HaloMapHolder } from './map-holder.js';
import { actions } from './requests.js';

const pageSize = 100;
/** Database errors under load: the same request may succeed later, and the result of a write is unknown. */
const databaseIsBusy = /\bdeadlock|time-?out\b/i;

export interface HaloDialectOptions {
  readonly client: PsaAccount;
  readonly settings: HaloSettings;
  /** The names of the lists that tickets may be added to after their creation. */
  readonly listNames: () => readonly string[];
  /** The name of the Do Not Contact list. */
  readonly doNotContactList: () => string;
  /** The labels of the lead sources. */
  readonly sourceLabels: () => readonly string[];
  /** Whether this PSA has proven that it accepts several objects in one request. */
  readonly takesArrays: () => boolean;
  readonly withTicketLock: WithTicketLock;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface HaloDialect extends PsaDialect {
  readonly map: HaloMapHolder;
}

const paging: PsaDialect['paging'] = {
  pageSize,
  request: ({ path, pattern, query, isPaged }, page) => ({
    method: 'GET',
    path,
    pattern,
    query:
      isPaged === false ? { ...query } : { ...query, pageinate: true, page_size: pageSize, page_no: page },
  }),
};

/**
 * HaloPSA. The use cases use the specification's numbers; `HaloMap` translates between these and the PSA's
 * ids.
 */
export function createHaloDialect(options: HaloDialectOptions): HaloDialect {
  const { client, settings } = options;
  const map = new HaloMapHolder(settings, options);
  const inTurn = createTurns(options.withTicketLock);
  const notes = createArrayTrial(options.clock);
  return {
    name: 'halopsa',
    map,
    authorisation: {
      kind: 'token',
      async tokenRequest(discover) {
        const { authUrl, tenant } =
          settings.authUrl === null
            ? await discovered(discover)
            : { authUrl: settings.authUrl, tenant: null };
        return tokenRequest(
          tenant === null || client.tenant !== undefined ? client : { ...client, tenant },
          tokenAddress(authUrl ?? `${addressOf(client.url)}/auth`),
        );
      },
    },
    paging,
    creation: {
      // A note can be found by its reference, whatever happens to the response; everything else requires the
      // proof.
      maxArrayLength: (pattern) =>
        Math.max(
          options.takesArrays() ? settings.writeBatch : 1,
          pattern === actions.pattern ? notes.length() : 1,
        ),
      arrayEnded: (pattern, isTaken) => {
        if (pattern === actions.pattern) {
          notes.ended(isTaken);
        }
      },
      arrayQuery: { returnall: true },
      refusedArrayMayHaveApplied: true,
      single: (item) => [item],
      readArray: readCreatedArray,
      readSingle: readSingleResult,
    },
    probe: { method: 'GET', path: '/Agent/me', pattern: '/Agent/me' },
    classify: ({ status, body }, intent) => {
      if (status === 400 && databaseIsBusy.test(body)) {
        return 'passing';
      }
      if ((status === 400 || status === 403) && intent === 'write') {
        map.doubt();
      }
      return null;
    },
    open: (io: PsaIo): PsaOperations => haloOperations(io, { ...options, map, inTurn }),
  };
}

/** What the instance says about its authorization server, without a token; null for missing values. */
async function discovered(
  discover: (path: string) => Promise<unknown>,
): Promise<{ readonly authUrl: string | null; readonly tenant: string | null }> {
  const info = readObject(await discover('/AuthInfo'), ['auth_url', 'tenant_id']);
  const address = readText(readField(info, 'auth_url'));
  const tenant = readText(readField(info, 'tenant_id'));
  return { authUrl: address !== null && /^https?:\/\//i.test(address) ? address : null, tenant };
}

/** The setting may be the address of the authorization server, of its tokens, or of the instance. */
function tokenAddress(authUrl: string): string {
  const address = authUrl.replace(/\/+$/, '');
  if (/\/token$/i.test(address)) {
    return address;
  }
  return new URL(address).pathname === '/' ? `${address}/auth/token` : `${address}/token`;
}
