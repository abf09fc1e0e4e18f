import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
/** Bundled from their sources. */
const bundled = ['client/src', 'domain/src', 'platform/src/csv'].map((name) =>
  join(root, '..', '..', 'packages', name),
);
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

/** Of colors that nothing here has. */
const unusedColors = /--mantine-color-(?:pink|grape|indigo|cyan|lime)-[\w-]+:[^;}]*;?/g;

/**
 * Of the component library's styles, those of components that no script names are left out: two thirds. The first page has those that its own
 * scripts name; the styles that are loaded later have the others.
 */
async function purgeStyles() {
  const folder = join(dist, 'assets');
  const files = readdirSync(folder).map((name) => join(folder, name));
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const isOfFirstPage = (file) => page.includes(basename(file));
  const scripts = files.filter((file) => file.endsWith('.js'));
  const styles = files.filter((file) => file.endsWith('.css'));
  const firstStyles = styles.filter(isOfFirstPage);
  const first = await purge(firstStyles, scripts.filter(isOfFirstPage));
  const later = await purge(
    styles.filter((file) => !firstStyles.includes(file)),
    scripts,
  );
  const { parse } = await import('postcss');
  const known = new Set(first.flatMap(({ css }) => rulesOf(parse(css)).map(nameOf)));
  for (const { file, css } of first) {
    writeFileSync(file, css);
  }
  for (const { file, css } of later) {
    const parsed = parse(css);
    rulesOf(parsed)
      .filter((rule) => known.has(nameOf(rule)))
      .forEach(removeRule);
    writeFileSync(file, parsed.toString());
  }
}

function rulesOf(parsed) {
  const rules = [];
  parsed.walkRules((rule) => void rules.push(rule));
  return rules;
}

/** With the conditions that it leaves empty: empty key frames would replace those of the first page. */
function removeRule(rule) {
  let { parent } = rule;
  rule.remove();
  while (parent.type === 'atrule' && parent.nodes.length === 0) {
    const around = parent.parent;
    parent.remove();
    parent = around;
  }
}

/** A rule with the conditions around it. */
function nameOf(rule) {
  const around = [];
  for (let parent = rule.parent; parent !== undefined && parent.type !== 'root'; parent = parent.parent) {
    around.push(`${parent.name ?? parent.selector} ${parent.params ?? ''}`);
  }
  return [...around, rule.toString()].join('\n');
}

async function purge(styles, content) {
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
  return results.map(({ file, css }) => ({ file, css: css.replaceAll(unusedColors, '') }));
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
