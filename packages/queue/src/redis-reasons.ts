import type { RedisAddress } from '@leadbridge/platform';

interface Emitter {
  on(event: 'sentinelError', listener: (error: Error) => void): unknown;
}

const untrusted = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns why Redis is unavailable, in one line for the operator, from an error of the connection. */
export type RedisReason = (error: Error) => string;

/** Follows the Sentinel events of `connection`, because Sentinel errors are separate events. */
export function createRedisReasons(connection: Emitter, address: RedisAddress): RedisReason {
  let sentinelError: Error | null = null;
  connection.on('sentinelError', (error) => {
    sentinelError = error;
  });

  function ofSentinels({ masterName }: RedisAddress & { kind: 'sentinel' }, error: Error): string | null {
    if (!error.message.startsWith('All sentinels are unreachable')) {
      return null;
    }
    if (sentinelError === null) {
      return 'the master that the Sentinels of REDIS_URL name does not respond';
    }
    return /invalid reply: null$|No such master/u.test(sentinelError.message)
      ? `the Sentinels of REDIS_URL know no master of the name ${masterName}`
      : `no Sentinel of REDIS_URL responds (${sentinelError.message})`;
  }

  return (error) => {
    const cause = causeOf(error);
    if (untrusted.has(codeOf(cause))) {
      // Node 24 appends advice that does not apply to a service in a container.
      const [reason] = cause.message.split(';');
      return `the certificate of Redis is not trusted (${reason}): REDIS_CA_FILE names the authority that signed it`;
    }
    return (
      (address.kind === 'sentinel' ? ofSentinels(address, error) : null) ??
      (address.kind === 'cluster' && cause !== error
        ? `no node of the cluster of REDIS_URL responds (${cause.message})`
        : textOf(cause))
    );
  };
}

/** For an unreachable cluster, the error of one of its nodes. */
function causeOf(error: Error): Error {
  const { lastNodeError } = error as Error & { readonly lastNodeError?: unknown };
  return lastNodeError instanceof Error ? lastNodeError : error;
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? '';
}

function textOf(error: Error): string {
  return error.message === '' ? codeOf(error) || error.name : error.message;
}
