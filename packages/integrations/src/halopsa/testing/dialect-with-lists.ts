import { silentLogger } from '@leadbridge/platform';

import { haloSettings, psaDialectDefaults } from '../../psa-variables.js';
import { createHaloDialect } from '../halo-dialect.js';
import { unsharedTickets } from './unshared-tickets.js';

/** The dialect with these lists, kept as tags or as distribution lists. */
export function dialectWithLists(
  listNames: readonly string[],
  lists: 'tags' | 'distribution' = 'tags',
): ReturnType<typeof createHaloDialect> {
  return createHaloDialect({
    client: {
      url: 'https://acme.halopsa.test',
      clientId: 'client-id',
      clientSecret: 'client-secret',
      scope: 'all',
    },
    settings: { ...haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' }), lists },
    listNames: () => listNames,
    doNotContactList: () => 'Do Not Contact',
    sourceLabels: () => [],
    takesArrays: () => false,
    withTicketLock: unsharedTickets,
    clock: { now: () => 0 },
    logger: silentLogger,
  });
}
