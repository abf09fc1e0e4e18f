import { connect } from 'node:net';

import type { ConnectionState } from '@leadbridge/contracts';

const timeoutMilliseconds = 2_000;
const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

/**
 * Whether another system's address accepts connections. Sends no request, because frequent health checks must
 * not use the budget of calls that imports need.
 */
export async function probeAddress(url: string): Promise<ConnectionState> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return await new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? (defaultPorts[protocol] ?? 443) : Number(port) });
    const settle = (state: ConnectionState) => () => {
      socket.destroy();
      resolve(state);
    };
    socket.setTimeout(timeoutMilliseconds, settle('disconnected'));
    socket.once('connect', settle('connected'));
    socket.once('error', settle('disconnected'));
  });
}
