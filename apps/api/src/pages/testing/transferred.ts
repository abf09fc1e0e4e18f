import type { Page } from 'playwright-core';

export interface Transferred {
  /** The bytes of every response so far, headers included, as they came over the network; by path. */
  byPath(): ReadonlyMap<string, number>;
  /** Whether no response is under way; streams, which do not end, aside. */
  isIdle(): boolean;
}

/** Watches what a page receives, with nothing cached. */
export async function watchTransferred(page: Page): Promise<Transferred> {
  const session = await page.context().newCDPSession(page);
  const requests = new Map<string, { path: string; bytes: number; isOpen: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const path = new URL(request.url).pathname;
    requests.set(requestId, { path, bytes: 0, isOpen: type !== 'EventSource' && !path.endsWith('/changes') });
  });
  const add = (requestId: string, bytes: number): void => {
    const request = requests.get(requestId);
    if (request !== undefined) {
      request.bytes += bytes;
    }
  };
  session.on('Network.responseReceived', ({ requestId, response }) =>
    add(requestId, response.encodedDataLength),
  );
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request !== undefined) {
      request.bytes = encodedDataLength;
      request.isOpen = false;
    }
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request !== undefined) {
      request.isOpen = false;
    }
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return {
    byPath() {
      const sums = new Map<string, number>();
      for (const { path, bytes } of requests.values()) {
        sums.set(path, (sums.get(path) ?? 0) + bytes);
      }
      return sums;
    },
    isIdle: () => [...requests.values()].every(({ isOpen }) => !isOpen),
  };
}
