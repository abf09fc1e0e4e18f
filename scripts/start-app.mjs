import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkout, fail, offerHelp, requireNode } from './lib/checkout.mjs';

const app = process.argv[2];
const purposes = {
  api: 'the HTTP edge: authenticates, limits, validates, hands jobs over, responds',
  worker: 'the jobs: imports, conversions, promotions, deliveries; run as many of them as you like',
};
if (app === undefined || !Object.hasOwn(purposes, app)) {
  fail('Say which app to start: npm run start:api or npm run start:worker');
}

offerHelp(`
npm run start:${app}

Starts the built ${app} alone, as a container does: ${purposes[app]}.
It embeds nothing: MongoDB, Redis and the PSA are those of MONGODB_URI, REDIS_URL and PSA_URL. Settings come from the
environment; whatever is missing or cannot be right is listed by name, and nothing starts. SIGTERM drains and ends it.
"node apps/${app}/dist/main.js --help" lists them all.

Build before with "npm run build".
`);
requireNode();
const entry = join(checkout, 'apps', app, 'dist', 'main.js');
if (!existsSync(entry)) {
  fail(`The ${app} is not built: run npm ci && npm run build`);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(entry).href);
