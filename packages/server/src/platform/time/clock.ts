/** Time is a parameter, so that tests and the sandbox control it. */
export type Clock = { now(): Date }

/**
 * The real time, whatever a store's test clock shows: for keys, secrets, limits, leases and
 * signatures. Operations on those ask for it by this type.
 */
export type RealClock = Clock & { readonly real: true }

export const systemClock: RealClock = { real: true, now: () => new Date() }

/** This machine's time, to be compared with that of other machines. */
export const machineClock: Clock = { now: () => new Date() }
