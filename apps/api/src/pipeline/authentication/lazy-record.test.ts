import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { createLazyRecord } from './lazy-record.js';

function createRecord(write: () => Promise<void> = async () => Promise.resolve()) {
  let time = 0;
  const written: string[] = [];
  const logged: string[] = [];
  const logger = { ...silentLogger, debug: (message: string) => void logged.push(message) };
  const record = createLazyRecord(60_000, { clock: { now: () => time }, logger }, async (id, now) => {
    written.push(`${id} at ${now}`);
    await write();
  });
  return { record, written, logged, pass: (milliseconds: number) => (time += milliseconds) };
}

describe('createLazyRecord', () => {
  it('writes the first use at once, and the next when the time is over', () => {
    const { record, written, pass } = createRecord();
    record('key_1');
    pass(59_999);
    record('key_1');
    expect(written).toEqual(['key_1 at 0']);
    pass(1);
    record('key_1');
    expect(written).toEqual(['key_1 at 0', 'key_1 at 60000']);
  });

  it('keeps the uses of different ids apart', () => {
    const { record, written } = createRecord();
    record('key_1');
    record('key_2');
    record('key_1');
    expect(written).toEqual(['key_1 at 0', 'key_2 at 0']);
  });

  it('does not fail where the use cannot be written', async () => {
    const { record, logged } = createRecord(async () => Promise.reject(new Error('the database is away')));
    record('key_1');
    await new Promise(setImmediate);
    expect(logged).toEqual(['the last use of a credential could not be recorded']);
  });
});
