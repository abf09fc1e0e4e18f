import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, until, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';

const token = 'token-of-the-prometheus-of-the-drill';

describe("the workers' metrics", () => {
  let system: ProcessSystem;

  beforeAll(async () => {
    system = await startSystem({ workers: 2, env: { METRICS_TOKEN: token } });
  });

  afterAll(async () => {
    await system.stop();
  });

  async function samples(pattern: RegExp): Promise<string[]> {
    const response = await fetch(new URL('/metrics', system.baseUrls[0]), {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    return (await response.text()).split('\n').filter((line) => pattern.test(line));
  }

  it('are served by the API within seconds: calls to the PSA by path and status, and the event loop of each', async () => {
    expect((await callerOf(system).importLead(flatLead(1))).status).toBe(201);
    const created = /^leadbridge_psa_call_seconds_count\{.*method="POST",path="\/Tickets",status="20[01]"/;
    let calls: string[] = [];
    await until(async () => (calls = await samples(created)).length > 0);
    const counts = calls.map((line) => Number(line.split(' ').at(-1)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const lastResponses = await samples(/^leadbridge_psa_last_answer_timestamp_seconds\{/);
    expect(Math.max(...lastResponses.map((line) => Number(line.split(' ').at(-1))))).toBeGreaterThan(
      1_700_000_000,
    );
    const instances = async (): Promise<number> => {
      const lags = await samples(/^nodejs_eventloop_lag_p99_seconds\{instance="/);
      return new Set(lags.map((line) => /instance="([^"]+)"/.exec(line)?.[1])).size;
    };
    await until(async () => (await instances()) === 2);
  });

  it('include every metric that the alerts and the dashboard use', async () => {
    const shipped = ['prometheus/leadbridge.rules.yaml', 'grafana/leadbridge.json'].map((path) =>
      readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8'),
    );
    const used = new Set(shipped.join().match(/\b(leadbridge|process|nodejs)_\w+/g));
    expect(used.size).toBeGreaterThan(20);
    // The workers publish theirs every few seconds.
    await until(async () => {
      const told = new Set((await samples(/^[^#]/)).map((line) => line.split(/[{ ]/)[0] ?? ''));
      return [...used].every((name) => told.has(name));
    });
  });
});
