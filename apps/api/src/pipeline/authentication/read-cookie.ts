import type { IncomingHttpHeaders } from 'node:http';

/** Every value of a cookie: a browser may send several of the same name. */
export function readCookie({ cookie = '' }: IncomingHttpHeaders, name: string): readonly string[] {
  return cookie
    .split(';')
    .map((part) => part.trim().split('=', 2))
    .filter(([found]) => found === name)
    .map(([, value = '']) => value);
}
