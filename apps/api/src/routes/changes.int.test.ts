import { describe, expect, it } from '@jest/globals';
import { changeKinds, type ChangedEvent } from '@leadbridge/contracts';

import { useTestApi } from '../testing/test-api.js';

const maxStreams = 50;

const api = useTestApi();

/** A stream that is read as far as a test wants. */
async function openStream(key: string, query = '', headers: Readonly<Record<string, string>> = {}) {
  const left = new AbortController();
  const response = await fetch(`${api.origin}/api/v1/changes${query}`, {
    headers: { Authorization: `Bearer ${key}`, ...headers },
    signal: left.signal,
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  let hasEnded = false;
  const readOn = async (): Promise<void> => {
    const { value, done } = (await chunks?.next()) ?? { done: true };
    hasEnded = done === true;
    text += value ?? '';
  };
  return {
    status: response.status,
    headers: response.headers,
    /** Everything received until a quoted text begins like this. */
    async until(beginning: string): Promise<string> {
      while (!text.includes(`"${beginning}`)) {
        await readOn();
        if (hasEnded) {
          throw new Error(`The stream has ended: ${text}`);
        }
      }
      return text;
    },
    async toItsEnd(): Promise<string> {
      while (!hasEnded) {
        await readOn();
      }
      return text;
    },
    leave: () => left.abort(),
  };
}

function changedIn(text: string): (ChangedEvent & { readonly id: string })[] {
  return [...text.matchAll(/event: changed\nid: (\d+)\ndata: (.*)\n\n/gu)].map(([, id = '', data = '']) => ({
    ...(JSON.parse(data) as ChangedEvent),
    id,
  }));
}

/** Not through this API, like a worker. */
async function store(collection: string): Promise<void> {
  await api.mongo.collection(collection).insertOne({ email: 'alex@example.com' });
}

describe('the stream of changes', () => {
  it('reports the health, and what others store, to callers with permission, and nothing about the records', async () => {
    const [viewer, admin] = [
      await openStream(api.keys.viewer, '?seconds=20'),
      await openStream(api.keys.admin, '?seconds=20'),
    ];
    expect(viewer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(viewer.headers.get('cache-control')).toContain('no-store');
    const beginning = await viewer.until('kinds');
    // Nobody has listened before: everything may have changed.
    const readable = Object.keys(changeKinds).filter((kind) => !['errors', 'config'].includes(kind));
    expect(changedIn(beginning)).toMatchObject([{ kinds: readable, live: true }]);
    const [, health = ''] = /event: health\ndata: (.*)\n\n/u.exec(beginning) ?? [];
    expect(JSON.parse(health)).toMatchObject({ services: { database: 'connected' }, psa_failure: null });
    await admin.until('errors');

    await store('webhooks');
    const seen = changedIn(await viewer.until('webhooks"],')).at(-1);
    expect(seen?.kinds).toEqual(['webhooks']);
    await store('suppressions');
    await viewer.until('suppressions"],');
    await store('error_log');
    expect(await admin.until('errors"],')).not.toContain('alex');
    // What came after the last event that a reader has received, or within half a second before it.
    const again = await openStream(api.keys.viewer, '?seconds=1', { 'Last-Event-ID': seen?.id ?? '' });
    const missed = changedIn(await again.toItsEnd()).flatMap(({ kinds }) => kinds);
    expect(missed).toContain('suppressions');
    expect(missed).not.toContain('jobs');
    expect(missed).not.toContain('errors');
    viewer.leave();
    admin.leave();
  });

  it('limits the open streams of a credential, each of which counts as one request', async () => {
    const key = await api.issueKey('viewer');
    expect((await api.call('GET', '/changes?seconds=301')).status).toBe(400);
    const opened = await Promise.all(
      Array.from({ length: maxStreams }, () => openStream(key, '?seconds=30')),
    );
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200));
    const refused = await api.call('GET', '/changes', { key });
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: { code: 'RATE_LIMIT_EXCEEDED', details: { limit: 'concurrent_streams', quota: maxStreams } },
      },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    const { headers } = await api.call('GET', '/jobs', { key });
    const [limit, left] = ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
    expect((limit ?? 0) - (left ?? 0)).toBe(maxStreams + 1);
    opened.forEach(({ leave }) => leave());
  });

  it('ends with the key of its reader', async () => {
    const key = await api.issueKey('viewer', { name: 'to be revoked' });
    const stream = await openStream(key, '?seconds=30');
    await stream.until('kinds');
    await api.mongo
      .collection('api_keys')
      .updateOne({ name: 'to be revoked' }, { $set: { revokedAt: new Date() } });
    const endedAt = performance.now();
    await stream.toItsEnd();
    expect(performance.now() - endedAt).toBeLessThan(5_000);
  });

  it('ends at once when the process is about to stop', async () => {
    const stream = await openStream(api.keys.viewer, '?seconds=30');
    await stream.until('kinds');
    const stoppedAt = performance.now();
    api.announceStop();
    await stream.toItsEnd();
    expect(performance.now() - stoppedAt).toBeLessThan(900);
  });
});
