import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { ManagedProcess } from './managed-process.js';
import { waitUntil } from './wait-until.js';

const script = (code: string): ManagedProcess =>
  new ManagedProcess({
    name: 'script',
    command: process.execPath,
    parameters: ['-e', code],
    environment: {},
  });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('ManagedProcess', () => {
  it('tells how it ended and what it said on both streams', async () => {
    const child = script('console.log("one"); console.error("two"); process.exitCode = 3');
    expect(await child.exited).toEqual({ exitCode: 3, signal: null });
    expect(child.running).toBe(false);
    expect(child.output.split('\n').sort()).toEqual(['one', 'two']);
  });

  it('knows when a process has told that it is ready', async () => {
    const child = new ManagedProcess({
      name: 'script',
      command: process.execPath,
      parameters: ['-e', 'process.send("loading"); setTimeout(() => process.send("ready"), 20)'],
      environment: {},
      reportsReady: true,
    });
    expect(child.hasReportedReady).toBe(false);
    await child.exited;
    expect(child.hasReportedReady).toBe(true);
  });

  it('inherits no variable of ours', async () => {
    const child = script('console.log(Object.keys(process.env).length)');
    await child.exited;
    expect(child.output).toBe('0');
  });

  it('ends at once where the command does not exist', async () => {
    const child = new ManagedProcess({ name: 'none', command: '/no/such', parameters: [], environment: {} });
    expect(await child.exited).toEqual({ exitCode: null, signal: null });
    expect(child.output).toContain('ENOENT');
  });

  it('is killed where it does not end when it is asked to', async () => {
    const child = script('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")');
    await waitUntil(
      () => Promise.resolve(child.output === 'up' ? true : null),
      60_000,
      () => 'not up',
    );
    expect(await child.stop(50)).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('ends with us when we are killed outright, and its temporary folder goes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-test-'));
    const parent = new ManagedProcess({
      name: 'parent',
      command: process.execPath,
      parameters: [
        ...['--import=tsx', '--input-type=module', '-e'],
        `import { ManagedProcess } from ${JSON.stringify(new URL('./managed-process.ts', import.meta.url).href)};
         const child = new ManagedProcess({
           name: 'child', command: process.execPath, parameters: ['-e', 'setInterval(() => {}, 1000)'],
           environment: {}, temporaryDirectory: ${JSON.stringify(folder)},
         });
         console.log('child ' + child.pid);`,
      ],
      environment: { TMPDIR: tmpdir() },
    });
    const line = await waitUntil(
      () => Promise.resolve(/child (\d+)/.exec(parent.output)),
      60_000,
      () => parent.output,
    );
    const pid = Number(line[1]);
    expect(isAlive(pid)).toBe(true);
    parent.signal('SIGKILL');
    await waitUntil(
      () => Promise.resolve(isAlive(pid) ? null : true),
      60_000,
      () => 'the child lives on',
    );
    const exists = (): Promise<boolean> =>
      stat(folder).then(
        () => true,
        () => false,
      );
    await waitUntil(
      async () => ((await exists()) ? null : true),
      60_000,
      () => 'the folder is still there',
    );
    await rm(folder, { recursive: true, force: true });
  });
});
