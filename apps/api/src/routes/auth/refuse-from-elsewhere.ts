import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '@leadbridge/platform';

import { comesFromElsewhere } from '../../pipeline/authentication/index.js';

/** A page of another site could sign its visitor in as someone else. @throws AppError AUTHORIZATION_ERROR */
export function refuseFromElsewhere(headers: IncomingHttpHeaders): void {
  if (comesFromElsewhere(headers)) {
    throw new AppError('AUTHORIZATION_ERROR', 'A page of another site cannot sign anybody in');
  }
}
