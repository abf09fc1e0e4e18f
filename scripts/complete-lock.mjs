import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkout, offerHelp } from './lib/checkout.mjs';
import { missingPlatformPackages } from './lib/platform-packages.mjs';

offerHelp(`
node scripts/complete-lock.mjs

Adds to package-lock.json the packages of other platforms that "npm install" left out because the registry at hand does
not offer them. Without them "npm ci" refuses the lock file. Needed after a change of packages behind such a registry.
`);
const file = join(checkout, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingPlatformPackages(lock.packages);
const [[rootPath, root], ...rest] = Object.entries({ ...lock.packages, ...missing });
lock.packages = Object.fromEntries([
  [rootPath, root],
  ...rest.sort(([one], [other]) => one.localeCompare(other, 'en')),
]);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`Added ${Object.keys(missing).length} packages of other platforms.\n`);
