import { AsyncLocalStorage } from 'node:async_hooks';

/** The common fields of all log lines and error log entries of one request or job. */
export interface RequestContext {
  readonly requestId?: string;
  readonly jobId?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything logged inside it includes `context`, in addition to an outer context. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...context }, work);
}

export function currentRequestContext(): RequestContext {
  return storage.getStore() ?? {};
}
