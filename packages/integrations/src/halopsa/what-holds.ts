import { customFields, STATUSES } from '@leadbridge/domain';

import { type HaloMap, statusNameIn, statusNumber, typeNames } from './halo-map.js';
import type { HaloNames } from './halo-settings.js';

/** What was looked up and found, a line for each thing; what was not found is among the problems of the map. */
export function whatHolds(map: HaloMap, names: HaloNames): readonly string[] {
  const agent = map.agent.name === '' ? '' : ` as agent '${map.agent.name}'`;
  return [
    `the PSA responds and accepts the credentials${agent}`,
    ...typesFound(map, names),
    ...statusesFound(map, names),
    ...fieldsFound(map),
    ...(map.outcomeId === null ? [] : [`outcome '${names.noteOutcome}' is there (${map.outcomeId})`]),
    ...(map.hasKeyFilter ? ['this build knows the filter third_party_id_string'] : []),
  ];
}

function typesFound({ typeIds }: HaloMap, names: HaloNames): readonly string[] {
  return typeNames(names).flatMap(([number, name]) => {
    const id = typeIds.get(number);
    return id === undefined ? [] : [`ticket type '${name}' is there (${id})`];
  });
}

function statusesFound({ statusIds }: HaloMap, names: HaloNames): readonly string[] {
  return Object.values(STATUSES)
    .flat()
    .flatMap((status) => {
      const id = statusIds.get(statusNumber(status));
      return id === undefined ? [] : [`status '${statusNameIn(names, status)}' is there (${id})`];
    });
}

function fieldsFound({ fields }: HaloMap): readonly string[] {
  return customFields.flatMap(({ id, name }) => {
    const field = fields.get(id);
    return field === undefined ? [] : [`custom field ${id} '${name}' is ${field.name} (${field.id})`];
  });
}
