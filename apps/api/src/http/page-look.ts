/** The style that the pages outside of the console share with it. */
export const lookStyle = '<link rel="stylesheet" href="/admin/assets/look.css">';

/** The bar at the top of such a page: the mark, and further links. */
export function lookBar(links = ''): string {
  return `<nav class="look-bar" aria-label="Pages"><a class="look-mark" href="/console"><img src="/console/icon.svg" alt="" width="22" height="22">Leadbridge</a>${links}</nav>`;
}
