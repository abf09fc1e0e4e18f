export { buildDocument } from './build-document.js';
export { pagePolicy, referencePolicy } from './page-policy.js';
export { renderPage } from './render-page.js';
export { plainDocumentPath, referencePage, scalarAddress } from './reference-page.js';
