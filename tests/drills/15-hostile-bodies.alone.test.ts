import { readFile } from 'node:fs/promises';

import { seededRandom } from '@leadbridge/psa-simulator';

import { callerOf } from '../support/caller.js';
import { drill, exactly, percentile, type DrillFigure } from '../support/drill.js';
import { pause, withService } from '../support/drill-service.js';

/** Of them, those in which the memory comes to what it needs. */
const [bodies, warmUpBodies] = [6_000, 2_000];
const atOnce = 5;
const readEveryMs = 25;
const readMs = 4_000;
/** Of a request beside hostile bodies; on a machine that is busy with other things, as many times what it takes beside harmless ones. */
const [maxMs, maxTimes] = [100, 2];
const paths = ['/sync/leads', '/sync/leads/bulk', '/webhooks', '/erasures', '/leads/1/status', '/auth/login'];

const texts: readonly ((random: () => number) => string)[] = [
  () => '['.repeat(40_000),
  () => `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  () => '{"__proto__":{"role":"admin"},"source":"csv","data":{}}',
  () => '{"source":"csv","data":{"constructor":{"prototype":{"x":1}}}}',
  () => `{"source":"csv","data":{"email":"${'a'.repeat(50_000)}@x"}}`,
  () => '{"source":"csv","data":{"email":"a\\u0000@example.com"}}',
  () => '{"source":"csv","leads":[null,1,"x",[],{}]}',
  () => `{"source":"csv","leads":[${'{},'.repeat(10_000)}{}]}`,
  () => '"text"',
  () => '1e999',
  () => '{"source":{"$ne":null},"data":{"email":{"$gt":""}}}',
  () => '{"url":"http://[::1]:x/","events":[["*"]]}',
  () => '\uFEFF{}',
  () => '{"a":1',
  () => '',
  (random) => Array.from({ length: 200 }, () => String.fromCharCode(32 + random() * 2_000)).join(''),
];

drill({
  promise:
    'No body, however malformed, ends in a 5xx, blocks the other requests, or costs memory that is not given back.',
  async run({ seed }) {
    return await withService({}, async (system) => {
      const random = seededRandom(seed);
      let failures = 0;
      /** The effect on other callers until `work` is done. */
      const readBeside = async (work: Promise<void>): Promise<number> => {
        const durations: number[] = [];
        let isOver = false;
        const ending = work.finally(() => {
          isOver = true;
        });
        while (!isOver) {
          const startedAt = performance.now();
          const { status } = await callerOf(system).call('GET', '/leads?limit=1');
          durations.push(performance.now() - startedAt);
          failures += status === 200 ? 0 : 1;
          await pause(readEveryMs);
        }
        await ending;
        return percentile(durations, 0.99);
      };
      const send = async (): Promise<void> => {
        const body = texts[Math.floor(random() * texts.length)]?.(random) ?? '';
        const path = paths[Math.floor(random() * paths.length)] ?? '';
        const response = await fetch(`${system.baseUrl}/api/v1${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'application/json' },
          body,
        });
        await response.arrayBuffer();
        failures += response.status >= 500 ? 1 : 0;
      };
      const sendAll = async (count: number): Promise<void> => {
        let left = count;
        await together(async () => {
          while ((left -= 1) >= 0) {
            await send();
          }
        });
      };
      const readAll = async (): Promise<void> => {
        const end = performance.now() + readMs;
        await together(async () => {
          while (performance.now() < end) {
            await callerOf(system).call('GET', '/jobs?limit=1');
          }
        });
      };
      await sendAll(warmUpBodies);
      const before = await memoryOf(system.apis[0]?.pid);
      const ordinary = await readBeside(readAll());
      const hostile = await readBeside(sendAll(bodies - warmUpBodies));
      const after = await memoryOf(system.apis[0]?.pid);
      const figures: readonly DrillFigure[] = [
        exactly('5xx', failures, 0),
        { name: 'p99 beside harmless requests', value: ordinary, unit: 'ms' },
        {
          name: 'p99 beside hostile ones',
          value: hostile,
          unit: 'ms',
          atMost: Math.round(Math.max(maxMs, maxTimes * ordinary)),
        },
      ];
      return before === null || after === null
        ? figures
        : [...figures, { name: 'memory', value: after - before, unit: 'MB', atMost: 50 }];
    });
  },
});

async function together(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Resident, in MB; null where the system does not say it. */
async function memoryOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
}
