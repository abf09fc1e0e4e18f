import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkout, fail } from './checkout.mjs';
import { run, runNode } from './run.mjs';

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(checkout, file), 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/**
 * Why node_modules is not what package-lock.json asks for, or null where it is. npm writes what it installed into a lock file
 * of its own, as the last thing: an install that was broken off has none.
 */
export function whyStale(wanted, installed) {
  if (installed === null) {
    return 'nothing is installed yet';
  }
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) {
      continue;
    }
    const present = installed[path];
    // Packages for other platforms are wanted by the lock file and rightly absent.
    if (present === undefined && (entry.optional || entry.devOptional || entry.peer || entry.extraneous)) {
      continue;
    }
    if (
      present === undefined ||
      present.version !== entry.version ||
      Boolean(present.link) !== Boolean(entry.link)
    ) {
      return `${path.replace(/^.*node_modules\//, '')} is missing or has another version`;
    }
  }
  return null;
}

/** Runs npm, the one that runs us where there is one, with a line now and then since it says nothing for a minute. */
async function runNpm(parameters) {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    process.stderr.write(`  still installing (${Math.round((performance.now() - startedAt) / 1000)} s)\n`);
  }, 5_000);
  const npm = process.env.npm_execpath;
  const useOwn = npm !== undefined && /npm-cli\.[cm]?js$/.test(npm) && existsSync(npm);
  const options = { quiet: true };
  const all = [...parameters, '--include=dev', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const result = useOwn ? await runNode([npm, ...all], options) : await run('npm', all, options);
  clearInterval(timer);
  return result;
}

/** Installs with npm where node_modules is missing or stale; ends the process with the remedy where that fails. */
export async function ensureInstalled() {
  const wanted = packagesOf('package-lock.json');
  if (wanted === null) {
    fail('package-lock.json is missing or cannot be read: check the files out again');
  }
  const reason = whyStale(wanted, packagesOf('node_modules/.package-lock.json'));
  if (reason === null) {
    return;
  }
  process.stderr.write(`Installing packages (${reason}) ...\n`);
  let result = await runNpm(['ci']);
  if (result.exitCode !== 0 && result.output.includes('EUSAGE')) {
    process.stderr.write(
      '  package-lock.json does not hold all that package.json asks for; installing without writing it\n',
    );
    result = await runNpm(['install', '--no-save']);
  }
  if (result.exitCode === 127) {
    fail('npm is not installed: it comes with Node, see https://nodejs.org');
  }
  if (result.exitCode !== 0) {
    process.stderr.write(`${result.output.trim()}\n`);
    fail(
      'The packages could not be installed (see above): connect to the network or set a proxy, then start again',
    );
  }
  process.stderr.write(`Installed in ${result.seconds.toFixed(0)} s.\n`);
}
