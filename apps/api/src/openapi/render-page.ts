import { escapeHtml } from '../http/escape-html.js';
import type { JsonObject, OpenApiDocument, Operation } from './document.js';
import { pageStyle } from './page-style.js';
import { proseHtml } from './prose-html.js';

interface ShownOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The document as one HTML page without scripts and without external resources. */
export function renderPage(document: OpenApiDocument, documentAddress: string): string {
  const { info, tags } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ShownOperation => ({ method, path, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name);
    return own.length === 0
      ? ''
      : `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2><p>${proseHtml(description)}</p>${own
          .map((shown) => renderOperation(shown, document))
          .join('')}`;
  });
  const schemas = (document.components['schemas'] ?? {}) as JsonObject;
  const links = [...tags.map(({ name }) => name), 'Events', 'Schemas'].map(
    (name) => `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} ${escapeHtml(info.version)}</title><style>${pageStyle}</style></head><body>
<nav aria-label="Pages"><a href="/console">Console</a><a href="/admin/queues">Queues</a><a href="/docs">With a script</a></nav>
<h1>${escapeHtml(info.title)} <span class="hint">${escapeHtml(info.version)}</span></h1>
<p>${proseHtml(info.description)}</p>
<p>Every address below is relative to <code>${escapeHtml(document.servers[0]?.url ?? '')}</code>. The same as OpenAPI 3.1: <a href="${escapeHtml(documentAddress)}">${escapeHtml(documentAddress)}</a>.</p>
<nav>${links.join('')}</nav>
${sections.join('\n')}
<h2 id="events">Events</h2><p>What a registered webhook receives.</p>
${Object.entries(document.webhooks).map(renderEvent).join('')}
<h2 id="schemas">Schemas</h2><p>What a <code>$ref</code> above stands for.</p>
${Object.entries(schemas).map(renderSchema).join('')}
</body></html>
`;
}

function anchor(name: string): string {
  return name.toLowerCase();
}

function renderOperation({ method, path, operation }: ShownOperation, document: OpenApiDocument): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return `<details id="${escapeHtml(operationId)}"><summary><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code> <span class="hint">${escapeHtml(summary)}</span></summary><div>
${description === undefined ? '' : `<p>${proseHtml(description)}</p>`}
<p class="hint">${permissionText(operation['x-permission'])}</p>
${parameters.length === 0 ? '' : `<table><tr><th>Parameter</th><th>In</th><th>Form</th></tr>${parameters.map((one) => renderParameter(resolve(one, document))).join('')}</table>`}
${requestBody === undefined ? '' : `<h3>Request</h3>${renderContent(requestBody)}`}
<h3>Responses</h3>
${Object.entries(responses)
  .map(([status, response]) => renderResponse(status, resolve(response, document)))
  .join('')}
</div></details>`;
}

function renderParameter({ name, in: place, required, description, schema }: JsonObject): string {
  const form = `<code>${escapeHtml(JSON.stringify(schema))}</code>`;
  const text = typeof description === 'string' ? `${proseHtml(description)}<br>` : '';
  return `<tr><td><code>${escapeHtml(String(name))}</code>${required === true ? ' (required)' : ''}</td><td>${escapeHtml(String(place))}</td><td>${text}${form}</td></tr>`;
}

function renderResponse(status: string, response: JsonObject): string {
  const description = typeof response['description'] === 'string' ? proseHtml(response['description']) : '';
  const title = `<strong>${escapeHtml(status)}</strong> ${description}`;
  return Number(status) < 400 && response['content'] !== undefined
    ? `<details><summary>${title}</summary><div>${renderContent(response)}</div></details>`
    : `<p>${title}</p>`;
}

function renderContent({ content }: JsonObject): string {
  return Object.entries((content ?? {}) as Readonly<Record<string, JsonObject>>)
    .map(
      ([type, { schema, example, examples }]) =>
        `<p class="hint">${escapeHtml(type)}</p>${renderExamples(example, examples)}<details><summary>Schema</summary><div>${renderJson(schema)}</div></details>`,
    )
    .join('');
}

function renderExamples(example: unknown, named: unknown): string {
  const several = Object.entries((named ?? {}) as Readonly<Record<string, JsonObject>>);
  const one = example === undefined ? '' : `<p>For example</p>${renderJson(example)}`;
  return (
    one +
    several
      .map(([name, { value }]) => `<p>${escapeHtml(`Example: ${name}`)}</p>${renderJson(value)}`)
      .join('')
  );
}

function renderEvent([type, event]: readonly [string, JsonObject]): string {
  const { summary, requestBody } = event['post'] as { summary: string; requestBody: JsonObject };
  return `<details><summary><code>${escapeHtml(type)}</code> <span class="hint">${escapeHtml(summary)}</span></summary><div>${renderContent(requestBody)}</div></details>`;
}

function renderSchema([name, schema]: readonly [string, unknown]): string {
  return `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${renderJson(schema)}</details>`;
}

function renderJson(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function permissionText(permission: string): string {
  switch (permission) {
    case 'none':
      return 'Needs no credentials.';
    case 'session':
      return 'For people who are signed in.';
    default:
      return `Needs the permission <code>${escapeHtml(permission)}</code>.`;
  }
}

/** Resolves a `$ref` into the components. */
function resolve(value: JsonObject, { components }: OpenApiDocument): JsonObject {
  const { $ref } = value;
  if (typeof $ref !== 'string') {
    return value;
  }
  const [group = '', name = ''] = $ref.replace('#/components/', '').split('/');
  const found = (components[group] as Readonly<Record<string, JsonObject>> | undefined)?.[name];
  if (found === undefined) {
    throw new Error(`The document has nothing under ${$ref}`);
  }
  return found;
}
