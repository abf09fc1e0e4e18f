import { describe, expect, it } from '@jest/globals';
import type { PreparedThing } from '@leadbridge/integrations';

import { preparePsa, type PrepareOptions } from './prepare-psa.js';

const type: PreparedThing = {
  kind: 'ticket type',
  name: 'Lead',
  description: 'a type of tickets',
  state: 'created',
};
const outcome: PreparedThing = {
  kind: 'outcome',
  name: 'Internal Note',
  description: 'an outcome',
  state: 'by_hand',
  refusal: 'The agent may not',
};

async function run(things: readonly PreparedThing[], options: PrepareOptions) {
  const lines: string[] = [];
  const terminal = { result: (line: string) => void lines.push(line) };
  const done = await preparePsa({ terminal, prepare: async () => Promise.resolve(things) }, options);
  return { done, lines };
}

describe('leadbridge psa prepare', () => {
  it('says what was created, and what is left to people and why', async () => {
    expect(await run([type, outcome], { write: true })).toEqual({
      done: false,
      lines: [
        "created: ticket type 'Lead', a type of tickets",
        "to create by hand: outcome 'Internal Note', an outcome (The agent may not)",
      ],
    });
  });

  it('is done where nothing is missing, and with a list of what is', async () => {
    expect((await run([], { dryRun: true })).done).toBe(true);
    expect((await run([{ ...type, state: 'missing' }], { dryRun: true })).done).toBe(true);
  });

  it.each([{}, { write: true, dryRun: true }])('wants to know whether it may write: %j', async (options) => {
    await expect(run([], options)).rejects.toThrow('either --dry-run');
  });
});
