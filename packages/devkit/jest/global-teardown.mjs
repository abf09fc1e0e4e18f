/** Ends what `global-setup.mjs` began; both run in the same process. */
export default async function globalTeardown() {
  await globalThis.leadbridgeTestRun?.end();
}
