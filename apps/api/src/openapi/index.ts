export { buildDocument } from './build-document.js';
export { pagePolicy } from './page-policy.js';
export { renderPage } from './render-page.js';
