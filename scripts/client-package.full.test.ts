import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';

const { checkout, compiler } = (await import(new URL('./lib/checkout.mjs', import.meta.url).href)) as {
  checkout: string;
  compiler: string;
};

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

const run = async (command: string, parameters: readonly string[], cwd: string): Promise<Outcome> =>
  // The run's own options for Node would take sources for packages.
  await promisify(execFile)(command, parameters, { cwd, env: { ...process.env, NODE_OPTIONS: '' } }).then(
    ({ stdout, stderr }) => ({ exitCode: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      exitCode: code,
      output: stdout + stderr,
    }),
  );

async function must(result: Promise<Outcome>): Promise<string> {
  const { exitCode, output } = await result;
  if (exitCode !== 0) {
    throw new Error(output);
  }
  return output;
}

/** Each line with its mistake is wrong, and nothing else. */
const wrong = `
import { createLeadbridge, verifyWebhook } from '@leadbridge/client';

createLeadbridge({ url: 'https://leads.example.com', apiKey: 'a', accessToken: 'b' }); // mistake
const leadbridge = createLeadbridge({ url: 'https://leads.example.com', apiKey: 'a' });
await leadbridge.leads.import('csv', { email: 5 }); // mistake
await leadbridge.leads.import('csv', { email: 'alex@example.com' }, { idempotency: 'a' }); // mistake
leadbridge.leads.importMany('csv', { email: 'alex@example.com' }); // mistake
await leadbridge.GET('/nothing'); // mistake
await leadbridge.GET('/leads/{lead_id}'); // mistake
await leadbridge.GET('/jobs', { params: { query: { status: 'finished' } } }); // mistake
await leadbridge.DELETE('/jobs'); // mistake
(await leadbridge.GET('/jobs')).data.leads; // mistake
verifyWebhook('secret', {}, 'body').kind; // mistake
`;

const inBrowser = `
import { createLeadbridge } from '@leadbridge/client';

const leadbridge = createLeadbridge({ url: window.location.origin });
const { data } = await leadbridge.GET('/auth/session');
document.title = data.user.name;
for await (const job of leadbridge.jobs.watch('job_1', { signal: AbortSignal.timeout(1_000) })) {
  document.title = job.status;
}
`;

interface Manifest {
  readonly private?: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

describe('the package of the client', () => {
  let project: string;
  let packed: Packed;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'leadbridge-client-'));
    const folder = join(checkout, 'packages', 'client');
    await must(run(process.execPath, [compiler, '-b', join(folder, 'tsconfig.build.json')], checkout));
    const told = await must(run('npm', ['pack', '--json', '--pack-destination', project], folder));
    [packed] = JSON.parse(told.slice(told.indexOf('[\n'), told.lastIndexOf(']') + 1)) as [Packed];
    const target = join(project, 'node_modules', '@leadbridge', 'client');
    await mkdir(target, { recursive: true });
    await must(run('tar', ['-xzf', packed.filename, '-C', target, '--strip-components=1'], project));
    // What npm would fetch, and what the samples are written with, from the checkout: a test asks no registry.
    await mkdir(join(project, 'node_modules', '@types'));
    for (const name of ['openapi-fetch', 'standardwebhooks', 'csv-parse', '@types/node']) {
      await symlink(join(checkout, 'node_modules', name), join(project, 'node_modules', name));
    }
    await writeFile(join(project, 'package.json'), '{"type":"module"}');
  });

  afterAll(async () => {
    await rm(project, { recursive: true, force: true });
  });

  /** As a stranger compiles: strict, with the declarations of every library checked. */
  async function compile(
    files: Readonly<Record<string, string>>,
    settings: readonly string[],
  ): Promise<string> {
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(project, name), text);
    }
    const strict = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2022',
    ];
    return (await run(process.execPath, [compiler, ...strict, ...settings, ...Object.keys(files)], project))
      .output;
  }

  it('holds what is built and says of it, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toContain('dist/generated/schema.d.ts');
    const others = paths.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it('may be published: it has a licence, and needs nothing that only this repository has', async () => {
    const read = async (path: string): Promise<string> => readFile(path, 'utf8');
    const installed = join(project, 'node_modules', '@leadbridge', 'client');
    const manifest = JSON.parse(await read(join(installed, 'package.json'))) as Manifest;
    expect(manifest).toMatchObject({ name: '@leadbridge/client', license: 'MIT' });
    expect(manifest.private).toBeUndefined();
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['openapi-fetch', 'standardwebhooks']);
    const licence = await read(join(installed, 'LICENSE'));
    expect(licence).toMatch(/^MIT License\n/);
    expect(licence).toBe(await read(join(checkout, 'LICENSE')));
  });

  it('compiles in a project for Node, every sample of the guide and no mistake', async () => {
    const guide = await readFile(join(checkout, 'packages', 'client', 'README.md'), 'utf8');
    const samples = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text);
    expect(samples).toHaveLength(3);
    expect(samples[0]?.trim().split('\n').length).toBeLessThanOrEqual(10);
    const files = Object.fromEntries(samples.map((sample, index) => [`sample-${index}.ts`, sample]));
    const node = ['--module', 'nodenext', '--lib', 'es2022', '--types', 'node'];
    const output = await compile({ ...files, 'wrong.ts': wrong }, node);
    const faults = output.split('\n').filter((line) => /^\S/.test(line));
    expect(faults.filter((line) => !line.startsWith('wrong.ts('))).toEqual([]);
    const mistakes = wrong
      .split('\n')
      .flatMap((line, index) => (line.includes('// mistake') ? [index + 1] : []));
    const found = faults.map((line) => Number(/^wrong\.ts\((\d+),/.exec(line)?.[1]));
    expect([...new Set(found)]).toEqual(mistakes);
  });

  it('compiles in a project for browsers, without the types of Node', async () => {
    const browser = [
      ...['--module', 'esnext', '--moduleResolution', 'bundler'],
      ...['--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--types', ''],
    ];
    expect(await compile({ 'browser.ts': inBrowser }, browser)).toBe('');
  });

  it('is loaded by Node, and has 15 kB minified for a browser, without standardwebhooks', async () => {
    await writeFile(
      join(project, 'main.mjs'),
      "import { createLeadbridge } from '@leadbridge/client';\nconsole.log(Object.keys(createLeadbridge({ url: 'http://127.0.0.1' })).join());\n",
    );
    const keys = await must(run(process.execPath, ['main.mjs'], project));
    expect(keys.trim()).toBe('GET,POST,PUT,PATCH,DELETE,leads,jobs');
    const { outputFiles } = await build({
      stdin: { contents: "export * from '@leadbridge/client';", resolveDir: project },
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2023' },
      external: ['standardwebhooks'],
    });
    expect(outputFiles[0]?.contents.length).toBeLessThan(15_500);
  });
});
