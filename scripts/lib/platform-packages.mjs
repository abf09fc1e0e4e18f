/** Where Node finds package `name` from the package at `path` of a lock file; null where the lock file has none. */
function resolve(packages, path, name) {
  for (let from = path; ;) {
    const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) {
      return candidate;
    }
    if (from === '') {
      return null;
    }
    const parent = from.lastIndexOf('/node_modules/');
    from = parent === -1 ? '' : from.slice(0, parent);
  }
}

/**
 * Packages for other platforms that a lock file names and does not hold: `npm ci` then refuses the lock file everywhere.
 * Returns each as `name@version`.
 */
export function missingPlatformPackages(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !entry.extraneous && resolve(packages, path, name) === null)
      .map(([name, version]) => `${name}@${version}`),
  );
}

/** Installed packages whose content nothing in the lock file vouches for: whoever runs the registry chooses it. */
export function packagesWithoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
    .map(([path]) => path);
}
