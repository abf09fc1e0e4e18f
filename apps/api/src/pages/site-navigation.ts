import { html, type Html } from './html.js';

const pages = [
  ['/console', 'Console'],
  ['/admin', 'Operations'],
  ['/admin/queues', 'Queues'],
  ['/docs', 'API'],
] as const;

/** Links to every page but the one that is shown. */
export function siteNavigation(current: (typeof pages)[number][0] | null): Html {
  const links = pages.map(
    ([address, name]) =>
      html`<a href="${address}" ${address === current ? html` aria-current="page"` : null}>${name}</a>`,
  );
  return html`<nav>${links}</nav>`;
}
