/** Prints the OpenAPI document of the sources. Runs with `--conditions=leadbridge-source --import=tsx`. */
const { buildDocument } = await import('../../apps/api/src/openapi/build-document.ts');
const { routeTable } = await import('../../apps/api/src/routes/index.ts');
process.stdout.write(JSON.stringify(await buildDocument(routeTable)));
