'use strict';

/** Resolves `./x.js` to `./x.ts` inside our sources; packages from node_modules keep their own files. */
module.exports = function resolve(request, options) {
  const ours = !options.basedir.includes('node_modules');
  if (ours && request.startsWith('.') && request.endsWith('.js')) {
    try {
      return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
    } catch {
      // A real JavaScript file: fall through to the default.
    }
  }
  return options.defaultResolver(request, options);
};
