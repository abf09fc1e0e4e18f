/**
 * Builds an element. Texts become text nodes and never markup, as tickets hold whatever a provider sent.
 * @param {string} name
 * @param {Record<string, unknown>} [properties] properties of the element; `class` and `dataset` are understood
 * @param {...(Node | string)} children
 */
export function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class') {
      node.className = String(value);
    } else if (key === 'dataset') {
      Object.assign(node.dataset, value);
    } else {
      node[key] = value;
    }
  }
  node.append(...children);
  return node;
}

/** @param {string} id */
export function byId(id) {
  const node = document.getElementById(id);
  if (node === null) {
    throw new Error(`The page has no ${id}`);
  }
  return node;
}

/** @param {string} iso */
export function localTime(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A definition list, without the entries that are empty. */
export function definitions(entries) {
  const shown = entries.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return element(
    'dl',
    {},
    ...shown.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, String(value))]),
  );
}
