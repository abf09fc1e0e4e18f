import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly private?: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Builds and packs a copy, so that neither the build nor the checkout is touched. */
describe('the package of the client', () => {
  let folder: string;
  let manifest: Manifest;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadbridge-client-'));
    for (const file of ['package.json', 'README.md', 'LICENSE', 'src']) {
      await cp(pathOf(`../${file}`), join(folder, 'client', file), { recursive: true });
    }
    const output = ['--outDir', join(folder, 'client', 'dist'), '--tsBuildInfoFile', join(folder, 'info')];
    const compiler = pathOf('../../../node_modules/@typescript/native/bin/tsc');
    await run(process.execPath, [compiler, '-p', pathOf('../tsconfig.build.json'), ...output]);
    await run('npm', ['pack', '--pack-destination', folder], { cwd: join(folder, 'client') });
    const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', join(folder, archive), '-C', folder]);
    manifest = JSON.parse(await readFile(join(folder, 'package', 'package.json'), 'utf8')) as Manifest;
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it('may be published: it has a licence, and needs nothing that only this repository has', async () => {
    expect(manifest).toMatchObject({ name: '@leadbridge/client', license: 'MIT' });
    expect(manifest.private).toBeUndefined();
    expect(Object.keys(manifest.dependencies).filter((name) => name.startsWith('@leadbridge/'))).toEqual([]);
    expect(Object.values(manifest.dependencies).filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual(
      [],
    );
    const licence = await readFile(join(folder, 'package', 'LICENSE'), 'utf8');
    expect(licence).toBe(await readFile(pathOf('../../../LICENSE'), 'utf8'));
    expect(licence).toMatch(/^MIT License\n/);
  });

  it('holds what is built, and no source and no test', async () => {
    const files = await readdir(join(folder, 'package'), { recursive: true, withFileTypes: true });
    const names = files.filter((each) => each.isFile()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'changes.js', 'README.md']));
    expect(names.filter((name) => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  });

  it('calls a service from where it is installed, and names itself', async () => {
    await symlink(pathOf('../../../node_modules'), join(folder, 'package', 'node_modules'));
    const program = join(folder, 'program.mjs');
    await writeFile(
      program,
      `import { createLeadbridge, verifyWebhook } from './package/dist/index.js';
       import { watchChanges } from './package/dist/changes.js';
       const fetch = async (request) => Response.json({ agent: request.headers.get('user-agent') });
       const { data } = await createLeadbridge({ url: 'https://leads.example.com', fetch }).GET('/health');
       console.log(JSON.stringify([data.agent, typeof verifyWebhook, typeof watchChanges]));`,
    );
    const { stdout } = await run(process.execPath, [program]);
    expect(JSON.parse(stdout)).toEqual([`leadbridge-client/${manifest.version}`, 'function', 'function']);
  });
});
