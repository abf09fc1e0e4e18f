import { setTimeout as sleep } from 'node:timers/promises';

import { expect, it } from '@jest/globals';

import { recordCommands } from '../support/count-commands.js';
import { startSystemHere } from '../support/start-system-here.js';

const settleMs = 15_000;
const seconds = 60;
const commandsPerSecond = 3;

it(`asks MongoDB at most ${commandsPerSecond} times a second while there is nothing to do`, async () => {
  const system = await startSystemHere();
  try {
    await sleep(settleMs);
    const record = recordCommands();
    await sleep(seconds * 1_000);
    record.stop();
    const sent = record.sent.map(({ name, collection }) => `${name} ${collection ?? ''}`);
    // On a busy machine it asks less often, never more.
    expect(sent.length / seconds).toBeLessThanOrEqual(commandsPerSecond);
    // It is awake nevertheless.
    expect(sent).toContain('find events');
    expect(sent).toContain('aggregate suppressions');
  } finally {
    await system.stop();
  }
});
