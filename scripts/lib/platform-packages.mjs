const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

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
 * Packages for other platforms that a lock file names and does not hold, with the entries it should have. A registry that
 * offers one platform alone leaves them out, and `npm ci` then refuses the lock file everywhere. Their names say what
 * they are for.
 */
export function missingPlatformPackages(packages) {
  const missing = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolve(packages, path, name) !== null || entry.extraneous) {
        continue;
      }
      const words = name.split(/[-/.]/);
      const flags = ['dev', 'devOptional'].filter((flag) => entry[flag]).map((flag) => [flag, true]);
      missing[`node_modules/${name}`] = {
        version,
        cpu: processors.filter((processor) => words.includes(processor)),
        ...Object.fromEntries(flags),
        optional: true,
        os: systems.filter((system) => words.includes(system)),
      };
    }
  }
  return missing;
}
