import type { ConnectedPsa } from '@leadbridge/integrations';

import type { Terminal } from '../terminal.js';

/** For commands that call the PSA; both throw `CommandError`. */
export interface PsaContext extends Pick<ConnectedPsa, 'check' | 'prepare'> {
  readonly terminal: Pick<Terminal, 'result'>;
}
