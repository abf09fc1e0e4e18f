import { html, type Html } from './html.js';

/** A whole page; `script` is a file of `public`. */
export function page(parts: {
  readonly title: string;
  readonly content: Html;
  readonly script?: string;
}): string {
  const { title, content, script } = parts;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Leadbridge</title>
        <link rel="icon" href="/admin/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/admin/assets/admin.css" />
        ${script === undefined ? null : html`<script src="/admin/assets/${script}" type="module"></script>`}
      </head>
      <body>
        ${content}
      </body>
    </html> `.text;
}
