interface FoundServer {
  /** The driver's type: `Unknown` if the server does not respond. */
  readonly type: string;
  readonly error: Error | null;
}

/** What the driver found when it looked for a primary. */
interface FoundServers {
  readonly servers: ReadonlyMap<string, FoundServer>;
}

const untrusted = /certificate|self-signed|altnames|unable to verify/iu;

/** Why no server could be used, in one line for the operator; null if the error has another cause. */
export function connectFailureOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('reason' in error) || !isFoundServers(error.reason)) {
    return null;
  }
  const found = [...error.reason.servers.values()];
  const responding = found.filter(({ type }) => type !== 'Unknown');
  if (responding.length > 0) {
    return `the replica set of MONGODB_URI has no primary: ${responding.length} of ${found.length} members respond, and a majority must`;
  }
  const reason = found.find((server) => server.error !== null)?.error?.message ?? error.message;
  return untrusted.test(reason)
    ? `the certificate of MongoDB is not trusted (${reason}): tlsCAFile in MONGODB_URI names the authority that signed it`
    : `no server of MONGODB_URI responds (${reason})`;
}

function isFoundServers(reason: unknown): reason is FoundServers {
  return (
    typeof reason === 'object' && reason !== null && 'servers' in reason && reason.servers instanceof Map
  );
}
