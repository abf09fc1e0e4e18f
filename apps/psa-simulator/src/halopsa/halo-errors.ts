import type { NextFunction, Request, Response } from 'express';

import { jsonResponse, reply } from '../http/reply.js';
import { Refusal } from '../state/refusal.js';
import type { HaloContext } from './halo-context.js';
import { RefusedObject } from './write-entities.js';

function refusalBody({ halo }: HaloContext, refusal: Refusal): object {
  if (refusal.status !== 400) {
    return { Message: refusal.message };
  }
  if (halo.quirks.errors === 'keyed' && refusal instanceof RefusedObject) {
    return { [`[${refusal.position}].${refusal.field}`]: [refusal.message] };
  }
  return { ClassName: 'System.Exception', Message: refusal.message, Data: null, InnerException: null };
}

/** Formats refusals as this PSA does; other errors are passed on. */
export function respondWithHaloErrors(context: HaloContext) {
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    if (!(error instanceof Refusal) || response.headersSent) {
      next(error);
      return;
    }
    reply(response, jsonResponse(error.status, refusalBody(context, error)));
  };
}
