import { describe, expect, it } from '@jest/globals';

import { runCommand } from './run-command.js';

describe('runCommand', () => {
  it('returns the exit code and both streams', async () => {
    const result = await runCommand('/bin/sh', ['-c', 'echo one; echo two >&2; exit 3'], 10_000);
    expect(result).toMatchObject({ exitCode: 3, startError: null });
    expect(result.output.trim().split('\n').sort()).toEqual(['one', 'two']);
  });

  it('kills what takes too long', async () => {
    expect(await runCommand('/bin/sh', ['-c', 'exec sleep 60'], 50)).toMatchObject({ exitCode: null });
  });

  it('says why a command could not be started, and leaves no timer behind', async () => {
    const timers = process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    expect(await runCommand('/no/such', [], 60_000)).toMatchObject({ exitCode: null, startError: 'ENOENT' });
    expect(process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout')).toHaveLength(
      timers,
    );
  });
});
