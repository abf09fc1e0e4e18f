import type { Response } from 'express';

/** Request data of this layer in addition to Express's; stored in `response.locals`. */
export interface EdgeContext {
  readonly requestId: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** The route's pattern, for example `/jobs/:job_id`; null until a route is found. */
  route: string | null;
  credentialId: string | null;
}

export function setEdgeContext(response: Response, context: EdgeContext): void {
  response.locals['edge'] = context;
}

/** @throws Error for a response that has not passed the middleware of the request context */
export function edgeContext(response: Response): EdgeContext {
  const context = response.locals['edge'] as EdgeContext | undefined;
  if (context === undefined) {
    throw new Error('The request has no context: the middleware that makes it must come first');
  }
  return context;
}
