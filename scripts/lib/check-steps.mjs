import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { buildConfig, checkout, compiler } from './checkout.mjs';
import { runNode } from './run.mjs';

function tool(...path) {
  return join(checkout, 'node_modules', ...path);
}

const cruised = ['apps', 'packages', 'scripts', 'bench', 'tests'].filter((folder) =>
  existsSync(join(checkout, folder)),
);

/** Each step is a list of commands that run one after the other; the longest steps come first. */
const steps = [
  {
    name: 'types and lint',
    remedy: 'npx oxlint',
    commands: [[tool('oxlint', 'bin', 'oxlint')]],
  },
  {
    name: 'build',
    remedy: 'npx tsc -b tsconfig.build.json',
    commands: [[compiler, '-b', buildConfig]],
  },
  {
    name: 'format',
    remedy: 'npm run format',
    commands: [[tool('oxfmt', 'bin', 'oxfmt'), '--check']],
  },
  {
    name: 'boundaries and cycles',
    remedy: 'npx depcruise --config .dependency-cruiser.cjs apps packages scripts',
    commands: [
      [
        tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
        ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
        ...cruised,
      ],
    ],
  },
  {
    name: 'circles of folders',
    remedy: 'npx depcruise --config .dependency-cruiser.folders.cjs apps packages',
    commands: [
      [
        tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
        ...['--config', '.dependency-cruiser.folders.cjs', '--output-type', 'err-long', 'apps', 'packages'],
      ],
    ],
  },
  {
    name: 'words',
    remedy: 'node scripts/check-words.mjs',
    commands: [[join(checkout, 'scripts', 'check-words.mjs')]],
  },
  {
    name: 'dead code',
    remedy: 'npx knip -t tsconfig.build.json',
    // It finds the source of what a package exports by the settings that the package is built with.
    commands: [[tool('knip', 'bin', 'knip.js'), '--no-config-hints', '-t', 'tsconfig.build.json']],
  },
];

async function runStep({ name, remedy, commands }) {
  let seconds = 0;
  let output = '';
  for (const command of commands) {
    const result = await runNode(command, { quiet: true });
    seconds += result.seconds;
    output += result.output;
    if (result.exitCode !== 0) {
      process.stdout.write(
        `FAILED  ${name} (${seconds.toFixed(1)} s)\n${output.trim()}\n        Again: ${remedy}\n`,
      );
      return { name, passed: false };
    }
  }
  process.stdout.write(`ok      ${name} (${seconds.toFixed(1)} s)\n`);
  return { name, passed: true };
}

/** The names of all checks. */
export const everyCheck = steps.map(({ name }) => name);

/** Those that find most of what goes wrong. */
export const quickChecks = ['types and lint'];

/** Runs these checks, as many at once as there are processors, and returns the names of those that failed. */
export async function runChecks(names) {
  const chosen = steps.filter(({ name }) => names.includes(name));
  const waiting = [...chosen];
  const results = [];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      results.push(await runStep(step));
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), chosen.length) }, lane));
  return results.filter((result) => !result.passed).map((result) => result.name);
}
