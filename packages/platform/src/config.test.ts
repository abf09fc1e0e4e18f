import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { base64Bytes, flag, integer, list, oneOf, seconds, text } from './config-parsers.js';
import { ConfigError, loadConfig, shownDefault } from './config.js';
import { baseUrl } from './url-parsers.js';

const table = {
  port: { name: 'PORT', description: 'where to listen', parse: integer(0, 65_535), fallback: 3_000 },
  server: { name: 'SERVER_URL', description: 'the server', parse: baseUrl('http', 'https') },
  secret: {
    name: 'SECRET',
    description: 'the secret',
    parse: text,
    fallback: 'development',
    requiredInProduction: true,
  },
};

function problemsOf(environment: Record<string, string>, production = false): readonly string[] {
  try {
    loadConfig(table, environment, { production });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

describe('loadConfig', () => {
  it('reads values and sets defaults for missing ones, including empty texts', () => {
    const config = loadConfig(
      table,
      { SERVER_URL: 'http://psa.example.com/', PORT: ' ' },
      { production: false },
    );
    expect(config).toEqual({ port: 3_000, server: 'http://psa.example.com', secret: 'development' });
  });

  it('lists every error by name, and quotes no value', () => {
    const problems = problemsOf({ PORT: 'eighty', SERVER_URL: 'ftp://hidden-value' });
    expect(problems).toEqual([
      'PORT: expected a whole number from 0 to 65535',
      'SERVER_URL: expected a URL with the scheme http or https',
    ]);
  });

  it('rejects a fallback that production must not use', () => {
    expect(problemsOf({ SERVER_URL: 'https://psa.example.com' }, true)).toEqual([
      'SECRET is required: the secret',
    ]);
  });

  it('applies rules across variables', () => {
    expect(() =>
      loadConfig(
        table,
        { SERVER_URL: 'https://psa.example.com' },
        { production: false, rules: [({ port }) => (port === 3_000 ? 'PORT must not be 3000' : null)] },
      ),
    ).toThrow('PORT must not be 3000');
  });
});

describe('parsers', () => {
  it.each([
    [integer(1, 10), ['0', '11', '1.5', '1e1', '', 'x', '9'.repeat(20)]],
    [seconds(0, 10), ['-1', '11', 'x', '1e1']],
    [flag, ['maybe', '2']],
    [oneOf('a', 'b'), ['c', 'A']],
    [base64Bytes(4), ['AAAA', 'not base64!', 'AAAAAAAA']],
    [list(integer(0, 5)), ['1,2,9']],
  ])('reject invalid values (%#)', (parse, wrong) => {
    for (const value of wrong) {
      expect(() => parse(value)).toThrow();
    }
  });

  it('read valid values', () => {
    expect(integer(-5, 5)('-3')).toBe(-3);
    expect(seconds(0, 10)('0.5')).toBe(0.5);
    expect([flag('YES'), flag('off')]).toEqual([true, false]);
    expect(list(integer(0, 9))(' 1, 2 ,3,')).toEqual([1, 2, 3]);
    expect(base64Bytes(4)(Buffer.from('abcd').toString('base64'))).toEqual(Buffer.from('abcd'));
  });
});

describe('a setting that is read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadbridge-config-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const fileWith = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const server = { SERVER_URL: 'http://psa.example.com' };

  it('is read without its trailing newline, and parsed like the variable', () => {
    const environment = {
      ...server,
      SECRET_FILE: fileWith('secret', 'from a file\n'),
      PORT_FILE: fileWith('port', '80\r\n'),
    };
    expect(loadConfig(table, environment, { production: true })).toMatchObject({
      secret: 'from a file',
      port: 80,
    });
  });

  it.each([
    ['a file that is missing', 'SECRET_FILE: expected a file that can be read (ENOENT)', '/nowhere/at/all'],
    ['a folder', 'SECRET_FILE: expected a file that can be read (EISDIR)', folder],
    ['an empty file', 'SECRET_FILE: expected a file that is not empty', fileWith('empty', '\n')],
  ])('rejects %s', (_what, problem, path) => {
    expect(problemsOf({ ...server, SECRET_FILE: path })).toEqual([problem]);
  });

  it('rejects a variable together with its file, and quotes neither', () => {
    const environment = { ...server, SECRET: 'one', SECRET_FILE: fileWith('other', 'two') };
    expect(problemsOf(environment)).toEqual(['SECRET and SECRET_FILE: expected one of the two']);
  });
});

describe('the default that help and documents show', () => {
  const variable = { name: 'NAME', description: 'what it means', parse: (value: string): unknown => value };
  it.each([
    ['of a variable that has none', variable, 'required'],
    [
      'that production must not use',
      { ...variable, fallback: null, requiredInProduction: true },
      'required in production',
    ],
    ['that is nothing', { ...variable, fallback: null }, 'none'],
    ['that is an empty list', { ...variable, fallback: [] }, 'none'],
    ['that is a list', { ...variable, fallback: [5, 30] }, '5,30'],
    ['that is a value', { ...variable, fallback: false }, 'false'],
  ])('%s', (_what, declared, text) => {
    expect(shownDefault(declared)).toBe(text);
  });
});
