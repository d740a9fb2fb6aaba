/** Work that is due and waits. */
export type Backlog = {
  /** At most `BACKLOG_MAX`: counting more would cost too much. */
  readonly due: number
  /** Null where nothing is due. */
  readonly oldestAt: Date | null
}

export const BACKLOG_MAX = 10_000
