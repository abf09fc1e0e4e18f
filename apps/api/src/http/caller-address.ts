import { isIP } from 'node:net';

import type { Request } from 'express';

/** IPv4 as a dual-stack socket shows it. */
const mapped = /^::ffff:(?=\d+\.)/i;

/** Some proxies append the port to the address. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** The caller's address as far as `TRUST_PROXY` allows; anybody may send an invalid `X-Forwarded-For`. */
export function callerAddress({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string {
  return readAddress(ip) ?? readAddress(socket.remoteAddress) ?? 'unknown';
}

function readAddress(text = ''): string | null {
  const [, sixth, fourth] = withPort.exec(text) ?? [];
  const address = (sixth ?? fourth ?? text).replace(mapped, '').replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}
