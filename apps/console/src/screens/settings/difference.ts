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

/** A tree with another value at a path. */
export function withValue(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): Tree {
  const below = tree[key];
  return { ...tree, [key]: rest.length === 0 ? value : withValue(isTree(below) ? below : {}, rest, value) };
}
