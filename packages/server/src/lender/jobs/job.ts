/** A lane as all processes have reported it, and what people have said of it. */
export type Job = {
  readonly name: string
  readonly succeededAt: Date | null
  readonly workedAt: Date | null
  readonly lastBatch: number | null
  readonly done: number
  readonly failedAt: Date | null
  readonly failure: string | null
  readonly pausedAt: Date | null
  readonly pausedBy: string | null
  readonly pauseNote: string | null
  readonly runAt: Date | null
  /** When it was last announced that it goes on failing. */
  readonly announcedAt: Date | null
}

/** With its due work; null: it is not counted. */
export type CountedJob = Job & {
  readonly backlog: { readonly due: number; readonly oldestAt: Date | null } | null
}
