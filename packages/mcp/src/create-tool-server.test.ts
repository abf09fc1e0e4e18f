import { readFileSync } from 'node:fs';

import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';

import { createToolServer } from './create-tool-server.js';
import { jsonBytes } from './json-bytes.js';

/** The responses of the API, by method and path. */
type Responses = Readonly<Record<string, { readonly status?: number; readonly body: unknown }>>;

const syncing = { permissions: ['data.sync', 'data.view.readonly'] };
const viewing = { permissions: ['data.view.readonly'] };
const writing = ['commit_plan', 'suppress_person'];
const maxListBytes = 6_000;

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map(async (close) => close()));
});

async function connect({
  writes = false,
  responses = {},
  onFault = () => undefined,
}: {
  readonly writes?: boolean;
  readonly responses?: Responses;
  readonly onFault?: (error: unknown) => void;
}): Promise<{ readonly client: Client; readonly requests: Request[] }> {
  const requests: Request[] = [];
  const server = createToolServer({
    writes,
    onFault,
    connection: {
      url: 'http://service.example.com',
      apiKey: 'lbk_test',
      fetch: async (request) => {
        requests.push(request.clone());
        const found = responses[`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`];
        return Promise.resolve(Response.json(found?.body ?? {}, { status: found?.status ?? 404 }));
      },
    },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  closing.push(async () => client.close());
  return { client, requests };
}

describe('the list of tools', () => {
  it('is the same for each tool as it was, so that no change of a schema goes unseen', async () => {
    const { client } = await connect({
      writes: true,
      responses: { 'GET /auth/caller': { body: syncing, status: 200 } },
    });
    const { tools } = await client.listTools();
    const stored = new URL('testing/tool-descriptions.json', import.meta.url);
    expect(tools).toEqual(JSON.parse(readFileSync(stored, 'utf8')));
    expect(jsonBytes({ tools })).toBeLessThanOrEqual(maxListBytes);
  });

  it('says of each tool whether it only reads', async () => {
    const { client } = await connect({
      writes: true,
      responses: { 'GET /auth/caller': { body: syncing, status: 200 } },
    });
    const { tools } = await client.listTools();
    expect(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    ).toEqual(writing);
  });

  it.each([
    ['without the setting', false, syncing],
    ['for callers who may not write', true, viewing],
  ])('has no tool that writes %s', async (_case, writes, caller) => {
    const { client } = await connect({
      writes,
      responses: { 'GET /auth/caller': { body: caller, status: 200 } },
    });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(9);
    expect(tools.map(({ name }) => name)).not.toEqual(expect.arrayContaining(writing));
  });
});

describe('a call', () => {
  it.each(writing)('of %s does not exist without the setting', async (name) => {
    const { client, requests } = await connect({});
    await expect(client.callTool({ name, arguments: { job_id: 'job_1', reason: 'x' } })).rejects.toThrow(
      'no tool',
    );
    expect(requests).toEqual([]);
  });

  it('of a tool that plans says by whom it is made, and is safe to repeat', async () => {
    const body = { job_id: 'job_1', status: 'queued', status_url: '/', waiting_for: null };
    const { client, requests } = await connect({
      responses: { 'POST /jobs/job_0/undo': { body, status: 202 } },
    });
    const { structuredContent } = await client.callTool({
      name: 'plan_undo',
      arguments: { job_id: 'job_0' },
    });
    expect(structuredContent).toEqual({ job_id: 'job_1', status: 'queued' });
    const [request] = requests;
    expect(request?.headers.get('x-leadbridge-via')).toBe('mcp');
    expect(request?.headers.get('idempotency-key')).not.toBeNull();
    expect(await request?.json()).toEqual({ dry_run: true });
  });

  it('that the API refuses is an error with its most specific code, in its words', async () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'The dry run was committed before',
      details: { reason: 'JOB_COMMITTED' },
    };
    const responses = { 'POST /jobs/job_0/commit': { body: { error }, status: 409 } };
    const { client } = await connect({ writes: true, responses });
    const response = await client.callTool({ name: 'commit_plan', arguments: { job_id: 'job_0' } });
    expect([response.isError, response.structuredContent]).toEqual([
      true,
      { code: 'JOB_COMMITTED', message: 'The dry run was committed before' },
    ]);
  });

  it('that fails by itself shows nothing of the fault, which is reported', async () => {
    const faults: unknown[] = [];
    const responses = { 'GET /leads': { body: { leads: 'none' }, status: 200 } };
    const { client } = await connect({ responses, onFault: (error) => faults.push(error) });
    const response = await client.callTool({ name: 'find_leads', arguments: {} });
    expect([response.isError, response.structuredContent]).toEqual([
      true,
      { code: 'INTERNAL_ERROR', message: 'An unexpected error occurred' },
    ]);
    expect(faults).toHaveLength(1);
  });
});
