import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkout, fail, offerHelp } from './lib/checkout.mjs';
import { missingPlatformPackages, packagesWithoutIntegrity } from './lib/platform-packages.mjs';
import { run } from './lib/run.mjs';

offerHelp(`
node scripts/complete-lock.mjs

Has npm add to package-lock.json what an "npm install" left out: packages of other platforms, without which "npm ci"
refuses the lock file, and the checksums of packages. Needed where the lock's test says so. Installs nothing.
`);
const file = join(checkout, 'package-lock.json');
const read = () => JSON.parse(readFileSync(file, 'utf8'));

const lock = read();
const unvouched = packagesWithoutIntegrity(lock.packages);
for (const path of unvouched) {
  delete lock.packages[path];
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
const parameters = ['install', '--package-lock-only', '--ignore-scripts'];
const { exitCode, output } = await run('npm', parameters, { quiet: true });
if (exitCode !== 0) {
  fail(`npm could not complete the lock file: ${output.trim()}`);
}
const { packages } = read();
const left = [...missingPlatformPackages(packages), ...packagesWithoutIntegrity(packages)];
if (left.length > 0) {
  fail(`The registry does not offer: ${left.join(', ')}`);
}
process.stdout.write(`Completed ${unvouched.length} entries.\n`);
