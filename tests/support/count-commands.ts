import { createRequire } from 'node:module';

import { currentRequestContext } from '@leadbridge/platform';

/** A command that the service in this process has sent to MongoDB. */
export interface SentCommand {
  /** Such as `find`. */
  readonly name: string;
  /** Null for commands without one, such as `commitTransaction`. */
  readonly collection: string | null;
  /** Whether it was sent for a request or a job, and not by a schedule. */
  readonly isOfWork: boolean;
}

type Send = (
  this: unknown,
  namespace: unknown,
  command: Record<string, unknown>,
  ...rest: unknown[]
) => unknown;

const require = createRequire(import.meta.url);
const heartbeats: readonly string[] = ['hello', 'ping', 'endSessions'];

/**
 * Records what is sent until `stop`. The driver's own monitoring is switched on where a connection is made, which a test cannot reach;
 * the events lack the request that a command belongs to, too.
 */
export function recordCommands(): { readonly sent: SentCommand[]; stop(): void } {
  const { Connection } = createRequire(require.resolve('mongoose'))('mongodb/lib/cmap/connection.js') as {
    readonly Connection: { readonly prototype: { command: Send } };
  };
  const sent: SentCommand[] = [];
  const { command: send } = Connection.prototype;
  Connection.prototype.command = function (namespace, command, ...rest) {
    const [name = '', target] = Object.entries(command)[0] ?? [];
    if (!heartbeats.includes(name)) {
      const { requestId, jobId } = currentRequestContext();
      const isOfWork = requestId !== undefined || jobId !== undefined;
      sent.push({ name, collection: typeof target === 'string' ? target : null, isOfWork });
    }
    return send.call(this, namespace, command, ...rest);
  };
  return {
    sent,
    stop() {
      Connection.prototype.command = send;
    },
  };
}
