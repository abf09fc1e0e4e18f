import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { watchChanges } from './changes.js';
import { createLeadbridge } from './create-leadbridge.js';
import { userAgentHeader } from './user-agent.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const own = `leadbridge-client/${manifest.version}`;
const url = 'https://leads.example.com';

/** The header of each request; every response is a refusal that is not retried. */
function listen() {
  const sent: (string | null)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request.headers.get('user-agent'));
    return Promise.resolve(Response.json({}, { status: 404 }));
  };
  return { sent, fetch };
}

describe('the name of the client in the logs of the service', () => {
  it.each([
    ['its own, with the version of its manifest', {}, own],
    ['another that is given', { userAgent: 'crm-sync/3' }, 'crm-sync/3'],
  ])('is %s, with every request', async (_case, settings, expected) => {
    const { sent, fetch } = listen();
    const { GET, jobs, leads } = createLeadbridge({ url, apiKey: 'lbk_key', fetch, ...settings });
    const calls = [
      async () => GET('/jobs'),
      async () => leads.import('manual', { email: 'alex@example.com' }),
      async () => {
        for await (const progress of jobs.watch('job_1')) {
          expect(progress).toBe('refused before the first');
        }
      },
      async () => {
        for await (const change of watchChanges({ url, fetch, ...settings })) {
          expect(change).toBe('refused before the first');
        }
      },
    ];
    for (const call of calls) {
      await call().catch(() => undefined);
    }
    expect(sent).toEqual([expected, expected, expected, expected]);
  });

  it.each([
    ['Node 20', { process: {} }, own],
    ['newer versions of Node, Deno and Bun', { navigator: { userAgent: 'Node.js/24' } }, own],
    ['a page of a browser, which names itself', { navigator: {}, document: {} }, undefined],
    ['a worker of a browser', { navigator: {}, importScripts: () => undefined }, undefined],
  ])('in %s', (_runtime, globals, expected) => {
    expect(userAgentHeader(undefined, globals)['user-agent']).toBe(expected);
    expect(userAgentHeader('crm-sync/3', globals)).toEqual({ 'user-agent': 'crm-sync/3' });
  });
});
