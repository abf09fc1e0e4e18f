import { describe, expect, it } from '@jest/globals';
import { LeadbridgeError } from '@leadbridge/client';

import { agreeToWait } from './agree-to-wait.js';

async function wait(seconds: number, reply: boolean | null) {
  const notes: string[] = [];
  const asked: string[] = [];
  const terminal = {
    note: (line: string) => void notes.push(line),
    confirm: async (question: string) => {
      asked.push(question);
      return await Promise.resolve(reply);
    },
  };
  const error = new LeadbridgeError('RATE_LIMIT_EXCEEDED', 'The hourly limit of bulk imports is used up', {
    status: 429,
    details: { limit: 'bulk', quota: 10 },
  });
  await agreeToWait(terminal, { seconds, error });
  return { notes, asked };
}

describe('a limit that a command waits for', () => {
  it('is named, without a question for less than a minute', async () => {
    const { notes, asked } = await wait(7, false);
    expect(asked).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The hourly limit of bulk imports is used up \(10\): waiting until \d\d:\d\d:\d\d( on [\d-]+)? \(7 s\)$/,
      ),
    ]);
  });

  it('is asked about for more, and waited for where nobody can reply', async () => {
    const { notes, asked } = await wait(2_580, true);
    expect(notes).toEqual([]);
    expect(asked[0]).toMatch(/used up \(10\)\. Wait until \d\d:\d\d:\d\d.* \(43 min\)\?$/);
    expect((await wait(2_580, null)).notes).toHaveLength(1);
    await expect(wait(2_580, false)).rejects.toThrow('Run the same command again to continue');
  });
});
