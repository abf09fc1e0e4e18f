import { describe, expect, it } from '@jest/globals';

import { LeadbridgeError } from './leadbridge-error.js';
import { watchJob } from './watch-job.js';

type Stream = () => Response;

const event = (name: string, processed: number): string =>
  `event: ${name}\ndata: ${JSON.stringify({ job_id: 'job_1', progress: { processed } })}\n\n`;

const stream =
  (...texts: string[]): Stream =>
  () =>
    new Response(texts.join(''));

/** Sends the texts, and then breaks off. */
const broken =
  (...texts: string[]): Stream =>
  () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const text = texts.shift();
          if (text === undefined) {
            controller.error(new TypeError('terminated'));
          } else {
            controller.enqueue(new TextEncoder().encode(text));
          }
        },
      }),
    );

async function watch(streams: Stream[], signal?: AbortSignal) {
  const opened: string[] = [];
  const run = watchJob({
    open: async (request) => {
      opened.push(request.url);
      const next = streams.length > 1 ? streams.shift() : streams[0];
      return await Promise.resolve((next ?? stream())());
    },
    requestOf: (jobId, init) => new Request(`https://leads.example.com/${jobId}`, init),
    sleep: async (_milliseconds, aborted) => {
      aborted?.throwIfAborted();
    },
  });
  const processed: number[] = [];
  const error: unknown = await (async () => {
    for await (const job of run('job_1', { signal })) {
      processed.push(job.progress.processed);
    }
    return null;
  })().catch((reason: unknown) => reason);
  return { processed, error, connections: opened.length };
}

describe('a job that is watched', () => {
  it('is shown until it has finished, over connections that end or break', async () => {
    const seen = await watch([
      stream(event('progress', 1), ': still here\n\n'),
      broken(event('progress', 2)),
      stream(event('progress', 2), event('finished', 3), event('progress', 9)),
    ]);
    expect(seen).toEqual({ processed: [1, 2, 2, 3], error: null, connections: 3 });
  });

  it('is given up where connections bring nothing, one after the other', async () => {
    const { error, connections } = await watch([stream()]);
    expect(error).toMatchObject({ code: 'NETWORK_ERROR' });
    expect(connections).toBe(31);
  });

  it('is not looked for again where there is none', async () => {
    const { error, connections } = await watch([
      () => {
        throw new LeadbridgeError('RESOURCE_NOT_FOUND', 'There is no such job', { status: 404 });
      },
    ]);
    expect(error).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(connections).toBe(1);
  });

  it("ends with the signal's reason", async () => {
    const { error } = await watch([stream()], AbortSignal.abort(new Error('enough')));
    expect(error).toEqual(new Error('enough'));
  });
});
