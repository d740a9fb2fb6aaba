export type Answer = {
  readonly status: number
  /** The parsed JSON; null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: Whoever asks knows what is answered.
  readonly body: any
}
