import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { allChangeKinds } from '@leadbridge/contracts';
import type { Change } from '@leadbridge/client/changes';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';

import { dryRunOnce } from './asked-once.js';
import { followChanges, type ChangeSource } from './changes.js';

const hourSeconds = 3_600;

/** What the overview and the page of the PSA read, and the first five pages of a list. */
const overviewReads = [
  '/health',
  '/webhooks',
  '/suppressions?pending',
  '/suppressions?failed',
  '/suppressions?unknown_source',
  '/jobs',
  '/errors',
  '/analytics/sync',
  '/analytics/history',
  '/queues',
];
const psaReads = ['/health', '/mirror', '/psa/budget-history'];
const listPages = 5;

const change = (...kinds: Extract<Change, { name: 'changed' }>['kinds']): Change => ({
  name: 'changed',
  id: '1',
  kinds,
  live: true,
});
const lost: Change = { name: 'lost', error: null };

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** A screen that reads these, with a stream whose events the test sends. */
async function openScreen(paths: readonly string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });
  const requests: string[] = [];
  const read = async (path: string): Promise<unknown> => {
    requests.push(path);
    return await Promise.resolve({ path });
  };
  const unsubscribe = paths.map((path) =>
    new QueryObserver(client, { queryKey: [path, {}], queryFn: async () => read(path) }).subscribe(
      () => undefined,
    ),
  );
  let send: (change: Change) => void = () => undefined;
  const opened: (string | undefined)[] = [];
  const live: boolean[] = [];
  const lostWith: (boolean | undefined)[] = [];
  const watch: ChangeSource['watch'] = async function* ({ signal, after }) {
    opened.push(after);
    const sent: Change[] = [];
    let wake: () => void = () => undefined;
    send = (next) => {
      sent.push(next);
      wake();
    };
    signal.addEventListener('abort', () => wake());
    while (!signal.aborted) {
      yield* sent.splice(0);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const followed = followChanges({
    client,
    watch,
    onLive: (isLive) => live.push(isLive),
    onLost: () => lostWith.push(live.at(-1)),
  });
  followed.start();
  await jest.advanceTimersByTimeAsync(0);
  const pass = async (seconds: number, each: readonly Change[] = []): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      each.forEach((next) => send(next));
      await jest.advanceTimersByTimeAsync(1_000);
    }
  };
  const close = (): void => {
    followed.pause();
    unsubscribe.forEach((end) => end());
    client.clear();
  };
  return {
    client,
    requests,
    opened,
    live,
    lostWith,
    followed,
    pass,
    send: (next: Change) => send(next),
    close,
  };
}

describe('a screen that is left open', () => {
  it.each([
    ['the overview', overviewReads],
    ['the page of the PSA', psaReads],
  ])(
    'costs %s less than 300 requests an hour while everything changes every second',
    async (_name, paths) => {
      const screen = await openScreen(paths);
      await screen.pass(hourSeconds, [change(...allChangeKinds)]);
      // Its stream is opened twelve times besides, and its charts move on twelve times each.
      expect(screen.requests.length + 3 * 12).toBeLessThan(300);
      for (const path of paths.filter((each) => each !== '/health')) {
        expect(screen.requests.filter((each) => each === path).length).toBeGreaterThan(5);
      }
      screen.close();
    },
  );

  it('costs nothing while nothing changes, and shows a change within two seconds', async () => {
    const screen = await openScreen(overviewReads);
    const first = screen.requests.length;
    await screen.pass(600);
    expect(screen.requests).toHaveLength(first);
    await screen.pass(1, [change('errors')]);
    await screen.pass(1);
    expect(screen.requests.slice(first)).toEqual(['/errors']);
    screen.close();
  });

  it('never repeats a dry run, whatever changes, is written or was away', async () => {
    const screen = await openScreen(['/jobs']);
    let runs = 0;
    const queryFn = async (): Promise<number> => await Promise.resolve((runs += 1));
    const plan = new QueryObserver(screen.client, { queryKey: ['/jobs/1/undo'], queryFn, ...dryRunOnce });
    const unsubscribe = plan.subscribe(() => undefined);
    await screen.pass(600, [change('jobs')]);
    await screen.client.invalidateQueries();
    await screen.pass(2);
    expect(runs).toBe(1);
    expect(screen.requests.length).toBeGreaterThan(10);
    unsubscribe();
    screen.close();
  });

  it('counts a list by its pages', async () => {
    const screen = await openScreen([]);
    let pages = 0;
    const list = new InfiniteQueryObserver(screen.client, {
      queryKey: ['/jobs', { limit: 50 }],
      queryFn: async ({ pageParam }) => {
        pages += 1;
        return await Promise.resolve({ next: pageParam + 1 });
      },
      initialPageParam: 1,
      getNextPageParam: ({ next }) => (next > listPages ? null : next),
    });
    const unsubscribe = list.subscribe(() => undefined);
    for (let page = 1; page < listPages; page += 1) {
      await list.fetchNextPage();
    }
    await screen.pass(hourSeconds, [change('jobs')]);
    expect(pages).toBeGreaterThan(100);
    expect(pages).toBeLessThan(250);
    unsubscribe();
    screen.close();
  });

  it('reads everything now and then while there is no stream, and less than 300 times', async () => {
    const screen = await openScreen(overviewReads);
    screen.send(lost);
    await screen.pass(hourSeconds);
    expect(screen.live.at(-1)).toBe(false);
    expect(screen.requests.filter((path) => path === '/health').length).toBeGreaterThan(10);
    expect(screen.requests.length).toBeLessThan(300);
    screen.send(change());
    await screen.pass(1);
    expect(screen.live.at(-1)).toBe(true);
    screen.close();
  });

  it('asks each time a stream is lost why, also where the one before was lost too', async () => {
    const screen = await openScreen(overviewReads);
    await screen.pass(2, [lost]);
    expect([screen.live, screen.lostWith]).toEqual([
      [false, false],
      [false, false],
    ]);
    screen.close();
  });

  it('follows nothing while it is hidden, and asks for what it has missed when it is shown', async () => {
    const screen = await openScreen(overviewReads);
    await screen.pass(10, [{ ...change('jobs'), id: '17' } as Change]);
    screen.followed.pause();
    const before = screen.requests.length;
    await screen.pass(60, [change('jobs')]);
    expect(screen.requests).toHaveLength(before);
    screen.followed.start();
    expect(screen.opened).toEqual([undefined, '17']);
    screen.close();
  });

  it('shows the health that the stream brings without asking for it', async () => {
    const screen = await openScreen(psaReads);
    const first = screen.requests.length;
    const health = { status: 'degraded' } as Extract<Change, { name: 'health' }>['health'];
    await screen.pass(1, [{ name: 'health', health }]);
    expect(screen.client.getQueryData(['/health', {}])).toEqual(health);
    expect(screen.requests).toHaveLength(first);
    screen.close();
  });

  it('asks again soon after a refusal, as its reason may not have been found out, and later seldom', async () => {
    const client = new QueryClient();
    const refusedAt: number[] = [];
    const startedAt = Date.now();
    const followed = followChanges({
      client,
      watch: () => {
        throw new Error('refused');
      },
      onLive: () => undefined,
      onLost: () => refusedAt.push((Date.now() - startedAt) / 1_000),
    });
    followed.start();
    await jest.advanceTimersByTimeAsync(hourSeconds * 1_000);
    followed.pause();
    expect(refusedAt.slice(0, 6)).toEqual([0, 5, 15, 35, 75, 135]);
    expect(refusedAt.length).toBeLessThan(70);
  });
});
