import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

import { checkout } from './checkout.mjs';

/**
 * Runs a command to its end in the checkout. With `quiet` the output of both streams is collected, else it is shown as it
 * comes. With `yields` it gets the processor time that nothing else wants. Returns `{ exitCode, output, seconds }`; a command that cannot
 * be started has the exit code 127.
 */
export function run(command, parameters, { quiet = false, yields = false, environment = process.env } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: checkout,
      env: environment,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    if (yields && child.pid !== undefined) {
      // Its own children have it too.
      setPriority(child.pid, constants.priority.PRIORITY_LOW);
    }
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const end = (exitCode) => {
      resolve({ exitCode, output, seconds: (performance.now() - startedAt) / 1000 });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (exitCode) => {
      end(exitCode ?? 1);
    });
  });
}

/** Runs a script of Node, such as a tool out of node_modules. */
export function runNode(parameters, options) {
  return run(process.execPath, parameters, options);
}
