import { createHash } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { routeTable } from '../routes/index.js';
import { buildDocument } from './build-document.js';
import { proseHtml } from './prose-html.js';
import { operationIdOf } from './operation.js';
import { pagePolicy } from './page-policy.js';
import { renderPage } from './render-page.js';

const page = renderPage(await buildDocument(routeTable), '/api/v1/openapi.json');

describe('the page of the API', () => {
  it.each(routeTable.map((route) => [operationIdOf(route), route.summary]))('shows %s', (id) => {
    expect(page.split(`<details id="${id}">`)).toHaveLength(2);
  });

  it('links to the other pages', () => {
    expect(page).toContain('<a href="/console">Console</a><a href="/admin/queues">Queues</a>');
  });

  it('runs no script and loads nothing from other origins', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son\w+=|style="/);
    expect([...page.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/console',
      '/admin/queues',
      '/docs',
      '/api/v1/openapi.json',
    ]);
  });

  it('has one style, which its policy allows', () => {
    const styles = [...page.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
    expect(styles).toHaveLength(1);
    const digest = createHash('sha256')
      .update(styles[0] ?? '')
      .digest('base64');
    expect(pagePolicy).toContain(`style-src 'sha256-${digest}'`);
    expect(pagePolicy).toContain("default-src 'none'");
    expect(pagePolicy).not.toContain('unsafe');
  });

  it('shows text as text', () => {
    expect(proseHtml('a <b> & `c<d>`')).toBe('a &lt;b&gt; &amp; <code>c&lt;d&gt;</code>');
  });
});
