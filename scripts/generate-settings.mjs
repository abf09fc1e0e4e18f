import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { settingsDocument, settingsFile } from './lib/settings-document.mjs';

offerHelp(`
npm run generate:settings

Writes docs/operator/settings.md anew, from the declarations of the settings in apps/*/src/config.ts. Needed after every change of them.
`);
requireNode();
await ensureInstalled();
await ensureBuilt();

const built = (file) => import(pathToFileURL(join(checkout, file)).href);
const { shownDefault } = await built('packages/platform/dist/index.js');
const { apiVariables } = await built('apps/api/dist/config.js');
const { workerVariables } = await built('apps/worker/dist/config.js');
const { cliVariables } = await built('apps/cli/dist/config.js');
const tables = { api: apiVariables, worker: workerVariables, cli: cliVariables };
writeFileSync(settingsFile, settingsDocument(tables, shownDefault));
process.stdout.write('docs/operator/settings.md lists the settings as they are declared.\n');
