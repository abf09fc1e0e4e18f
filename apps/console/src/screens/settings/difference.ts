/** A value of a tree before and after; undefined where it is only in one of them. */
export interface Difference {
  /** As people read it: `providers › csv › rate_limit`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Everything in which two trees differ, leaf by leaf, in the order of the first. */
export function differences(from: unknown, to: unknown, path: readonly string[] = []): readonly Difference[] {
  if (isTree(from) && isTree(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key) => differences(from[key], to[key], [...path, key]));
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path: path.join(' › '), from, to }];
}

/** Of the second tree what differs from the first: the body that changes one into the other. Lists are replaced whole. */
export function changeOf(from: unknown, to: unknown): unknown {
  if (!isTree(from) || !isTree(to)) {
    return to;
  }
  const entries = Object.entries(to).filter(([key, value]) => differences(from[key], value).length > 0);
  return Object.fromEntries(entries.map(([key, value]) => [key, changeOf(from[key], value)]));
}

/** A value that somebody has typed. */
export interface Edit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The edits with a further one, which replaces that of the same path. */
export function withEdit(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  const place = JSON.stringify(edit.path);
  return [...edits.filter(({ path }) => JSON.stringify(path) !== place), edit];
}

/** A tree with edits. */
export function edited(tree: Tree, edits: readonly Edit[]): Tree {
  return edits.reduce((before, { path, value }) => withValue(before, path, value), tree);
}

/** The edits that a tree does not have yet: the others are saved. */
export function unsaved(tree: Tree, edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit) => differences(tree, edited(tree, [edit])).length > 0);
}

/** A tree with another value at a path. */
export function withValue(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): Tree {
  const below = tree[key];
  return { ...tree, [key]: rest.length === 0 ? value : withValue(isTree(below) ? below : {}, rest, value) };
}
