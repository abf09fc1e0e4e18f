import { until, type TestSystem } from '@leadbridge/devkit';

/** Changes the configuration of a running system, and waits until every process reports that it uses it. */
export async function configure(system: TestSystem, change: object): Promise<void> {
  const response = await fetch(`${system.baseUrl}/api/v1/config`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (response.status !== 200) {
    throw new Error(`PUT /config responded with ${response.status}: ${await response.text()}`);
  }
  const version = Number(response.headers.get('etag')?.replaceAll('"', ''));
  const processes = [...system.apis, ...system.workers];
  await until(() => processes.every(({ output }) => activeVersion(output) >= version));
}

/** The version of the configuration that a process last logged. */
function activeVersion(output: string): number {
  return Number([...output.matchAll(/"config_version":(\d+)/g)].at(-1)?.[1] ?? 0);
}
