/** What waits to be done, as far as it is due. */
export type Backlog = {
  /** At most `BACKLOG_MAX`: to count more would cost as much as it is late. */
  readonly due: number
  /** Null where nothing is due. */
  readonly oldestAt: Date | null
}

export const BACKLOG_MAX = 10_000
