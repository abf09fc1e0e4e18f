import { tsImport } from 'tsx/esm/api';

/** Jest reads this file as it stands, without its own transform; the real set-up is TypeScript like everything else. */
export default async function globalSetup() {
  const { startTestRun } = await tsImport('../src/testing/test-run.ts', import.meta.url);
  globalThis.leadbridgeTestRun = await startTestRun(process.env, 'sources');
}
