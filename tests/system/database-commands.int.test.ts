import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { longestChain, recordCommands, type SentCommand } from '../support/count-commands.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
  // What is asked for once, such as the lists of the PSA, and the first writes of each field.
  await api.importLead(flatLead(1));
  await api.importLead({ ...flatLead(1), headcount: 7 });
  await settle();
});

afterAll(async () => {
  await system.stop();
});

/** What a finished import leaves to do is done within this time. */
async function settle(): Promise<void> {
  await sleep(1_000);
}

async function commandsOf(lead: Readonly<Record<string, unknown>>): Promise<readonly SentCommand[]> {
  const record = recordCommands();
  await api.importLead(lead);
  await settle();
  record.stop();
  return record.sent.filter(({ isOfWork }) => isOfWork);
}

const writes = ['insert', 'update', 'delete', 'findAndModify'];

/** On a busy machine claims are renewed and transactions repeated: the fewest of three imports count. */
async function fewestOf(leadOf: (attempt: number) => Readonly<Record<string, unknown>>) {
  const counts: { readonly commands: number; readonly inARow: number; readonly collections: number }[] = [];
  for (const attempt of [0, 1, 2]) {
    const sent = await commandsOf(leadOf(attempt));
    const written = sent.flatMap(({ name, collection }) => (writes.includes(name) ? (collection ?? []) : []));
    const collections = new Set(written).size;
    counts.push({ commands: sent.length, inARow: longestChain(sent), collections });
  }
  const fewest = (count: keyof (typeof counts)[number]): number =>
    Math.min(...counts.map((each) => each[count]));
  return {
    commands: fewest('commands'),
    inARow: fewest('inARow'),
    collections: fewest('collections'),
  };
}

describe('the commands that MongoDB gets', () => {
  const company = flatLead(100).company;

  it.each([
    {
      name: 'a new lead of an unknown company',
      leadOf: (attempt: number) => flatLead(100 + attempt),
      ...{ commands: 17, inARow: 13, collections: 7 },
    },
    {
      name: 'a new lead of a known company',
      leadOf: (attempt: number) => ({ ...flatLead(110 + attempt), company }),
      ...{ commands: 16, inARow: 12, collections: 6 },
    },
    {
      name: 'an unchanged lead',
      leadOf: () => flatLead(100),
      ...{ commands: 12, inARow: 11, collections: 5 },
    },
  ])('for $name are at most $commands, $inARow one after the other', async ({ leadOf, ...most }) => {
    const fewest = await fewestOf(leadOf);
    expect(fewest.commands).toBeLessThanOrEqual(most.commands);
    expect(fewest.inARow).toBeLessThanOrEqual(most.inARow);
    expect(fewest.collections).toBeLessThanOrEqual(most.collections);
    // Else nothing was recorded.
    expect(fewest.commands).toBeGreaterThan(0);
  });
});
