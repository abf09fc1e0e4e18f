/** Why a remedy could not be applied, for the person who chose it. */
export class RemedyRefusal extends Error {}

/** The remedy has begun, and its effect depends on work that has not ended. */
export class RemedyUnderWay extends Error {}
