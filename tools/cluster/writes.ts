/** When writes were acknowledged: how long a cluster took none. */
import type { Call, Caller, Reply } from '../torture/caller.ts'

export type Writes = {
  /** Notes what this one is answered from now on. */
  watch(caller: Caller): Caller
  /** In ms on the clock of `performance`, of the newest. */
  newest(): number
  /** The longest time without one since then, and when it was over. */
  longestGap(since: number): { readonly ms: number; readonly until: number }
}

export function createWrites(): Writes {
  const moments: number[] = []
  const note = ({ method }: Call, reply: Reply | undefined) => {
    if (method !== 'POST' || reply === undefined || reply.status >= 300) return
    // An answer that was found again is not a write.
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
