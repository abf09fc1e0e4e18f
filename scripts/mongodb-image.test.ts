import { readdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { afterAll, describe, expect, it } from '@jest/globals';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const filesOf = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|ya?ml|sh|js)$/u.test(path))
    .map((path) => join(folder, path));

describe('the version of MongoDB', () => {
  it('is the same wherever it is named, and of a line that is supported', () => {
    const files = ['docker-compose.yml', 'README.md', ...['docs', 'deploy', 'docker'].flatMap(filesOf)];
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/\bmongo:(\d+\.\d+\.\d+)/gu)].map(([, version]) => ({ file, version })),
    );
    expect(named.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['docker-compose.yml', 'docs/operator/install.md']),
    );
    expect(named.filter(({ version }) => version !== named[0]?.version)).toEqual([]);
    expect(named[0]?.version).toMatch(/^8\.0\.\d+$/u);
    // One place in the file of Docker Compose itself; server and backup refer to it.
    expect(named.filter(({ file }) => file === 'docker-compose.yml')).toHaveLength(1);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'leadbridge-mongodb-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface ServerGiven {
  readonly isFormed: boolean;
  readonly isPrimary: boolean;
  readonly users: readonly string[];
}

/** Runs the health check against a server in this state; returns what it did. */
function check({ isFormed, isPrimary, users }: ServerGiven): readonly unknown[] {
  const done: unknown[] = [];
  const passwordFile = (name: string): string => {
    writeFileSync(join(folder, name), `${name}-secret\n`);
    return join(folder, name);
  };
  runInNewContext(read('docker/mongodb-health.js'), {
    require: createRequire(import.meta.url),
    process: {
      env: {
        MONGODB_APP_PASSWORD_FILE: passwordFile('app'),
        MONGODB_BACKUP_PASSWORD_FILE: passwordFile('backup'),
      },
    },
    rs: {
      status() {
        if (!isFormed) throw new Error('no replset config has been received');
      },
      initiate: ({ _id: name }: { _id: string }) => done.push(`initiate ${name}`),
    },
    db: {
      hello: () => ({ isWritablePrimary: isPrimary }),
      getSiblingDB: (name: string) => ({
        getUser: (user: string) => (name === 'admin' && users.includes(user) ? {} : null),
        createUser: (user: { user: string; pwd: string; roles: readonly { role: string; db: string }[] }) =>
          done.push([user.user, user.pwd, ...user.roles.map(({ role, db }) => `${role}@${db}`)].join(' ')),
      }),
    },
    quit: (code: number) => done.push(`quit ${code}`),
  });
  return done;
}

describe('the health check of MongoDB', () => {
  const app = 'leadbridge-app app-secret readWrite@leadbridge';
  const backup = 'leadbridge-backup backup-secret backup@admin';
  const both = ['leadbridge-app', 'leadbridge-backup'];

  it.each<[string, ServerGiven, readonly string[]]>([
    [
      'forms the replica set of a new server',
      { isFormed: false, isPrimary: false, users: [] },
      ['initiate leadbridge', 'quit 1'],
    ],
    ['is unhealthy without a primary', { isFormed: true, isPrimary: false, users: [] }, ['quit 1']],
    ['makes a user for each purpose', { isFormed: true, isPrimary: true, users: [] }, [app, backup]],
    ['makes a missing user', { isFormed: true, isPrimary: true, users: both.slice(0, 1) }, [backup]],
    ['leaves those that are there alone', { isFormed: true, isPrimary: true, users: both }, []],
  ])('%s', (_what, server, done) => {
    expect(check(server)).toEqual(done);
  });
});
