import { isIP } from 'node:net';

import type { Request } from 'express';

/** IPv4 as a dual-stack socket shows it. */
const mapped = /^::ffff:(?=\d+\.)/i;

/** Some proxies write the port behind the address. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/**
 * The address of who asks, as far as `TRUST_PROXY` lets it be known. What a proxy hands on as one and is none, as anybody can write
 * anything into `X-Forwarded-For`, gives way to the address of the connection.
 */
export function callerAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string {
  return readAddress(ip) ?? readAddress(socket.remoteAddress) ?? 'unknown';
}

function readAddress(text = ''): string | null {
  const [, sixth, fourth] = withPort.exec(text) ?? [];
  const address = (sixth ?? fourth ?? text).replace(mapped, '').replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}
