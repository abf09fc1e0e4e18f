import { Router } from 'express';

import { ticketsPerPerson } from '../halopsa/halo-counters.js';
import { speaksHalo, type HaloContext } from '../halopsa/halo-context.js';
import { readQuirkChanges } from '../switches.js';
import type { SimulatorContext } from '../simulator-context.js';
import { Refusal } from '../state/refusal.js';
import { accepted, controlBody } from './control-body.js';

function requireHalo(context: SimulatorContext): HaloContext {
  if (!speaksHalo(context)) {
    throw new Refusal('This simulator speaks the API of the specification.', { status: 404 });
  }
  return context;
}

/** The switches of the second dialect, and what was counted. */
export function haloSwitchRoutes(context: SimulatorContext): Router {
  const router = Router();
  router.get('/halopsa', (_request, response) => {
    const { halo, state } = requireHalo(context);
    const { foreignPages, foreignRows } = halo.counters;
    response.json({
      quirks: halo.quirks,
      foreign_pages: foreignPages,
      foreign_rows: foreignRows,
      tickets_per_person: Object.fromEntries(ticketsPerPerson(state)),
    });
  });
  router.patch('/halopsa', (request, response) => {
    const { halo } = requireHalo(context);
    halo.setQuirks(accepted(readQuirkChanges(controlBody(request))));
    response.json(halo.quirks);
  });
  return router;
}
