import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import { apiVersion } from '@leadbridge/contracts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const manifests = [
  'package.json',
  ...['packages', 'apps'].flatMap((folder) =>
    readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}/package.json`),
  ),
];

describe('the version', () => {
  it.each(manifests)('of %s is that of the API', (path) => {
    const { version } = JSON.parse(read(path)) as { version: string };
    expect(version).toBe(apiVersion);
  });

  it.each([
    ['docker-compose.yml', `image: leadbridge:${apiVersion}\n`],
    ['deploy/kubernetes/overlays/one-machine/kustomization.yaml', `newTag: ${apiVersion} }`],
    ['deploy/kubernetes/overlays/three-zones/kustomization.yaml', `newTag: ${apiVersion} }`],
    ['packages/client/src/user-agent.ts', `'leadbridge-client/${apiVersion}'`],
    ['CHANGELOG.md', `\n## ${apiVersion}`],
  ])('in %s is that of the API', (path, text) => {
    expect(read(path)).toContain(text);
  });
});
