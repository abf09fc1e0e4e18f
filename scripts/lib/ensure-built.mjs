import { join } from 'node:path';

import { buildConfig, checkout, compiler, fail } from './checkout.mjs';
import { runNode } from './run.mjs';

/**
 * Builds what is not up to date, which the compiler and the console's own build find out in a fraction of a second; ends the process on an
 * error.
 */
export async function ensureBuilt() {
  const builds = [[compiler, '-b', buildConfig], [join(checkout, 'apps', 'console', 'build.mjs')]];
  const results = await Promise.all(builds.map(async (command) => runNode(command, { quiet: true })));
  for (const { exitCode, output } of results) {
    if (exitCode !== 0) {
      process.stderr.write(output);
      fail('The build failed (see above).');
    }
  }
}
