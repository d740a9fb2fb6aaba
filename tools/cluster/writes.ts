/** The times of acknowledged writes: how long a cluster accepted none. */
import type { Call, Caller, Reply } from '../torture/caller.ts'

export type Writes = {
  /** Records the caller's answers from now on. */
  watch(caller: Caller): Caller
  /** Of the newest one, in ms on the clock of `performance`. */
  newest(): number
  /** The longest time without one since then, and its end. */
  longestGap(since: number): { readonly ms: number; readonly until: number }
}

export function createWrites(): Writes {
  const moments: number[] = []
  const note = ({ method }: Call, reply: Reply | undefined) => {
    if (method !== 'POST' || reply === undefined || reply.status >= 300) return
    // A stored answer is not a write.
    if (reply.headers['idempotent-replayed'] !== 'true') moments.push(performance.now())
  }
  return {
    watch: ({ once, persist }) => ({
      async once(call) {
        const reply = await once(call)
        note(call, reply)
        return reply
      },
      async persist(call) {
        const reply = await persist(call)
        note(call, reply)
        return reply
      },
    }),
    newest: () => moments.at(-1) ?? 0,
    longestGap(since) {
      let longest = { ms: 0, until: since }
      let before = since
      for (const until of moments.slice(moments.findIndex((moment) => moment > since))) {
        if (until - before > longest.ms) longest = { ms: until - before, until }
        before = until
      }
      return longest
    },
  }
}
