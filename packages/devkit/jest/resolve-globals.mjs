const globals = new URL('./globals.mjs', import.meta.url).href;

/** A hook of Node's module loader: `@jest/globals` is our stand-in for it. */
export async function resolve(specifier, context, nextResolve) {
  return specifier === '@jest/globals'
    ? { url: globals, shortCircuit: true }
    : nextResolve(specifier, context);
}
