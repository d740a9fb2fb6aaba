/** Time comes in as a parameter, so that tests and the sandbox own it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
