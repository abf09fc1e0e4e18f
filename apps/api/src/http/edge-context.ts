import type { Response } from 'express';

/** What the edge knows of a request beside what Express does; kept in `response.locals`. */
export interface EdgeContext {
  readonly requestId: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** The route's pattern, for example `/jobs/:job_id`; null before a route was found. */
  route: string | null;
  credentialId: string | null;
}

export function setEdgeContext(response: Response, context: EdgeContext): void {
  response.locals['edge'] = context;
}

/** @throws Error for a response that has not passed the request context's middleware */
export function edgeContext(response: Response): EdgeContext {
  const context = response.locals['edge'] as EdgeContext | undefined;
  if (context === undefined) {
    throw new Error('The request has no context: the middleware that makes it must come first');
  }
  return context;
}
