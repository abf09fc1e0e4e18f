import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import { alertNames } from '@leadbridge/contracts';
import { queueCatalog } from '@leadbridge/queue';
import { staleMirrorMs } from '@leadbridge/usecases';
import { parser as promql } from '@prometheus-io/lezer-promql';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';

import { apiVariables } from '../apps/api/src/config.js';
import { workerVariables } from '../apps/worker/src/config.js';

interface Container {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly livenessProbe: object;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: object;
}

interface Volume {
  readonly secret?: {
    readonly secretName: string;
    readonly items?: readonly { readonly key: string; readonly path: string }[];
  };
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: {
      readonly spec: { readonly containers: readonly [Container]; readonly volumes: readonly Volume[] };
    };
  };
}

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The module that declares each kind. */
const modules: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1',
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Namespace: 'core/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
  ServiceAccount: 'core/v1',
};

/** What the compiler says of these as values of their types: an unknown field and one of another type are errors. */
function errorsOf(resources: readonly Pick<Resource, 'kind'>[]): readonly string[] {
  const file = new URL('resources.ts', import.meta.url).pathname;
  const lines = resources.map(
    (resource, index) =>
      `export const resource${index}: import('kubernetes-types/${modules[resource.kind]}').${resource.kind} = ${JSON.stringify(resource)};`,
  );
  const source = ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.ES2022);
  const options = {
    strict: true,
    types: [],
    lib: ['lib.es5.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => (name === file ? source : getSourceFile(name, ...rest));
  const program = ts.createProgram([file], options, host);
  return program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function documents(yaml: string): Resource[] {
  return parseAllDocuments(yaml).map((document) => document.toJS() as Resource);
}

const baseFiles = (
  parse(read('deploy/kubernetes/base/kustomization.yaml')) as { resources: readonly string[] }
).resources;
const base = baseFiles.flatMap((file) => documents(read(`deploy/kubernetes/base/${file}`)));
const deployments = base.filter(({ kind }) => kind === 'Deployment');
const containerOf = (deployment: Resource): Container => deployment.spec.template.spec.containers[0];

/** Null where the machine has no kubectl, which alone can put base and overlay together. */
function render(overlay: string): Resource[] | null {
  const path = new URL(`deploy/kubernetes/overlays/${overlay}`, root).pathname;
  const { status, stdout, stderr, error } = spawnSync('kubectl', ['kustomize', path], { encoding: 'utf8' });
  if (error !== undefined) return null;
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return documents(stdout);
}

describe('deploy/kubernetes', () => {
  it('holds resources that Kubernetes takes', () => {
    expect(errorsOf(base)).toEqual([]);
  });

  it('would not hold one with a field or a value that Kubernetes does not know', () => {
    const [first] = deployments;
    const isMisspelt = { ...first, spec: { ...first?.spec, replica: 2 } };
    const hasText = { ...first, spec: { ...first?.spec, replicas: 'two' } };
    expect(errorsOf([isMisspelt, hasText].map((each) => ({ kind: 'Deployment', ...each })))).toEqual([
      expect.stringContaining(`'"replica"' does not exist in type 'DeploymentSpec'`),
      expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    ]);
  });

  it.each([
    ['one-machine', 15],
    ['three-zones', 18],
  ])('renders the overlay %s, where there is a kubectl', (overlay, count) => {
    const rendered = render(overlay);
    if (rendered === null) {
      process.stderr.write(`no kubectl here: the overlay ${overlay} was not rendered\n`);
      return;
    }
    expect(errorsOf(rendered)).toEqual([]);
    expect(rendered).toHaveLength(count);
    const settings = rendered.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    expect(settings).toMatchObject({ NODE_ENV: 'production', PSA_URL: expect.stringMatching(/^https:/) });
  });

  it('gives the apps settings that they declare', () => {
    const known = new Set(
      [...Object.values(apiVariables), ...Object.values(workerVariables)].map(({ name }) => name),
    );
    const shared = Object.keys(base.find(({ kind }) => kind === 'ConfigMap')?.data ?? {});
    const given = deployments.flatMap((deployment) => containerOf(deployment).env.map(({ name }) => name));
    const unknown = [...shared, ...given]
      .map((name) => name.replace(/_FILE$/, ''))
      .filter((name) => !known.has(name) && name !== 'NODE_ENV');
    expect(unknown).toEqual([]);
  });

  it('gives each pod the keys of the Secret whose files it names, and no others', () => {
    const shared = Object.values(base.find(({ kind }) => kind === 'ConfigMap')?.data ?? {});
    for (const deployment of deployments) {
      const given = [...shared, ...containerOf(deployment).env.map(({ value }) => value)];
      const named = given.flatMap((value) => /^\/run\/secrets\/leadbridge\/(.+)$/.exec(value)?.[1] ?? []);
      const volumes = deployment.spec.template.spec.volumes.flatMap(({ secret }) => secret ?? []);
      expect(volumes.map(({ secretName }) => secretName)).toEqual(['leadbridge']);
      const items = volumes[0]?.items ?? [];
      expect(items.map(({ path }) => path).sort()).toEqual(named.sort());
      expect(items.filter(({ key, path }) => key !== path)).toEqual([]);
    }
  });

  it('has for each queue one kind of worker that takes its jobs', () => {
    const taken = deployments.flatMap(
      (deployment) =>
        containerOf(deployment)
          .env.find(({ name }) => name === 'WORKER_QUEUES')
          ?.value.split(',') ?? [],
    );
    const names = Object.values(queueCatalog).map(({ name }) => name);
    expect(taken.sort()).toEqual([...names].sort());
  });

  it('limits what each app may do, and asks each whether it lives', () => {
    expect(deployments).toHaveLength(4);
    for (const deployment of deployments) {
      const { securityContext, resources, livenessProbe } = containerOf(deployment);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources.limits.memory).toBe('1536Mi');
      expect(livenessProbe).toBeDefined();
    }
  });

  it('keeps one pod of each where a node is drained', () => {
    const budgets = base.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec.selector.matchLabels)).toEqual(
      deployments.map(({ spec }) => spec.selector.matchLabels),
    );
  });
});

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly annotations?: { readonly summary: string; readonly runbook: string };
}

const rules = (
  parse(read('deploy/prometheus/leadbridge.rules.yaml')) as { groups: readonly { rules: readonly Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/leadbridge.json')) as {
  panels: readonly { targets?: readonly { expr: string }[] }[];
};
const panelExpressions = dashboard.panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? []);

function syntaxErrors(expression: string): number {
  let errors = 0;
  promql.parse(expression).iterate({
    enter({ type }) {
      errors += type.isError ? 1 : 0;
    },
  });
  return errors;
}

describe('the rules and the dashboard', () => {
  it('pass promtool, where it is installed', () => {
    const { error, status, stderr } = spawnSync('promtool', ['check', 'rules', '/dev/stdin'], {
      encoding: 'utf8',
      input: read('deploy/prometheus/leadbridge.rules.yaml'),
    });
    expect({ status, stderr }).toMatchObject(error === undefined ? { status: 0 } : { status: null });
  });

  it('are expressions that Prometheus can read', () => {
    const expressions = [...rules.map(({ expr }) => expr), ...panelExpressions];
    expect(expressions.length).toBeGreaterThan(40);
    expect(expressions.filter((expression) => syntaxErrors(expression) > 0)).toEqual([]);
    expect(syntaxErrors('max(leadbridge_workers')).toBeGreaterThan(0);
  });

  it('call the mirror stale at the age at which the service does', () => {
    const rule = rules.find(({ alert }) => alert === 'LeadbridgeMirrorStale');
    expect(rule?.expr).toBe(`max(leadbridge_psa_mirror_oldest_seconds) > ${staleMirrorMs / 1_000}`);
  });

  it('use only recorded names that the rules record', () => {
    const recorded = new Set(rules.flatMap(({ record }) => (record === undefined ? [] : [record])));
    const used = [...rules.map(({ expr }) => expr), ...panelExpressions].flatMap(
      (expression) => expression.match(/leadbridge:[\w:]+/g) ?? [],
    );
    expect(used.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('have for each alert a section of the runbook, as those of the service have, and the runbook no other', () => {
    const headings = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
    const alerts = rules.filter(({ alert }) => alert !== undefined);
    expect([...alertNames, ...alerts.map(({ alert }) => alert)]).toEqual(headings);
    for (const { alert = '', annotations } of alerts) {
      expect(annotations?.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      expect(annotations?.summary.length).toBeGreaterThan(10);
    }
  });
});
