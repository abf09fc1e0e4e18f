import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { describe, expect, it } from '@jest/globals';
import { currentTestRun } from '@leadbridge/devkit';

/** Runs the command line as a process, with nobody at the terminal and no settings but these. */
function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [currentTestRun().apps.cli, ...words], {
    encoding: 'utf8',
    env: { ...settings },
    input: '',
  });
  return { status, stdout, stderr };
}

const service = { LEADBRIDGE_URL: 'http://127.0.0.1:9', LEADBRIDGE_API_KEY: 'lbk_none' };

describe('the exit code of the command line', () => {
  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>?]>([
    ['an unknown command', ['nothing']],
    ['an unknown option', ['keys', 'list', '--nothing']],
    ['a missing argument', ['job', 'cancel'], service],
    ['a missing option', ['keys', 'issue', '--name', 'CRM']],
    ['an option that cannot be right', ['job', 'list', '--limit', 'many'], service],
    ['a choice that is none', ['job', 'list', '--status', 'done'], service],
    ['no key', ['job', 'list'], { LEADBRIDGE_URL: service.LEADBRIDGE_URL }],
    ['no database', ['keys', 'list']],
    ['a setting that cannot be right', ['job', 'list'], { ...service, LEADBRIDGE_URL: 'nowhere' }],
    ['options that exclude each other', ['event', 'replay', 'whk_1'], service],
    ['nobody to erase', ['erase', '--yes'], service],
    ['an erasure that nobody can be asked about', ['erase', '--email', 'a@example.com'], service],
    ['a file that is not there', ['import', '/nowhere.csv', '--source', 'csv'], service],
  ])('is 2 for %s', (_case, words, settings) => {
    const { status, stdout, stderr } = run(words, settings);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it.each([
    ['1 for a service that is not there', ['mirror', 'status'], 1],
    ['0 for help', ['--help'], 0],
  ] as const)('is %s', (_case, words, expected) => {
    expect(run(words, service).status).toBe(expected);
  });

  it.each([[['--help']], [['job', 'list', '--nothing']]])(
    'is that of SIGPIPE, without a stack trace, where nobody reads the output of %j',
    async (words) => {
      const child = spawn(process.execPath, [currentTestRun().apps.cli, ...words], { env: {} });
      const isHelp = words.includes('--help');
      const heard: Buffer[] = [];
      (isHelp ? child.stderr : child.stdout).on('data', (chunk: Buffer) => heard.push(chunk));
      (isHelp ? child.stdout : child.stderr).destroy();
      const [code] = await once(child, 'close');
      expect([code, Buffer.concat(heard).toString()]).toEqual([141, '']);
    },
  );
});
