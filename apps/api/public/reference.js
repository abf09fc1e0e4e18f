// Shows the document of the API (/docs) with Scalar's reference, out of files of this origin alone. "Try it" calls the API as whoever is
// signed in: the browser sends the session's cookie along.

window.Scalar.createApiReference('#reference', {
  url: '/api/v1/openapi.json',
  baseServerURL: window.location.origin,
  // No font, no proxy and no measurement of somebody else's.
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  authentication: { preferredSecurityScheme: 'session' },
  persistAuth: false,
});
