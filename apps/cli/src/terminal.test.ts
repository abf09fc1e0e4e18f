import { describe, expect, it } from '@jest/globals';

import { createTerminal } from './terminal.js';

function terminalOn(isTTY: boolean) {
  let out = '';
  let error = '';
  const stream = (write: (text: string) => void) =>
    ({ isTTY, write: (text: string) => write(text) }) as unknown as NodeJS.WriteStream;
  const terminal = createTerminal({
    stdin: { isTTY } as unknown as NodeJS.ReadStream,
    stdout: stream((text) => (out += text)),
    stderr: stream((text) => (error += text)),
  });
  return { terminal, out: () => out, error: () => error };
}

describe('a terminal', () => {
  it('writes results to standard output and everything else to standard error', () => {
    const { terminal, out, error } = terminalOn(false);
    terminal.result('id\tname');
    terminal.note('2 leads');
    expect([out(), error()]).toEqual(['id\tname\n', '2 leads\n']);
  });

  it.each([
    ['an escape sequence', 'a\u001b[2Jb', 'a\\x1b[2Jb'],
    ['a control character of eight bits', 'a\u009b2Jb', 'a\\x9b2Jb'],
    ['a carriage return that would overwrite the line', 'bad\rgood', 'bad\\x0dgood'],
    ['a bell', '\u0007', '\\x07'],
  ])('on a screen, shows %s instead of obeying it', (_what, text, shown) => {
    const { terminal, out, error } = terminalOn(true);
    terminal.result(text);
    terminal.note(text);
    expect([out(), error()]).toEqual([`${shown}\n`, `${shown}\n`]);
  });

  it('on a screen, keeps tabs, lines of both kinds, and every other character', () => {
    const { terminal, out } = terminalOn(true);
    terminal.result('a\tb\nc\r\nÄ 日本 😀');
    expect(out()).toBe('a\tb\nc\r\nÄ 日本 😀\n');
  });

  it('in a pipe, changes nothing, so that a program reads what was stored', () => {
    const { terminal, out } = terminalOn(false);
    terminal.result('a\u001b[2Jb');
    expect(out()).toBe('a\u001b[2Jb\n');
  });

  it('asks nothing where nobody can reply', async () => {
    expect(await terminalOn(false).terminal.confirm('Wait?')).toBeNull();
  });

  it('in a pipe, shows progress as lines, the last one always', () => {
    const { terminal, error } = terminalOn(false);
    const progress = terminal.progress('Import', 3);
    progress.update(1, '');
    progress.update(2, '');
    progress.update(3, 'done');
    progress.end();
    expect(error()).toBe('Import: 1 of 3\nImport: 3 of 3 done\n');
  });
});
