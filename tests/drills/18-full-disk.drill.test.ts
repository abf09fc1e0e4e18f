import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { startTestMongodb, type ProcessSystem } from '@leadbridge/devkit';
import mongoose from 'mongoose';

import { callerOf, flatLead } from '../support/caller.js';
import { drill, exactly, type DrillFigure } from '../support/drill.js';
import {
  accountsOf,
  pause,
  requestsOfWork,
  rowsWithDuplicates,
  secondsUntil,
  sendBulk,
  withService,
  type SentBulk,
} from '../support/drill-service.js';

const run = promisify(execFile);

/** MongoDB takes some 300 MB before anything is written. */
const diskMegabytes = 640;
/** How long imports go on once the first was refused, and how long they may go on until then. */
const refusedMs = 8_000;
const maxFullMs = 60_000;
/** So that files grow soon, for which there is no room any more. */
const checkpointSeconds = 2;
const askEveryMs = 200;

type Mongodb = Awaited<ReturnType<typeof startTestMongodb>>;

/** Only root may mount, and not in every container. */
function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'leadbridge-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
  if (status === 0) {
    spawnSync('umount', [path]);
  }
  rmdirSync(path);
  return status === 0;
}

/** A small file system in memory. */
async function mountDisk(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'leadbridge-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', path]);
  return {
    path,
    remove: async () => {
      await run('umount', ['--lazy', path]);
      await rm(path, { recursive: true });
    },
  };
}

/** Takes all that is free. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const chunk of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) {
      for (;;) {
        const isFull = await file.write(chunk).then(
          ({ bytesWritten }) => bytesWritten < chunk.length,
          () => true,
        );
        if (isFull) break;
      }
    }
  } finally {
    await file.close();
  }
}

interface Responses {
  readonly acknowledged: readonly SentBulk[];
  readonly refused: number;
  readonly withoutError: number;
  readonly slowestSeconds: number;
}

/** Imports one person after the other, until some have been refused. */
async function importMeanwhile(system: ProcessSystem): Promise<Responses> {
  const acknowledged: SentBulk[] = [];
  let [refused, withoutError, slowestSeconds] = [0, 0, 0];
  let end = performance.now() + maxFullMs;
  const asking: Promise<void>[] = [];
  for (let number = 500_000; performance.now() < end; number += 1) {
    const lead = flatLead(number);
    const ask = async (): Promise<void> => {
      const startedAt = performance.now();
      const { status, body } = await callerOf(system).importLead(lead, {
        headers: { prefer: 'respond-async' },
      });
      slowestSeconds = Math.max(slowestSeconds, (performance.now() - startedAt) / 1_000);
      if (status === 202) {
        acknowledged.push({ jobId: String(body['job_id']), rows: [lead] });
      } else {
        end = refused === 0 ? performance.now() + refusedMs : end;
        refused += 1;
        const error = body['error'] as { readonly code?: unknown } | undefined;
        withoutError += typeof error?.code === 'string' ? 0 : 1;
      }
    };
    asking.push(ask());
    await pause(askEveryMs);
  }
  await Promise.all(asking);
  return { acknowledged, refused, withoutError, slowestSeconds };
}

async function writeSoon(uri: string): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  await connection.getClient().db('admin').command({ setParameter: 1, syncdelay: checkpointSeconds });
  await connection.close();
}

async function fillAndFree(
  system: ProcessSystem,
  mongodb: Mongodb,
  ballast: string,
  seed: number,
): Promise<readonly DrillFigure[]> {
  const bulk = await sendBulk(system, rowsWithDuplicates(1, 400, seed), { batch_size: 5 });
  const { requests } = system.simulator;
  await secondsUntil('the import to begin', 120, () => requests.total > 20);
  await writeSoon(system.mongodbUri);
  await fill(ballast);
  const { acknowledged, refused, withoutError, slowestSeconds } = await importMeanwhile(system);
  await rm(ballast);
  // A mongod that cannot write ends itself; whatever watches over it starts it again.
  const hasEnded = !mongodb.running();
  if (hasEnded) {
    await mongodb.relaunch();
  }
  const before = requestsOfWork(system);
  const resumed = await secondsUntil('the import to go on', 120, () => requestsOfWork(system) > before);
  const accounts = await accountsOf(system, [bulk, ...acknowledged]);
  return [
    { name: 'refused while full', value: refused, atLeast: 1 },
    exactly('refusals without a code', withoutError, 0),
    { name: 'slowest response', value: slowestSeconds, unit: 's', atMost: 10 },
    { name: 'acknowledged while full', value: acknowledged.length },
    { name: 'ends of MongoDB', value: hasEnded ? 1 : 0 },
    { name: 'resumed after', value: resumed, unit: 's', atMost: 15 },
    ...accounts,
  ];
}

drill({
  promise:
    'While the disk of MongoDB is full, imports are refused with a clear error, nothing is acknowledged that is not stored, and once there is room work goes on by itself.',
  skipReason: canMount() ? null : 'no file system can be mounted by this user: run it as root on Linux',
  async run({ seed }) {
    const disk = await mountDisk();
    try {
      const mongodb = await startTestMongodb({ dataRoot: disk.path });
      try {
        const env = { MONGODB_URI: mongodb.uri(`drill_${process.pid}`) };
        return await withService({ env, simulator: { randomSeed: seed } }, async (system) =>
          fillAndFree(system, mongodb, join(disk.path, 'ballast'), seed),
        );
      } finally {
        await mongodb.stop();
      }
    } finally {
      await disk.remove();
    }
  },
});
