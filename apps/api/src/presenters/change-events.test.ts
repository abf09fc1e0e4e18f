import { describe, expect, it } from '@jest/globals';
import { allChangeKinds, type ChangeKind } from '@leadbridge/contracts';

import type { Credential } from '../pipeline/authentication/index.js';
import type { ApiServices } from '../services.js';
import { changeEvents } from './change-events.js';

const now = Date.parse('2026-01-31T09:00:00.000Z');
const credentialOf = (role: Credential['role']): Credential => ({
  id: 'key_1',
  name: 'x',
  role,
  kind: 'api_key',
});

interface Stream {
  readonly role?: Credential['role'] | null;
  readonly lastEventId?: string;
  /** What the service has stored since the time that the stream asks for. */
  readonly changed?: readonly ChangeKind[];
  readonly isLive?: boolean;
}

/** Reads the first events of a stream: the process is about to stop, so there are no others. */
async function firstEvents({ role = 'admin', lastEventId, changed = [], isLive = true }: Stream) {
  const asked: number[] = [];
  let subscribers = 0;
  const stopping = AbortSignal.abort();
  const connected = async () => Promise.resolve('connected');
  const services = {
    clock: { now: () => now },
    stopping,
    changes: {
      subscribe: () => {
        subscribers += 1;
        return () => {
          subscribers -= 1;
        };
      },
      changedSince: (at: number) => {
        asked.push(at);
        return changed;
      },
      isLive: () => isLive,
    },
    connections: { psa: connected, providerA: connected, database: connected, queue: connected },
    workers: async () => Promise.resolve(null),
    queueDepths: async () => Promise.resolve([]),
    psaBudget: async () => Promise.resolve(null),
    mirrorStates: () => Promise.resolve(null),
    eventDispatch: async () => Promise.resolve(null),
  } as Partial<Record<keyof ApiServices, unknown>> as ApiServices;
  const credential = role === null ? null : credentialOf(role);
  const reader = { credential, callerNow: async () => Promise.resolve(credential), seconds: 60, lastEventId };
  let text = '';
  for await (const chunk of changeEvents(services, reader)) {
    text += chunk;
  }
  const events = text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => ({
      name: /^event: (.*)$/m.exec(event)?.[1],
      id: /^id: (.*)$/m.exec(event)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null') as Record<string, unknown>,
    }));
  return { events, asked, subscribers };
}

describe('a stream of changes', () => {
  it('begins with what changed since the last event, and with the health of the service', async () => {
    const { events, subscribers } = await firstEvents({ changed: ['jobs', 'webhooks'] });
    expect(events.map(({ name }) => name)).toEqual(['changed', 'health']);
    expect(events[0]).toEqual({
      name: 'changed',
      id: String(now),
      data: { kinds: ['jobs', 'webhooks'], live: true },
    });
    expect(events[1]?.data).toMatchObject({ status: 'healthy' });
    expect(subscribers).toBe(0);
  });

  it('names no kinds that the reader may not read', async () => {
    const kindsFor = async (role: Credential['role']) =>
      (await firstEvents({ role, changed: allChangeKinds })).events[0]?.data['kinds'];
    expect(await kindsFor('admin')).toEqual(allChangeKinds);
    expect((await kindsFor('viewer')) as readonly string[]).not.toEqual(allChangeKinds);
  });

  it('is empty for a reader whose credential has ended', async () => {
    const { events, subscribers } = await firstEvents({ role: null, changed: ['jobs'] });
    expect(events).toEqual([]);
    expect(subscribers).toBe(0);
  });

  it('names every kind while the database provides no change stream', async () => {
    const { events } = await firstEvents({ isLive: false, changed: allChangeKinds });
    expect(events[0]?.data).toEqual({ kinds: allChangeKinds, live: false });
  });
});

describe('the time since which changes are looked up', () => {
  it.each([
    ['is that of the last event, with some slack for clocks', String(now - 10_000), now - 10_500],
    ['is never in the future', String(now + 60_000), now - 500],
    ['is five seconds ago for a new reader', undefined, now - 5_000],
    ['is five seconds ago for an id that is not ours', '../x', now - 5_000],
    ['is five seconds ago for an id that is no time', '9'.repeat(16), now - 5_000],
    ['is five seconds ago for an empty id', '', now - 5_000],
  ])('%s', async (_what, lastEventId, expected) => {
    const { asked } = await firstEvents(lastEventId === undefined ? {} : { lastEventId });
    expect(asked).toEqual([expected]);
  });
});
