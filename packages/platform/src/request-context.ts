import { AsyncLocalStorage } from 'node:async_hooks';

/** What log lines and error log entries of one request or job have in common. */
export interface RequestContext {
  readonly requestId?: string;
  readonly jobId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything logged inside it carries `context` (beside what an outer context holds). */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...context }, work);
}

export function currentRequestContext(): RequestContext {
  return storage.getStore() ?? {};
}
