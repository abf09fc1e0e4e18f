const compiled = new Map<string, RegExp>();

/** True where `path` is `pattern`, in which `*` stands for anything. Case does not matter. */
export function matchesPath(pattern: string, path: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    expression = new RegExp(`^${parts.join('.*')}$`, 'i');
    compiled.set(pattern, expression);
  }
  return expression.test(path);
}
