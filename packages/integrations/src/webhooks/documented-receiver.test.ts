import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { signEvent } from './sign.js';

const page = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs/events.md');
const sample = /```js verify\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';

/** The result of the documented receiver for a request, run as its own program. */
function receive(
  body: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): string {
  const lowered = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const program = `${sample}
    try {
      const event = verifyEvent(Buffer.from(${JSON.stringify(body)}), ${JSON.stringify(lowered)}, ${JSON.stringify(secrets)});
      console.log('event ' + event.id);
    } catch (error) {
      console.log(error.message);
    }`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  }).stdout.trim();
}

const bodyAt = (now: number): string =>
  JSON.stringify({
    id: 'evt_1',
    type: 'lead.created',
    timestamp: new Date(now).toISOString(),
    data: { name: 'ü' },
  });

const signed = (body: string, secrets: readonly [string, ...string[]], now = Date.now()) =>
  signEvent({ eventId: 'evt_1', eventType: 'lead.created', body, secrets, now });

describe('the documented receiver', () => {
  const fresh = bodyAt(Date.now());

  it('accepts our events, before, during and after a rotation', () => {
    expect(receive(fresh, signed(fresh, ['whsec_b25l']), ['whsec_b25l'])).toBe('event evt_1');
    expect(receive(fresh, signed(fresh, ['whsec_dHdv', 'whsec_b25l']), ['whsec_b25l', 'whsec_dHdv'])).toBe(
      'event evt_1',
    );
  });

  it('refuses another body, another secret, no signature, and an old event', () => {
    const headers = signed(fresh, ['whsec_b25l']);
    expect(receive(`${fresh} `, headers, ['whsec_b25l'])).toBe('The signature does not match');
    expect(receive(fresh, headers, ['whsec_dHdv'])).toBe('The signature does not match');
    expect(receive(fresh, {}, ['whsec_b25l'])).toBe('The signature does not match');
    const old = bodyAt(Date.now() - 301_000);
    expect(receive(old, signed(old, ['whsec_b25l']), ['whsec_b25l'])).toBe('The event is too old');
  });
});
