import { lookBar, lookStyle } from '../http/page-look.js';

/** The version in `vendor/scalar`. */
const scalarVersion = '1.72.1';
export const scalarSha256 = 'bf091006bdc3af6067af77c2f534812e3e633e94a94e87138069f570f33b762c';

/** Contains the version, so that browsers can cache it for a year. */
export const scalarAddress = `/docs/assets/scalar-${scalarVersion}.js`;

export const plainDocumentPath = '/docs/plain';

/** Scalar reads the document from the API. Without scripts the plain page shows the same. */
export const referencePage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leadbridge API</title><link rel="icon" href="/console/icon.svg">${lookStyle}
<link rel="alternate" type="text/html" href="${plainDocumentPath}" title="The same without a script">
<noscript><meta http-equiv="refresh" content="0; url=${plainDocumentPath}"></noscript></head><body class="look">
<noscript><p>This page needs a script: <a href="${plainDocumentPath}">the same as a plain page</a>.</p></noscript>
${lookBar(`<a href="/console">Console</a><a href="${plainDocumentPath}">Plain page</a>`)}
<div id="reference"></div>
<script src="${scalarAddress}"></script>
<script src="/admin/assets/reference.js"></script>
</body></html>
`;
