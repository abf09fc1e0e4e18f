import { compiler, fail } from './checkout.mjs';
import { runNode } from './run.mjs';

/** Builds what is not up to date, which the compiler finds out in a fraction of a second; ends the process on an error. */
export async function ensureBuilt() {
  const { exitCode, output } = await runNode([compiler, '-b'], { quiet: true });
  if (exitCode !== 0) {
    process.stderr.write(output);
    fail('The build failed (see above).');
  }
}
