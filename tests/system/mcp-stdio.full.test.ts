import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { currentTestRun, type TestSystem } from '@leadbridge/devkit';

import { callerOf, type Caller } from '../support/caller.js';
import { connectMcp, type McpCaller, type ToolContent } from '../support/mcp-caller.js';
import { startSystemHere } from '../support/start-system-here.js';

const document = new URL('../../docs/mcp-session.txt', import.meta.url);

/** Ids and times differ from run to run. */
function withoutChance(text: string): string {
  const jobs = new Map<string, string>();
  return text
    .replaceAll(/\bjob_[0-9a-z]{10,}/g, (id) => {
      const name = jobs.get(id) ?? `job_${String.fromCodePoint(97 + jobs.size)}…`;
      jobs.set(id, name);
      return name;
    })
    .replaceAll(/"at": "[^"]+"/g, '"at": "2026-01-31T09:00:00.000Z"')
    .replaceAll(/"event_id": "[^"]+"/g, '"event_id": "evt_…"');
}

describe('leadbridge mcp', () => {
  let system: TestSystem;
  let api: Caller;
  let key: string;

  beforeAll(async () => {
    system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
    api = callerOf(system);
    const issued = await api.call('POST', '/api-keys', { name: 'Assistant', role: 'operator' });
    key = String(issued.body['key']);
  });

  afterAll(async () => {
    await system.stop();
  });

  /** The command as a process, by the SDK's own client, which fails for anything on standard output that is not the protocol. */
  async function start(more: Readonly<Record<string, string>> = {}): Promise<McpCaller> {
    return await connectMcp(
      new StdioClientTransport({
        command: process.execPath,
        args: [currentTestRun().apps.cli, 'mcp'],
        env: {
          PATH: currentTestRun().searchPath,
          LEADBRIDGE_URL: system.baseUrl,
          LEADBRIDGE_API_KEY: key,
          ...more,
        },
      }),
    );
  }

  const alex = {
    first_name: 'Alex',
    last_name: 'Example',
    email: 'alex@example.com',
    company: 'Example Software Ltd',
  };

  it('explains why a phone changed, and plans an undo without doing it, as the documentation shows', async () => {
    const first = await api.importLead({ ...alex, phone: '+1 555 010 0001' }, { source: 'provider_a' });
    await api.importLead({ ...alex, phone: '+1 555 010 0002' }, { source: 'provider_b' });
    const assistant = await start();
    const told: string[] = [];
    const ask = async (name: string, values: ToolContent): Promise<ToolContent> => {
      const { content } = await assistant.tool(name, values);
      told.push(`→ ${name} ${JSON.stringify(values)}`, JSON.stringify(content, null, 2), '');
      return content;
    };
    const found = await ask('find_leads', { query: 'Alex Example' });
    const [lead] = found['leads'] as { lead_id: number }[];
    expect(lead?.lead_id).toBe(first.body['lead_id']);
    const why = await ask('explain_lead', { lead_id: Number(lead?.lead_id) });
    const { phone } = why['fields'] as Record<string, { job_id: string }>;
    const plan = await ask('plan_undo', { job_id: String(phone?.job_id) });
    await api.finished(String(plan['job_id']));
    await ask('job_status', { job_id: String(plan['job_id']) });
    await assistant.close();

    const { body } = await api.call('GET', `/leads/${String(lead?.lead_id)}`);
    expect(body['contact']).toMatchObject({ phone: '+15550100002' });
    expect(readFileSync(document, 'utf8')).toBe(withoutChance(told.join('\n').trimEnd() + '\n'));
  });

  it('has the tools that write only with MCP_WRITES, and then for keys that may', async () => {
    const reading = await start();
    expect(await reading.names()).not.toContain('commit_plan');
    await expect(reading.tool('commit_plan', { job_id: 'job_1' })).rejects.toThrow('no tool');
    await reading.close();
    const writing = await start({ MCP_WRITES: 'on' });
    expect(await writing.names()).toEqual(expect.arrayContaining(['commit_plan', 'suppress_person']));
    await writing.close();
  });

  it('says in a result that its key is not valid, or that nobody responds', async () => {
    const revoked = await start({ LEADBRIDGE_API_KEY: 'lbk_revoked' });
    const refused = await revoked.tool('find_leads');
    expect([refused.isError, refused.content['code']]).toEqual([true, 'AUTHENTICATION_ERROR']);
    await revoked.close();
  });
});
