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
  /** Its place among all beginnings and ends of commands. */
  readonly began: number;
  /** Infinity until it ends. */
  readonly ended: number;
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
  const sent: { -readonly [Key in keyof SentCommand]: SentCommand[Key] }[] = [];
  let moment = 0;
  const { command: send } = Connection.prototype;
  Connection.prototype.command = function (namespace, command, ...rest) {
    const [name = '', target] = Object.entries(command)[0] ?? [];
    const response = send.call(this, namespace, command, ...rest);
    if (!heartbeats.includes(name)) {
      const { requestId, jobId } = currentRequestContext();
      const isOfWork = requestId !== undefined || jobId !== undefined;
      const collection = typeof target === 'string' ? target : null;
      const own = { name, collection, isOfWork, began: moment++, ended: Infinity };
      const end = (): void => void (own.ended = moment++);
      sent.push(own);
      void Promise.resolve(response).then(end, end);
    }
    return response;
  };
  return {
    sent,
    stop() {
      Connection.prototype.command = send;
    },
  };
}

/** The length of the longest chain of commands of which each began after the one before it had ended. */
export function longestChain(commands: readonly SentCommand[]): number {
  const lengths: { readonly ended: number; readonly length: number }[] = [];
  for (const { began, ended } of commands) {
    const before = lengths.filter((earlier) => earlier.ended < began).map(({ length }) => length);
    lengths.push({ ended, length: Math.max(0, ...before) + 1 });
  }
  return Math.max(0, ...lengths.map(({ length }) => length));
}
