import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
/** Bundled from their sources. */
const bundled = ['client', 'domain'].map((name) => join(root, '..', '..', 'packages', name, 'src'));
const stampFile = join(dist, '.built-from');

/** Everything that the built files come from; the manifest stands for the versions of the packages. */
function sourceFiles() {
  const listed = [join(root, 'src'), join(root, 'public'), ...bundled]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return [
    ...listed,
    ...['index.html', 'vite.config.ts', 'package.json', 'build.mjs'].map((name) => join(root, name)),
  ].sort();
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Of the component library's styles, those of components that no script names are left out: two thirds. */
async function purgeStyles() {
  const folder = join(dist, 'assets');
  const files = readdirSync(folder).map((name) => join(folder, name));
  const content = files.filter((file) => file.endsWith('.js'));
  const styles = files.filter((file) => file.endsWith('.css'));
  // The library puts the names of its attributes and of its static classes together when it runs.
  const attributes = styles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\[((?:data|aria)-[\w-]+)/g)].map(([, name]) => name),
  );
  const { PurgeCSS } = await import('purgecss');
  const results = await new PurgeCSS().purge({
    content,
    css: styles,
    dynamicAttributes: [...new Set(attributes)],
    safelist: { greedy: [/^mantine-/] },
  });
  for (const { file, css } of results) {
    writeFileSync(file, css);
  }
}

/** What is served under a hashed name is compressed once, here, and not with every request. */
function compressAssets() {
  const folder = join(dist, 'assets');
  for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
    const file = join(folder, name);
    const text = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  }
}

const digest = digestOf(sourceFiles());
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest;
if (!isCurrent) {
  // Whoever builds, be it a test: in another environment React is its development version, slower and half as large again.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' });
  await purgeStyles();
  compressAssets();
  // Last, so that a build that was cut short is not taken for one.
  writeFileSync(stampFile, digest);
}
