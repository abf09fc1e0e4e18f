import type { PsaDialect, PsaOperations, PsaIo } from '../psa/psa-dialect.js';
import { addressOf, tokenRequest } from '../psa/psa-requests.js';
import type { PsaAccount } from '../psa/psa-settings.js';
import { createArrayTrial } from './array-trial.js';
import { readCreatedArray } from './read-created.js';
import { readSingleResult } from '../psa/read-write-results.js';
import { haloOperations, type HaloParts } from './halo-operations.js';
import { createTicketQueues } from './in-turn.js';
import type { WithTicketLock } from './ticket-locks.js';
import { HaloMapHolder, type MapParts } from './map-holder.js';
import { actions } from './requests.js';
import { reportedTokenService, tokenAddress } from './token-service.js';

const pageSize = 100;
/** Database errors under load: the same request may succeed later, and the result of a write is unknown. */
const databaseIsBusy = /\bdeadlock|time-?out\b/i;

export interface HaloDialectOptions extends MapParts, Omit<HaloParts, 'map' | 'inTurn'> {
  readonly client: PsaAccount;
  readonly withTicketLock: WithTicketLock;
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
  const inTurn = createTicketQueues(options.withTicketLock);
  const notes = createArrayTrial(options.clock);
  return {
    name: 'halopsa',
    map,
    authorisation: {
      kind: 'token',
      async tokenRequest(discover) {
        if (settings.authUrl !== null) {
          return tokenRequest(client, tokenAddress(settings.authUrl));
        }
        const { address, tenant } = reportedTokenService(await discover('/AuthInfo'), addressOf(client.url));
        return tokenRequest(
          tenant === null || client.tenant !== undefined ? client : { ...client, tenant },
          address,
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
